"""What a player is asked: every move has words in both languages, what is blocked has a reason."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.core.chance import Chance
from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    caverna,
    evening,
    names,
    space,
    spaces,
    table,
)
from tests.tables import rulebook

RICH: dict[str, Any] = {
    "goods": {"wood": 9, "stone": 9, "ore": 9, "gold": 9, "food": 9, "grain": 2, "vegetable": 2}
    | {"ruby": 3, "dog": 1, "sheep": 2},
    "weapons": [3, 9],
    "board": {"r2c3": "peaceful_cave", "r2c4": "tunnel", "r2c5": "tunnel", "r3c4": "cavern"}
    | {
        "r3c2": "meadow",
        "r2c2": "meadow",
        "r3c1": "field",
        "r1c3": "trader",
        "r0c3": "beer_parlor",
    },
}
# Positions of every kind of question, by what is asked.
QUESTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "placing": (RICH, {"round": 8}, []),
    "twin": (RICH, {"piles": {"excavation": {"stone": 1}}}, ["place excavation"]),
    "sow": (RICH, {}, ["place slash_and_burn"]),
    "farm": (RICH, {"round": 3, "piles": {"sheep_farming": {"sheep": 1}}}, ["place sheep_farming"]),
    "furnish": (RICH, {}, ["place housework"]),
    "loot": (RICH, {"round": 3}, ["place blacksmithing"]),
    "stable": ({"weapons": [8, 8]}, {}, ["place logging", "loot stable"]),
    "lay": ({"weapons": [14, 14]}, {}, ["place logging", "loot cavern"]),
    "forge": ({"goods": {"ore": 9}}, {"round": 3}, ["place blacksmithing"]),
    "into": (
        {"goods": {"wood": 9}, "board": {"r2c4": "cavern"}},
        {},
        ["place housework", "furnish trader"],
    ),
    "pay": (
        {"goods": {"wood": 1, "ore": 1}, "board": {"r2c3": "builder", "r2c4": "cavern"}},
        {},
        ["place housework", "furnish trader"],
    ),
    "market": (RICH, {"players": 5}, ["place weekly_market"]),
    "imitate": (
        RICH,
        {"players": 3, "occupied": {"supplies": 1, "housework": 2}},
        ["place imitation_4"],
    ),
    "butcher": (
        {"goods": {"donkey": 2}},
        {"round": 3, "piles": {"sheep_farming": {"sheep": 2}}},
        ["place sheep_farming"],
    ),
    "growth": ({"board": {"r2c3": "dwelling"}}, {"players": 4}, ["place growth"]),
    "ore mine": (RICH, {"round": 3}, ["place ore_mine_construction"]),
    "ruby mine": (RICH, {"round": 6}, ["place ruby_mine_construction"]),
    "sell": ({"goods": {"ore": 9}}, {"round": 12}, ["place ore_trading"]),
    "spend": ({"goods": {"ruby": 1}}, {}, ["place slash_and_burn", "meadow r2c2 field r3c2"]),
    "miner": (
        {
            "dwarfs": ["home", "away"],
            "board": {"r2c3": "miner", "r1c3": "ore_mine", "r0c3": "deep_tunnel"},
        },
        {"players": 1, "piles": {"ruby_mining": {"ruby": 1}}},
        ["place ruby_mining"],
    ),
}


def check(state: Any, lang: str) -> Any:
    """The prompt, after a look at everything that must hold for any prompt."""
    prompt = state.prompt(lang)
    assert prompt.seat == state.seat
    assert prompt.question.strip()
    assert sorted(choice.move for choice in prompt.choices) == state.moves()
    for choice in prompt.choices:
        assert choice.name == state.game.name(choice.move)
        assert choice.free == state.game.is_free(choice.move)
        assert choice.label.strip()
        assert "{" not in choice.label + choice.detail + prompt.question
        assert "_" not in choice.label
    labels = [(choice.label, choice.detail, choice.anchor) for choice in prompt.choices]
    assert len(set(labels)) == len(labels)
    rules = rulebook("caverna").ids()
    for blocked in prompt.blocked:
        assert blocked.label.strip()
        assert blocked.reason.strip()
        assert "{" not in blocked.label + blocked.reason
        assert "_" not in blocked.label + blocked.reason
        assert blocked.rule in rules
    return prompt


def at(question: str) -> Any:
    """A position in which this is asked."""
    seat, position, moves = QUESTIONS[question]
    return play(table(seat, **position), *moves)


def reason(state: Any, name: str, lang: str = "en") -> str:
    """Why a space is closed."""
    [blocked] = check(state, lang).blocked_at(f"space:{name}")
    return str(blocked.reason)


@rule("caverna.table.words")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("question", list(QUESTIONS))
def test_every_question_has_words(question: str, lang: str) -> None:
    check(at(question), lang)


@rule("caverna.table.words")
@pytest.mark.parametrize(
    ("question", "english", "french"),
    [
        ("growth", "Take the goods or grow the family?", "Prendre les ressources ou agrandir"),
        ("ruby mine", "Open a ruby mine", "Ouvrir une mine de rubis"),
    ],
)
def test_a_question_names_the_decision(question: str, english: str, french: str) -> None:
    state = at(question)
    assert check(state, "en").question == english
    assert check(state, "fr").question.startswith(french)


@rule("caverna.table.words")
def test_loot_weapons_and_tiles_are_asked_for_by_name() -> None:
    smith = {"goods": {"ore": 8, "wood": 9, "stone": 9}, "board": {"r2c3": "cavern"}}
    state = play(table(smith, players=3, round=3), "place blacksmithing")
    assert check(state, "en").question == "Forge a weapon: how strong?"
    play(state, "forge 8")
    assert check(state, "en").question == "Choose loot: 3 of 3 left"
    play(state, "loot dog")
    assert check(state, "en").question == "Choose loot: 2 of 3 left"
    state = play(table(smith, players=3), "place housework", "take goods")
    assert check(state, "en").question == "Furnish a cavern: which tile?"


@rule("caverna.table.words")
@pytest.mark.parametrize("question", list(QUESTIONS))
def test_english_and_french_offer_the_same_in_different_words(question: str) -> None:
    state = at(question)
    english, french = check(state, "en"), check(state, "fr")
    assert english.question != french.question
    assert [choice.name for choice in english.choices] == [choice.name for choice in french.choices]
    assert [choice.anchor for choice in english.choices] == [one.anchor for one in french.choices]
    assert [choice.label for choice in english.choices] != [one.label for one in french.choices]


@pytest.mark.plain
@pytest.mark.whole_games
@rule("caverna.table.words", "caverna.table.no_dead_end")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_every_question_of_a_whole_game_has_words_and_an_answer(players: int) -> None:
    state = caverna(players).start(seed=players)
    chance = Chance(players)
    step = 0
    while not state.over:
        if step % 11 == 0:
            check(state, LANGUAGES[step % 2])
        moves = state.moves(free=step % 5 == 0)
        assert moves
        state.play(moves[chance.below(len(moves))])
        step += 1


@rule("caverna.table.goods_in_hand")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_free_space_is_either_offered_or_explained(lang: str) -> None:
    state = table(players=5, round=12, occupied={"housework": 1})
    prompt = check(state, lang)
    offered = {name.removeprefix("place ") for name in names(state) if name.startswith("place ")}
    explained = {blocked.anchor.removeprefix("space:") for blocked in prompt.blocked}
    closed = {name for name in spaces(state) if space(state, name)["occupant"] is not None}
    assert offered | explained >= set(spaces(state)) - closed
    assert not offered & (explained | closed)


@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    [
        "logging",
        "ore_mining",
        "wood_gathering",
        "ruby_mining",
        "blacksmithing",
        "sheep_farming",
        "ore_mine_construction",
        "donkey_farming",
        "ruby_mine_construction",
        "family_life",
        "ore_delivery",
        "adventure",
        "ore_trading",
        "ruby_delivery",
    ],
)
def test_a_closed_space_says_what_is_missing(name: str, lang: str) -> None:
    state = table(round=12)
    assert f"place {name}" not in names(state)
    assert reason(state, name, lang)


@rule("caverna.table.goods_in_hand")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_things_missing_are_different_reasons(lang: str) -> None:
    state = table(round=12)
    found = {reason(state, name, lang) for name in ("logging", "ore_trading", "family_life")}
    assert len(found) == 3


@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do")
@pytest.mark.parametrize(
    ("name", "turn", "english", "french"),
    [
        ("blacksmithing", 3, "ore", "minerai"),
        ("ore_mine_construction", 3, "tunnel", "tunnel"),
        ("wish_for_children", 4, "pay for a dwelling", "payer aucune habitation"),
        ("ruby_mine_construction", 6, "tunnel", "tunnel"),
        ("ore_trading", 12, "ore", "minerai"),
    ],
)
def test_the_reason_names_what_the_first_part_needs(
    name: str, turn: int, english: str, french: str
) -> None:
    state = table(round=turn)
    assert english in reason(state, name, "en").lower()
    assert french in reason(state, name, "fr").lower()


@rule("caverna.table.goods_in_hand", "caverna.imitation.food")
def test_a_missing_price_is_named() -> None:
    state = table({"goods": {"food": 1}}, players=3, occupied={"supplies": 1})
    assert reason(state, "imitation_4") != reason(
        table({"goods": {"food": 9}}, players=3), "imitation_4"
    )


@rule("caverna.table.free_moves")
@pytest.mark.parametrize(
    "state",
    [
        pytest.param(lambda: table({"goods": {"ruby": 1}}), id="placing"),
        pytest.param(
            lambda: play(
                table({"goods": {"ruby": 1}}, piles={"clearing": {"wood": 1}}), "place clearing"
            ),
            id="between parts",
        ),
        pytest.param(lambda: evening({"goods": {"ruby": 1}}, round=3), id="feeding"),
        pytest.param(
            lambda: play(
                evening({"goods": {"ruby": 1, "sheep": 2, "food": 4}}, round=3), "feed", "feed"
            ),
            id="breeding",
        ),
        pytest.param(
            lambda: play(table({"goods": {"ruby": 2, "sheep": 2}}), "ruby boar"), id="herd"
        ),
        pytest.param(
            lambda: play(
                evening({"goods": {"ruby": 1, "food": 4}}, round=12, harvest="full"), "feed", "feed"
            ),
            id="scoring",
        ),
    ],
)
def test_free_moves_are_offered_wherever_they_should_be(state: Any) -> None:
    now = state()
    assert {"ruby wood", "eat ruby"} <= names(now)
    assert now.seat == 0
    free = [choice for choice in check(now, "en").choices if choice.free]
    assert len(free) > 10


@rule("caverna.table.free_moves")
def test_the_other_player_has_no_free_moves_in_your_turn() -> None:
    state = table({}, {"goods": {"ruby": 3, "grain": 3}})
    assert names(state) == {name for name in names(state) if name.startswith("place ")}


@rule("caverna.table.single_answers")
def test_a_question_with_one_answer_is_not_asked() -> None:
    state = play(table({}, RESTING, piles={"wood_gathering": {"wood": 1}}), "place wood_gathering")
    assert {name.split()[0] for name in names(state)} == {"place"}


@rule("caverna.table.words")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_asking_changes_nothing(lang: str) -> None:
    state = at("placing")
    before = state.text()
    check(state, lang)
    assert state.text() == before


@rule("caverna.table.words")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_when_the_game_is_over_nothing_is_asked(lang: str) -> None:
    state = play(evening({"goods": {"food": 4}}, round=12, harvest="full"), "feed", "feed")
    while not state.over:
        play(state, "finish")
    assert state.prompt(lang).choices == []


def test_the_help_says_that_something_has_to_be_spent_to_go_on() -> None:
    assert at("spend").prompt("en").help.startswith("You can’t do anything more")
    assert at("miner").prompt("en").help.startswith("A ruby buys a donkey")
    assert at("sow").prompt("en").help.startswith("This is what the space")


@pytest.mark.parametrize(
    ("board", "asked"), [({}, "No room"), ({"r3c1": "small_pasture"}, "Not all")]
)
def test_where_no_young_has_room_the_question_says_so(board: dict[str, str], asked: str) -> None:
    seat = {
        "goods": {"food": 20, "sheep": 2, "boar": 2},
        "board": {"r3c2": "small_pasture", **board},
    }
    state = play(evening(seat, round=5), "feed", "feed")
    assert state.prompt("en", ["Ada", "Bo"]).question.startswith(asked)
