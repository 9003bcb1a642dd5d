"""Who meets whom in a tournament: everybody everybody, or those who stand alike (Swiss).

Bots are numbers here. A table is as many of them as the game has players.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Table = tuple[int, ...]


def round_robin(bots: int, players: int) -> list[Table]:
    """Every table that can be made of the bots, once; alone each bot has a table for itself.

    >>> round_robin(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(bots), players))


def swiss(
    standing: Sequence[int], players: int, met: set[frozenset[int]], rested: Sequence[int]
) -> tuple[list[Table], list[int]]:
    """The tables of a round, from the top down, and who rests.

    Whoever rests is the last of those who have rested least. Two who have met do not meet again at
    a table for two as long as that can be helped.

    >>> swiss([2, 0, 1, 3], 2, {frozenset((0, 2))}, [0, 0, 0, 0])
    ([(2, 1), (0, 3)], [])
    >>> swiss([2, 0, 1], 2, set(), [0, 1, 0])
    ([(2, 1)], [0])
    """
    left = list(standing)
    resting: list[int] = []
    for _ in range(len(left) % players):
        least = min(rested[bot] for bot in left)
        last = next(bot for bot in reversed(left) if rested[bot] == least)
        left.remove(last)
        resting.append(last)
    if players == 2:
        pairs = _pairs(left, met)
        if pairs is not None:
            return pairs, resting
    groups = range(0, len(left), players)
    return [tuple(left[at : at + players]) for at in groups], resting


def _pairs(left: list[int], met: set[frozenset[int]]) -> list[Table] | None:
    """Pairs of which none has met, each as near to the top as can be; None: there are none."""
    if not left:
        return []
    first, *others = left
    for other in others:
        if frozenset((first, other)) in met:
            continue
        rest = _pairs([bot for bot in others if bot != other], met)
        if rest is not None:
            return [(first, other), *rest]
    return None
