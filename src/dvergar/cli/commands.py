"""What can be typed after `dvergar`: commands to serve and play, the laboratory, server admin.

A command only says what can be typed; what it does is in the module of its subject. The help texts
are keys of `words/`: they are put into the reader's language before the command runs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dvergar.cli import console
from dvergar.core.languages import LANGUAGES

if TYPE_CHECKING:
    from dvergar.web.settings import Settings

hosting: Final = typer.Typer()
tables: Final = typer.Typer(help="help.tables")

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="help.table", show_default=False)]


@tables.command("list", help="help.tables_list")
def list_tables(
    data: console.Data = None, database: console.Database = None, json: console.AsJson = False
) -> None:
    """Lists tables."""
    from dvergar.cli import hosting as command

    command.list_tables(_settings(data, database), json)


@tables.command("show", help="help.tables_show")
def show_table(
    table: TableId,
    data: console.Data = None,
    database: console.Database = None,
    json: console.AsJson = False,
) -> None:
    """Shows what is stored of a table."""
    from dvergar.cli import hosting as command

    command.show(_settings(data, database), table, json)


@tables.command("export", help="help.tables_export")
def export_table(
    table: TableId,
    data: console.Data = None,
    database: console.Database = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.out_file")] = None,
    events: Annotated[bool, typer.Option("--events", help="help.events")] = False,
) -> None:
    """Writes the record of a table."""
    from dvergar.cli import hosting as command

    command.export(_settings(data, database), table, out, events)


@tables.command("delete", help="help.tables_delete")
def delete_tables(
    table: Annotated[
        list[str], typer.Argument(metavar="TABLE...", help="help.table", show_default=False)
    ],
    data: console.Data = None,
    database: console.Database = None,
) -> None:
    """Deletes tables."""
    from dvergar.cli import hosting as command

    raise typer.Exit(command.delete(_settings(data, database), table))


@tables.command("prune", help="help.tables_prune")
def prune_tables(
    days: Annotated[float, typer.Option("--days", metavar="N", min=0, help="help.days")],
    data: console.Data = None,
    database: console.Database = None,
) -> None:
    """Deletes tables that nobody touches any more."""
    from dvergar.cli import hosting as command

    command.prune(_settings(data, database), days)


@tables.command("close", help="help.tables_close")
def close_table(
    table: TableId, data: console.Data = None, database: console.Database = None
) -> None:
    """Closes a table."""
    from dvergar.cli import hosting as command

    command.close(_settings(data, database), table)


@tables.command("reports", help="help.tables_reports")
def list_reports(data: console.Data = None, json: console.AsJson = False) -> None:
    """Lists what people have reported."""
    from dvergar.cli import hosting as command

    command.list_reports(_settings(data, None), json)


@hosting.command(help="help.backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: console.Data = None,
    database: console.Database = None,
) -> None:
    """Copies the database."""
    from dvergar.cli import hosting as command

    command.backup(_settings(data, database), file)


@hosting.command(help="help.restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: console.Data = None,
    database: console.Database = None,
) -> None:
    """Brings a copy of the database back."""
    from dvergar.cli import hosting as command

    command.restore(_settings(data, database), file)


@hosting.command(help="help.drain")
def drain(
    data: console.Data = None,
    database: console.Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.drain_off")] = False,
) -> None:
    """Prepares a restart."""
    from dvergar.cli import hosting as command

    command.drain(_settings(data, database), off)


@hosting.command("bar", help="help.ban", hidden=True)  # its earlier name
@hosting.command(help="help.ban")
def ban(
    address: Annotated[
        str, typer.Argument(metavar="[ADDRESS]", help="help.address", show_default=False)
    ] = "",
    data: console.Data = None,
    database: console.Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.ban_off")] = False,
) -> None:
    """Keeps an address out."""
    from dvergar.cli import hosting as command

    command.ban(_settings(data, database), address, off)


@hosting.command("admin-key", help="help.admin_key")
def admin_key(
    data: console.Data = None,
    database: console.Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.admin_key_off")] = False,
) -> None:
    """Makes the key to the page for administrators."""
    from dvergar.cli import hosting as command

    command.admin_key(_settings(data, database), off)


def _settings(data: Path | None, database: str | None) -> Settings:
    """What a server there would be set to."""
    from dvergar.cli.serve import read_settings

    return read_settings(data, console.typed_database(database))


lab: Final = typer.Typer()

Jobs = Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, help="help.jobs")]
On = Annotated[str, typer.Option("--on", metavar="ADDRESS", help="help.on")]
TableFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.table_out")]
MovesFile = Annotated[
    Path | None, typer.Option("--moves", metavar="FILE", help="help.table_of_moves")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="help.overwrite")]


@lab.command(help="help.simulate")
def simulate(
    game: console.GameName,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B", help="help.bots")],
    number: Annotated[int, typer.Option("--games", metavar="N", min=1, help="help.number")] = 100,
    seed: console.Seed = None,
    players: console.Players = None,
    option: console.Options = None,
    jobs: Jobs = None,
    on: On = "",
    save: Annotated[Path | None, typer.Option("--save", metavar="DIR", help="help.folder")] = None,
    out: TableFile = None,
    moves: MovesFile = None,
    overwrite: Overwrite = False,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="help.unpaired")] = False,
) -> None:
    """Plays many games between bots."""
    from dvergar.cli import simulate as command

    places = command.RunOptions(jobs, on, save, out, moves, overwrite)
    command.simulate(game, bots, number, seed, players, option or [], not unpaired, places)


@lab.command(help="help.tournament")
def tournament(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="help.entrants", show_default=False)
    ],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="help.game")],
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="help.deals")] = 10,
    swiss: Annotated[int, typer.Option("--swiss", metavar="N", min=0, help="help.swiss")] = 0,
    seed: console.Seed = None,
    players: console.Players = None,
    option: console.Options = None,
    jobs: Jobs = None,
    on: On = "",
    out: TableFile = None,
    moves: MovesFile = None,
    overwrite: Overwrite = False,
) -> None:
    """Rates bots by a tournament."""
    from dvergar.cli import simulate as command
    from dvergar.cli.simulate import RunOptions

    places = RunOptions(jobs, on, None, out, moves, overwrite)
    command.tournament(game, bots, deals, swiss, seed, players, option or [], places)


@lab.command(help="help.report")
def report(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.games_table", show_default=False)
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.page")] = None,
) -> None:
    """Writes a page about many games."""
    from dvergar.cli import simulate as command

    command.report(file, out)


@lab.command(help="help.train")
def train(
    game: console.GameName,
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
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Trains a network."""
    from dvergar.cli import train as command

    command.train(game, rounds, policy, seed, folder, release, of_round, jobs, on)


