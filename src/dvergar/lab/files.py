"""The files of a simulation: what it has played so far, and the tables that come of it.

Until all is played, everything lies in one journal beside the tables (`games.parquet.part`). Then
the tables are written from it, in the order of the games, so that they hold the same whoever played
what in which order. The seconds a bot took are the only thing in them that differs from run to run.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import dvergar
from dvergar.core.options import Value
from dvergar.core.registry import info, make_game
from dvergar.lab.entrants import name_of
from dvergar.lab.extras import DataError
from dvergar.lab.journal import Journal, Tree, begun, part_of
from dvergar.lab.rows import MOVES, Row, columns, move_rows
from dvergar.lab.simulation import Simulation
from dvergar.lab.tables import check_name, write_table

FORMAT: Final = "dvergar-data"
VERSION: Final = 1


class Files:
    """Where a simulation is kept: a journal while it is played, tables when it is over."""

    def __init__(
        self,
        simulation: Simulation,
        out: Path | None,
        moves: Path | None,
        overwrite: bool = False,
    ) -> None:
        self._simulation = simulation
        self._tables = [check_name(path) for path in (moves, out) if path]
        self._out, self._moves = out, moves
        self.wants_steps = moves is not None
        part = part_of(out or self._tables[0])
        if not overwrite and not part.exists():
            for path in self._tables:
                if path.exists():
                    raise DataError("data.finished", path=path)
        facts = facts_of(simulation) | {"moves": self.wants_steps}
        self.journal = Journal(part, facts, anew=overwrite)

    def finish(self, games: int, command: str) -> None:
        """Writes the tables, and removes the journal."""
        facts = facts_of(self._simulation) | {"games": games, "command": command}
        game = make_game(self._simulation.game, self._simulation.options)
        if self._moves:
            told = facts | {"table": "moves", "varies": ["seconds"]}
            write_table(self._moves, MOVES, self._steps(games), told)
        if self._out:
            rows = (tree["row"] for tree in self._trees(games))
            write_table(self._out, columns(game), rows, facts | {"table": "games"})
        self.journal.remove()

    def _trees(self, games: int) -> Iterator[Tree]:
        return (tree for tree in self.journal.in_order() if tree["number"] < games)

    def _steps(self, games: int) -> Iterator[Row]:
        for tree in self._trees(games):
            if "steps" in tree:
                yield from move_rows(tree["row"], {"name": tree["names"], **tree["steps"]})

    def __enter__(self) -> Files:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.journal.__exit__(kind, error, trace)


def facts_of(simulation: Simulation) -> dict[str, Any]:
    """What all games of a simulation have in common."""
    game = make_game(simulation.game, simulation.options)
    return {
        "format": FORMAT,
        "version": VERSION,
        "dvergar": dvergar.__version__,
        "game": game.slug,
        "rules": game.info.rules_version,
        "options": dict(game.options),
        "bots": [name_of(entrant) for entrant in simulation.bots],
        "seed": simulation.seed,
        "paired": simulation.paired,
    }


def seed_begun(out: Path | None, moves: Path | None) -> int | None:
    """The seed of what was begun in these files, for whoever goes on and names none."""
    path = out or moves
    facts = begun(part_of(path)) if path else None
    seed = (facts or {}).get("seed")
    return seed if isinstance(seed, int) else None


def options_typed(game: str, options: dict[str, Value]) -> list[str]:
    """The options of a game as they are typed, those that have their default left out.

    >>> options_typed("caverna", {"players": 3, "tiles": "introductory"})
    ['--players', '3', '--option', 'tiles=introductory']
    """
    checked = info(game).check(options)
    usual = info(game).check({"players": checked["players"]})
    typed = ["--players", str(checked["players"])]
    for name, value in checked.items():
        if value != usual[name]:
            typed += ["--option", f"{name}={str(value).lower()}"]
    return typed


def command_of(simulation: Simulation, games: int) -> str:
    """The command that plays the same again."""
    bots = ",".join(name_of(entrant) for entrant in simulation.bots)
    words = ["dvergar", "simulate", simulation.game, "--bots", bots, "--games", str(games)]
    words += ["--seed", str(simulation.seed)]
    words += options_typed(simulation.game, dict(simulation.options))
    return shlex.join(words if simulation.paired else [*words, "--unpaired"])
