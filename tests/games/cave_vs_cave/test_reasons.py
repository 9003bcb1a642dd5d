"""Why something is not possible: every reason shown is the true one, and cites its own rule.

At every question of random games and positions all that is blocked is compared with a second
reckoning; and each reason has a table here on which it must come up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.facts import Facts
from dvergar.games.cave_vs_cave.facts.game import ALL_SECTIONS, TILE_NAMES, TILES, Part
from dvergar.games.cave_vs_cave.rules.ledger import REASONS
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.blocking import RULES, blocked
from tests.games.cave_vs_cave.printed import BURIED, EDGES
from tests.games.cave_vs_cave.referee import Referee
from tests.games.cave_vs_cave.tables import NONE, cave, seat, table
from tests.games.cave_vs_cave.test_invariants import Ledger, chance, some_options, step
from tests.games.cave_vs_cave.test_random_positions import random_table


def shown(state: Any) -> dict[tuple[str, str], str]:
    """What the prompt says is blocked: label and anchor, and the word of the reason."""
    told = state.prompt("en").blocked
    speak = state.game.info.words("en")
    for one in told:
        assert one.rule == f"cave_vs_cave.{RULES[one.word]}"
        assert one.reason == speak(f"blocked.{one.word}")
    found = {(one.label, one.anchor): one.word for one in told}
    assert len(found) == len(told), "nothing is said twice"
    return found


def reckoned(referee: Referee, state: Any) -> dict[tuple[str, str], str]:
    """The same by the second reckoning."""
    if state.over:
        return {}
    why = blocked(referee, state.game.info.words("en"))
    return {(one.label, one.anchor): one.word for one in why}


def follow(state: Any) -> tuple[Referee, Ledger]:
    """A referee who has sat down at a table, at the question for a tile."""
    view = state.view(None)
    referee = Referee(dict(state.game.options), view)
    referee.sit_down(view)
    return referee, Ledger(view)


def compare(state: Any, seed: int) -> set[str]:
    """Plays on to the end and compares all reasons on the way; the words that came up."""
    referee, ledger = follow(state)
    pick, seen = chance(seed), set[str]()
    while not state.over:
        found = shown(state)
        assert found == reckoned(referee, state)
        seen |= set(found.values())
        step(state, referee, ledger, pick(sorted(referee.offered())))
    assert shown(state) == {}
    return seen


@rule("cave_vs_cave.furnish.walls_required", "cave_vs_cave.furnish.walls_forbidden")
@pytest.mark.whole_games
@pytest.mark.fast_engine
@pytest.mark.parametrize("seed", range(60))
def test_all_reasons_in_random_positions_are_true(seed: int) -> None:
    options, position = random_table(seed)
    assert compare(cave(**options).position(**position), seed)


@rule("cave_vs_cave.turn.exclusive", "cave_vs_cave.furnish.both_payable")
@pytest.mark.whole_games
@pytest.mark.fast_engine
@pytest.mark.parametrize("seed", range(20))
def test_all_reasons_in_random_games_are_true(seed: int) -> None:
    assert compare(cave(**some_options(seed)).start(seed=seed), seed)


WALLED_IN = ["r2c0|r2c1", "r1c0|r2c0", "r3c0|r3c1", "r3c0|r4c0"]
JUNCTION = {**NONE, "wood": 1, "stone": 1, "gold": 3}
SITE = {"r2c0": "shelf", "r1c0": "prospecting_site"}

# For each reason a table on which it comes up after these moves, and the place where it is shown.
Case = tuple[dict[str, Any], dict[str, Any], list[str], str]
TABLES: dict[str, Case] = {
    "taken": ({}, {"taken": ["cultivation"]}, [], "tile:cultivation"),
    "less_gold": ({}, {"tile": "renovation"}, [], "tile:renovation"),
    "used": (
        seat({"r2c0": "shelf"}),
        {"tile": "undermining"},
        ["take undermining", "use entrance wood"],
        "room:0:entrance",
    ),
    "cannot_pay": (
        seat({"r2c0": "warehouse"}, food=1),
        {},
        ["take cultivation"],
        "room:0:warehouse",
    ),
    "no_gold_here": (
        seat({"r2c0": "junction_room"}, goods=JUNCTION),
        {"junction_room_gold": False},
        ["take cultivation"],
        "room:0:junction_room",
    ),
    "no_path": ({}, {}, ["take excavation"], "cell:0:r0c0"),
    "nothing_to_dig": (
        seat({"r2c0": "digging_cave"}, dug=BURIED),
        {},
        ["take cultivation"],
        "room:0:digging_cave",
    ),
    "no_two_digs": (seat(food=9, walls=WALLED_IN), {}, ["take excavation"], "tile:excavation"),
    "no_food_to_dig_twice": (seat(food=1), {}, ["take excavation"], "tile:excavation"),
    "no_wall_left": (
        seat(walls=EDGES[:7]),
        {"tile": "masonry"},
        ["take masonry"],
        f"edge:0:{EDGES[-1]}",
    ),
    "wall_there": (
        seat(walls=EDGES[:6]),
        {"tile": "masonry"},
        ["take masonry"],
        f"edge:0:{EDGES[0]}",
    ),
    "no_cavern": (
        seat({"r2c0": "shelf"}),
        {"tile": "furnishing"},
        ["take furnishing"],
        "room:spinning_wheel",
    ),
    "too_many_blue": (
        {},
        {"tile": "furnishing", "display": ["prospecting_site"]},
        ["take furnishing"],
        "room:prospecting_site",
    ),
    "wall_missing": ({}, {"tile": "furnishing"}, ["take furnishing"], "room:parlor"),
    "wall_forbidden": (
        seat(walls=["r2c0|r3c0"]),
        {"tile": "furnishing"},
        ["take furnishing"],
        "room:shelf",
    ),
    "cannot_furnish": (
        seat(goods=NONE),
        {"tile": "furnishing"},
        ["take furnishing"],
        "room:shelf",
    ),
    "food_full": (seat(food=9, grain=1), {}, [], "good:0:grain"),
    "needed": (
        seat(goods={**NONE, "wood": 1, "gold": 1}, dug=["r1c0"]),
        {},
        ["take housework", "furnish shelf"],
        "good:0:gold",
    ),
    "no_food_to_sell": (seat(SITE, food=0), {}, ["take undergrowth"], "room:0:prospecting_site"),
    "not_tradable": (
        seat(wood=5, stone=4),
        {"tile": "expedition"},
        ["take expedition"],
        "tile:expedition",
    ),
}
# Reasons that come up with no tile of the box: no tile lets one furnish and use rooms, and who has
# nothing but a breach to make and no wall has no turn left.
MADE_UP = ("new_room", "no_wall_to_breach")


@rule("cave_vs_cave.tile.renovation_gold", "cave_vs_cave.use.once", "cave_vs_cave.goods.eat_safe")
@pytest.mark.parametrize("word", TABLES)
def test_each_reason_is_shown_where_it_holds(word: str) -> None:
    me, wanted, moves, anchor = TABLES[word]
    state = table(me, **wanted)
    referee, ledger = follow(state)
    for move in moves:
        step(state, referee, ledger, move)
    found = shown(state)
    assert found == reckoned(referee, state)
    assert word in {why for (_, where), why in found.items() if where == anchor}


def test_every_reason_of_the_game_is_among_them() -> None:
    assert {reason.word for reason in REASONS[1:]} == {*TABLES, *MADE_UP} == set(RULES)


@pytest.fixture
def made_up(request: pytest.FixtureRequest) -> Iterator[None]:
    """Gives a tile one more section."""
    name, entry = request.param
    number = TILE_NAMES.index(name)
    tile, before = TILES[number], ALL_SECTIONS[number]
    tile.parts.append(Part(tile.section_count, Facts(entry, "made up"), []))
    ALL_SECTIONS[number] |= 1 << tile.section_count
    yield
    tile.parts.pop()
    ALL_SECTIONS[number] = before


@rule("cave_vs_cave.use.not_new")
@pytest.mark.parametrize("made_up", [("furnishing", {"use": 1})], indirect=True)
@pytest.mark.usefixtures("made_up")
def test_a_tile_that_furnishes_and_uses_leaves_the_new_room_out() -> None:
    state = table(seat(food=9), tile="furnishing")
    play(state, "take furnishing", "furnish spinning_wheel")
    assert shown(state)["Use Spinning Wheel", "room:0:spinning_wheel"] == "new_room"


@rule("cave_vs_cave.tile.breach")
@pytest.mark.parametrize("made_up", [("breach", {"gain": {"wood": 1}})], indirect=True)
@pytest.mark.usefixtures("made_up")
def test_without_a_wall_there_is_nothing_to_remove() -> None:
    state = play(table(tile="breach"), "take breach")
    assert shown(state) == {("Remove a wall", "tile:breach"): "no_wall_to_breach"}
