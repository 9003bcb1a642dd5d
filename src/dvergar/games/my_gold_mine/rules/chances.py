"""The exact chance that the dragon comes, from what everybody at the table can count."""

from __future__ import annotations

from math import comb


def dragon_chance(hidden: int, dragons: int, bared: int, moves: int) -> float:
    """The chance of at least `moves` dragon moves while gold is bared `bared` times.

    Baring goes on until gold lies on top, so the dragons that come are those before the `bared`-th
    gold card; there are at least `moves` of them just when the first `bared + moves - 1` of the
    `hidden` cards hold at least `moves` of the `dragons`.

    >>> dragon_chance(hidden=2, dragons=1, bared=1, moves=1)
    0.5
    """
    if moves <= 0:
        return 1.0
    if bared <= 0:
        return 0.0
    seen = min(bared + moves - 1, hidden)
    ways = sum(
        comb(dragons, come) * comb(hidden - dragons, seen - come)
        for come in range(moves, min(dragons, seen) + 1)
    )
    return ways / comb(hidden, seen)