@lab.command(help="help.solve")
def solve(
    game: console.GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="help.out")],
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0, help="help.seconds")
    ] = 60,
    seed: console.Seed = None,
    option: console.Options = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="help.solve_jobs")] = 1,
) -> None:
    """Searches for the best game alone."""
    from dvergar.cli import solve as command

    command.solve(game, seconds, out, seed, option or [], jobs)


@lab.command(help="help.benchmark")
def benchmark(
    task: Annotated[str, typer.Argument(metavar="[TASK]", help="help.task")] = "",
    agent: Annotated[str, typer.Option("--agent", metavar="BOT", help="help.agent")] = "greedy",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=0, help="help.first_deals")] = 0,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.result")] = None,
) -> None:
    """Measures an agent at a fixed task."""
    from dvergar.cli import simulate as command

    command.benchmark(task, agent, deals, jobs, out)


@lab.command(help="help.perft")
def perft(
    game: console.GameName,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, help="help.depth")] = 3,
    players: console.Players = None,
    option: console.Options = None,
    seed: console.Seed = None,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="help.after")
    ] = None,
    free: Annotated[bool, typer.Option("--free", help="help.free")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="help.divide")] = False,
    as_json: console.AsJson = False,
) -> None:
    """Counts sequences of moves."""
    from dvergar.cli import solve as command

    command.perft(game, depth, players, option or [], seed, after or [], free, divide, as_json)


