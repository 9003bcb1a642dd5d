"""A match: one bot against others, stored game by game in a file, so it can be resumed.

Game number i is dealt by `derive(seed, i)` and the bot moves up a seat from game to game, so the
file is the same in any number of processes. A file belongs to its bots and its rules; a match
with others can't resume it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from dvergar.core.options import Value
from dvergar.core.registry import info, make_game
from dvergar.lab.games import Played
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.players import bot_of_level, has_time_limit
from dvergar.lab.simulate import Simulation

OUTCOMES_PER_LINE: Final = 10
"""Games on a line of the file."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a bot, its opponents (none where it plays alone), the game, the seed.

    >>> match = Match("four", "my_gold_mine", {"players": 4}, "expert", "bold", games=8, seed=3)
    >>> match.simulation().seats(1)
    ['bold', 'bold', 'bold', 'expert']
    >>> match.seat(1)
    3
    """

    name: str
    game: str
    options: Mapping[str, Value]
    bot: str
    against: str
    games: int
    seed: int

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return make_game(self.game, self.options).players

    def seat(self, number: int) -> int:
        """Where the bot sits in a game."""
        return -number % self.players

    def simulation(self) -> Simulation:
        """The same for the laboratory, which plays it."""
        bots = [self.bot] + [self.against] * (self.players - 1)
        return Simulation(self.game, self.options, bots, self.seed, paired=False)

    def facts(self) -> dict[str, Any]:
        """What all games of a match share: the game, its rules and its players."""
        return {
            "match": self.name,
            "game": self.game,
            "rules": info(self.game).rules_version,
            "options": dict(make_game(self.game, self.options).options),
            "seed": self.seed,
            "bot": bot_of_level(self.bot, self.game, self.players),
            "against": bot_of_level(self.against, self.game, self.players),
        }

    def is_reproducible(self) -> bool:
        """Whether a game played again must come out the same: where no bot looks at the clock."""
        bots = [self.bot, self.against] if self.against else [self.bot]
        return not any(has_time_limit(bot, self.game, self.players) for bot in bots)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game of a match ended: the points of every seat, and the seats that came first.

    >>> Outcome((7, 5, 7), (0,)).text(), Outcome.read("3* 3* 1").first
    ('7* 5 7', (0, 1))
    """

    points: tuple[int, ...]
    first: tuple[int, ...]

    @staticmethod
    def of(played: Played) -> Outcome:
        """How a game of the laboratory ended."""
        first = tuple(seat for seat, rank in enumerate(played.ranks) if rank == 1)
        return Outcome(tuple(played.record.scores or ()), first)

    @staticmethod
    def read(text: str) -> Outcome:
        """The outcome whose `text()` this is."""
        words = text.split()
        first = tuple(seat for seat, word in enumerate(words) if word.endswith("*"))
        return Outcome(tuple(int(word.rstrip("*")) for word in words), first)

    def text(self) -> str:
        """The points of the seats, those of the first with a star."""
        return " ".join(
            f"{points}{'*' * (seat in self.first)}" for seat, points in enumerate(self.points)
        )


@dataclass(slots=True)
class MatchFile:
    """The games of a match that have been played so far, as in its file."""

    facts: dict[str, Any]
    games: list[Outcome] = field(default_factory=list)
    moves: int = 0
    seconds: float = field(default=0.0, compare=False)
    date: str = field(default="", compare=False)

    @staticmethod
    def load(path: Path) -> MatchFile:
        """Reads a file."""
        tree = json.loads(path.read_text("utf-8"))
        rows: list[str] = tree.pop("games")
        games = [Outcome.read(text) for row in rows for text in row.split(" | ")]
        moves, seconds, date = tree.pop("moves"), tree.pop("seconds"), tree.pop("date")
        return MatchFile(tree, games, moves, seconds, date)

    def save(self, path: Path) -> None:
        """Writes the file, whole or not at all."""
        texts = [game.text() for game in self.games]
        rows = [
            " | ".join(texts[at : at + OUTCOMES_PER_LINE])
            for at in range(0, len(texts), OUTCOMES_PER_LINE)
        ]
        seconds = round(self.seconds, 1)
        tree = self.facts | {"date": self.date, "moves": self.moves, "seconds": seconds}
        text = json.dumps(tree | {"games": rows}, indent=1, ensure_ascii=False) + "\n"
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_text(text, "utf-8")
        beside.replace(path)

    def points(self) -> list[int]:
        """The points of the bot, game by game."""
        return [game.points[-number % len(game.points)] for number, game in enumerate(self.games)]

    def firsts(self) -> list[float]:
        """The bot's share of first place, game by game; a shared first place is a fraction."""
        return [
            (-number % len(game.points) in game.first) / len(game.first)
            for number, game in enumerate(self.games)
        ]


def resume(
    match: Match,
    path: Path,
    *,
    games: int = 0,
    jobs: int = 1,
    part: int = 10,
    on_part: Callable[[MatchFile], object] | None = None,
) -> MatchFile:
    """Plays the remaining games of a match, saves after every part, and returns the whole sheet.

    `games` is played instead of what the match says. A ValueError says why a file cannot be gone
    on with: other bots, other rules, or bots that no longer play as they did.
    """
    sheet = _begun(match, path)
    wanted = games or match.games
    parts = [range(at, min(at + part, wanted)) for at in range(len(sheet.games), wanted, part)]
    waiting: dict[int, _Part] = {}
    for _, done in run_parallel(
        partial(_play, match), parts, info(match.game), Workers(jobs), most=1
    ):
        if isinstance(done, WorkerDied):
            raise ValueError(f"{path.name}: a process died twice in the same games")
        waiting[done.numbers.start] = done
        so_far = len(sheet.games)
        for ready in _in_order(waiting, so_far):
            sheet.games += ready.games
            sheet.moves += ready.moves
            sheet.seconds += ready.seconds
        if len(sheet.games) == so_far:
            continue  # a later part was done first: it waits for those before it
        sheet.date = datetime.now(UTC).date().isoformat()
        sheet.save(path)
        if on_part:
            on_part(sheet)
    return sheet


@dataclass(frozen=True, slots=True)
class _Part:
    numbers: range
    games: list[Outcome]
    moves: int
    seconds: float


def _begun(match: Match, path: Path) -> MatchFile:
    """The sheet so far; it must be of this match, and its bots must still play as they did."""
    if not path.exists():
        return MatchFile(match.facts())
    sheet = MatchFile.load(path)
    facts = match.facts()
    for what, value in facts.items():
        if sheet.facts.get(what) != value:
            was = sheet.facts.get(what)
            raise ValueError(f"{path.name}: {what} was {was} and is {value}; start over")
    if match.is_reproducible() and sheet.games and _outcome(match, 0)[0] != sheet.games[0]:
        raise ValueError(f"{path.name}: the bots no longer play as they did; start over")
    return sheet


def _in_order(waiting: dict[int, _Part], at: int) -> Iterator[_Part]:
    """The parts that go on from game `at` without a gap."""
    while at in waiting:
        part = waiting.pop(at)
        at = part.numbers.stop
        yield part


def _play(match: Match, numbers: range) -> _Part:
    started = time.process_time()
    played = [_outcome(match, number) for number in numbers]
    seconds = time.process_time() - started
    return _Part(numbers, [one for one, _ in played], sum(moves for _, moves in played), seconds)


def _outcome(match: Match, number: int) -> tuple[Outcome, int]:
    played = match.simulation().play(number)
    return Outcome.of(played), len(played.record.moves)
