"""Schedules of games, and playing them in processes or on a cluster, in their order.

A schedule says who sits where in game number n. The seed of a game determines everything in it: its
bots, and what they imagine. So a game is the same in every process and in any order. Each game is
written to the journal as soon as it is over, and is not played again once it is there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from dvergar.core.chance import derive
from dvergar.core.errors import BotFailed
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.extras import DataError
from dvergar.lab.files import Files
from dvergar.lab.games import Failure, Observer, Played, play_game
from dvergar.lab.journal import Tree, line_of
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.players import Entrant, bots_for, close_bot, is_ours, make_bot, name_of
from dvergar.lab.tables import RowBuilder, failed_row


@dataclass(frozen=True, slots=True)
class Schedule:
    """Games of one kind by number, all of them dealt by one seed."""

    game: str
    options: Mapping[str, Value]
    bots: Sequence[Entrant]
    seed: int

    @abstractmethod
    def deal(self, number: int) -> int:
        """The number of the deal that a game is played with."""

    @abstractmethod
    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""

    def labels(self, number: int) -> dict[str, int]:  # noqa: ARG002 - for tournaments
        """What else there is to say of a game in its row."""
        return {}

    def seed_of(self, number: int) -> int:
        """The seed that deals a game."""
        return derive(self.seed, self.deal(number))

    def seats(self, number: int) -> list[str]:
        """The names of the players of a game, seat by seat."""
        return [name_of(entrant) for entrant in self.entrants(number)]

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return make_game(self.game, self.options).players

    def check(self) -> None:
        """Says at once what would otherwise fail in another process."""
        make_game(self.game, self.options).start(self.seed)
        for entrant in self.bots:
            close_bot(make_bot(entrant, 0, self.game))

    def play(self, number: int, observers: Sequence[Observer] = ()) -> Played:
        """Plays one game to its end; raises `BotFailed` if a bot can't continue."""
        seed, entrants = self.seed_of(number), self.entrants(number)
        game = make_game(self.game, self.options)
        seeds = [derive(seed, seat) for seat in range(len(entrants))]
        with bots_for(entrants, seeds, self.game) as bots:
            return play_game(
                game,
                seed,
                bots,
                names=[name_of(entrant) for entrant in entrants],
                timed=[not is_ours(entrant) for entrant in entrants],
                number=number,
                observers=observers,
            )


MAX_WAITING_GAMES: Final = 1_000
"""Maximum number of finished games held in memory while earlier ones are still played."""

GameLine = tuple[Played | Failure, str]
"""A game, and its line of the journal."""


def in_order(
    schedule: Schedule,
    games: range,
    workers: Workers,
    files: Files | None = None,
    save: Path | None = None,
) -> Iterator[tuple[Played | Failure, bool]]:
    """All games in order, and whether each was played now or was in the files before."""
    before = {number for number in games if files and number in files.journal}
    todo = [number for number in games if number not in before]
    work = partial(_play_one, schedule, files is not None, bool(files and files.wants_steps))
    waiting: dict[int, Played | Failure] = {}
    fresh: set[int] = set()
    left = iter(games)
    number = next(left, None)
    for at, result in chain(run_parallel(work, todo, info(schedule.game), workers), [(-1, None)]):
        if result is not None:
            waiting[at] = _store(schedule, at, result, files, save)
        if (
            files and len(waiting) > MAX_WAITING_GAMES
        ):  # behind a slow game: the journal remembers them
            fresh.update(waiting)
            waiting.clear()
        while number is not None and (number in waiting or number in before or number in fresh):
            if number in waiting:
                yield waiting.pop(number), True
            elif files:
                yield game_of_line(schedule, files.journal[number]), number in fresh
            number = next(left, None)


def _store(
    schedule: Schedule,
    number: int,
    result: GameLine | WorkerDied,
    files: Files | None,
    save: Path | None,
) -> Played | Failure:
    """The result of a game, after it was saved."""
    if isinstance(result, WorkerDied):
        names = ", ".join(sorted(set(schedule.seats(number))))
        lost = Failure(number, "bot.died", (("name", names[:80]),))
        result = lost, _line_of_failure(schedule, lost)
    played, line = result
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


def _play_one(schedule: Schedule, rows: bool, steps: bool, number: int) -> GameLine:
    """Plays one game, in whichever process."""
    scribe = RowBuilder(info(schedule.game))
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


def game_of_line(schedule: Schedule, tree: Tree) -> Played | Failure:
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
