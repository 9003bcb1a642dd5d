"""Arguments and options that commands of several subjects share.

Their help texts are keys of `words/`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
