"""A cache of what macros have drawn: the same icon or tile need not be drawn anew for every page.

A template says `{% set icon = remembered(icon) %}` of a macro whose text hangs on its arguments and
the language (and the path the server lives below), and on nothing else: all viewers share what is
kept. So whatever only some of them may see has to come as an argument. Arguments that cannot be
compared are drawn each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context

MOST_LETTERS: Final = 8_000_000


class Memory:
    """Texts by what they were drawn from; those nobody has asked for lately are forgotten.

    There are two heaps, a new and an old one. What is asked for comes into the new one; when that
    is full it becomes the old one, and what was the old one is thrown away.
    """

    def __init__(self, letters: int) -> None:
        self._letters = letters
        self._left = letters
        self._new: dict[Hashable, str] = {}
        self._old: dict[Hashable, str] = {}

    def get(self, key: Hashable) -> str | None:
        """The text that is kept for a key; a TypeError where the key cannot be compared."""
        text = self._new.get(key)
        if text is None and (text := self._old.pop(key, None)) is not None:
            self.keep(key, text)
        return text

    def keep(self, key: Hashable, text: str) -> None:
        """Keeps a text."""
        self._left -= len(text)
        if self._left < 0:
            self._old, self._new = self._new, {}
            self._left = self._letters - len(text)
        self._new[key] = text


_KEPT: Final = Memory(MOST_LETTERS)


@pass_context
def remembered(context: Context, macro: Callable[..., str]) -> Callable[..., str]:
    """The macro, which draws what it has drawn before from memory."""
    place = (context.name, getattr(macro, "name", ""), context["lang"], context.get("base", ""))

    def draw(*args: Any, **named: Any) -> str:
        # Types too: a text and markup of the same letters are equal, and drawn differently.
        key = (place, args, tuple(map(type, args)), *named.items())
        try:
            drawn = _KEPT.get(key)
        except TypeError:
            return macro(*args, **named)
        if drawn is None:
            drawn = macro(*args, **named)
            _KEPT.keep(key, drawn)
        return drawn

    return draw
