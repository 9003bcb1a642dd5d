"""What can be typed after `dvergar`, and what happens to what was typed wrongly.

A command here only says what can be typed; what it does lies in the module of its subject. The help
texts below are keys of `words/`: they are put into the reader's language before the command runs.
Whatever was typed wrongly gets one sentence on stderr and exit code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dvergar.cli.console import (
    ERR,
    CommandError,
    chosen_language,
    lang,
    speak,
    use_language,
)
from dvergar.cli.extras import extra_of
from dvergar.core.errors import DvergarError

if TYPE_CHECKING:
    from dvergar.web.settings import Settings

HELP: Final = ("-h", "--help")
app: Final = typer.Typer(
    rich_markup_mode="rich", context_settings={"help_option_names": list(HELP)}
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="help.game", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="help.file", show_default=False)]
RecordFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="help.files", show_default=False)
]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="help.players")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="help.option")
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="help.seed")]
Host = Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="help.host")]
Port = Annotated[
    int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="help.port")
]
BasePath = Annotated[str | None, typer.Option("--base-path", metavar="PATH", help="help.base_path")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="help.data")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="ADDRESS", help="help.database")
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="help.no_open")]
BotWorkers = Annotated[
    int | None, typer.Option("--workers-for-bots", metavar="N", min=0, help="help.workers")
]
NoCompile = Annotated[bool, typer.Option("--no-compile", help="help.no_compile")]
AsJson = Annotated[bool, typer.Option("--json", help="help.json")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="help.set")]
KINDS: Final = {"NoSuchOption": "no_option", "MissingParameter": "missing"}
LANGUAGE: Final = "_language"
"""The option that is read before all others, and so by no command."""

COMPLETION: Final = ("install_completion", "show_completion")
"""Typer's own options, which come with texts of their own."""


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
    chosen |= command.typed_settings(set_ or []) | _typed(database)
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


# Data: many games, and what they show.

Jobs = Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, help="help.jobs")]
On = Annotated[str, typer.Option("--on", metavar="ADDRESS", help="help.on")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="help.overwrite")]


@app.command(help="help.simulate")
def simulate(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B", help="help.bots")],
    number: Annotated[int, typer.Option("--games", metavar="N", min=1, help="help.number")] = 100,
    seed: Seed = None,
    players: Players = None,
    option: Options = None,
    jobs: Jobs = None,
    on: On = "",
    save: Annotated[Path | None, typer.Option("--save", metavar="DIR", help="help.folder")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="help.table_out")
    ] = None,
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="help.table_of_moves")
    ] = None,
    overwrite: Overwrite = False,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="help.unpaired")] = False,
) -> None:
    """Plays many games between bots."""
    from dvergar.cli import simulate as command

    places = command.Places(jobs, on, save, out, moves, overwrite)
    command.simulate(game, bots, number, seed, players, option or [], not unpaired, places)


