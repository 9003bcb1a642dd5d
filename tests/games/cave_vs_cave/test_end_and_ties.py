"""The end of the game: points, gold, ties."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import dvergar
from dvergar.games.cave_vs_cave.page.tiles import face
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import GOODS, ROOMS, TURNS
from tests.games.cave_vs_cave.tables import NONE, player, seat, table, told

LAST_ROUND = len(TURNS[2])
# Seven of the eight tiles of the last round are taken; seat 1 takes Breach, in vain.
TAKEN = [
    *("cultivation", "housework", "excavation", "undergrowth"),
    *("furnishing", "masonry", "undermining"),
]
PLACES = ["r2c0", "r1c0", "r2c1", "r3c1", "r4c0", "r4c1", "r1c1", "r0c0"]


def owner(*rooms: str, **goods: int) -> dict[str, Any]:
    """A seat with these rooms and goods, otherwise with nothing."""
    return seat(dict(zip(PLACES, rooms, strict=False)), goods={**NONE, **goods})


def finished(mine: dict[str, Any], yours: dict[str, Any]) -> Any:
    """The game is just over."""
    state = table(mine, yours, around=LAST_ROUND, taken=TAKEN)
    assert state.seat == 1
    play(state, "take breach")
    assert state.over
    return state


@rule("cave_vs_cave.end.after_last_round", "cave_vs_cave.round.eight")
def test_the_game_ends_with_the_last_turn_of_round_eight() -> None:
    state = finished(owner(), owner())
    assert state.moves() == []
    assert [event.kind for event in state.events()][-1] == "game_over"
    assert told(state, "round") == []
    assert state.view(None)["over"] is True
    with pytest.raises(dvergar.IllegalMove):
        play(state, "take expansion")


@rule("cave_vs_cave.end.after_last_round")
def test_a_turn_before_the_last_does_not_end_the_game() -> None:
    state = table(around=LAST_ROUND, taken=TAKEN[:-1])
    play(state, "take breach")
    assert not state.over


@rule("cave_vs_cave.end.score", "cave_vs_cave.aim.most_points")
def test_points_of_rooms_and_gold_are_added() -> None:
    state = finished(owner("shelf", "stall", gold=7), owner("tunnel", gold=2))
    assert [dict(score.lines) for score in state.scores()] == [
        {"rooms": 9, "gold": 7},
        {"rooms": 3, "gold": 2},
    ]
    assert [score.total for score in state.scores()] == [16, 5]
    assert state.ranking() == [1, 2]


@rule("cave_vs_cave.end.score")
@pytest.mark.parametrize("good", GOODS)
def test_only_gold_counts_among_the_goods(good: str) -> None:
    state = finished(owner(**{good: 9}), owner())
    assert state.scores()[0].total == (9 if good == "gold" else 0)


@rule("cave_vs_cave.end.score")
@pytest.mark.parametrize("room", ROOMS)
def test_the_points_of_every_room(room: str) -> None:
    other = "spinning_wheel" if room == "shelf" else "shelf"
    state = finished(owner(other, room), owner())
    assert state.scores()[0].total == ROOMS[room].points + ROOMS[other].points
    assert player(state)["score"] == state.scores()[0].total


@rule("cave_vs_cave.end.tie")
def test_with_equal_totals_the_best_single_room_decides() -> None:
    state = finished(owner("shelf", "spinning_wheel"), owner("sacrificial_altar"))
    assert [score.total for score in state.scores()] == [7, 7]
    assert state.ranking() == [2, 1]
    state = finished(owner("gold_vein"), owner("parlor", "tunnel"))
    assert state.ranking() == [1, 2]


@rule("cave_vs_cave.end.tie", "cave_vs_cave.end.score")
def test_gold_is_no_room() -> None:
    state = finished(owner(gold=6), owner("shelf", "tunnel"))
    assert [score.total for score in state.scores()] == [6, 6]
    assert state.ranking() == [2, 1]


@rule("cave_vs_cave.end.draw")
def test_both_rooms_of_eight_points_leave_a_draw() -> None:
    state = finished(
        owner("digging_cave", "stall", gold=0), owner("secret_chamber", "shelf", gold=3)
    )
    assert [score.total for score in state.scores()] == [14, 14]
    assert state.ranking() == [1, 1]


@rule("cave_vs_cave.end.best_unique")
def test_rooms_of_nine_to_twelve_points_exist_once() -> None:
    points = Counter(face(room, "en").points for room in ROOMS)
    assert [points[worth] for worth in (9, 10, 11, 12)] == [1, 1, 1, 1]
    assert max(points) == 12


@rule("cave_vs_cave.end.best_unique", "cave_vs_cave.end.tie")
@pytest.mark.parametrize("best", ["gold_vein", "treasury", "dungeon", "state_room"])
def test_with_a_room_of_nine_points_or_more_nobody_draws(best: str) -> None:
    for other in ROOMS.keys() - {best, "shelf", "tunnel"}:
        most = max(ROOMS[best].points, ROOMS[other].points)
        state = finished(  # an orange room of 3 points on each side, so that a blue one is allowed
            owner("shelf", best, gold=most - ROOMS[best].points),
            owner("tunnel", other, gold=most - ROOMS[other].points),
        )
        assert [score.total for score in state.scores()] == [most + 3, most + 3]
        assert sorted(state.ranking()) == [1, 2]


@rule("cave_vs_cave.end.draw")
def test_nothing_on_both_sides_is_a_draw() -> None:
    assert finished(owner(), owner()).ranking() == [1, 1]


@rule("cave_vs_cave.end.tie", "cave_vs_cave.end.draw")
@pytest.mark.parametrize(
    ("one", "other"),
    list(combinations(["shelf", "spinning_wheel", "stall", "digging_cave", "state_room"], 2)),
)
def test_ties_are_decided_by_points_of_the_room_alone(one: str, other: str) -> None:
    worth, less = ROOMS[one].points, ROOMS[other].points
    most = max(worth, less)
    state = finished(owner(one, gold=most - worth), owner(other, gold=most - less))
    assert [score.total for score in state.scores()] == [most, most]
    assert state.ranking() == ([1, 1] if worth == less else [2, 1] if worth < less else [1, 2])


@rule("cave_vs_cave.end.tie")
def test_the_larger_total_wins_whatever_the_rooms() -> None:
    state = finished(owner(gold=13), owner("state_room"))
    assert state.ranking() == [1, 2]
