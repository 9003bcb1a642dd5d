"""The commands of the laboratory: many games and what they show, learning, searching, counting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from dvergar.cli.arguments import AsJson, GameName, Options, Players, RecordFile, Seed

commands: Final = typer.Typer()

Jobs = Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, help="help.jobs")]
On = Annotated[str, typer.Option("--on", metavar="ADDRESS", help="help.on")]
TableFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.table_out")]
MovesFile = Annotated[
    Path | None, typer.Option("--moves", metavar="FILE", help="help.table_of_moves")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="help.overwrite")]


@commands.command(help="help.simulate")
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
    out: TableFile = None,
    moves: MovesFile = None,
    overwrite: Overwrite = False,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="help.unpaired")] = False,
) -> None:
    """Plays many games between bots."""
    from dvergar.cli import simulate as command

    places = command.Places(jobs, on, save, out, moves, overwrite)
    command.simulate(game, bots, number, seed, players, option or [], not unpaired, places)


@commands.command(help="help.tournament")
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
    out: TableFile = None,
    moves: MovesFile = None,
    overwrite: Overwrite = False,
) -> None:
    """Rates bots by a tournament."""
    from dvergar.cli import tournament as command
    from dvergar.cli.simulate import Places

    places = Places(jobs, on, None, out, moves, overwrite)
    command.tournament(game, bots, deals, swiss, seed, players, option or [], places)


@commands.command(help="help.report")
def report(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.games_table", show_default=False)
    ],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.page")] = None,
) -> None:
    """Writes a page about many games."""
    from dvergar.cli import tournament as command

    command.report(file, out)


@commands.command(help="help.train")
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
    jobs: Jobs = None,
    on: On = "",
) -> None:
    """Trains a network."""
    from dvergar.cli import train as command

    command.train(game, rounds, policy, seed, folder, release, of_round, jobs, on)


@commands.command(help="help.solve")
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


@commands.command(help="help.perft")
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


@commands.command(help="help.bot")
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


@commands.command(help="help.analyse")
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
