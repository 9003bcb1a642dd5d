"""Every reason a player reads is the true one: compared with what lies on the table.

The reckoning here is as simple as the rule text and knows nothing of the engine: digging needs a
card; with the option that forbids it, a red door may not be taken beside the dragon.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule

OPTIONS: dict[str, tuple[Any, ...]] = {
    "red_door_at_dragon": ("stay", "forbid", "burn"),
    "dragon_timing": ("after_move", "before_move"),
    "open_gold": (False, True),
    "no_winner_starter": ("next_seat", "same_seat"),
    "final_tie_no_slot": ("shared", "round_two_slot"),
}
TABLES = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]

DECK_EMPTY = ("deck_empty", "my_gold_mine.dig.deck_empty")
RED_DOOR = ("red_door", "my_gold_mine.option.red_door.forbid")
SAYS = {
    DECK_EMPTY: {"de": "aufgebraucht", "en": "used up", "fr": "épuisée"},
    RED_DOOR: {"de": "rote Tür", "en": "red door", "fr": "porte rouge"},
}


def expected(view: dict[str, Any], options: dict[str, Any]) -> list[tuple[str, str]]:
    """Why the dwarf whose turn it is cannot dig, from what everybody sees."""
    if view["over"] or view["exit"]["drawn"] is not None:
        return []
    if view["extraction"]["cards"] == 0:
        return [DECK_EMPTY]
    place = view["dwarfs"][view["dwarf"]]["place"]
    at_a_red_door = view["extraction"]["top"] == "red" and view["dragon"] - place == 1
    forbidden = options.get("red_door_at_dragon") == "forbid"
    return [RED_DOOR] if at_a_red_door and forbidden else []


def shown(state: Any, options: dict[str, Any]) -> list[tuple[str, str]]:
    """The reasons on the table, after a look at their sentences and at what is offered."""
    reasons: list[tuple[str, str]] = []
    for lang in LANGUAGES:
        blocked = state.prompt(lang).blocked
        reasons = [(one.word, one.rule) for one in blocked]
        assert reasons == expected(state.view(None), options)
        assert all(SAYS[one.word, one.rule][lang] in one.reason for one in blocked)
        assert {one.anchor for one in blocked} <= {"pile:extraction"}
    digs = state.game.move("dig") in state.moves()
    if state.view(None)["exit"]["drawn"] is None and not state.over:
        assert digs != bool(reasons)
    return reasons


@rule("my_gold_mine.dig.deck_empty", "my_gold_mine.option.red_door.forbid")
@pytest.mark.whole_games
@pytest.mark.fast_engine
@pytest.mark.parametrize("players", [2, 3, 6])
def test_reasons_in_random_games_are_true_with_all_options(players: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for seed, options in enumerate(TABLES):
        state = dvergar.game("my_gold_mine", players=players, **options).start(seed)
        chance = Chance(seed)
        while not state.over:
            seen.update(shown(state, options))
            moves = state.moves()
            greedy = moves[0] if chance.below(4) else moves[-1]  # a digger meets more reasons
            state.play(greedy)
        assert shown(state, options) == []
    assert seen[RED_DOOR]


@rule("my_gold_mine.dig.deck_empty", "my_gold_mine.option.red_door.forbid")
@pytest.mark.parametrize(
    "options", TABLES[::4], ids=lambda options: "-".join(map(str, options.values()))
)
def test_reasons_in_prepared_positions_are_true(options: dict[str, Any]) -> None:
    game: Any = dvergar.game("my_gold_mine", players=3, **options)
    seen = set()
    for top, dragon, behind in product(("plain", "red", "blue"), range(2, 9), range(1, 4)):
        if dragon - behind < 1:
            continue
        state = game.position(
            dwarfs=[dragon - behind, 1, 1], dragon=dragon, extraction=[top], turn=0
        )
        seen.update(shown(state, options))
    last = game.position(dwarfs=[6, 1, 1], extraction=["red"], short_deck=True)
    assert shown(last, options) == []
    seen.update(shown(play(last, "dig"), options))
    assert seen == {DECK_EMPTY} | ({RED_DOOR} if "forbid" in options.values() else set())


@rule("my_gold_mine.dig.deck_empty")
def test_without_a_card_the_red_door_is_no_reason() -> None:
    options = {"red_door_at_dragon": "forbid"}
    game: Any = dvergar.game("my_gold_mine", players=3, **options)
    state = game.position(dwarfs=[6, 6, 6], dragon=8, extraction=["red"], short_deck=True)
    assert shown(play(state, "dig"), options) == [DECK_EMPTY]
    beside = game.position(dwarfs=[1, 7, 1], dragon=8, extraction=["plain"], short_deck=True)
    assert shown(play(beside, "dig"), options) == [DECK_EMPTY]


@rule("my_gold_mine.exit.choose")
def test_with_an_exit_card_on_the_table_nothing_is_blocked() -> None:
    options = {"red_door_at_dragon": "forbid"}
    game: Any = dvergar.game("my_gold_mine", players=3, **options)
    state = game.position(dwarfs=[7, 1, 1], extraction=["red"], exits=["small swap"])
    assert shown(state, options) == [RED_DOOR]
    assert shown(play(state, "draw exit"), options) == []
