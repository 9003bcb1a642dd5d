"""The count: points of furnished rooms and gold; ties go to the better best room."""

from __future__ import annotations

from dvergar.core.score import Score, ranks
from dvergar.core.sets import has
from dvergar.games.cave_vs_cave.facts.game import ARCHIVE, GOAL, GOLD, GOOD_COUNT
from dvergar.games.cave_vs_cave.facts.rooms import POINTS, ROOM_COUNT
from dvergar.games.cave_vs_cave.state.state import State


def rooms_of(state: State, seat: int) -> list[int]:
    """The rooms a seat has furnished; the entrance is none of them."""
    return [room for room in range(ROOM_COUNT) if has(state.owned[seat], room)]


def room_points(state: State, seat: int) -> int:
    """The points printed on a seat's rooms."""
    points = 0
    for room in rooms_of(state, seat):
        points += POINTS[room]
    return points


def scores(state: State) -> list[Score]:
    """Rooms and gold, seat by seat."""
    return [
        Score(
            (("rooms", room_points(state, seat)), ("gold", state.goods[seat * GOOD_COUNT + GOLD]))
        )
        for seat in range(state.variant.players)
    ]


def ranking(state: State) -> list[int]:
    """Ranks by total, then by the single best room; what is equal then is shared."""
    best = [
        max([POINTS[room] for room in rooms_of(state, seat)], default=0)
        for seat in range(state.variant.players)
    ]
    totals = [score.total for score in scores(state)]
    return ranks(list(zip(totals, best, strict=True)))


def is_reached(state: State) -> bool:
    """Whether a player alone has reached the aim."""
    return mark(state) != "below"


def mark(state: State) -> str:
    """How a player alone has done."""
    total = scores(state)[0].total
    if total > ARCHIVE:
        return "archive"
    return "reached" if total >= GOAL else "below"