@app.command(help="help.tournament")
def tournament(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="help.entrants", show_default=False)
    ],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="help.game")],
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="help.deals")] = 10,
    swiss: Annotated[int, typer.Option("--swiss", metavar="N", min=0, help="help.swiss")] = 0,
    seed: Seed = None,
    players: Players = None,
    option: Options = None,
    jobs: Jobs = None,
    on: On = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="help.table_out")
    ] = None,
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="help.table_of_moves")
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Rates bots by a tournament."""
    from dvergar.cli import tournament as command
    from dvergar.cli.simulate import Places

    places = Places(jobs, on, None, out, moves, overwrite)
    command.tournament(game, bots, deals, swiss, seed, players, option or [], places)


@app.command(help="help.report")
def report(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.games_table", show_default=False)
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.page")] = None,
) -> None:
    """Writes a page about many games."""
    from dvergar.cli import report as command

    command.report(file, out)


# Learning, searching, counting.


@app.command(help="help.train")
def train(
    game: GameName,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=0, help="help.rounds")
    ] = None,
    policy: Annotated[
        int | None, typer.Option("--policy", metavar="N", min=0, help="help.policy_games")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="help.train_seed")] = 1,
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="help.train_folder")
    ] = Path("build/train"),
    release: Annotated[
        Path | None, typer.Option("--release", metavar="DIR", help="help.release")
    ] = None,
    of_round: Annotated[
        int | None, typer.Option("--of-round", metavar="N", min=0, help="help.of_round")
    ] = None,
) -> None:
    """Teaches a network."""
    from dvergar.cli import train as command

    command.train(game, rounds, policy, seed, folder, release, of_round)


@app.command(help="help.solve")
def solve(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="help.out")],
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0, help="help.seconds")
    ] = 60,
    seed: Seed = None,
    option: Options = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="help.solve_jobs")] = 1,
) -> None:
    """Searches for the best game alone."""
    from dvergar.cli import solve as command

    command.solve(game, seconds, out, seed, option or [], jobs)


@app.command(help="help.perft")
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, help="help.depth")] = 3,
    players: Players = None,
    option: Options = None,
    seed: Seed = None,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="help.after")
    ] = None,
    free: Annotated[bool, typer.Option("--free", help="help.free")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="help.divide")] = False,
    as_json: AsJson = False,
) -> None:
    """Counts sequences of moves."""
    from dvergar.cli import perft as command

    command.perft(game, depth, players, option or [], seed, after or [], free, divide, as_json)


@app.command(help="help.bot")
def bot(
    url: Annotated[str, typer.Argument(metavar="URL", help="help.url", show_default=False)],
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="help.remote_bot")],
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="help.remote_game")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="help.remote_table")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="help.remote_name")] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="help.remote_seed")
    ] = None,
    patience: Annotated[
        float, typer.Option("--patience", metavar="SECONDS", min=0, help="help.patience")
    ] = 300.0,
) -> None:
    """Seats a bot at a server."""
    from dvergar.cli import bot as command

    command.bot(url, bot, game, table, name, seed, patience)


@app.command(help="help.analyse")
def analyse(
    file: RecordFile,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", min=1, help="help.analyse_nodes")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="help.analyse_seed")
    ] = None,
    jobs: Jobs = None,
    on: On = "",
    as_json: Annotated[bool, typer.Option("--json", help="help.analyse_json")] = False,
) -> None:
    """Says what every decision of a game cost."""
    from dvergar.cli import analyse as command

    command.analyse(file, nodes, seed, jobs, on, as_json)


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


@app.command(
    "test",
    help="help.test",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
def check(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="help.words")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="GROUP", help="help.without")
    ] = None,
    long: Annotated[bool, typer.Option("--long", help="help.long")] = False,
) -> int:
    """Runs all checks."""
    from dvergar.cli import check as command

    return command.run(without=without or [], long=long, words=words or [])


tables: Final = typer.Typer(help="help.tables", rich_markup_mode="rich")
app.add_typer(tables, name="tables")
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="help.table", show_default=False)]


@tables.command("list", help="help.tables_list")
def list_tables(data: Data = None, database: Database = None, json: AsJson = False) -> None:
    """Lists tables."""
    from dvergar.cli import tables as command

    command.list_tables(_settings(data, database), json)


@tables.command("show", help="help.tables_show")
def show_table(
    table: TableId, data: Data = None, database: Database = None, json: AsJson = False
) -> None:
    """Shows what is stored of a table."""
    from dvergar.cli import tables as command

    command.show(_settings(data, database), table, json)


@tables.command("export", help="help.tables_export")
def export_table(
    table: TableId,
    data: Data = None,
    database: Database = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.out_file")] = None,
    events: Annotated[bool, typer.Option("--events", help="help.events")] = False,
) -> None:
    """Writes the record of a table."""
    from dvergar.cli import tables as command

    command.export(_settings(data, database), table, out, events)


@tables.command("delete", help="help.tables_delete")
def delete_tables(
    table: Annotated[
        list[str], typer.Argument(metavar="TABLE...", help="help.table", show_default=False)
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Deletes tables."""
    from dvergar.cli import tables as command

    command.delete(_settings(data, database), table)


