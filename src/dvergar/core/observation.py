"""A position in numbers for learning: what its entries are called, and how they are written.

An observation is a row of 32-bit floats between 0 and 1. It is put together of pieces that lie
ready as bytes: a game describes its blocks once (a choice, a number, a set), and looks up the
piece of each block by its value. So a long row costs little more than a short one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final

SET_PIECE_SIZE: Final = 8
"""So many members of a set share a piece: a table of all their sets is still small."""


class Entry:
    """One number of an observation."""

    __slots__ = ("about", "most", "name")

    def __init__(self, name: str, about: str, most: int) -> None:
        self.name = name
        self.about = about
        self.most = most
        """The amount that is written as 1; for what is true or false it is 1."""


class Block:
    """Neighbouring entries that tell one thing, with the bytes for each of its values.

    >>> drawn = choice(["red", "green"])
    >>> list(memoryview(drawn.at(1)).cast("f")), list(memoryview(drawn.at(-1)).cast("f"))
    ([0.0, 1.0], [0.0, 0.0])
    """

    def __init__(self, names: Sequence[str], codes: Sequence[Sequence[float]], most: int) -> None:
        self.names = list(names)
        self.codes = [array("f", code).tobytes() for code in codes]
        self.last = len(self.codes) - 1
        self.most = most
        self.nothing = bytes(4 * len(self.names))

    def at(self, value: int) -> bytes:
        """The piece for a value: all 0 below 0, and the greatest one above that."""
        if value < 0:
            return self.nothing
        return self.codes[value] if value < self.last else self.codes[self.last]


class Members(Block):
    """A set of named members, as the bits of an int: an entry for each, 1 if it is in the set."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names, [[0.0] * len(names)], 1)
        self.tables: list[list[bytes]] = []
        for first in range(0, len(names), SET_PIECE_SIZE):
            count = min(SET_PIECE_SIZE, len(names) - first)
            self.tables.append([_bits(members, count) for members in range(1 << count)])

    def add(self, members: int, pieces: list[bytes]) -> None:
        """Appends the pieces of a set."""
        for table in self.tables:
            pieces.append(table[members & (len(table) - 1)])
            members >>= SET_PIECE_SIZE


def _bits(members: int, count: int) -> bytes:
    return array("f", [members >> member & 1 for member in range(count)]).tobytes()


def choice(names: Sequence[str]) -> Block:
    """One of several things by its number, one-hot; a number below 0 is none of them."""
    count = len(names)
    return Block(names, [[float(i == n) for i in range(count)] for n in range(count)], 1)


def number(most: int, steps: int = 0) -> Block:
    """An amount as a share of `most`, and for so many small amounts whether it is reached.

    >>> wood = number(40, steps=2)
    >>> wood.names, list(memoryview(wood.at(1)).cast("f"))[1:]
    (['amount', '1 or more', '2 or more'], [1.0, 0.0])
    """
    names = ["amount", *[f"{step} or more" for step in range(1, steps + 1)]]
    codes = [[n / most, *[float(n > step) for step in range(steps)]] for n in range(most + 1)]
    return Block(names, codes, most)


def members(names: Sequence[str]) -> Members:
    """A set as the bits of an int: an entry for each possible member."""
    return Members(names)


FLAG: Final = number(1)
"""Something that is so or is not."""


class Section:
    """A block at its place in an observation: what it is called and what it tells."""

    __slots__ = ("about", "block", "first", "name")

    def __init__(self, name: str, block: Block, about: str, first: int) -> None:
        self.name = name
        self.block = block
        self.about = about
        self.first = first

    def entries(self) -> list[Entry]:
        """Its numbers, one by one."""
        if self.block.names == ["amount"]:
            return [Entry(self.name, self.about, self.block.most)]
        return [
            Entry(f"{self.name}.{name}", self.about, self.block.most if name == "amount" else 1)
            for name in self.block.names
        ]


class Layout:
    """The sections of an observation, in order.

    >>> layout = Layout()
    >>> layout.add("top", choice(["red", "green"]), "the card that lies open")
    >>> layout.add("gold", number(20), "gold in hand")
    >>> layout.size, layout.names()
    (3, ['top.red', 'top.green', 'gold'])
    """

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.size = 0

    def add(self, name: str, block: Block, about: str) -> None:
        """The next section: a name, how it is written, and what it tells in a few words."""
        self.sections.append(Section(name, block, about, self.size))
        self.size += len(block.names)

    def entries(self) -> list[Entry]:
        """Every number of the observation: name, meaning and what 1 stands for."""
        return [entry for section in self.sections for entry in section.entries()]

    def names(self) -> list[str]:
        """The names of all entries, in order."""
        return [entry.name for entry in self.entries()]


class Observation:
    """How a game writes its observations: the layout of a game, and the pieces of a position.

    Both name the same blocks in the same order; the pieces are for a position and the seat that
    looks at it.
    """

    def __init__(
        self, layout: Callable[[Any], Layout], pieces: Callable[[Any, int], list[bytes]]
    ) -> None:
        self.layout = layout
        self.pieces = pieces


def numbers(pieces: list[bytes]) -> list[float]:
    """The numbers that pieces stand for."""
    return array("f", b"".join(pieces)).tolist()


def fill(out: Any, pieces: list[bytes]) -> None:
    """Writes pieces into a list, or into an array of 32-bit floats of the right length.

    >>> row = array("f", [0.0, 0.0])
    >>> fill(row, [choice(["red", "green"]).at(1)])
    >>> row
    array('f', [0.0, 1.0])
    """
    data = b"".join(pieces)
    if isinstance(out, list):
        out[:] = array("f", data).tolist()
        return
    view = memoryview(out)
    if view.format != "f" or view.nbytes != len(data) or not view.c_contiguous:
        raise ValueError(f"an observation needs an array of {len(data) // 4} 32-bit floats")
    view.cast("B")[:] = data
