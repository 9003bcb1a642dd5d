"""The Office room on every edge, against a geometry of our own.

Which twins may stick out where, what lies beyond the edge afterwards and what can be done with it,
what it pays and what it scores; and everything that may not stick out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.home import (
    ENTRANCE,
    FOREST,
    MOUNTAIN,
    ON_BOARD,
    beside,
    board_of,
    cell,
    half,
    large_pastures,
    named,
    neighbours,
    one_order,
    ore_mines,
    owns,
    ring,
    ruby_mines,
    singles,
    small_pastures,
    stable_places,
    twins,
    way_to,
)
from tests.games.caverna.referee.points import score_lines
from tests.games.caverna.referee.shapes import Cell, Goods
from tests.games.caverna.referee.table import (
    booked,
    free_moves,
    goods_of,
    offered,
    opponents,
    player_of,
    plus,
    table,
)

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

OFFICE = {"r2c3": "office_room"}
KINDS = [("meadow", "field"), ("cavern", "tunnel"), ("cavern", "cavern")]
SPACES = {"meadow": ("clearing", "sustenance", "slash_and_burn"), "cavern": ("excavation",)}
FOREST_RING = {
    *("r-1c0", "r-1c1", "r-1c2", "r4c0", "r4c1", "r4c2"),
    *("r0c-1", "r1c-1", "r2c-1", "r3c-1"),
}
MOUNTAIN_RING = {
    *("r-1c3", "r-1c4", "r-1c5", "r4c4", "r4c5"),
    *("r0c6", "r1c6", "r2c6", "r3c6"),
}
Seat = dict[str, Any]


class Overhang(NamedTuple):
    """A twin with one half on the board and one off it."""

    first: str
    one: Cell
    second: str
    other: Cell

    def __str__(self) -> str:
        return f"{self.first} {named(self.one)} {self.second} {named(self.other)}"

    @property
    def inside(self) -> Cell:
        return self.one if self.one in ON_BOARD else self.other

    @property
    def outside(self) -> Cell:
        return self.other if self.one in ON_BOARD else self.one

    def kind_at(self, where: Cell) -> str:
        return self.first if where == self.one else self.second


def overhangs() -> Iterator[Overhang]:
    """Every kind of twin over every edge, both ways round."""
    for which in (FOREST, MOUNTAIN):
        for outside in sorted(ring(which)):
            for inside in neighbours(outside):
                if inside not in which or inside in ((2, 3), (3, 3)):
                    continue
                for first, second in KINDS:
                    if (first == "meadow") == (which is FOREST):
                        yield Overhang(first, inside, second, outside)
                        yield Overhang(first, outside, second, inside)


ALL = list(overhangs())


def set_up(seat: Seat, **options: Any) -> State:
    """A table for two at which the first seat has an Office room (unless its board says else)."""
    whole = {"dwarfs": ["home", "away"], **seat, "board": {**OFFICE, **seat.get("board", {})}}
    state: State = table(2).position(
        **{"round": 12, "harvest": "none", "seats": [whole, *opponents(2)], **options}
    )
    return state


def twin_moves(state: State, first: str, second: str) -> set[str]:
    """The twins of one kind that are offered."""
    return {
        name
        for name in offered(state)
        if name.split()[0::2] == [first, second] and len(name.split()) == 4
    }


def lay(state: State, twin: Overhang) -> State:
    """Lays a twin, whichever half the engine names first if they are equal."""
    play(state, f"place {SPACES[twin.first][0]}")
    names = {str(twin)}
    if twin.first == twin.second:
        names.add(str(Overhang(twin.second, twin.other, twin.first, twin.one)))
    (name,) = names & set(offered(state))
    return play(state, name)


def test_the_ring_is_that_of_the_board() -> None:
    assert {named(where) for where in ring(FOREST)} == FOREST_RING
    assert {named(where) for where in ring(MOUNTAIN)} == MOUNTAIN_RING | {"r4c3"}
    reached = {named(twin.outside) for twin in ALL}
    assert reached == FOREST_RING | MOUNTAIN_RING, "r4c3 and the corners cannot be reached"
    assert {twin.inside for twin in ALL} == {
        where
        for where in ON_BOARD - {(3, 3), (2, 3)}
        if any(other not in ON_BOARD for other in beside(where))
    }


@pytest.mark.parametrize("twin", ALL, ids=str)
def test_every_overhang_pays_two_gold_and_lies_there(twin: Overhang) -> None:
    state = set_up({"board": way_to((twin.inside,), (twin.outside,))})
    before = player_of(state)
    lay(state, twin)
    gained = booked(state, 0, "gain")
    assert gained["gold"] == 2
    after = player_of(state)
    assert after["board"][named(twin.outside)]["land"] == twin.kind_at(twin.outside)
    assert after["board"][named(twin.inside)]["land"] == twin.kind_at(twin.inside)
    lines = dict(state.scores()[0].lines)
    assert lines == score_lines(after)
    assert lines["unused_spaces"] == score_lines(before)["unused_spaces"] + 1, "one cell is used"


@pytest.mark.parametrize("twin", ALL, ids=str)
def test_no_overhang_without_the_office_room(twin: Overhang) -> None:
    seat = {"board": {"r2c3": "carpenter", **way_to((twin.inside,), (twin.outside,))}}
    state = set_up(seat)
    play(state, f"place {SPACES[twin.first][0]}")
    assert not any(named(twin.outside) in name.split() for name in offered(state))


def random_board(dice: random.Random, most: int = 9) -> dict[str, str]:
    """A farm and a cave grown from the start by our own geometry, over the edges too."""
    player: dict[str, Any] = {
        "board": {
            "r2c3": {"land": "furnished", "tile": "office_room", "stable": False},
            "r3c3": {"land": "furnished", "tile": "entry_level_dwelling", "stable": False},
        }
    }
    laid = dict(OFFICE)
    for _ in range(dice.randint(0, most)):
        first, second = dice.choices(KINDS, weights=[3, most, 1])[0]
        ways = sorted(twins(player, first, second))
        if ways:
            one, where, other, there = dice.choice(ways).split()
            for kind, name in ((one, where), (other, there)):
                player["board"][name] = {"land": kind, "tile": None, "stable": False}
                laid[name] = kind
    return laid


def check_twins(state: State, player: dict[str, Any]) -> None:
    """Compares all twins that are offered on every space that lays them."""
    for space in SPACES["meadow"]:
        if f"place {space}" in offered(state):
            after = play(state.copy(), f"place {space}")
            if after.seat == 0:
                assert twin_moves(after, "meadow", "field") == twins(player, "meadow", "field")
    rock = state.copy()
    if "place excavation" in offered(rock):
        play(rock, "place excavation")
    for kind in ("tunnel", "cavern"):
        expected = twins(player, "cavern", kind)
        if any(name.startswith("place ") for name in offered(rock)):
            assert not expected
        elif kind == "tunnel":
            assert twin_moves(rock, "cavern", "tunnel") == expected
        else:
            found = twin_moves(rock, "cavern", "cavern")
            assert one_order(found) == one_order(expected)
            assert len(found) == len(one_order(found)), "each pair in one order only"


def test_the_twins_offered_are_those_of_our_own_geometry() -> None:
    seen: set[str] = set()
    for seed in range(150):
        dice = random.Random(seed)
        laid = random_board(dice)
        bare = sorted(named(where) for where in FOREST if named(where) not in laid)
        meadows = sorted(name for name, kind in laid.items() if kind == "meadow")
        stables = dice.sample([*bare, *meadows], min(len(bare) + len(meadows), dice.randint(0, 3)))
        state = set_up({"board": laid, "stables": stables, "goods": {"grain": 1, "ruby": 2}})
        player = player_of(state)
        check_twins(state, player)
        check_singles(state, player)
        for first, second in KINDS:
            seen |= {name for name in twins(player, first, second) if is_overhang(name)}
    assert len({part for name in seen for part in name.split()[1::2]} - on_board_names()) == 19


TWIN_SPACES = [
    ("clearing", 3, "field"),
    ("clearing", 4, "field"),
    ("sustenance", 1, "field"),
    ("sustenance", 6, "field"),
    ("slash_and_burn", 5, "field"),
    ("extension", 7, "field"),
    ("drift_mining", 2, "tunnel"),
    ("drift_mining", 4, "tunnel"),
    ("drift_mining_2", 6, "tunnel"),
    ("small_scale_drift_mining", 5, "tunnel"),
    ("extension", 7, "tunnel"),
    ("excavation", 1, "tunnel"),
    ("excavation", 7, "tunnel"),
]


@pytest.mark.parametrize(("space", "players", "second"), TWIN_SPACES)
@pytest.mark.parametrize("imitated", [False, True], ids=["placed", "imitated"])
def test_twins_stick_out_from_every_space_that_lays_them(
    space: str, players: int, second: str, imitated: bool
) -> None:
    first = "meadow" if second == "field" else "cavern"
    imitation = {3: "imitation_4", 4: "imitation_2", 5: "imitation_2"}.get(players, "imitation_1")
    if imitated and players < 3:
        return
    for seed in range(12):
        laid = random_board(random.Random(7000 + seed))
        seat = {"board": laid, "dwarfs": ["home", "away"], "goods": {"food": 4}}
        state = table(players).position(
            round=12,
            harvest="none",
            seats=[seat, *opponents(players)],
            occupied={space: 1} if imitated else {},
        )
        expected = twins(player_of(state), first, second)
        entrance = f"place {imitation if imitated else space}"
        if len(expected) < 2 or entrance not in offered(state):
            continue
        play(state, entrance)
        if imitated and f"imitate {space}" in offered(state):
            play(state, f"imitate {space}")
        assert twin_moves(state, first, second) == expected
        for name in sorted(expected)[:3]:
            gained = booked(play(state.copy(), name), 0, "gain")
            assert gained.get("gold", 0) == (2 if is_overhang(name) else 0)


def on_board_names() -> set[str]:
    return {named(where) for where in ON_BOARD}


def is_overhang(name: str) -> bool:
    return not set(name.split()[1::2]) <= on_board_names()


def check_singles(state: State, player: dict[str, Any]) -> None:
    """Single tiles never lie off the board: neither bought nor looted."""
    for kind in ("meadow", "field", "tunnel", "cavern"):
        prefix = f"ruby {kind} "
        found = {name.removeprefix(prefix) for name in free_moves(state) if name.startswith(prefix)}
        assert found == {named(where) for where in singles(player, kind)}


def test_looted_single_tiles_never_lie_off_the_board() -> None:
    for seed in range(60):
        laid = random_board(random.Random(seed))
        state = set_up({"board": laid, "weapons": [14, 14]})
        player = player_of(state)
        play(state, "place blacksmithing")
        for kind in ("meadow", "field", "tunnel", "cavern"):
            where = {named(one) for one in singles(player, kind)}
            assert (f"loot {kind}" in offered(state)) == bool(where)
            if len(where) > 1:
                after = play(state.copy(), f"loot {kind}")
                assert set(offered(after)) == {f"lay {kind} {name}" for name in where}


def test_mines_pastures_and_stables_go_on_what_lies_off_the_board_and_not_on_bare_ground() -> None:
    checked = 0
    for seed in range(120):
        dice = random.Random(1000 + seed)
        laid = random_board(dice, 20)
        state = set_up({"board": laid, "goods": {"wood": 9, "stone": 9}})
        player = player_of(state)
        mines, larges = ore_mines(player), large_pastures(player)
        if f"place {(card := 'ore_mine_construction')}" in offered(state):
            after = play(state.copy(), f"place {card}")
            assert twin_moves(after, "ore_mine", "deep_tunnel") == mines
            checked += sum(is_overhang(name) for name in mines)
            for name in sorted(mines):
                laying = play(after.copy(), name)
                assert booked(laying, 0, "gain") == {"ore": 3}, "no gold for a mine"
        else:
            assert not mines
        after = play(state.copy(), "place sheep_farming")
        check_farming(after, player, larges)
        spots = ruby_mines(player)["tunnel"]
        if len(spots) > 1:
            after = play(state.copy(), "place ruby_mine_construction")
            assert set(offered(after)) == {f"ruby_mine {named(where)}" for where in spots}
    assert checked > 10


def check_farming(state: State, player: dict[str, Any], larges: set[frozenset[Cell]]) -> None:
    names = offered(state)
    found = [name.split()[1:] for name in names if name.startswith("large_pasture ")]
    assert {frozenset(cell(part) for part in pair) for pair in found} == larges
    assert len(found) == len(larges), "each pair once"
    smalls = {name.split()[1] for name in names if name.startswith("small_pasture ")}
    assert smalls == {named(where) for where in small_pastures(player)}
    stables = {name.split()[1] for name in names if name.startswith("stable ")}
    assert stables == {named(where) for where in stable_places(player)}
    for name in names:
        if name.split()[0] in ("small_pasture", "large_pasture", "stable"):
            after = play(state.copy(), name)
            assert "gold" not in booked(after, 0, "gain")


# --- what lies off the board is as good as anything ---

OFF_FOREST = {"r3c2": "meadow", "r4c2": "field", "r3c1": "meadow", "r4c1": "meadow"}


def test_crops_grow_off_the_board() -> None:
    seat = {
        "board": {"r3c2": "meadow", "r4c2": "field"},
        "goods": {"grain": 1, "food": 9},
        "weapons": [12, 12],
    }
    state = set_up(seat)
    play(state, "place blacksmithing", "loot sow")
    entry = player_of(state)["board"]["r4c2"]
    assert (entry["grain"], entry["vegetable"]) == (3, 0)
    assert dict(state.scores()[0].lines)["grain"] == 2
    crops = {"board": {"r3c2": "meadow", "r4c2": "field"}, "crops": {"r4c2": "grain 3"}}
    others = [{"dwarfs": ["away", "away"], "goods": {"food": 9}}]
    eaters = {"dwarfs": ["home", "away"], "goods": {"food": 9}, **crops}
    eaters["board"] = {**OFFICE, **crops["board"]}
    state = table(2).position(round=6, harvest="full", seats=[eaters, *others])
    play(state, "place supplies")
    assert booked(state, 0, "gain")["grain"] == 1
    assert player_of(state)["board"]["r4c2"]["grain"] == 2


@pytest.mark.parametrize(
    ("board", "stables", "most"),
    [
        ({**OFF_FOREST, "r4c1": "small_pasture"}, [], 2),
        ({**OFF_FOREST, "r4c1": "small_pasture"}, ["r4c1"], 4),
        ({"r3c2": "meadow", "r4c2": "field", "r3c1 r4c1": "large_pasture"}, [], 4),
        ({"r3c2": "meadow", "r4c2": "field", "r3c1 r4c1": "large_pasture"}, ["r4c1"], 8),
        (
            {
                "r3c2": "field",
                "r4c2": "meadow",
                "r3c1": "field",
                "r4c1": "meadow",
                "r4c2 r4c1": "large_pasture",
            },
            ["r4c1", "r4c2"],
            16,
        ),
        (OFF_FOREST, ["r4c1"], 1),
    ],
)
def test_animals_live_off_the_board(board: dict[str, str], stables: list[str], most: int) -> None:
    board = {name: kind for name, kind in board.items() if " " in name or not twice(board, name)}
    goods = {"cattle": most, "sheep": 2, "ruby": 1, "food": 9}
    state = set_up({"board": board, "stables": stables, "goods": goods})
    play(state, "ruby cattle")
    assert any(name.startswith("butcher") for name in offered(state)), "one more is too many"


def twice(board: dict[str, str], name: str) -> bool:
    """Whether a cell is part of a large pasture that is named too."""
    return any(name in names.split() for names in board if " " in names)


def test_a_donkey_lives_in_a_mine_off_the_board() -> None:
    board = {"r3c4": "cavern", "r4c4": "ruby_mine"}
    state = set_up({"board": board, "goods": {"donkey": 1, "sheep": 2, "ruby": 1}})
    play(state, "ruby donkey")
    assert set(offered(state)) == {"butcher sheep", "butcher donkey", "butcher 2 donkeys"}


def test_a_furnishing_tile_lies_off_the_board() -> None:
    board = {"r3c4": "tunnel", "r4c4": "cavern", "r3c5": "dwelling", "r4c5": "cavern"}
    state = set_up({"board": board, "goods": {"stone": 3, "gold": 5}})
    play(state, "place housework", "furnish state_parlor", "into r4c4")
    assert booked(state, 0, "gain") == {"dog": 1}, "its neighbours are a tunnel and a cavern"
    state = set_up({"board": board, "goods": {"stone": 3, "gold": 5}})
    play(state, "place housework", "furnish state_parlor", "into r4c5")
    assert booked(state, 0, "gain") == plus({"dog": 1}, {"food": 2}), "the dwelling above it"
    assert dict(state.scores()[0].lines)["bonus"] == 4


@pytest.mark.parametrize(
    ("board", "line", "points"),
    [
        ({"r3c2": "field", "r4c2": "small_pasture"}, "pastures", 2),
        ({"r3c2": "field", "r3c1": "field", "r4c2 r4c1": "large_pasture"}, "pastures", 4),
        ({"r3c1": "field", "r3c2 r4c2": "large_pasture"}, "pastures", 4),
        ({"r3c4": "deep_tunnel", "r4c4": "ore_mine"}, "mines", 3),
        ({"r3c4": "cavern", "r4c4": "ruby_mine"}, "mines", 4),
    ],
)
def test_pastures_and_mines_off_the_board_score(
    board: dict[str, str], line: str, points: int
) -> None:
    state = set_up({"board": board})
    lines = dict(state.scores()[0].lines)
    assert lines[line] == points
    used = sum(cell(name) in ON_BOARD for names in board for name in names.split())
    assert lines["unused_spaces"] == -22 + used
    assert lines == score_lines(player_of(state))


def test_tiles_off_the_board_count_for_main_storage_and_their_value() -> None:
    board = {"r3c4": "main_storage", "r4c4": "beer_parlor", "r3c5": "tunnel", "r4c5": "miner"}
    state = set_up({"board": board})
    lines = dict(state.scores()[0].lines)
    assert lines["bonus"] == 4
    assert lines["furnishings"] == 3 + 3
    assert lines["unused_spaces"] == -20


def test_the_first_tile_may_stick_out_below_the_entrance() -> None:
    state = set_up({})
    assert owns(player_of(state), "office_room")
    expected = {
        f"meadow {one} field {other}"
        for one, other in [
            *(("r3c2", near) for near in ("r2c2", "r3c1", "r4c2")),
            *((near, "r3c2") for near in ("r2c2", "r3c1", "r4c2")),
        ]
    }
    play(state, "place clearing")
    assert twin_moves(state, "meadow", "field") == expected
    assert named(ENTRANCE) == "r3c2"
    before: Goods = goods_of(state)
    play(state, "meadow r4c2 field r3c2")
    assert goods_of(state) == {**before, "gold": before["gold"] + 2}
    assert board_of(player_of(state))[(4, 2)]["land"] == "meadow"
    assert half((4, 2)) is FOREST


def test_an_overhang_pays_every_time() -> None:
    state = set_up({"dwarfs": ["home", "home"]})
    play(state, "place clearing", "meadow r3c2 field r4c2")
    assert booked(state, 0, "gain")["gold"] == 2
    play(state, next(name for name in offered(state) if name.startswith("place supplies")))
    play(state, "place sustenance", "meadow r3c1 field r4c1")
    assert booked(state, 0, "gain")["gold"] == 2
    assert goods_of(state)["gold"] == 4
