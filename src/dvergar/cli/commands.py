"""What can be typed after `dvergar`: to serve, play, read and check; the rest by subject beside it.

A command only says what can be typed; what it does lies in the module of its subject. The help
texts are keys of `words/`: they are put into the reader's language before the command runs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from dvergar.cli import hosting_commands, lab_commands
from dvergar.cli.arguments import (
    AsJson,
    Data,
    Database,
    GameName,
    Options,
    Players,
    RecordFile,
    Seed,
    typed_database,
)

HELP: Final = ("-h", "--help")
LANGUAGE: Final = "_language"
"""The option that is read before all others, and so by no command."""

app: Final = typer.Typer(
    rich_markup_mode="rich", context_settings={"help_option_names": list(HELP)}
)

RecordFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="help.files", show_default=False)
]
Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="help.host")]
Port = Annotated[
    int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="help.port")
]
BasePath = Annotated[str | None, typer.Option("--base-path", metavar="PATH", help="help.base_path")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="help.no_open")]
BotWorkers = Annotated[
    int | None, typer.Option("--workers-for-bots", metavar="N", min=0, help="help.workers")
]
NoCompile = Annotated[bool, typer.Option("--no-compile", help="help.no_compile")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="help.set")]


@app.callback(invoke_without_command=True, help="help.dvergar")
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="help.version")] = False,
    _language: Annotated[
        str, typer.Option("--lang", metavar="en|fr", expose_value=False, help="help.lang")
    ] = "",
) -> None:
    """Without a command: serve and open the browser."""
    if version:
        from dvergar.cli import serve as command

        command.show_version()
    elif context.invoked_subcommand is None:
        serve()


@app.command(help="help.serve")
def serve(
    host: Host = None,
    port: Port = None,
    base_path: BasePath = None,
    data: Data = None,
    database: Database = None,
    no_open: NoOpen = False,
    workers_for_bots: BotWorkers = None,
    no_compile: NoCompile = False,
    set_: Set = None,
) -> None:
    """Serves the page."""
    from dvergar.cli import serve as command

    chosen: dict[str, object] = {}
    if no_compile or "DVERGAR_COMPILE_BOTS" not in os.environ:
        chosen["compile_bots"] = not no_compile
    if "DVERGAR_WARM" not in os.environ:
        chosen["warm"] = True
    if workers_for_bots is not None:
        chosen["bot_workers"] = workers_for_bots
    if base_path is not None:
        chosen["base_path"] = base_path
    chosen |= command.typed_settings(set_ or []) | typed_database(database)
    command.serve(command.where(host, port, data), chosen, not no_open)


@app.command(help="help.games")
def games(as_json: AsJson = False) -> None:
    """Lists the games."""
    from dvergar.cli import games as command

    command.show_games(as_json)


@app.command(help="help.play")
def play(
    game: GameName,
    players: Players = None,
    option: Options = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B", help="help.opponents")
    ] = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="help.save")] = None,
) -> None:
    """Plays in the terminal."""
    from dvergar.cli import play as command

    command.play(game, players, option or [], bots, seed, save)


@app.command(help="help.replay")
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="help.at")] = None,
) -> None:
    """Tells a played game."""
    from dvergar.cli import records

    records.replay(file, at)


@app.command(help="help.rules")
def rules(game: GameName) -> None:
    """Prints a rule book."""
    from dvergar.cli import games as command

    command.show_rules(game)


@app.command(help="help.verify")
def verify(files: RecordFiles, as_json: AsJson = False) -> int:
    """Checks records."""
    from dvergar.cli import records

    return records.verify_json(files) if as_json else records.verify(files)


app.add_typer(lab_commands.commands)
app.add_typer(hosting_commands.commands)
app.add_typer(hosting_commands.tables, name="tables")
