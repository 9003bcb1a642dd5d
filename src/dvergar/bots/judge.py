"""What positions are worth to a seat: the learnt estimate of a game, or else its hand-made one.

Positions are evaluated in batches, which is much faster with a network. A game that is over is
worth what it scored; once a seat has made its last turn, the rest can be computed without a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dvergar.bots.network import (
    ALONE_FILE,
    WEIGHTS_FILE,
    Network,
    network,
    read_network,
    weights_file,
)
from dvergar.bots.policy import WEIGHTS_FILE as POLICY_FILE, Policy, policy, read_policy
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.registry import evaluate, features, settled

MAX_FREE_MOVE_LOSS: Final = 0.2
"""Points that a free move may cost by the hand-made estimate."""


class Judge:
    """Says what positions are worth, and counts them."""

    def __init__(self, estimate: Callable[[State, int], float] | None) -> None:
        self.asked = 0
        self._estimate: Final = estimate  # the hand-made one, where there is one

    def values(self, states: list[State], seat: int) -> list[float]:
        """The points that `seat` is expected to have in the end, for each position."""
        self.asked += len(states)
        found = self.evaluate(states, seat)
        for number in range(len(states)):
            if states[number].over:
                found[number] = float(states[number].scores()[seat].total)
        return found

    def evaluate(self, states: list[State], seat: int) -> list[float]:
        """The same for games that are not over; each kind of judge implements it."""
        raise NotImplementedError

    def priors(self, state: State) -> dict[int, float]:  # noqa: ARG002 - see `LearntJudge`
        """By how many points each first move of a turn is preferred, as far as that was learnt."""
        return {}

    def wastes(self, before: State, after: State, seat: int) -> bool:
        """Whether a free move wastes something, by the hand-made estimate.

        Free moves are many and rarely made, so little is learnt about each of them.
        """
        if self._estimate is None:
            return False
        return self._estimate(after, seat) < self._estimate(before, seat) - MAX_FREE_MOVE_LOSS


class HandMadeJudge(Judge):
    """Judges by the game's `evaluate`."""

    def evaluate(self, states: list[State], seat: int) -> list[float]:
        assert self._estimate is not None
        return [self._estimate(state, seat) for state in states]


class LearntJudge(Judge):
    """Judges by a network whose inputs are the game's features."""

    def __init__(
        self,
        tell: Callable[[State, int], list[float]],
        net: Network,
        estimate: Callable[[State, int], float] | None,
        settled: Callable[[State, int], bool] | None = None,
        policy: Policy | None = None,
        trust: float = 0.0,
    ) -> None:
        super().__init__(estimate)
        self._policy: Final = policy
        self._trust: Final = trust
        self._tell: Final = tell
        self._net: Final = net
        self._settled: Final = settled

    def evaluate(self, states: list[State], seat: int) -> list[float]:
        flat: list[float] = []
        for state in states:
            flat += self._tell(state, seat)
        found = self._net.values(flat)
        if self._settled is not None and self._estimate is not None:
            for number in range(len(states)):
                if self._settled(states[number], seat):
                    found[number] = self._estimate(states[number], seat)
        return found

    def priors(self, state: State) -> dict[int, float]:
        if self._policy is None or not self._trust:
            return {}
        moves = state.moves(free=False)
        if len(moves) < 2:
            return {}
        self.asked += 1
        names = state.game.vocabulary.names
        said = self._policy.log_ratios(
            self._tell(state, state.seat), [names[move] for move in moves]
        )
        return {move: self._trust * one for move, one in zip(moves, said, strict=True)}


def judge_of(slug: str, net: Network | None = None, trust: float | None = None) -> Judge:
    """The best judge for a game, or one with a given network.

    `trust` are the points for every time e that its policy finds a turn likelier than the average;
    if left out, those that the policy comes with.
    """
    tell, estimate = features(slug), evaluate(slug)
    known = net or network(slug)
    if tell is not None and known is not None:
        guide = policy(slug)
        if trust is None:
            trust = guide.trust if guide is not None else 0.0
        return LearntJudge(tell, known, estimate, settled(slug), guide, trust)
    if estimate is None:
        raise UnknownBot("bot.unsuited", name="search", game=slug)
    return HandMadeJudge(estimate)


def beam_judge(slug: str) -> Judge:
    """The judge of beams: by the network for single-player games, if the game has one."""
    return judge_of(slug, network(slug, ALONE_FILE), trust=0.0)


class FirstFeatures:
    """The features that a network of an earlier release knows; later ones are appended."""

    def __init__(self, tell: Callable[[State, int], list[float]], count: int) -> None:
        self._tell: Final = tell
        self._count: Final = count

    def tell(self, state: State, seat: int) -> list[float]:
        """The first features of a position."""
        return self._tell(state, seat)[: self._count]


def earlier_judge(slug: str, release: str) -> Judge:
    """The judge of an earlier release: its weights are in a folder of that name.

    Where a game has none, its judge hasn't changed since.
    """
    tell, file = features(slug), weights_file(slug, f"{release}/{WEIGHTS_FILE}")
    if tell is None or file is None:
        return judge_of(slug)
    with file.open("rb") as opened:
        net = read_network(opened)
    guide: Policy | None = None
    beside = weights_file(slug, f"{release}/{POLICY_FILE}")
    if beside is not None:
        with beside.open("rb") as opened:
            guide = read_policy(opened)
    reduced = FirstFeatures(tell, net.inputs)
    trust = guide.trust if guide is not None else 0.0
    return LearntJudge(reduced.tell, net, evaluate(slug), settled(slug), guide, trust)
