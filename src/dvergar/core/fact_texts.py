"""Fills the numbers of a game's facts into its texts, so that the two can't disagree.

A text names a fact by its path: `{feeding.adult}` is the number `adult` in the table `feeding`.
After a colon comes how the number one would read there, and after a bar the plural of the noun:

    {room.points:1 point|points}        3 points
    {red.gold:one nugget|nuggets}       two nuggets
    {red.gold:une pépite|pépites}       deux pépites
    {rounds:first}                      third

A table of goods becomes a list of them: `{tile.cost}` is "4 wood and 3 stone", `{tile.cost:,}` is
"4 wood, 3 stone". Numbers are written without their sign, which the sentence expresses ("costs 3
points"). The words for numbers are in `core/words`.

A game says which facts there are with the function `text_facts` in the module `text_facts` next to
its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from dvergar.core.languages import Number, signed

SERIES: Final = ("cardinal", "cardinal_feminine", "ordinal", "ordinal_feminine")
"""The ways to write numbers in words, each from zero on; its word for one tells which is meant."""

_PLACE: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
_OF_LISTS: Final[dict[str, Callable[[Any], int]]] = {
    "least": min,
    "most": max,
    "sum": sum,
    "count": len,
}


class Speaker(Protocol):
    """The words of a package."""

    @property
    def lang(self) -> str: ...

    def __call__(self, key: str, /, **facts: object) -> str: ...


class UnknownFact(LookupError):
    """A text names a fact that is not there, or not of the kind that it writes: a mistake of ours.

    >>> str(UnknownFact("tiles.carpenter.prize"))
    'no text can be filled with the fact "tiles.carpenter.prize"'
    """

    def __init__(self, path: str) -> None:
        super().__init__(f'no text can be filled with the fact "{path}"')


class FactTexts:
    """The facts of one game by their paths."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self._tree = tree

    def value(self, path: str) -> Any:
        """The fact at a path. Of a list or table, `least`, `most`, `sum` and `count` are facts too.

        >>> facts = FactTexts({"prizes": [3, 2, 1], "eat": {"boar": 2}})
        >>> facts.value("eat.boar"), facts.value("prizes.0"), facts.value("prizes.sum")
        (2, 3, 6)
        """
        found: Any = self._tree
        for name in path.split("."):
            found = _within(found, name, path)
        return found

    def fill(
        self, text: str, speak: Speaker, spell: Speaker, names: Mapping[str, str], dotted: bool
    ) -> str:
        """The text with its facts; `names` are short names for paths.

        `speak` are the words of the game, `spell` those of the core. If only `dotted` places are
        facts, others are left for whoever fills them later.
        """

        def place(match: re.Match[str]) -> str:
            path, how = match[1], match[2] or ""
            if dotted and "." not in path:
                return match[0]
            first, _, rest = path.partition(".")
            full = ".".join(filter(None, (names.get(first, first), rest)))
            return _written(self.value(full), how, speak, spell, full)

        return _PLACE.sub(place, text)


@cache
def fact_texts(package: str) -> FactTexts:
    """The facts for the texts of a package, read once."""
    return FactTexts(import_module(f"{package}.text_facts").text_facts())


def paths_in(text: str, names: Mapping[str, str]) -> list[str]:
    """The paths of the facts that a text is filled with.

    >>> paths_in("{red.gold:one nugget|nuggets} and {dwarfs}", {"red": "deck.red"})
    ['deck.red.gold', 'dwarfs']
    """
    found = []
    for match in _PLACE.finditer(text):
        first, _, rest = match[1].partition(".")
        found.append(".".join(filter(None, (names.get(first, first), rest))))
    return found


def _within(found: Any, name: str, path: str) -> Any:
    """What stands under a name in a table or list."""
    if isinstance(found, Mapping) and name in found:
        return found[name]
    if isinstance(found, list) and name.isdigit() and int(name) < len(found):
        return found[int(name)]
    if isinstance(found, list | Mapping) and name in _OF_LISTS:
        return _OF_LISTS[name](found.values() if isinstance(found, Mapping) else found)
    raise UnknownFact(path)


def _written(value: Any, how: str, speak: Speaker, spell: Speaker, path: str) -> str:
    if isinstance(value, Mapping):
        return _goods(value, how, speak, spell)
    if type(value) is not int:
        raise UnknownFact(path)
    return _number(value, how, spell)


def _goods(goods: Mapping[str, int], how: str, speak: Speaker, spell: Speaker) -> str:
    """Goods with their numbers, joined by commas alone or with “and” before the last."""
    said = [speak(f"count.{good}", n=n) for good, n in goods.items()]
    if how or len(said) < 2:
        return ", ".join(said)
    return spell("story.and", some=", ".join(said[:-1]), last=said[-1])


def _number(value: int, how: str, spell: Speaker) -> str:
    """A number as its example is: in digits or in words, with the right form of its noun."""
    sample, bar, plural = how.partition("|")
    first, space, noun = sample.partition(" ")
    number = signed(abs(value)) if first in ("", "1") else _in_words(abs(value), first, spell)
    if number is None:
        return format(Number(value, spell.lang), how)
    if not bar:
        return number + space + noun
    return f"{number} {format(Number(value, spell.lang), f'{noun}|{plural}')}"


def _in_words(value: int, sample: str, spell: Speaker) -> str | None:
    """The number in the series of which the sample is the first; None if it is of none."""
    for name in SERIES:
        series = spell(f"number.{name}").split()
        if series[1] == sample.lower():
            word = series[value] if value < len(series) else str(value)
            return word[0].upper() + word[1:] if sample[0].isupper() else word
    return None
