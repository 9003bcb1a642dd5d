"""The strongest dwarf of My Gold Mine: `cunning` plays every answer out to the end of the round.

What nobody can know is dealt anew many times, and each answer is tried on the same deals, so that
luck is the same for all. An answer that is clearly behind is dropped, and when one is left it is
played.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import ClassVar, Final

from dvergar.core.bot import Thought
from dvergar.core.chance import Chance
from dvergar.core.game import State as AnyState
from dvergar.games.my_gold_mine.bots.careful import Careful
from dvergar.games.my_gold_mine.bots.playout import chance_of_first, play_out, points_to_expect
from dvergar.games.my_gold_mine.state.state import State

NODES: Final = 120
WITHOUT_END: Final = 1_000_000  # nodes, where the clock alone is the limit
CLEARLY: Final = 2.0  # behind by so many standard errors
AT_LEAST: Final = 12  # deals before anything is dropped
A_LOOK: Final = 4  # deals between two looks at who is behind


class Cunning:
    """Takes the answer that brings the first place most often, over many deals.

    A node is one round played out; `nodes` limits them, or `seconds` the time for a move.
    """

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds")

    def __init__(self, seed: int, nodes: int = 0, seconds: float = 0.0) -> None:
        self._chance = Chance(seed)
        self._nodes = nodes or (WITHOUT_END if seconds else NODES)
        self._seconds = seconds  # 0: nodes are the only limit
        self._crowd = Careful(seed)
        self._points: list[float] = []
        self.thought = Thought(0, 0.0)

    def choose(self, state: AnyState) -> int:
        assert isinstance(state, State)
        moves = state.moves()
        self._points = [0.0] * state.variant.players
        played = 0
        worth: dict[int, list[float]] = {move: [] for move in moves}
        until = time.monotonic() + self._seconds
        while len(moves) > 1 and played + len(moves) <= max(self._nodes, len(moves)):
            self._try_all(state, moves, worth)
            played += len(moves)
            if self._seconds and time.monotonic() > until:
                break
            moves = _without_those_behind(moves, worth)
        best = max(moves, key=lambda move: sum(worth[move]))
        self._tell(played)
        return best

    def _try_all(self, state: State, moves: list[int], worth: dict[int, list[float]]) -> None:
        """Plays every answer out on one more deal."""
        deal = state.game.imagined(state, state.seat, self._chance.next())
        for move in moves:
            after = deal.copy()
            assert isinstance(after, State)
            play_out(after, move, self._crowd)
            worth[move].append(chance_of_first(after, state.seat))
            for seat, points in enumerate(points_to_expect(after)):
                self._points[seat] += points

    def _tell(self, played: int) -> None:
        points = tuple([points / played for points in self._points]) if played else ()
        self.thought = Thought(played, 1.0, points)


def _without_those_behind(moves: list[int], worth: dict[int, list[float]]) -> list[int]:
    """The answers that may still be the best one."""
    deals = len(worth[moves[0]])
    if deals < AT_LEAST or deals % A_LOOK:
        return moves
    best = max(moves, key=lambda move: sum(worth[move]))
    return [move for move in moves if move == best or not _is_behind(worth[move], worth[best])]


def _is_behind(worth: list[float], best: list[float]) -> bool:
    """Whether the differences on the same deals are too great to be luck."""
    deals = len(worth)
    gaps = [other - one for one, other in zip(worth, best, strict=True)]
    gap = sum(gaps) / deals
    spread = sum([(one - gap) * (one - gap) for one in gaps]) / (deals - 1)
    return gap > CLEARLY * sqrt(spread / deals)
