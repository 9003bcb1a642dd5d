"""What learners get of a position: the observation, the mask of legal moves, and the reward.

Rewards come when the game is over: the final score, the margin, or the rank. With a shape, the
environment also pays after each move the change of what the reward would be now, so that all
rewards of a game add up to the final reward less what it would have been at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dvergar.core.game import Game, State
from dvergar.core.registry import evaluate

Mask = NDArray[np.int8]
Row = NDArray[np.float32]


def legal_mask(state: State) -> Mask:
    """1 for every legal move, 0 for all others."""
    mask = bytearray(state.game.move_count)
    for move in state.moves():
        mask[move] = 1
    return np.frombuffer(mask, np.int8)


def observation_row(state: State, seat: int, size: int) -> Row:
    """What a seat sees, in an array of its own."""
    row = np.empty(size, np.float32)
    state.observation(seat, row)
    return row


def observation_box(game: Game) -> spaces.Space[Row]:
    """The space of observations; `game.layout` says what each number is."""
    space: Any = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
    made: spaces.Space[Row] = space
    return made


Points = list[float]


def score(points: Points, _ranking: list[int]) -> Points:
    """One's own points."""
    return points


def margin(points: Points, _ranking: list[int]) -> Points:
    """One's own points less those of the best of the others; alone, the points themselves."""
    if len(points) == 1:
        return points
    best = max(points)
    second = sorted(points)[-2]
    return [mine - (second if mine == best else best) for mine in points]


def rank(points: Points, ranking: list[int]) -> Points:
    """1 for the first, -1 for the last, the others between them; equal ranks are paid alike.

    >>> rank([50, 40, 40], [1, 2, 2])
    [1.0, -0.5, -0.5]
    """
    players = len(points)
    if players == 1:
        return [1.0]
    paid = []
    for mine in ranking:
        alike = ranking.count(mine)
        place = mine - 1 + (alike - 1) / 2  # the middle of the places that they share
        paid.append(1 - 2 * place / (players - 1))
    return paid


REWARDS: Final[dict[str, Callable[[Points, list[int]], Points]]] = {
    "score": score,
    "margin": margin,
    "rank": rank,
}
SHAPES: Final = ("", "points", "estimate")
"""No rewards on the way; by the points if the game ended now; by the game's own estimate."""


class RewardTracker:
    """Pays for one game after the other, by the name of a reward and of a shape."""

    def __init__(self, game: Game, reward: str, shape: str) -> None:
        if reward not in REWARDS:
            raise ValueError(f"there is no reward “{reward}”; choose one of: {', '.join(REWARDS)}")
        if shape not in SHAPES:
            known = ", ".join(name for name in SHAPES if name)
            raise ValueError(f"there is no shape “{shape}”; choose one of: {known}")
        self.nothing = [0.0] * game.players
        self.shape = shape
        self._pay = REWARDS[reward]
        self._estimate = evaluate(game.slug) if shape == "estimate" else None
        if shape == "estimate" and self._estimate is None:
            raise ValueError(f"{game.slug} gives no estimate of a position to shape rewards by")
        self._before = self.nothing

    def begin(self, state: State) -> None:
        """A game begins."""
        if self.shape:
            self._before = self._worth(state)

    def pay(self, state: State) -> Points:
        """What every seat gets for the move that led to this position."""
        if not self.shape:
            return self._worth(state) if state.over else self.nothing
        before, self._before = self._before, self._worth(state)
        return [now - then for now, then in zip(self._before, before, strict=True)]

    def _worth(self, state: State) -> Points:
        estimate = None if state.over else self._estimate
        if estimate is None:
            points = [float(one.total) for one in state.scores()]
            return self._pay(points, state.ranking())
        guessed = [float(estimate(state, seat)) for seat in range(state.game.players)]
        return self._pay(guessed, [1 + sum(it > one for it in guessed) for one in guessed])


def deal_seed(seed: Any, draw: Callable[[], int]) -> int:
    """The seed of a deal: the one that was asked for, or one that is drawn."""
    return draw() if seed is None else int(seed)
