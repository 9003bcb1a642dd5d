"""Arguments and options that several commands share, and reading what was typed into them.

Their help texts are keys of `words/`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from dvergar import bots
from dvergar.cli.console import CommandError
from dvergar.core.chance import SEEDS
from dvergar.core.game import check_seed
from dvergar.core.info import GameInfo
from dvergar.core.options import Value
from dvergar.lab.players import close_bot

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
    for words in typed:
        name, sign, text = words.partition("=")
        if not sign:
            raise CommandError("option", text=words[:40])
        asked[name] = _read_value(game, name, text, count)
    return game.check(asked)


def _read_value(game: GameInfo, name: str, text: str, players: int) -> Value:
    """The value that is spelled so; what is not known is left for the check to complain about."""
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
