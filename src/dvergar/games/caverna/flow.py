"""The words in which action spaces are written, and the tables they are compiled to.

`all_of`, `any_of`, `in_order`, `first` and `one_of` join parts as the cards do. A part that
brings goods without a choice is *sure*: it happens by itself. All other parts are answered by
moves. Compiled, a flow is a number, and the tables of `Flows` say of what kind it is, which parts
it has and what is printed on it.
"""

from __future__ import annotations

from typing import Final

# Joining words.
ALL_OF: Final = 0
ANY_OF: Final = 1
IN_ORDER: Final = 2
ONE_OF: Final = 3
FIRST: Final = 4
# Sure parts.
TAKE: Final = 10  # the goods that have gathered on the space
GOODS: Final = 11  # the goods that always come with the space
GAIN: Final = 12  # a: good, b: amount
ORE_MINES: Final = 13  # b: ore for each ore mine
RUBY_MINES: Final = 14  # a: ruby mines needed for one ruby
STARTING_TOKEN: Final = 15
LAST_SURE: Final = 19
# Parts with a choice.
TWIN: Final = 20  # a: set of kinds of twin tiles
FURNISH: Final = 21  # a: set of tiles, b: 1 for the price of the loot
SOW: Final = 22
GROW: Final = 23
FORGE: Final = 24
EXPEDITION: Final = 25  # a: level
SMALL_PASTURE: Final = 26  # a: wood
LARGE_PASTURE: Final = 27  # a: wood
BUILD_STABLE: Final = 28  # a: stone
BUILD_RUBY_MINE: Final = 29  # a: on what land
MARKET: Final = 30
TRADE_ORE: Final = 31  # a: how often at most
IMITATE: Final = 32
LAY: Final = 33  # a: land of a single tile
BREED: Final = 34  # a: kinds at most
GOODS_WHENEVER: Final = 35  # the goods of the space, before or after the other parts


class Part:
    """A flow as it is written down: a kind, its parts, and what is printed."""

    __slots__ = ("a", "b", "kind", "parts")

    def __init__(self, kind: int, parts: tuple[Part, ...] = (), a: int = 0, b: int = 0) -> None:
        self.kind = kind
        self.parts = parts
        self.a = a
        self.b = b


def all_of(*parts: Part) -> Part:
    """Do all of it."""
    return Part(ALL_OF, parts)


def any_of(*parts: Part) -> Part:
    """And / or: one or more of the parts in any order."""
    return Part(ANY_OF, parts)


def in_order(*parts: Part) -> Part:
    """And then / or: one or more of the parts, in this order."""
    return Part(IN_ORDER, parts)


def one_of(*parts: Part) -> Part:
    """Either / or."""
    return Part(ONE_OF, parts)


def first(part: Part, then: Part) -> Part:
    """And then: the second only after the first."""
    return Part(FIRST, (part, then))


class Flows:
    """Compiled flows: parallel lists, one entry a node."""

    __slots__ = ("a", "b", "kind", "parts", "sure")

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.parts: list[list[int]] = []
        self.a: list[int] = []
        self.b: list[int] = []
        self.sure: list[bool] = []

    def add(self, part: Part) -> int:
        """Compiles a flow; the answer is its number."""
        parts = [self.add(one) for one in part.parts]
        self.kind.append(part.kind)
        self.parts.append(parts)
        self.a.append(part.a)
        self.b.append(part.b)
        sure = TAKE <= part.kind <= LAST_SURE
        if part.kind == ALL_OF:
            sure = all(self.sure[one] for one in parts)
        self.sure.append(sure)
        return len(self.kind) - 1