@tables.command("prune", help="help.tables_prune")
def prune_tables(
    days: Annotated[float, typer.Option("--days", metavar="N", min=0, help="help.days")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Deletes tables that nobody touches any more."""
    from dvergar.cli import tables as command

    command.prune(_settings(data, database), days)


@tables.command("close", help="help.tables_close")
def close_table(table: TableId, data: Data = None, database: Database = None) -> None:
    """Closes a table."""
    from dvergar.cli import tables as command

    command.close(_settings(data, database), table)


@tables.command("reports", help="help.tables_reports")
def list_reports(data: Data = None, json: AsJson = False) -> None:
    """Lists what people have reported."""
    from dvergar.cli import tables as command

    command.list_reports(_settings(data, None), json)


@app.command(help="help.backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copies the database."""
    from dvergar.cli import hosting as command

    command.backup(_settings(data, database), file)


@app.command(help="help.restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Brings a copy of the database back."""
    from dvergar.cli import hosting as command

    command.restore(_settings(data, database), file)


@app.command(help="help.drain")
def drain(
    data: Data = None,
    database: Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.drain_off")] = False,
) -> None:
    """Prepares a restart."""
    from dvergar.cli import hosting as command

    command.drain(_settings(data, database), off)


@app.command(help="help.bar")
def bar(
    address: Annotated[
        str, typer.Argument(metavar="[ADDRESS]", help="help.address", show_default=False)
    ] = "",
    data: Data = None,
    database: Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.bar_off")] = False,
) -> None:
    """Keeps an address out."""
    from dvergar.cli import hosting as command

    command.bar(_settings(data, database), address, off)


@app.command(help="help.assets")
def assets() -> int:
    """Makes the browser assets."""
    from dvergar.cli import assets as command

    return command.make_assets()


def _settings(data: Path | None, database: str | None) -> Settings:
    """What a server there would be set to."""
    from dvergar.cli.serve import read_settings

    return read_settings(data, _typed(database))


def _typed(database: str | None) -> dict[str, str]:
    return {} if database is None else {"database": database}


def main() -> None:
    """The script `dvergar`."""
    sys.exit(run(sys.argv[1:]))


def run(typed: Sequence[str]) -> int:
    """Does what was typed; the exit code."""
    try:
        use_language(chosen_language([], os.environ))
        use_language(chosen_language(typed, os.environ))
        if any(word in typed for word in HELP):
            _translate_frames()
        code = translated_command()(list(typed), prog_name="dvergar", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(_usage_error(error, typed))
    except DvergarError as error:
        return _refuse(error)
    except ModuleNotFoundError as error:
        extra = extra_of(error.name or "")
        if not extra:
            raise
        return _refuse(CommandError("extra", module=error.name, extra=extra))
    return code if isinstance(code, int) else 0


def translated_command() -> Any:
    """The whole command with its help in the language of the reader, and `--lang` everywhere."""
    command: Any = typer.main.get_command(app)
    language = next(option for option in command.params if option.name == LANGUAGE)
    for one in _below(command):
        one.params.append(language)
    for one in (command, *_below(command)):
        _translate(one)
    language.help = speak()(language.help)
    return command


def _below(group: Any) -> list[Any]:
    """All commands of a group, and those of the groups in it."""
    found = []
    for one in group.commands.values():
        found += [one, *(_below(one) if hasattr(one, "commands") else [])]
    return found


def _translate(command: Any) -> None:
    command.help = speak()(command.help)
    for option in command.params:
        if option.name in COMPLETION:
            option.help = speak()(f"help.{option.name}")
        elif option.name != LANGUAGE:
            option.help = speak()(option.help)
    command.context_settings["help_option_names"] = list(HELP)
    command.get_help_option(typer.Context(command, **command.context_settings)).help = speak()(
        "help.help"
    )


def _translate_frames() -> None:
    from typer import rich_utils

    rich_utils.ARGUMENTS_PANEL_TITLE = speak()("frame.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = speak()("frame.options")
    rich_utils.COMMANDS_PANEL_TITLE = speak()("frame.commands")
    rich_utils.REQUIRED_LONG_STRING = speak()("frame.required")
    rich_utils.DEFAULT_STRING = speak()("frame.default", value="{}")


def _usage_error(error: typer.TyperException, typed: Sequence[str]) -> CommandError:
    """What was typed wrongly, as one sentence."""
    commands = translated_command().commands
    name = next((word for word in typed if not word.startswith("-")), "")
    help_command = f"dvergar {name} --help" if name in commands else "dvergar --help"
    kind = KINDS.get(type(error).__name__)
    facts = vars(error)
    if facts.get("option_name"):
        return CommandError(kind or "no_value", name=facts["option_name"][:40], help=help_command)
    if facts.get("param") is not None:
        option = facts["param"]
        wrong = option.metavar if option.param_type_name == "argument" else option.opts[0]
        return CommandError(kind or "value", name=wrong, help=help_command)
    if hasattr(commands.get(name), "commands"):
        known = ", ".join(f"{name} {one}" for one in commands[name].commands)
        words = [word for word in typed if not word.startswith("-")]
        return CommandError("no_command", name=" ".join(words[:2])[:40], known=known)
    if name in commands:
        return CommandError("too_many", help=help_command)
    return CommandError("no_command", name=name[:40], known=", ".join(commands))


def _refuse(error: DvergarError) -> int:
    ERR.print(error.text(lang()), soft_wrap=True)
    return 2