@lab.command(help="help.bot")
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


@lab.command(help="help.analyse")
def analyse(
    file: console.RecordFile,
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


puzzles: Final = typer.Typer(help="help.puzzles")


@puzzles.command("find", help="help.puzzles_find")
def find_puzzles(
    game: console.GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="help.puzzles_out")],
    players: Annotated[
        list[int] | None, typer.Option("--players", metavar="N", help="help.puzzles_players")
    ] = None,
    option: console.Options = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B", help="help.puzzles_bots")
    ] = "hard,normal",
    number: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="help.puzzles_games")
    ] = 20,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="help.puzzles_most")] = 40,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=0, help="help.puzzles_nodes")
    ] = 0,
    margin: Annotated[
        float, typer.Option("--margin", metavar="POINTS", min=0, help="help.puzzles_margin")
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="help.puzzles_seed")] = 1,
) -> None:
    """Finds puzzles in games that bots play."""
    from dvergar.cli import analyse as command

    hunt = command.read_hunt(game, players or [], option or [], bots, number, most, seed)
    command.find_puzzles(hunt, nodes, margin, out)


@puzzles.command("check", help="help.puzzles_check")
def check_puzzles(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.puzzles_file", show_default=False)
    ],
) -> None:
    """Repeats the deep search for each puzzle of a file."""
    from dvergar.cli import analyse as command

    raise typer.Exit(command.check_puzzles(file))


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
        str,
        typer.Option("--lang", metavar="|".join(LANGUAGES), expose_value=False, help="help.lang"),
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
    data: console.Data = None,
    database: console.Database = None,
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
    chosen |= command.typed_settings(set_ or []) | console.typed_database(database)
    command.serve(command.serve_address(host, port, data), chosen, not no_open)


@app.command(help="help.games")
def games(as_json: console.AsJson = False) -> None:
    """Lists the games."""
    from dvergar.cli import games as command

    command.show_games(as_json)


@app.command(help="help.play")
def play(
    game: console.GameName,
    players: console.Players = None,
    option: console.Options = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B", help="help.opponents")
    ] = None,
    seed: console.Seed = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="help.save")] = None,
) -> None:
    """Plays in the terminal."""
    from dvergar.cli import play as command

    command.play(game, players, option or [], bots, seed, save)


@app.command(help="help.replay")
def replay(
    file: console.RecordFile,
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="help.at")] = None,
) -> None:
    """Tells a played game."""
    from dvergar.cli import records

    records.replay(file, at)


@app.command(help="help.rules")
def rules(game: console.GameName) -> None:
    """Prints a rule book."""
    from dvergar.cli import games as command

    command.show_rules(game)


@app.command(help="help.translations")
def translations(
    code: Annotated[str, typer.Argument(metavar="[LANG]", help="help.translations_language")] = "",
) -> int:
    """Says how much of each language is translated."""
    from dvergar.cli import games as command

    return command.show_translations(code)


@app.command(help="help.view")
def view(
    game: console.GameName,
    players: console.Players = None,
    option: console.Options = None,
    seed: console.Seed = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", min=0, help="help.view_seat")
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="help.schema")] = False,
) -> None:
    """Prints what programs are shown of a game."""
    from dvergar.cli import games as command

    command.show_view(game, players, option or [], seed, seat, schema)


@app.command(help="help.verify")
def verify(files: RecordFiles, as_json: console.AsJson = False) -> int:
    """Checks records."""
    from dvergar.cli import records

    return records.verify_json(files) if as_json else records.verify(files)


app.add_typer(lab)
app.add_typer(hosting)
app.add_typer(tables, name="tables")
app.add_typer(puzzles, name="puzzles")
