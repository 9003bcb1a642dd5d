"""The game for one: set-up, rounds, what the stack turns up, the goal."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.games.cave_vs_cave.rules.score import is_reached
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import (
    ACTIVATIONS,
    BURIED,
    DARK,
    LIGHT,
    START_TILES,
    TURNS,
)
from tests.games.cave_vs_cave.tables import (
    NONE,
    PLENTY,
    TEN,
    cave,
    cells,
    names,
    real,
    seat,
    starting,
    table,
    told,
)

GONE = ["grindstone", "food_corner", "parlor"]
TOP = ["stall", "warehouse", "bakehouse"]
DIGGING = {"r2c0": "digging_cave"}


def solo(me: dict[str, Any] | None = None, **position: Any) -> Any:
    """A solo position; the Stall is on top of the stack."""
    position = {"gone": GONE, **position}
    if "display" not in position:
        position.setdefault("stack", TOP)
    return table(me or seat(goods=PLENTY), players=1, **position)


def solo_turn(tile: str, *moves: str, me: dict[str, Any] | None = None, **position: Any) -> Any:
    """A turn with these moves, ended."""
    state = solo(me, tile=tile, **position)
    number = state.turn
    play(state, f"take {tile}", *moves)
    if state.turn == number:
        play(state, "done")
    assert state.turn == number + 1
    return state


@rule("cave_vs_cave.solo.light_rooms")
def test_three_light_rooms_are_on_display_and_three_are_gone() -> None:
    displays = set()
    for seed in range(60):
        display = cave(1).start(seed=seed).view(None)["display"]
        assert len(display) == 3
        assert set(display) < set(LIGHT)
        displays.add(tuple(display))
    assert len(displays) == 20 or len(displays) > 12
    assert {room for display in displays for room in display} == set(LIGHT)


@rule("cave_vs_cave.solo.stack")
def test_nine_rooms_in_the_cave_and_nine_in_the_stack() -> None:
    state = cave(1).start(seed=1)
    assert state.view(None)["stack"] == 9
    shown = cells(state)
    assert {cell for cell in shown if shown[cell]["state"] == "face_down"} == set(BURIED)


@rule("cave_vs_cave.solo.stack", "cave_vs_cave.solo.light_rooms")
def test_the_rooms_that_are_gone_never_come() -> None:
    state = solo(display=list(DARK[:9]))
    assert set(state.view(None)["display"]) == {*(set(LIGHT) - set(GONE)), *DARK[:9]}
    assert state.view(None)["stack"] == 0


@rule("cave_vs_cave.solo.rounds")
def test_seven_rounds_of_two_three_and_four_turns() -> None:
    state = cave(1).start(seed=3)
    played = []
    while not state.over:
        view = state.view(None)
        assert (view["rounds"], view["turns"]) == (7, TURNS[1][view["round"] - 1])
        assert state.seat == 0
        played.append(view["round"])
        number = state.turn
        play(state, f"take {min(starting(state, 'take'))}")
        if state.turn == number:
            play(state, "done")
    assert [played.count(number) for number in range(1, 8)] == [2, 2, 2, 3, 3, 3, 4]


@rule("cave_vs_cave.solo.no_breach")
@pytest.mark.parametrize("seed", range(8))
def test_breach_is_not_there(seed: int) -> None:
    state = cave(1).start(seed=seed)
    seen: set[str] = set()
    while not state.over:
        tiles = state.view(None)["tiles"]
        assert len(tiles) == 11
        seen |= {tile["tile"] for tile in tiles if tile["open"]}
        number = state.turn
        play(state, f"take {min(starting(state, 'take'))}")
        if state.turn == number:
            play(state, "done")
    assert seen == {
        *START_TILES,
        *("furnishing", "masonry", "undermining"),
        *("expansion", "drift_mining", "expedition", "renovation"),
    }


@rule("cave_vs_cave.solo.rounds", "cave_vs_cave.tile.food_per_dwarf")
@pytest.mark.parametrize(("number", "price"), list(enumerate(TURNS[1], start=1)))
def test_food_per_dwarf_alone(number: int, price: int) -> None:
    me = seat(goods={**NONE, "wood": 1, "food": price})
    state = solo(me, around=number)
    play(state, "take housework")
    assert "furnish shelf" in names(state)
    me = seat(goods={**NONE, "wood": 1, "food": price - 1})
    state = solo(me, around=number)
    play(state, "take housework")
    assert starting(state, "furnish") == set()


@rule("cave_vs_cave.solo.renovation")
@pytest.mark.parametrize("gold", [0, 1, 19])
def test_renovation_needs_no_gold(gold: int) -> None:
    assert "take renovation" in names(solo(seat(gold=gold), tile="renovation"))


# --- the stack

# A turn, the cells dug, whether a room is turned up.
ONE_DIG = [
    ("excavation", ("dig r1c0",), None),
    ("excavation", ("gain", "dig r4c0"), None),
    ("undermining", ("dig r2c1",), None),
    ("expansion", ("dig r1c0",), None),
    ("drift_mining", ("dig r1c0",), None),
    ("drift_mining", ("use entrance wood", "dig r1c0"), None),
    ("drift_mining", ("dig r1c0",), DIGGING),
    ("drift_mining", ("dig r1c0", "use entrance wood"), DIGGING),
    *((tile, ("use digging_cave r1c0",), DIGGING) for tile in ACTIVATIONS),
    ("expedition", ("use digging_cave r1c0", "use entrance wood"), DIGGING),
]
NO_SINGLE_DIG = [
    ("excavation", ("dig twice", "dig r1c0", "dig r4c0"), None),
    ("excavation", ("gain",), None),
    ("drift_mining", ("dig r1c0", "use digging_cave r4c0"), DIGGING),
    ("drift_mining", ("use digging_cave r4c0", "dig r1c0"), DIGGING),
    ("drift_mining", ("use entrance wood",), None),
    ("cultivation", ("gain",), None),
]


@rule("cave_vs_cave.solo.reveal")
@pytest.mark.parametrize(("tile", "moves", "rooms"), ONE_DIG)
def test_a_turn_with_one_dig_turns_up_a_room(
    tile: str, moves: tuple[str, ...], rooms: dict[str, str] | None
) -> None:
    me = seat(rooms, goods=PLENTY)
    before = solo(me, tile=tile)
    state = solo_turn(tile, *moves, me=me)
    assert state.view(None)["stack"] == before.view(None)["stack"] - 1
    assert "stall" in state.view(None)["display"]
    assert "warehouse" not in state.view(None)["display"]


@rule("cave_vs_cave.solo.reveal_not")
@pytest.mark.parametrize(("tile", "moves", "rooms"), NO_SINGLE_DIG)
def test_a_turn_with_two_digs_or_none_turns_up_nothing(
    tile: str, moves: tuple[str, ...], rooms: dict[str, str] | None
) -> None:
    me = seat(rooms, goods=PLENTY)
    before = solo(me, tile=tile)
    state = solo_turn(tile, *moves, me=me)
    assert state.view(None)["stack"] == before.view(None)["stack"]
    assert "stall" not in state.view(None)["display"]


@rule("cave_vs_cave.solo.reveal_moment")
@pytest.mark.parametrize(
    ("tile", "move", "rooms"),
    [
        ("excavation", "dig r1c0", None),
        ("expansion", "dig r1c0", None),
        ("drift_mining", "dig r1c0", None),
        ("cultivation", "use digging_cave r1c0", DIGGING),
        ("expedition", "use digging_cave r1c0", DIGGING),
    ],
)
def test_the_room_is_turned_up_at_once_when_no_second_dig_is_possible(
    tile: str, move: str, rooms: dict[str, str] | None
) -> None:
    state = solo(seat(rooms, goods=PLENTY), tile=tile)
    play(state, f"take {tile}", move)
    assert told(state, "reveal") == [{"room": "stall"}]
    assert "stall" in state.view(None)["display"]


@rule("cave_vs_cave.solo.reveal_moment")
@pytest.mark.parametrize("first", ["dig r1c0", "use digging_cave r1c0"])
def test_while_a_second_dig_is_possible_nothing_is_turned_up(first: str) -> None:
    state = solo(seat(DIGGING, goods=PLENTY), tile="drift_mining")
    play(state, "take drift_mining", first)
    assert told(state, "reveal") == []
    play(state, "done")
    assert told(state, "reveal") == [{"room": "stall"}]


@rule("cave_vs_cave.solo.reveal_moment", "cave_vs_cave.tile.expansion")
def test_with_expansion_the_room_turned_up_can_be_furnished() -> None:
    state = solo(seat(goods=PLENTY), tile="expansion")
    play(state, "take expansion", "dig r1c0", "furnish stall", "into r2c0", "pay 2 gold")
    assert cells(state)["r2c0"]["room"] == "stall"


@rule("cave_vs_cave.solo.reveal")
def test_the_stack_gives_its_rooms_from_the_top() -> None:
    state = solo(seat(goods=PLENTY), tile="undermining")
    seen = []
    for moves in (["take undermining", "dig r1c0"], ["take excavation", "gain", "dig r4c0"]):
        before = state.reveals
        play(state, *moves)
        seen += [fact["room"] for fact in told(state, "reveal")]
        assert state.reveals >= before + 2
    assert seen == TOP[:2]


@rule("cave_vs_cave.solo.stack_empty")
def test_an_empty_stack_turns_up_nothing() -> None:
    state = solo(tile="undermining", display=list(DARK[:9]))
    assert state.view(None)["stack"] == 0
    play(state, "take undermining", "dig r1c0")
    assert told(state, "reveal") == []
    assert len(state.view(None)["display"]) == 3 + 9 + 1


@rule("cave_vs_cave.solo.cavern")
def test_the_additional_cavern_can_be_won_alone() -> None:
    rooms = {**TEN, "r2c0": "stall"}
    del rooms["r4c2"]
    gone = ["tunnel", "parlor", "grindstone"]
    me = seat(rooms, goods=PLENTY, dug=["r4c2"])
    state = solo(me, tile="furnishing", gone=gone, display=["bakehouse"])
    play(state, "take furnishing", "furnish bakehouse")
    assert real(state) == {"cavern two walls", "cavern three walls"}


# --- the goal


@rule("cave_vs_cave.solo.goal")
@pytest.mark.parametrize(
    ("rooms", "gold", "mark"),
    [
        (("shelf",), 1, "below"),
        (("state_room", "dungeon", "treasury"), 16, "below"),
        (("state_room", "dungeon", "treasury"), 17, "reached"),
        (("state_room", "dungeon", "treasury", "gold_vein"), 18, "reached"),
        (("state_room", "dungeon", "treasury", "gold_vein"), 19, "archive"),
    ],
)
def test_fifty_points_and_more_than_sixty(rooms: tuple[str, ...], gold: int, mark: str) -> None:
    me = seat(dict(zip(["r2c0", "r1c0", "r2c1", "r3c1"], rooms, strict=False)), gold=gold)
    taken = ["housework", "excavation", "undergrowth"]
    state = solo(me, around=7, taken=taken, stack=[])
    assert not state.view(None).get("mark")
    play(state, "take cultivation", "done")
    assert state.over
    total = state.scores()[0].total
    assert mark == ("archive" if total > 60 else "reached" if total >= 50 else "below")
    assert state.view(None)["mark"] == mark
    assert state.ranking() == [1]
    assert is_reached(state) == (mark != "below")


@rule("cave_vs_cave.solo.reveal_moment")
def test_a_second_dig_that_becomes_impossible_turns_the_room_up() -> None:
    state = solo(seat(DIGGING, gold=1), tile="drift_mining")
    play(state, "take drift_mining", "dig r1c0")
    assert told(state, "reveal") == []
    play(state, "eat gold")
    assert told(state, "reveal") == [{"room": "stall"}]
    play(state, "done")
    assert told(state, "reveal") == []
    walls = ["r3c0|r3c1", "r3c0|r4c0", "r0c0|r1c0", "r1c0|r1c1", "r2c0|r2c1"]
    state = solo(seat(DIGGING, gold=1, walls=walls), tile="drift_mining")
    play(state, "take drift_mining", "dig r1c0")
    assert told(state, "reveal") == [{"room": "stall"}]
