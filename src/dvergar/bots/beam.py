"""A beam over the rounds of a single-player game: many lines side by side, kept apart by kind.

From every position of the beam all promising turns are tried, ends that are the same position are
merged, and the best continue. A game says what kind of line a position belongs to
(`GameInfo.line_kind`): its family, its weapons and tiles. Only a part of the beam may be of one
kind, so lines that look better for the moment don't push out a line that invests. With noise, or
that prefers some kinds, every beam finds another line.

Annealing is the other half: a beam keeps families and weapons alive, annealing finds tiles, rubies
and exchanges that suit the line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Final

from dvergar.bots.judge import Judge
from dvergar.bots.turns import Breadth, turns
from dvergar.core.chance import Chance
from dvergar.core.game import State
from dvergar.core.registry import line_kind

COARSE_SHARE: Final = 4
"""Divides the width of a beam: at most this part may be of one coarse kind,"""
FINE_SHARE: Final = 8
"""and this part of one fine kind."""
NOISE_STEPS: Final = 1 << 16

BREADTH: Final = (6, 1, 12, 1)
"""How many moves are tried in a turn; few, to leave time for a wide beam."""


class Place:
    """A position of the beam, and how it was reached."""

    __slots__ = ("before", "kind", "moves", "rank", "state", "value")

    def __init__(self, state: State, value: float, moves: list[int], before: Place | None) -> None:
        self.state = state
        self.value = value
        self.moves = moves
        self.before = before
        self.rank = value
        self.kind: tuple[int, int, int] = (0, 0, 0)


class Beam:
    """One search for a good line; determined by its arguments and the random numbers."""

    def __init__(
        self,
        judge: Judge,
        chance: Chance,
        width: int,
        noise: float = 0.0,
        preference: float = 0.0,
        is_late: Callable[[], bool] | None = None,
    ) -> None:
        self._judge = judge
        self._chance = chance
        self._width = width
        self._noise = noise  # points by which a position may be misjudged, at most
        self._preference = preference  # points by which a kind of line may be preferred, at most
        self._preferences: dict[tuple[int, int], float] = {}
        self._is_late = is_late  # once it says so, only the best line continues
        self._breadth = Breadth(*BREADTH)
        self._kind: Callable[[State, int], tuple[int, int, int]] | None = None
        self.ends: list[Place] = []
        """The ends of the game that were reached, the best first."""

    def line(self, start: State) -> list[list[int]]:
        """The turns of the best line from a position to the end of the game."""
        self.ends = []
        self._kind = line_kind(start.game.slug)
        places = [Place(start, 0.0, [], None)]
        while places:
            places = self._kept(self._play_round(places))
        self.ends.sort(key=lambda one: -one.value)
        return line_to(self.ends[0]) if self.ends else []

    def _play_round(self, places: list[Place]) -> list[Place]:
        """All positions at the next round that are reached from these."""
        found: dict[Hashable, Place] = {}
        while places:
            known: dict[Hashable, Place] = {}
            for place in places:
                self._expand(place, known, found)
            places = self._kept(list(known.values()))
        return list(found.values())

    def _expand(
        self, place: Place, here: dict[Hashable, Place], later: dict[Hashable, Place]
    ) -> None:
        """Notes the ends of a position's turns, in the same round or in a later one."""
        state = place.state
        seat = state.seat
        for turn in turns(state, self._judge, self._breadth):
            after = Place(turn.state, turn.value, turn.moves, place)
            if turn.state.over:
                self.ends.append(after)
                continue
            kind = self._kind
            after.kind = kind(turn.state, seat) if kind else (turn.state.turn, 0, 0)
            is_later = after.kind[0] != place.kind[0] or place.before is None
            known = later if is_later else here
            key = turn.state.key()
            if key not in known:
                after.rank += self._error(after.kind)
                known[key] = after

    def _error(self, kind: tuple[int, int, int]) -> float:
        """By how much a position is misjudged: by itself, and as one of its kind."""
        error = self._noise * self._drawn() if self._noise else 0.0
        if not self._preference:
            return error
        key = (kind[1], kind[2])
        if key not in self._preferences:
            self._preferences[key] = self._preference * self._drawn()
        return error + self._preferences[key]

    def _drawn(self) -> float:
        return self._chance.below(NOISE_STEPS) / NOISE_STEPS

    def _kept(self, places: list[Place]) -> list[Place]:
        """The best of them, not too many of a kind; where kinds are few, the best of the rest."""
        width = 1 if self._is_late is not None and self._is_late() else self._width
        if len(places) <= width:
            return places
        places.sort(key=lambda one: -one.rank)
        coarse: dict[int, int] = {}
        fine: dict[tuple[int, int], int] = {}
        chosen: list[Place] = []
        others: list[Place] = []
        for place in places:
            family, traits = place.kind[1], place.kind[2]
            same, alike = coarse.get(family, 0), fine.get((family, traits), 0)
            if COARSE_SHARE * same < width and FINE_SHARE * alike < width:
                coarse[family] = same + 1
                fine[family, traits] = alike + 1
                chosen.append(place)
                if len(chosen) == width:
                    return chosen
            else:
                others.append(place)
        return chosen + others[: width - len(chosen)]


def line_to(place: Place) -> list[list[int]]:
    """The turns that lead to a place, cut where the game counts the next turn."""
    way: list[Place] = []
    at: Place | None = place
    while at is not None:
        way.append(at)
        at = at.before
    way.reverse()
    line: list[list[int]] = []
    number = -1
    for earlier, later in pairwise(way):
        if earlier.state.turn != number:
            number = earlier.state.turn
            line.append([])
        line[-1] += later.moves
    return line
