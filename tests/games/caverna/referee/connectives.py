"""“and then/or”, “and/or”, “either/or”: all ways to carry out a card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

Parts = tuple[str, ...]
Flow = str | tuple[Any, ...]


def sequences(flow: Flow) -> set[Parts]:
    """All ways to carry out a card: which parts are done, in which order; never none at all."""
    if isinstance(flow, str):
        return {(flow,)}
    word, *parts = flow
    ways = [sequences(part) for part in parts]
    if word == "either/or":
        return set().union(*ways)
    if word == "and then":
        first, then = ways
        return first | _chained([first, then])
    if word == "all":
        return _chained(ways)
    assert word in ("and/or", "and then/or")
    found: set[Parts] = set()
    for chosen in _subsets(list(range(len(ways)))):
        orders = permutations(chosen) if word == "and/or" else [tuple(chosen)]
        for order in orders:
            found |= _chained([ways[part] for part in order])
    return found


def _subsets(items: list[int]) -> Iterator[list[int]]:
    for mask in range(1, 1 << len(items)):
        yield [item for place, item in enumerate(items) if mask >> place & 1]


def _chained(ways: list[set[Parts]]) -> set[Parts]:
    found: set[Parts] = {()}
    for way in ways:
        found = {before + after for before in found for after in way}
    return found
