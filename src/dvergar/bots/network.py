"""A small network that evaluates positions; its weights are in a file of the game's folder.

Two hidden layers with ReLU, and a straight line past them from the features to the value, so that
what is plainly additive need not be learnt twice. Playing needs numpy and nothing else, and numpy
is loaded with the first network, not with the engine.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from struct import pack
from typing import Any, Final

from dvergar.core.registry import features, info, make_game

WEIGHT_ARRAYS: Final = ("w1", "b1", "w2", "b2", "w3", "b3", "skip")
"""The arrays of a network, as they are named in its file."""
WEIGHTS_FILE: Final = "value.npz"
ALONE_FILE: Final = "alone.npz"
"""The network for beams of single-player games, where a game has one of its own for them."""
BLAS_THREADS_VARIABLE: Final = "OPENBLAS_NUM_THREADS"


def keep_to_one_thread() -> None:
    """Limits numpy to one thread before it is loaded: batches are small, others need the cores."""
    os.environ.setdefault(BLAS_THREADS_VARIABLE, "1")


def load_numpy() -> Any:
    """Numpy, with one thread."""
    keep_to_one_thread()
    return import_module("numpy")


class Network:
    """The arrays of one network, ready to value many positions at once."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self._numpy: Any = load_numpy()
        single = self._numpy.float32
        parts = [
            self._numpy.ascontiguousarray(arrays[name], dtype=single) for name in WEIGHT_ARRAYS
        ]
        self.inputs: int = int(parts[0].shape[0])
        self._w1: Any = parts[0]
        self._b1: Any = parts[1]
        self._w2: Any = parts[2]
        self._b2: Any = parts[3]
        self._w3: Any = parts[4]
        self._b3: Any = parts[5]
        self._skip: Any = parts[6]

    def values(self, flat: list[float]) -> list[float]:
        """The value of each position; the features of one follow those of the one before."""
        numpy = self._numpy
        packed = pack(f"{len(flat)}f", *flat)  # three times as fast as numpy reads a list
        rows = numpy.frombuffer(packed, dtype=numpy.float32).reshape(-1, self.inputs)
        first = rows @ self._w1
        first += self._b1
        numpy.maximum(first, 0.0, out=first)
        second = first @ self._w2
        second += self._b2
        numpy.maximum(second, 0.0, out=second)
        found = second @ self._w3 + rows @ self._skip + self._b3
        values: list[float] = found[:, 0].tolist()
        return values


def read_network(file: Any) -> Network:
    """The network of an open file or a path."""
    with load_numpy().load(file) as arrays:
        return Network({name: arrays[name] for name in WEIGHT_ARRAYS})


_known: Final[dict[tuple[str, str], Network | None]] = {}


def network(slug: str, name: str = WEIGHTS_FILE) -> Network | None:
    """A network that comes with a game, read once; None if it has none that fits."""
    key = (slug, name)
    if key not in _known:
        _known[key] = _read(slug, name)
    return _known[key]


def _read(slug: str, name: str) -> Network | None:
    file = weights_file(slug, name)
    if file is None:
        return None
    with file.open("rb") as opened:
        found = read_network(opened)
    return found if fits(slug, found.inputs) else None


def fits(slug: str, inputs: int) -> bool:
    """Whether a game has as many features as the network has inputs.

    After a new tile or space it has more, until its networks are trained again.
    """
    tell = features(slug)
    return tell is not None and len(tell(make_game(slug, {}).start(0), 0)) == inputs


def weights_file(slug: str, name: str) -> Traversable | None:
    """A file of weights that comes with a game; None if it has none, or no features."""
    found = info(slug)
    file = files(found.package).joinpath("bots", "weights", name)
    return file if found.features and file.is_file() else None
