"""A benchmark that others can follow: fixed tasks, fixed deals, and one result file per agent.

A task is one seat of a game, alone or against named bots. The deals to train on and to be measured
by are apart: measured is by deals of the task's own seed, which training never sees when it takes
its deals from any other seed. Every deal is played from every seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import dvergar
from dvergar.core.options import Value
from dvergar.core.registry import info
from dvergar.lab.confidence import Figure, Sums
from dvergar.lab.games import Failure
from dvergar.lab.parallel import Workers
from dvergar.lab.players import name_of
from dvergar.lab.playing import in_order
from dvergar.lab.simulate import Simulation

EVALUATION_SEED: Final = 20261118
"""Deals of this seed measure; don't train on them."""


@dataclass(frozen=True, slots=True)
class Task:
    """One seat of a game to be played as well as possible.

    >>> TASKS["caverna-2"].environment
    'dvergar/Caverna-v4'
    """

    name: str
    game: str
    opponents: tuple[str, ...]
    deals: int
    training_steps: int
    """How many moves an agent may make to learn before it is measured."""
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def environment(self) -> str:
        """The Gymnasium environment of the task."""
        words = "".join(word.capitalize() for word in self.game.split("_"))
        return f"dvergar/{words}-v{info(self.game).rules_version}"

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return 1 + len(self.opponents)

    def schedule(self, agent: str) -> Simulation:
        """Who sits where in which game."""
        options = {**self.options, "players": self.players}
        return Simulation(self.game, options, [agent, *self.opponents], EVALUATION_SEED)


TASKS: Final = {
    task.name: task
    for task in (
        Task("caverna-1", "caverna", (), deals=100, training_steps=10_000_000),
        Task("caverna-2", "caverna", ("normal",), deals=50, training_steps=20_000_000),
        Task("caverna-4", "caverna", ("normal",) * 3, deals=25, training_steps=40_000_000),
        Task("cave-vs-cave-1", "cave_vs_cave", (), deals=100, training_steps=5_000_000),
        Task("cave-vs-cave-2", "cave_vs_cave", ("normal",), deals=50, training_steps=10_000_000),
        Task(
            "my-gold-mine-4", "my_gold_mine", ("normal",) * 3, deals=100, training_steps=5_000_000
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Result:
    """How an agent did at a task: as a file it is one line of the leaderboard."""

    task: str
    agent: str
    deals: int
    games: int
    points: Figure
    first_places: Figure
    failed: int
    rules_version: int
    version: str
    note: str = ""

    def as_json(self) -> str:
        """The text of the result's file."""
        tree: dict[str, Any] = {name: getattr(self, name) for name in Result.__slots__}
        for name in ("points", "first_places"):
            one: Figure = tree[name]
            tree[name] = [round(number, 4) for number in (one.value, one.low, one.high)]
        return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"

    @staticmethod
    def read(text: str) -> Result:
        """The result in a file; raises `ValueError` for anything else."""
        try:
            tree = json.loads(text)
            for name in ("points", "first_places"):
                tree[name] = Figure(*tree[name])
            return Result(**tree)
        except (TypeError, KeyError) as error:
            raise ValueError("this is not a benchmark result") from error


def measure(task: Task, agent: str, deals: int = 0, workers: Workers | None = None) -> Result:
    """Let an agent play a task.

    Args:
        task: one of `TASKS`.
        agent: a bot as `dvergar.bots.load` takes it.
        deals: only this number of deals; 0 for all of them.
        workers: where the games are played.

    Returns:
        The mean points and the share of games won or shared, with intervals from deal to deal.

    >>> result = measure(TASKS["my-gold-mine-4"], "careful", deals=2)
    >>> result.games, result.points.low <= result.points.value <= result.points.high
    (8, True)
    """
    schedule = task.schedule(agent)
    schedule.check()
    count = min(deals or task.deals, task.deals)
    games = range(count * task.players)
    points, first, failed = Sums(), Sums(), 0
    for deal in _by_deal(in_order(schedule, games, workers or Workers()), task.players):
        seats = []
        for number, told in deal:
            if isinstance(told, Failure):
                failed += 1
                continue
            seat = -number % task.players
            seats.append(((told.record.scores or [])[seat], told.ranks[seat] == 1))
        if seats:
            points.add(len(seats), sum(score for score, _ in seats))
            first.add(len(seats), sum(won for _, won in seats))
    return Result(
        task.name,
        name_of(agent),
        count,
        len(games),
        points.mean(),
        first.rate(),
        failed,
        info(task.game).rules_version,
        dvergar.__version__,
    )


def _by_deal(games: Iterable[tuple[Any, bool]], players: int) -> Iterator[list[tuple[int, Any]]]:
    """Games in groups of one deal, each with its number."""
    group: list[tuple[int, Any]] = []
    for number, (told, _) in enumerate(games):
        group.append((number, told))
        if len(group) == players:
            yield group
            group = []


def leaderboard(folder: Path) -> str:
    """The results of a folder as tables in Markdown, task by task and best first."""
    results = [Result.read(file.read_text("utf-8")) for file in sorted(folder.glob("*/*.json"))]
    parts = []
    for task in TASKS.values():
        mine = [one for one in results if one.task == task.name]
        mine.sort(key=lambda one: (-one.first_places.value, -one.points.value))
        alone = not task.opponents
        against = "alone" if alone else f"against {len(task.opponents)} × `{task.opponents[0]}`"
        parts.append(f"### {task.name}\n\n`{task.environment}`, {against}, {task.deals} deals.\n")
        head = ["agent", "points", *([] if alone else ["games won"]), "games", "note"]
        lines = [_row(head), _row(["---"] * len(head))]
        if alone:
            mine.sort(key=lambda one: -one.points.value)
        for one in mine:
            won = [] if alone else [_figure(one.first_places, 100, " %")]
            lines.append(
                _row([f"`{one.agent}`", _figure(one.points), *won, str(one.games), one.note])
            )
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _figure(one: Figure, by: float = 1, unit: str = "") -> str:
    low, high = one.low * by, one.high * by
    return f"{one.value * by:.1f}{unit} ({low:.1f} to {high:.1f})"
