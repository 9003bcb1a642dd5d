"""Small sets of small numbers as the bits of one int: cheap to copy, to compare and to store."""

from __future__ import annotations


def bit(member: int) -> int:
    """The set of one member; `a | bit(m)` adds it to `a`, `a & ~bit(m)` takes it away.

    >>> bit(3)
    8
    """
    return 1 << member


def has(members: int, member: int) -> bool:
    """Whether a number is in a set.

    >>> has(bit(3) | bit(5), 5), has(bit(3), 5)
    (True, False)
    """
    return members >> member & 1 == 1
