"""Ratings, and who came before whom: reckoned from the games of a tournament in their order.

A rating is that of OpenSkill (the model of Plackett and Luce): how strong a bot is, and how sure
that is. It starts at 25 for everybody, and only differences between bots mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dvergar.lab.confidence import Figure, Z
from dvergar.lab.extras import import_extra


class Ratings:
    """The ratings of some bots, and how often each came before each other.

    >>> ratings = Ratings(["a", "b"])
    >>> for _ in range(9):
    ...     ratings.count(["a", "b"], [1, 2])
    >>> ratings.count(["b", "a"], [1, 1])
    >>> ratings.figure("a").low > ratings.figure("b").value
    True
    >>> ratings.above("a", "b"), ratings.above("b", "a"), ratings.above("a", "a")
    ((9.5, 10), (0.5, 10), (0.0, 0))
    """

    def __init__(self, bots: Sequence[str], tau: float = 0.0) -> None:
        """`tau` is how much one may change from game to game: bots do not."""
        models = import_extra("openskill.models")
        self._model: Any = models.PlackettLuce(tau=tau)
        self._ratings: dict[str, Any] = {bot: self._model.rating(name=bot) for bot in bots}
        self._halves: dict[tuple[str, str], list[int]] = {}

    def count(self, bots: Sequence[str], ranks: Sequence[int]) -> None:
        """Counts a contest: who took part, and which rank each had; newcomers are welcome."""
        if len(bots) < 2:
            return
        for bot in bots:
            if bot not in self._ratings:
                self._ratings[bot] = self._model.rating(name=bot)
        teams = [[self._ratings[bot]] for bot in bots]
        for bot, (rating,) in zip(bots, self._model.rate(teams, ranks=list(ranks)), strict=True):
            self._ratings[bot] = rating
        for bot, rank in zip(bots, ranks, strict=True):
            for other, theirs in zip(bots, ranks, strict=True):
                if bot != other:
                    halves = self._halves.setdefault((bot, other), [0, 0])
                    halves[0] += 2 * (rank < theirs) + (rank == theirs)
                    halves[1] += 1

    def figure(self, bot: str) -> Figure:
        """The rating of a bot; between the ends it lies 19 times in 20."""
        rating = self._ratings[bot]
        half = Z * float(rating.sigma)
        return Figure(float(rating.mu), float(rating.mu) - half, float(rating.mu) + half)

    def above(self, bot: str, other: str) -> tuple[float, int]:
        """How often a bot came before another, ties counted half, and how often they met."""
        halves, met = self._halves.get((bot, other), [0, 0])
        return halves / 2, met
