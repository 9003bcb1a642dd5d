"""The judge of `hard`, with points of one's own added for some positions of one's own seat.

The network has a straight line from its features to the value. The points are one more feature on
that line, of which nothing else in the network or the policy hears: positions are still valued many
at once, so that a bot with a wish of its own plays as fast as `hard`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import Any, Final

from dvergar.bots import network, policy
from dvergar.bots.judge import LearntJudge
from dvergar.bots.network import Network, load_numpy, weights_file
from dvergar.bots.policy import Policy
from dvergar.core.game import State
from dvergar.core.registry import evaluate, features, settled

More = Callable[[State, int], float]
"""Points by which a position is worth more to a seat than `hard` believes."""

HEARD: Final = {"w1": 0.0, "skip": 1.0}
"""The weights of the new feature in the network; the policy hears nothing of it."""
UNHEARD: Final = {"w1": 0.0, "skip": 0.0}


def judge_with(slug: str, more: More) -> LearntJudge:
    """The judge of a game's own bots, and `more`."""
    tell, estimate = features(slug), evaluate(slug)
    assert tell
    assert estimate
    net = Network(_widened(weights_file(slug, network.WEIGHTS_FILE), HEARD))
    guide = Policy(_widened(weights_file(slug, policy.WEIGHTS_FILE), UNHEARD))

    def told(state: State, seat: int) -> list[float]:
        return [*tell(state, seat), more(state, seat)]

    def estimated(state: State, seat: int) -> float:
        return estimate(state, seat) + more(state, seat)

    return LearntJudge(told, net, estimated, settled(slug), guide, guide.trust)


def _widened(file: Traversable | None, weights: dict[str, float]) -> dict[str, Any]:
    """The arrays of a file of weights, with one more feature after all others."""
    assert file
    numpy = load_numpy()
    with file.open("rb") as opened, numpy.load(opened) as arrays:
        found = dict(arrays)
    for name, weight in weights.items():
        row = numpy.full((1, found[name].shape[1]), weight)
        found[name] = numpy.concatenate([found[name], row])
    return found
