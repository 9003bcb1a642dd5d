"""Plays the games of a schedule, in processes or on a cluster, and hands them on in their order.

Each game is kept in the journal of its files as soon as it is over, so nothing of it is lost; a
game that lies there already is not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from dvergar.core.errors import BotFailed
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.extras import DataError
from dvergar.lab.files import Files
from dvergar.lab.games import Failure, Played
from dvergar.lab.journal import Tree, line_of
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.rows import Scribe, failed_row
from dvergar.lab.schedule import Schedule

MAX_WAITING_GAMES: Final = 1_000
"""Games that are held in memory at most until those before them are over, where they are kept."""

Told = tuple[Played | Failure, str]
"""A game, and the line that keeps it."""


def in_order(
    schedule: Schedule,
    games: range,
    workers: Workers,
    files: Files | None = None,
    save: Path | None = None,
) -> Iterator[tuple[Played | Failure, bool]]:
    """All games by their number, and whether each was played now or lay in the files before."""
    before = {number for number in games if files and number in files.journal}
    todo = [number for number in games if number not in before]
    work = partial(_told, schedule, files is not None, bool(files and files.wants_steps))
    waiting: dict[int, Played | Failure] = {}
    fresh: set[int] = set()
    left = iter(games)
    number = next(left, None)
    for at, told in chain(run_parallel(work, todo, info(schedule.game), workers), [(-1, None)]):
        if told is not None:
            waiting[at] = _kept(schedule, at, told, files, save)
        if (
            files and len(waiting) > MAX_WAITING_GAMES
        ):  # behind a slow game: the journal remembers them
            fresh.update(waiting)
            waiting.clear()
        while number is not None and (number in waiting or number in before or number in fresh):
            if number in waiting:
                yield waiting.pop(number), True
            elif files:
                yield again(schedule, files.journal[number]), number in fresh
            number = next(left, None)


def _kept(
    schedule: Schedule, number: int, told: Told | WorkerDied, files: Files | None, save: Path | None
) -> Played | Failure:
    """What a game gave, after it has been written down."""
    if isinstance(told, WorkerDied):
        names = ", ".join(sorted(set(schedule.seats(number))))
        lost = Failure(number, "bot.died", (("name", names[:80]),))
        told = lost, _line_of_failure(schedule, lost)
    played, line = told
    if files:
        files.journal.keep(number, line)
    if save and isinstance(played, Played):
        name = f"{schedule.game}-{schedule.seed}-{number:06}.json"
        try:
            played.record.save(save / name)
        except OSError as error:
            why = error.strerror or ""
            raise DataError("data.write", path=save / name, why=why) from error
    return played


def _told(schedule: Schedule, rows: bool, steps: bool, number: int) -> Told:
    """Plays one game, in whichever process."""
    scribe = Scribe(info(schedule.game))
    try:
        played = schedule.play(number, [scribe] if rows else [])
    except BotFailed as error:
        failure = Failure.of(number, error)
        return failure, _line_of_failure(schedule, failure) if rows else ""
    line = ""
    if rows:
        row = scribe.row(played, schedule.deal(number)) | schedule.labels(number)
        tree: Tree = {"row": row}
        tree["names"] = played.record.moves
        if steps:
            tree["steps"] = scribe.steps(played)
        line = line_of(number, tree)
    return replace(played, thinking=[]), line


def _line_of_failure(schedule: Schedule, failure: Failure) -> str:
    number = failure.number
    deal, seed = schedule.deal(number), schedule.seed_of(number)
    row = failed_row(failure, deal, seed, schedule.seats(number)) | schedule.labels(number)
    return line_of(number, {"row": row, "failure": [failure.key, failure.facts]})


def again(schedule: Schedule, tree: Tree) -> Played | Failure:
    """The game that a line of a journal keeps."""
    number, row = tree["number"], tree["row"]
    if "failure" in tree:
        key, facts = tree["failure"]
        return Failure(number, key, tuple((name, fact) for name, fact in facts))
    game = make_game(schedule.game, schedule.options)
    seats = range(1, game.players + 1)
    record = Record.of(game, row["seed"], [row[f"seat{seat}_bot"] for seat in seats])
    record.moves = tree["names"]
    record.scores = [row[f"seat{seat}_points"] for seat in seats]
    return Played(number, record, [row[f"seat{seat}_rank"] for seat in seats])
