"""The language the command line speaks, and how it says things.

The language is chosen once, before anything else happens, so that help texts and complaints about
the command itself are in it too: `--lang` anywhere in the command, else the variable DVERGAR_LANG,
else the language of the system. Results go to stdout; everything else, errors first, to stderr.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from dvergar.core.errors import DvergarError
from dvergar.core.words import LANGUAGES, Words, words

_UNSAFE: Final = {
    number: None for number in (*range(32), *range(127, 160)) if chr(number) not in "\t\n"
}
"""What a terminal takes as an order; a record or a path may bring it in a name."""


class SafeConsole(Console):
    """A console on which texts stay texts, whoever has written them."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is written, without what a terminal would obey."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(part.text.translate(_UNSAFE), part.style)


OUT: Final = SafeConsole(highlight=False, markup=False)
ERR: Final = SafeConsole(highlight=False, markup=False, stderr=True)

_VARIABLES: Final = ("DVERGAR_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_STRONG: Final = re.compile(r"<strong>(.*?)</strong>")

_chosen: list[str] = [LANGUAGES[0]]


class CommandError(DvergarError):
    """Something is wrong with what was typed after `dvergar`."""

    def text(self, lang: str = "en") -> str:
        return words("dvergar.cli", lang)("error." + self.key, **self.facts)


def chosen_language(typed: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that was asked for, or the one of the system.

    >>> chosen_language(["rules", "my_gold_mine", "--lang", "fr"], {"LANG": "en_GB.UTF-8"})
    'fr'
    """
    asked = _typed_language(typed)
    if asked is not None:
        if asked not in LANGUAGES:
            raise CommandError("lang", lang=asked[:20], known=", ".join(LANGUAGES))
        return asked
    spoken = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    return next((lang for lang in LANGUAGES if spoken.lower().startswith(lang)), LANGUAGES[0])


def _typed_language(typed: Sequence[str]) -> str | None:
    for place, word in enumerate(typed):
        if word == "--lang" and place + 1 < len(typed):
            return typed[place + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def use_language(lang: str) -> None:
    """Speaks this language from now on."""
    _chosen[0] = lang


def lang() -> str:
    """The language spoken now."""
    return _chosen[0]


def speak() -> Words:
    """The words of the command line."""
    return words("dvergar.cli", lang())


def say(key: str, /, **facts: object) -> None:
    """Says a sentence on stdout."""
    write(speak()(key, **facts))


def note(key: str, /, **facts: object) -> None:
    """Says on stderr what is going on, so that the output stays clean."""
    ERR.print(speak()(key, **facts), soft_wrap=True)


def write(text: str | Text, style: str = "") -> None:
    """Writes a text on stdout as it is, without breaking its lines."""
    OUT.print(text, style=style, soft_wrap=True)


def write_json(tree: object) -> None:
    """Writes on stdout what a program reads, as JSON on one line."""
    write(json.dumps(tree, ensure_ascii=False))


def rich_text(markup: str) -> Text:
    """A sentence of a game's log for the terminal: its strong words are bold.

    >>> rich_text("Alma digs <strong>2 gold</strong> &amp; stays.").plain
    'Alma digs 2 gold & stays.'
    """
    text = Text()
    for place, part in enumerate(_STRONG.split(markup)):
        text.append(html.unescape(part), "bold" if place % 2 else "")
    return text
