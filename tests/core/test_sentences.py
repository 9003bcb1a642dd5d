"""A log does not say the same thing twice: one name, one sum, one sentence for what one did."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from dvergar.core.events import Event
from dvergar.core.game import Game
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import make_game
from dvergar.core.sentences import log_sentences
from tests.tables import every_count, made

NAMES = ["Alma", "Bror", "Cilla", "Dagny", "Ebba", "Finn", "Gudrun"]
LANGS = LANGUAGES

pytestmark = pytest.mark.plain


def told(slug: str, *events: Event, lang: str = "en", **options: Any) -> list[str]:
    """What is told of events, as plain text."""
    game = make_game(slug, {"players": 2, **options})
    return [plain(line.html) for line in log_sentences(game, events, lang, NAMES)]


def plain(text: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", text))


def caverna(kind: str, /, seat: int | None = 0, **facts: int | str) -> Event:
    return Event(kind, seat, facts)


def test_an_expedition_says_once_what_it_brings() -> None:
    events = [
        caverna("place", space="adventure", weapon=3),
        caverna("expedition", level=2, strength=3),
        caverna("loot", item="dog"),
        caverna("gain", good="dog", amount=1),
        caverna("loot", item="wood"),
        caverna("gain", good="wood", amount=1),
        caverna("strengthen", dwarf=0, strength=4),
        caverna("strengthen", dwarf=0, strength=5),
        caverna("strengthen", dwarf=1, strength=8),
    ]
    assert told("caverna", *events) == [
        "Alma goes to Adventure, goes on an expedition with strength 3, loots 1 dog and 1 wood, "
        "and raises weapons to strength 5 and 8."
    ]


def test_goods_that_come_and_go_in_small_steps_are_summed_up() -> None:
    trade = [caverna("pay", good="ore", amount=2), caverna("gain", good="gold", amount=2)] * 2
    events = [caverna("place", space="ore_trading", weapon=0)]
    events += [caverna("gain", good="ore", amount=6), caverna("gain", good="ore", amount=2), *trade]
    assert told("caverna", *events) == [
        "Alma goes to Ore trading, gets 8 ore and 4 gold, and gives 4 ore."
    ]
    assert told("caverna", *events, lang="fr")[0].endswith("et donne 4 minerais.")


def test_a_meal_is_told_as_a_meal() -> None:
    sheep = [caverna("pay", good="sheep", amount=1), caverna("gain", good="food", amount=1)] * 2
    cooking = [
        caverna("pay", good="grain", amount=1),
        caverna("pay", good="vegetable", amount=1),
        caverna("gain", good="food", amount=5),
    ]
    gold = [caverna("pay", good="gold", amount=3), caverna("gain", good="food", amount=2)]
    fed = [caverna("pay", good="food", amount=9), caverna("beg", markers=1)]
    assert told("caverna", *sheep, *cooking, *gold, *fed) == [
        "Alma eats 2 sheep, 1 grain and 1 vegetable (7 food), buys 2 food for 3 gold, feeds the "
        "family (9 food), and takes 1 begging marker."
    ]
    assert told("caverna", *sheep, *gold, *fed[:1], lang="fr") == [
        "Alma mange 2 moutons (2 PN), achète 2 PN pour 3 or et nourrit son clan (9 PN)."
    ]


def test_food_that_is_paid_for_something_is_no_meal() -> None:
    cattle = [
        caverna("pay", good="ruby", amount=1),
        caverna("pay", good="food", amount=1),
        caverna("gain", good="cattle", amount=1),
    ]
    assert told("caverna", *cattle) == ["Alma gets 1 cattle and gives 1 ruby and 1 food."]
    imitation = [
        caverna("place", space="imitation_2", weapon=0),
        caverna("pay", good="food", amount=2),
        caverna("imitate", space="logging"),
        caverna("gain", good="wood", amount=3),
    ]
    assert told("caverna", *imitation) == [
        "Alma goes to Imitation, imitates Logging, gets 3 wood and gives 2 food."
    ]


def test_seed_young_and_crops_are_no_further_gains_or_payments() -> None:
    sown = [caverna("pay", good="grain", amount=1), caverna("sow", good="grain", cell="r3c2")]
    assert told("caverna", *sown, *sown) == ["Alma sows 2 grain."]
    harvest = [
        caverna("harvest", None, round=5, harvest="full"),
        caverna("reap", grain=1, vegetables=2),
        caverna("gain", good="grain", amount=1),
        caverna("gain", good="vegetable", amount=2),
        caverna("young", 1, kinds="sheep boar"),
        caverna("gain", 1, good="sheep", amount=1),
        caverna("gain", 1, good="food", amount=1),
        caverna("gain", 1, good="boar", amount=1),
    ]
    assert told("caverna", *harvest) == [
        "Harvest.",
        "Alma harvests 1 grain and 2 vegetables.",
        "Bror breeds 1 sheep and 1 wild boar and gets 1 food.",
    ]


def test_a_turn_of_cave_vs_cave_is_one_sentence() -> None:
    events = [
        Event("take", 0, {"tile": "expedition"}),
        Event("use", 0, {"room": "entrance"}),
        Event("gain", 0, {"good": "wood", "amount": 1, "lost": 0}),
        Event("use", 0, {"room": "grindstone"}),
        Event("pay", 0, {"good": "grain", "amount": 4}),
        Event("gain", 0, {"good": "food", "amount": 6, "lost": 1}),
        Event("round", None, {"round": 3, "starter": 1, "tile": "expansion"}),
    ]
    assert told("cave_vs_cave", *events) == [
        "Alma takes Expedition, uses the Entrance and Grindstone, gains 1 wood and 6 food, "
        "has no room for 1 food, and pays 4 grain.",
        "Round 3 begins with the new tile Expansion. Bror starts.",
    ]


def test_two_dwarfs_of_one_player_are_told_apart() -> None:
    game = make_game("my_gold_mine", {"players": 2, "two_player_variant": True})
    state = game.start(seed=1)
    random.seed(1)
    subjects = Counter[str]()
    for _ in range(30):
        state.play(random.choice(state.moves()))
        subjects.update(
            re.match(r"\w+ \(dwarf \d\)", plain(line.html))[0]  # type: ignore[index]
            for line in log_sentences(game, state.events(), "en", NAMES)
            if line.seat is not None and line.kind in ("dig", "move")
        )
    assert len(subjects) > 2


def test_a_step_out_of_the_mine_is_told_without_the_card_that_says_it() -> None:
    deck = make_game("my_gold_mine", {"players": 3}).variant.exit_deck  # type: ignore[attr-defined]
    draw = [Event("draw", 0, {"dwarf": 0, "card": name}) for name in deck.names]
    step = Event("move", 0, {"dwarf": 0, "start": 3, "end": 2, "why": "small"})
    lines = {tuple(told("my_gold_mine", card, step, players=3)) for card in draw}
    assert ("Alma goes 1 step towards the exit.",) in lines
    assert len(lines) > 1, "where there was a choice, the card is told"


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_count())
def test_a_sentence_names_its_player_once(table: tuple[str, dict[str, Any]]) -> None:
    game: Game = made(table)
    state, dice = game.start(seed=5), random.Random(5)
    turn, events = state.turn, list(state.events())
    for _ in range(150):
        if state.over or state.turn != turn:
            for lang in LANGS:
                check(game, events, lang)
            turn, events = state.turn, []
        if state.over:
            break
        state.play(dice.choice(state.moves()))
        events += state.events()


def check(game: Game, events: list[Event], lang: str) -> None:
    lines = log_sentences(game, events, lang, NAMES)
    for line in lines:
        name = NAMES[line.seat] if line.seat is not None else ""
        assert not name or plain(line.html).count(name) == 1, line
        assert line.html.endswith(".")
    for line, following in pairwise(lines):
        alone = {line.kind, following.kind} & set(
            game.info.log_icons
        ) or game.slug == "my_gold_mine"
        assert line.seat is None or alone or line.seat != following.seat, lines
