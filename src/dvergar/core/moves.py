"""The vocabulary of a game: every move it will ever know, as a number and as a name.

Numbers are what engines, bots and learning code use; names are what people read and what records
keep. A move is of a kind and has arguments; its name is made from them, once, and never parsed
back. A name never changes its meaning; numbers may change with a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mypy_extensions import mypyc_attr

from dvergar.core.errors import IllegalMove


@mypyc_attr(native_class=False)  # a number that compiled code takes like any other
class Move(int):
    """The number of a move that prints itself by name.

    >>> dig = Move(0, "dig")
    >>> dig, dig + 1, [3, 4][dig]
    (dig, 1, 3)
    """

    name: str

    def __new__(cls, number: int, name: str) -> Move:
        made = int.__new__(cls, number)
        made.name = name
        return made

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[Move], tuple[int, str]]:
        return Move, (int(self), self.name)


class MoveKind:
    """All moves of one kind: one for each tuple of arguments, named by `name(*arguments)`.

    `about(*arguments)` is what the move is about, by the name it has in rules and words: a space, a
    tile, a good.
    """

    __slots__ = ("about", "arguments", "first", "names", "word")

    def __init__(
        self,
        word: str,
        arguments: Iterable[tuple[int, ...]] = ((),),
        name: Callable[..., str] | None = None,
        about: Callable[..., str] | None = None,
    ) -> None:
        self.word = word
        self.arguments = list(arguments)
        self.names = [name(*these) if name else word for these in self.arguments]
        self.about = [about(*these) if about else "" for these in self.arguments]
        self.first = -1  # the number of its first move, known once it is in a vocabulary


class Vocabulary:
    """Moves by number and by name; a plain name is a kind of its own.

    >>> swap = MoveKind("swap", [(0,), (1,)], lambda dwarf: f"swap dwarf {dwarf + 1}")
    >>> vocabulary = Vocabulary(["dig", "draw exit", swap])
    >>> vocabulary.number("draw exit"), vocabulary.names[3]
    (1, 'swap dwarf 2')
    >>> vocabulary.kinds[3], vocabulary.arguments[3], vocabulary.first("swap")
    ('swap', (1,), 2)
    """

    __slots__ = ("_first", "_numbers", "about", "arguments", "kinds", "names")

    def __init__(self, kinds: Iterable[MoveKind | str]) -> None:
        self.names: list[str] = []
        self.kinds: list[str] = []
        self.arguments: list[tuple[int, ...]] = []
        self.about: list[str] = []
        self._first: dict[str, int] = {}
        for each in kinds:
            kind = MoveKind(each) if isinstance(each, str) else each
            kind.first = self._first[kind.word] = len(self.names)
            self.names += kind.names
            self.kinds += [kind.word] * len(kind.names)
            self.arguments += kind.arguments
            self.about += kind.about
        self._numbers = {name: number for number, name in enumerate(self.names)}
        assert len(self._numbers) == len(self.names), "two moves have the same name"

    def __len__(self) -> int:
        return len(self.names)

    def first(self, word: str) -> int:
        """The number of the first move of a kind; the others follow it."""
        return self._first[word]

    def number(self, name: str) -> int:
        """The number of a name; a clear error for a name nobody knows."""
        number = self._numbers.get(name)
        if number is None:
            raise IllegalMove("move.unknown", name=name[:60])
        return number
