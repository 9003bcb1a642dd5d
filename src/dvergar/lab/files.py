"""The files of many games: a journal while they are played, and the tables made from it.

Until all games are over, everything is in one journal beside the tables (`games.parquet.part`).
Then the tables are written from it, ordered by game, so that they don't depend on which process
played what. Only the seconds that bots took differ from run to run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import dvergar
from dvergar.core.options import Value
from dvergar.core.registry import info, make_game
from dvergar.lab.extras import DataError
from dvergar.lab.journal import Journal, Tree, begun, part_of
from dvergar.lab.players import Entrant, has_time_limit, name_of
from dvergar.lab.tables import (
    MOVES,
    NUMBER,
    Column,
    Row,
    check_place,
    columns,
    move_rows,
    write_table,
)

FORMAT: Final = "dvergar-data"
VERSION: Final = 1


class Files:
    """Where games are kept: a journal while they are played, tables when they are over.

    `facts` are what all games share; a run that continues must have the same. `labels` are the
    columns that a schedule adds to the row of a game.
    """

    def __init__(
        self,
        facts: dict[str, Any],
        out: Path | None,
        moves: Path | None,
        overwrite: bool = False,
        labels: Sequence[str] = (),
    ) -> None:
        if out and moves and out.resolve() == moves.resolve():
            raise DataError("data.same", path=out)
        tables = [check_place(path) for path in (out, moves) if path]
        self._facts, self._out, self._moves = facts, out, moves
        self._labels = [Column(label, NUMBER) for label in labels]
        self.wants_steps = moves is not None
        part = part_of(tables[0])
        if not overwrite and not part.exists():
            for path in tables:
                if path.exists():
                    raise DataError("data.finished", path=path)
        self.journal = Journal(part, facts | {"moves": self.wants_steps}, anew=overwrite)

    def finish(self, games: int, command: str) -> None:
        """Writes the tables, and removes the journal."""
        facts = self._facts | {"games": games, "command": command}
        game = make_game(facts["game"], facts["options"])
        if self._moves:
            step_facts = facts | {"table": "moves", "varies": ["seconds"]}
            write_table(self._moves, MOVES, self._steps(games), step_facts)
        if self._out:
            rows = (tree["row"] for tree in self._trees(games))
            names = [*columns(game), *self._labels]
            write_table(self._out, names, rows, facts | {"table": "games"})
        self.journal.remove()

    def _trees(self, games: int) -> Iterator[Tree]:
        return (tree for tree in self.journal.in_order() if tree["number"] < games)

    def _steps(self, games: int) -> Iterator[Row]:
        for tree in self._trees(games):
            if "steps" in tree:
                yield from move_rows(tree["row"], {"name": tree["names"], **tree["steps"]})

    def __enter__(self) -> Files:
        return self

    def __exit__(self, *error: object) -> None:
        self.journal.__exit__(*error)


def common_facts(
    slug: str, options: Mapping[str, Value], bots: Sequence[Entrant]
) -> dict[str, Any]:
    """What every file records about its work: the version, the game and the players."""
    game = make_game(slug, options)
    return {
        "format": FORMAT,
        "version": VERSION,
        "dvergar": dvergar.__version__,
        "game": game.slug,
        "rules": game.info.rules_version,
        "options": dict(game.options),
        "bots": [name_of(entrant) for entrant in bots],
        "clock": time_limited_bots(slug, options, bots),
    }


def time_limited_bots(
    slug: str, options: Mapping[str, Value], bots: Sequence[Entrant]
) -> list[str]:
    """The bots with a limit in seconds: their moves depend on the machine."""
    players = make_game(slug, options).players
    return [name_of(bot) for bot in bots if has_time_limit(bot, slug, players)]


def stored_seed(out: Path | None, moves: Path | None) -> int | None:
    """The seed of the work in these files, for a run that continues it without naming one."""
    path = out or moves
    facts = begun(part_of(path)) if path else None
    seed = (facts or {}).get("seed")
    return seed if isinstance(seed, int) else None


def option_arguments(game: str, options: dict[str, Value]) -> list[str]:
    """The options of a game as they are typed, those that have their default left out.

    >>> option_arguments("caverna", {"players": 3, "tiles": "introductory"})
    ['--players', '3', '--option', 'tiles=introductory']
    """
    checked = info(game).check(options)
    usual = info(game).check({"players": checked["players"]})
    typed = ["--players", str(checked["players"])]
    for name, value in checked.items():
        if value != usual[name]:
            typed += ["--option", f"{name}={str(value).lower()}"]
    return typed
