"""The language the command line speaks, how it prints, and the arguments that commands share.

The language is chosen once, before anything else happens, so that help texts and complaints about
the command itself are in it too: `--lang` anywhere in the command, else the variable DVERGAR_LANG,
else the language of the system. Results go to stdout; everything else, errors first, to stderr.
Help texts are keys of `words/`.
"""

from __future__ import annotations

import html
import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from dvergar import bots
from dvergar.core.chance import SEEDS
from dvergar.core.errors import DvergarError
from dvergar.core.game import check_seed
from dvergar.core.info import GameInfo
from dvergar.core.languages import FALLBACK, LANGUAGES
from dvergar.core.options import Value
from dvergar.core.words import Words, words
from dvergar.lab.players import close_bot

_UNSAFE: Final = {
    number: None for number in (*range(32), *range(127, 160)) if chr(number) not in "\t\n"
}
"""Control characters; a name in a record or a path may contain some."""


class SafeConsole(Console):
    """A console that never interprets text as markup."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The text without control characters."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(part.text.translate(_UNSAFE), part.style)


OUT: Final = SafeConsole(highlight=False, markup=False)
ERR: Final = SafeConsole(highlight=False, markup=False, stderr=True)

_VARIABLES: Final = ("DVERGAR_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_STRONG: Final = re.compile(r"<strong>(.*?)</strong>")

_chosen: list[str] = [LANGUAGES[0]]


class CommandError(DvergarError):
    """Something is wrong with what was typed after `dvergar`."""

    def text(self, lang: str = FALLBACK) -> str:
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
    """Reports progress on stderr, so that the output stays clean."""
    ERR.print(speak()(key, **facts), soft_wrap=True)


def write(text: str | Text, style: str = "") -> None:
    """Writes a text on stdout as it is, without breaking its lines."""
    OUT.print(text, style=style, soft_wrap=True)


def write_json(tree: object) -> None:
    """Writes data for programs to stdout, as JSON on one line."""
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


GameName = Annotated[str, typer.Argument(metavar="GAME", help="help.game", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="help.file", show_default=False)]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="help.players")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="help.option")
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="help.seed")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="help.data")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="ADDRESS", help="help.database")
]
AsJson = Annotated[bool, typer.Option("--json", help="help.json")]


def typed_database(database: str | None) -> dict[str, str]:
    """The setting that the option `--database` stands for."""
    return {} if database is None else {"database": database}


def read_options(game: GameInfo, players: int | None, typed: Sequence[str]) -> dict[str, Value]:
    """All options from `--players` and `--option name=value`; a clear error for what cannot be."""
    asked: dict[str, Value] = {} if players is None else {"players": players}
    count = game.default_players if players is None else players
    for assignment in typed:
        name, sign, text = assignment.partition("=")
        if not sign:
            raise CommandError("option", text=assignment[:40])
        asked[name] = _read_value(game, name, text, count)
    return game.check(asked)


def _read_value(game: GameInfo, name: str, text: str, players: int) -> Value:
    """The value with this spelling; unknown values stay as they are, and the check rejects them."""
    for option in game.options:
        if option.name == name:
            for value in option.values_for(players):
                if spell(value) == text.lower():
                    return value
    return text


def spell(value: Value) -> str:
    """A value as it is typed.

    >>> spell(True), spell("stay"), spell(3)
    ('true', 'stay', '3')
    """
    return str(value).lower()


def read_bots(game: GameInfo, typed: str) -> list[str]:
    """The bots of `--bots careful,bold`; every one must exist."""
    names = [name.strip() for name in typed.split(",") if name.strip()]
    for name in names:
        close_bot(bots.load(name, 0, game.slug))
    return names


def read_seed(seed: int | None) -> int:
    """The seed that was asked for, or any."""
    return secrets.randbelow(SEEDS) if seed is None else check_seed(seed)
