"""How likely a strong player is to begin a turn with each of its first moves, as a game has learnt.

A network of one hidden layer, with a straight line past it, has an output for every move that often
begins a turn, known by its name. What it says is given in points by which a turn is preferred: so
many for every time that it is likelier than the others are on average.
"""

from __future__ import annotations

from math import exp, log
from struct import pack
from typing import Any, Final

from dvergar.bots.network import fits, load_numpy, weights_file

WEIGHT_ARRAYS: Final = ("w1", "b1", "w2", "b2", "skip")
"""The arrays of a policy, as they are named in its file; beside them the names of the moves."""
NAMES_KEY: Final = "names"
TRUST_KEY: Final = "trust"
"""The key of the points that a factor e of likelihood is worth, as matches showed."""
WEIGHTS_FILE: Final = "policy.npz"
MAX_LOG_RATIO: Final = 3.0
"""No move is taken to be likelier than the average by more than e to the power of this."""


class Policy:
    """The arrays of one policy, and which of its outputs speaks of which move."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self._numpy: Any = load_numpy()
        single = self._numpy.float32
        parts = [
            self._numpy.ascontiguousarray(arrays[name], dtype=single) for name in WEIGHT_ARRAYS
        ]
        self.inputs: int = int(parts[0].shape[0])
        self.trust: float = float(arrays[TRUST_KEY])
        self._w1: Any = parts[0]
        self._b1: Any = parts[1]
        self._w2: Any = parts[2]
        self._b2: Any = parts[3]
        self._skip: Any = parts[4]
        self._outputs: Final[dict[str, int]] = {
            str(name): number for number, name in enumerate(arrays[NAMES_KEY].tolist())
        }

    def log_ratios(self, features: list[float], names: list[str]) -> list[float]:
        """How much likelier than average each move is, as a logarithm.

        0 for a move that the policy does not know, and for all where it knows but one.
        """
        outputs = self._outputs
        known = [name for name in names if name in outputs]
        if len(known) < 2:
            return [0.0] * len(names)
        numpy = self._numpy
        row = numpy.frombuffer(pack(f"{len(features)}f", *features), dtype=numpy.float32)
        hidden = numpy.maximum(row @ self._w1 + self._b1, 0.0)
        every: list[float] = (hidden @ self._w2 + row @ self._skip + self._b2).tolist()
        said = [every[outputs[name]] for name in known]
        highest = max(said)
        total = 0.0
        for one in said:
            total += exp(one - highest)
        average = highest + log(total / len(known))
        found: list[float] = []
        for name in names:
            log_ratio = every[outputs[name]] - average if name in outputs else 0.0
            found.append(max(-MAX_LOG_RATIO, min(MAX_LOG_RATIO, log_ratio)))
        return found


def read_policy(file: Any) -> Policy:
    """The policy of an open file or a path."""
    with load_numpy().load(file) as arrays:
        return Policy({name: arrays[name] for name in (*WEIGHT_ARRAYS, NAMES_KEY, TRUST_KEY)})


_known: Final[dict[str, Policy | None]] = {}


def policy(slug: str) -> Policy | None:
    """The policy that comes with a game, read once; None: it has none that fits."""
    if slug not in _known:
        _known[slug] = _read(slug)
    return _known[slug]


def _read(slug: str) -> Policy | None:
    file = weights_file(slug, WEIGHTS_FILE)
    if file is None:
        return None
    with file.open("rb") as opened:
        found = read_policy(opened)
    return found if fits(slug, found.inputs) else None
