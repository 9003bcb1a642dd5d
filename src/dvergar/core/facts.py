"""Reads the facts of a game from its TOML files, and refuses whatever nobody reads.

A file is read through `Facts`: every key is asked for by name and by what it has to be. When the
file has been read, `close` refuses keys that nobody asked for, so a mistyped key is an error with a
sentence instead of a rule that silently does not hold.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from types import TracebackType
from typing import Any

from dvergar.core.errors import DvergarError

_NEEDED = object()


class FactsError(DvergarError):
    """A data file of a game says something that nobody understands."""


def read_tree(package: str, name: str) -> dict[str, Any]:
    """What a TOML file beside a package says."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)


def read(package: str, name: str) -> Facts:
    """The facts in a file, to be read within a `with` block, at whose end they must all be read."""
    return Facts(read_tree(package, name), name)


class Facts:
    """One table of a file of facts.

    >>> with Facts({"cost": 2, "colour": "green"}, "tiles.toml") as tile:
    ...     tile.number("cost"), tile.text("colour", ("orange", "green")), tile.flag("printed")
    (2, 'green', False)
    >>> with Facts({"prise": 3}, "tiles.toml") as tile:  # doctest: +ELLIPSIS
    ...     tile.number("price", 0)
    Traceback (most recent call last):
    dvergar.core.facts.FactsError: In tiles.toml the key “prise” is unknown; ...
    """

    def __init__(self, tree: dict[str, Any], where: str) -> None:
        self.where = where
        self._tree = tree
        self._asked: dict[str, None] = {}
        self._parts: list[Facts] = []
        self._refused: list[FactsError] = []

    def __enter__(self) -> Facts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()

    def __contains__(self, key: str) -> bool:
        self._asked[key] = None
        return key in self._tree

    def names(self) -> list[str]:
        """The keys of a table whose keys are names of things, in the order of the file."""
        return list(self._tree)

    def value(self, key: str) -> Any:
        """Whatever stands there, for somebody else to check."""
        return self._value(key, _NEEDED)

    def number(
        self,
        key: str,
        default: object = _NEEDED,
        most: int | None = None,
        least: int | None = 0,
    ) -> int:
        """A whole number, not below 0 unless something else is said."""
        value = self._value(key, default)
        if type(value) is not int:
            raise self._wrong(key, "number")
        self._check_range(key, value, most, least)
        return value

    def _check_range(self, key: str, value: int, most: int | None, least: int | None) -> None:
        if most is not None and value > most:
            raise FactsError("facts.most", where=self.where, key=key, most=most)
        if least is not None and value < least:
            raise FactsError("facts.least", where=self.where, key=key, least=least)

    def flag(self, key: str) -> bool:
        """True or false; false where it is not said."""
        value = self._value(key, False)
        if type(value) is not bool:
            raise self._wrong(key, "flag")
        return value

    def text(self, key: str, allowed: tuple[str, ...] = (), default: object = _NEEDED) -> str:
        """A word, one of those allowed if any are named."""
        value = self._value(key, default)
        if not isinstance(value, str) or (allowed and value not in allowed and value != default):
            raise self._wrong(key, "word", allowed)
        return value

    def numbers(
        self, key: str, default: object = _NEEDED, most: int | None = None, least: int = 0
    ) -> list[int]:
        """A list of whole numbers, at least one."""
        value = self._value(key, default)
        if not isinstance(value, list) or any(type(one) is not int for one in value):
            raise self._wrong(key, "numbers")
        self.some(key, value or value is default)
        for one in value:
            self._check_range(key, one, most, least)
        return value

    def texts(
        self,
        key: str,
        allowed: tuple[str, ...] = (),
        default: object = _NEEDED,
        none: bool = False,
    ) -> list[str]:
        """A list of words, `none` if it may be empty.

        If some are allowed, each is one of them and stands there once.
        """
        value = self._value(key, default)
        if not isinstance(value, list) or any(
            not isinstance(one, str) or (allowed and one not in allowed) for one in value
        ):
            raise self._wrong(key, "words", allowed)
        self.some(key, value or none or value is default)
        if allowed:
            self.once(key, value)
        return value

    def once(self, key: str, words: list[Any]) -> None:
        """Refuses a word or a number that is said more than once."""
        for one in words:
            if words.count(one) > 1:
                self.refuse(FactsError("facts.twice", where=self.where, key=key, word=one))

    def some(self, key: str, said: object) -> None:
        """Refuses to leave empty what would do nothing then."""
        if not said:
            self.refuse(FactsError("facts.nothing", where=self.where, key=key))

    def refuse(self, error: FactsError) -> None:
        """Keeps an error for the end: where a key was mistyped, that is to be said."""
        self._refused.append(error)

    def counts(self, key: str, allowed: tuple[str, ...]) -> dict[str, int]:
        """Numbers by name, such as `{wood = 2}`, 1 or more; nothing where it is not said."""
        part = self.part(key)
        known = {name for name in allowed if name in part}
        return {name: part.number(name, least=1) for name in part.names() if name in known}

    def part(self, key: str, needed: bool = False) -> Facts:
        """A table within this one; where it need not be there and is not, an empty one."""
        value = self._value(key, _NEEDED if needed else {})
        if not isinstance(value, dict):
            raise self._wrong(key, "table")
        part = Facts(value, f"{self.where}, {key}")
        self._parts.append(part)
        return part

    def parts(self, key: str) -> list[Facts]:
        """A list of tables; where it is said, at least one."""
        value = self._value(key, [])
        self.some(key, value or key not in self._tree)
        if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
            raise self._wrong(key, "tables")
        found = [Facts(one, f"{self.where}, {key} {n}") for n, one in enumerate(value, start=1)]
        self._parts += found
        return found

    def close(self) -> None:
        """Refuses keys that nobody asked for, here and in the tables within."""
        for key in self._tree:
            if key not in self._asked:
                known = ", ".join(self._asked) or "-"
                raise FactsError("facts.key", where=self.where, key=key, known=known)
        for part in self._parts:
            part.close()
        for error in self._refused:
            raise error

    def _value(self, key: str, default: object) -> Any:
        self._asked[key] = None
        if key in self._tree:
            return self._tree[key]
        if default is _NEEDED:
            raise FactsError("facts.missing", where=self.where, key=key)
        return default

    def _wrong(self, key: str, wanted: str, allowed: tuple[str, ...] = ()) -> FactsError:
        if allowed:
            return FactsError(
                "facts.allowed", where=self.where, key=key, allowed=", ".join(allowed)
            )
        return FactsError(f"facts.wanted.{wanted}", where=self.where, key=key)
