"""The vocabulary of a game: every move it will ever know, as a number and as a name.

Numbers are what engines, bots and learning code use; names are what people read and what records
keep. A name never changes its meaning; numbers may be dealt anew with a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from dvergar.core.errors import IllegalMove


class Vocabulary:
    """Moves by number and by name.

    >>> vocabulary = Vocabulary(["dig", "draw exit"])
    >>> vocabulary.number("draw exit"), vocabulary.names[0]
    (1, 'dig')
    """

    __slots__ = ("_numbers", "names")

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        assert len(self._numbers) == len(self.names), "two moves have the same name"

    def __len__(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int:
        """The number of a name; a clear error for a name nobody knows."""
        number = self._numbers.get(name)
        if number is None:
            raise IllegalMove("move.unknown", name=name[:60])
        return number
