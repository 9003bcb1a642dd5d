"""Searches for the best game that one can play alone, with the whole deal known.

The search goes in rounds and keeps a handful of lines of different kinds that it improves in turn,
now and then a new one, found by a beam with noise and preferences. Every better line is written at
once; a stopped search continues from what was written. A round is determined by its `Round`, so any
process can play it. The record of the best line and the lines to search from are each written as a
whole and then replace the old file, so that a reader always finds a complete file.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from typing import Any, Final

from dvergar.bots.anneal import Annealing, Budget, Cooling, Plan, anneal, first_plan
from dvergar.bots.beam import Beam
from dvergar.bots.judge import beam_judge
from dvergar.bots.planner import NODES_PER_PLACE, NODES_PER_VALUE
from dvergar.bots.turn_replay import Turns
from dvergar.core.chance import Chance, derive
from dvergar.core.errors import DvergarError
from dvergar.core.game import Game
from dvergar.core.info import GameInfo
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import evaluate, games, line_kind, make_game, register
from dvergar.lab.parallel import end_with_parent

FORMAT: Final = "dvergar-solve"
VERSION: Final = 1
PLAYER_NAME: Final = "solve"
"""Who played a line, in its record."""

Line = list[list[int]]
"""A whole game, turn by turn."""
Kind = tuple[int, int]
"""What kind of line one is, coarse and fine, as the game sees it at its end."""


class SolveError(DvergarError):
    """A search for the best line can't begin or continue; the sentence says why.

    >>> SolveError("solve.players", game="my_gold_mine").key
    'solve.players'
    """


@dataclass(slots=True)
class SavedSearch:
    """How far a search has come: rounds, nodes, and its best lines."""

    rounds: int = 0
    nodes: int = 0
    lines: list[Line] = field(default_factory=list)


def search_file(out: Path) -> Path:
    """Where the search is kept that belongs to a record.

    >>> search_file(Path("best/caverna.json")).name
    'caverna.search.json'
    """
    return out.with_suffix(".search.json")


def record_of(game: Game, seed: int, line: Line) -> Record:
    """The finished record of a line."""
    record = Record.of(game, seed, [PLAYER_NAME])
    record.moves = [game.name(move) for turn in line for move in turn]
    record.finish(record.replay())
    return record


def line_of(record: Record) -> Line:
    """The turns of a record."""
    line: Line = []
    turn = -1
    for name, state in zip(record.moves, record.positions(), strict=False):
        if state.turn != turn:
            turn = state.turn
            line.append([])
        line[-1].append(state.game.move(name))
    return line


def write_record(out: Path, game: Game, seed: int, line: Line) -> None:
    """Writes the record of the best line."""
    write_whole(out, record_of(game, seed, line).to_json())


def write_search(out: Path, game: Game, seed: int, kept: SavedSearch) -> None:
    """Writes how far the search has come."""
    tree = {
        "format": FORMAT,
        "version": VERSION,
        **_belongs_to(game, seed),
        "rounds": kept.rounds,
        "nodes": kept.nodes,
        "lines": [[[game.name(move) for move in turn] for turn in line] for line in kept.lines],
    }
    write_whole(search_file(out), json.dumps(tree) + "\n")


def read_search(out: Path, game: Game, seed: int) -> SavedSearch:
    """How far the search has come that belongs to this record; nothing if there is none."""
    if not out.exists():
        return SavedSearch()
    record = Record.load(out)
    theirs = {"game": record.game, "rules": record.rules, "options": record.options}
    if {**theirs, "seed": record.seed} != _belongs_to(game, seed):
        raise SolveError("solve.other", path=out)
    record.verify()
    if not search_file(out).exists():
        return SavedSearch(lines=[line_of(record)])
    try:
        return _kept(json.loads(search_file(out).read_text(encoding="utf-8")), game, seed)
    except (OSError, ValueError, KeyError, TypeError, DvergarError) as error:
        raise SolveError("solve.damaged", path=search_file(out)) from error


def _kept(tree: dict[str, Any], game: Game, seed: int) -> SavedSearch:
    belongs = _belongs_to(game, seed)
    whose = {key: tree[key] for key in belongs}
    if tree["format"] != FORMAT or tree["version"] != VERSION or whose != belongs:
        raise ValueError("the search of another game")
    lines: list[list[list[int]]] = [
        [[game.move(name) for name in turn] for turn in line] for line in tree["lines"]
    ]
    return SavedSearch(int(tree["rounds"]), int(tree["nodes"]), lines)


def _belongs_to(game: Game, seed: int) -> dict[str, Any]:
    rules = game.info.rules_version
    return {"game": game.slug, "rules": rules, "options": dict(game.options), "seed": seed}


def write_whole(path: Path, text: str) -> None:
    """Puts a whole new file in the place of an old one, or leaves the old one as it was."""
    begun = path.with_name(path.name + ".part")
    try:
        begun.write_text(text, encoding="utf-8")
        begun.replace(path)
    except OSError as error:
        raise SolveError("solve.write", path=path, why=error.strerror or "") from error


NODES_PER_ROUND: Final = 1_200_000
"""Moves tried to improve a line once; for a new line it is twice as much."""

FRESH_EVERY: Final = 8
"""Every eighth round begins a new line."""
MIN_LINES: Final = 3
"""With fewer lines than this every round does."""

LONG_EVERY: Final = 4
LONG_FACTOR: Final = 8
"""How many times longer every fourth round anneals: slow cooling finds what short rounds miss."""

# Temperature of a round at its start and end, and the bonus per turn at first: one of each.
FRESH_HOT: Final = 2.5
FRESH_COLD: Final = 0.4
FRESH_TURN_BONUSES: Final = (0.0, 2.0, 5.0, 5.0)
HOT: Final = (0.4, 0.5, 0.6, 0.7)
COLD: Final = 0.3
TURN_BONUSES: Final = (0.0, 0.0, 1.0, 2.0)

# The beam of a new line: places, and points by which it may misjudge positions and kinds of line.
BEAM_WIDTHS: Final = (8.0, 12.0, 16.0, 24.0)
BEAM_NOISES: Final = (0.0, 0.5, 1.0, 2.0)
BEAM_PREFERENCES: Final = (0.0, 2.0, 4.0, 8.0)


@dataclass(frozen=True, slots=True)
class Round:
    """What is to be done in a round."""

    game: str
    options: Mapping[str, Value]
    seed: int
    number: int
    line: Line
    """The line that is to be improved; empty: a new one."""
    best_points: float
    """The points of the best line of all; only better ones are reported at once."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Found:
    """A line that a round found."""

    line: Line
    points: float
    nodes: int
    begun: Line
    """The line it was made from."""
    kind: Kind = (0, 0)
    """The kind of line that it is, by its end."""


def play_round(
    todo: Round, tell: Callable[[Found], object], is_stopped: Callable[[], bool] = lambda: False
) -> Found:
    """The best line of a round; lines better than `best_points` are reported at once.

    A round that is stopped, or interrupted by Ctrl-C, has found something as well.
    """
    judge = evaluate(todo.game)
    assert judge is not None, "checked before the search began"
    chance = Chance(derive(todo.seed, todo.number))
    turns = Turns(judge, chance)
    start = make_game(todo.game, todo.options).start(todo.seed)
    line = todo.line or _beam_line(todo, turns, is_stopped)
    nodes = max(todo.nodes, todo.nodes * (1 if todo.line else 2) - turns.nodes)
    cooling = _cooling(bool(line), chance)
    annealing = Annealing(turns, first_plan(turns, start, line))
    budget = Budget(turns, nodes, todo.seconds)
    watcher = _Watcher(todo, tell, is_stopped)
    try:
        anneal(annealing, cooling, budget, watcher.watch)
    except _Stopped:
        pass
    except KeyboardInterrupt:
        tell(watcher.found(annealing))
        raise
    return watcher.found(annealing)


class _Stopped(Exception):
    """The search was stopped and wants the best so far."""


class _Watcher:
    """Tells of every line that beats all before it."""

    def __init__(
        self, todo: Round, tell: Callable[[Found], object], is_stopped: Callable[[], bool]
    ) -> None:
        self._tell = tell
        self._is_stopped = is_stopped
        self._bar = todo.best_points
        self._begun = todo.line

    def watch(self, _share: float, annealing: Annealing) -> None:
        if annealing.best.points > self._bar:
            self._bar = annealing.best.points
            self._tell(self.found(annealing))
            self._begun = annealing.best.turns
        if self._is_stopped():
            raise _Stopped

    def found(self, annealing: Annealing) -> Found:
        best = annealing.best
        kind = kind_of(best)
        return Found(best.turns, best.points, annealing.turns.nodes, self._begun, kind)


def kind_of(plan: Plan) -> Kind:
    """The kind of line that a plan is."""
    say = line_kind(plan.last.game.slug)
    return say(plan.last, plan.seat)[1:] if say is not None else (0, 0)


def _beam_line(todo: Round, turns: Turns, is_stopped: Callable[[], bool]) -> Line:
    """A new line by a beam that differs from round to round; none where beams are too dear."""
    if line_kind(todo.game) is None or max(BEAM_WIDTHS) * NODES_PER_PLACE > todo.nodes:
        return []
    chance = turns.chance
    width = int(_one_of(BEAM_WIDTHS, chance))
    start = make_game(todo.game, todo.options).start(todo.seed)
    judge = beam_judge(todo.game)
    noise, preference = _one_of(BEAM_NOISES, chance), _one_of(BEAM_PREFERENCES, chance)
    line = Beam(judge, chance, width, noise, preference, is_stopped).line(start)
    turns.nodes += NODES_PER_VALUE * judge.asked
    return line


def _cooling(improves: bool, chance: Chance) -> Cooling:
    if not improves:
        return Cooling(FRESH_HOT, FRESH_COLD, _one_of(FRESH_TURN_BONUSES, chance))
    return Cooling(_one_of(HOT, chance), COLD, _one_of(TURN_BONUSES, chance))


def _one_of(numbers: tuple[float, ...], chance: Chance) -> float:
    return numbers[chance.below(len(numbers))]


MAX_LINES: Final = 12
"""How many lines are kept,"""
MAX_LINES_OF_A_KIND: Final = 3
"""and how many of them that end as the same kind."""

LINES_DRAWN: Final = 3
"""How many lines a round draws; it improves the best of them."""

WORST_VALUE: Final = -1e9

POLL_S: Final = 0.5
"""Seconds between two looks at what other processes have to tell."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    >>> Progress(points=93.0, rounds=2, nodes=3_600_000, seconds=31.0).points
    93.0
    """

    points: float
    rounds: int
    nodes: int
    seconds: float


Watcher = Callable[[Progress], object]


def nodes_of_round(number: int, nodes: int) -> int:
    """The moves tried in a round; the first is a short one, so that there is a line soon.

    >>> [nodes_of_round(number, 100) for number in range(6)]
    [100, 100, 100, 100, 800, 100]
    """
    return nodes * LONG_FACTOR if number and number % LONG_EVERY == 0 else nodes


class Search:
    """A search for the best line of one deal of a single-player game, stored on disk.

    Args:
        game: a game for one player.
        seed: the deal.
        out: the file for the best record; a search stored there is continued.
        nodes: moves tried per round; in every fourth round eight times as many.

    Raises:
        SolveError: the game cannot be searched, or the file holds another search.

    >>> import dvergar, tempfile
    >>> from dvergar.core.record import Record
    >>> out = Path(tempfile.mkdtemp()) / "best.json"
    >>> search = Search(dvergar.game("caverna", players=1), seed=1, out=out)
    >>> search.run(seconds=0.1, jobs=1, watch=lambda progress: None)
    True
    >>> Record.load(out).scores == [search.best]
    True
    """

    def __init__(self, game: Game, seed: int, out: Path, nodes: int = NODES_PER_ROUND) -> None:
        check(game)
        self.game = game
        self.seed = seed
        self.out = out
        self._round_nodes = nodes
        self._kept = read_search(out, game, seed)
        plans = [self._plan_of(line) for line in self._kept.lines]
        self._points = [plan.points for plan in plans]
        self._kinds = [kind_of(plan) for plan in plans]
        self._written = _points_written(out)  # a record is never replaced by a worse one
        self._given_out = self._kept.rounds
        self._began = time.perf_counter()
        self._watch: Watcher = lambda _: None

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        seconds = time.perf_counter() - self._began
        return Progress(self.best, self._kept.rounds, self._kept.nodes, seconds)

    @property
    def best(self) -> float:
        """The points of the best line; before there is one, less than any line has."""
        return max([*self._points, self._written])

    def run(self, seconds: float, jobs: int, watch: Watcher) -> bool:
        """Search.

        Args:
            seconds: for how long.
            jobs: in how many processes.
            watch: called with the progress.

        Returns:
            False if Ctrl-C ended it early.
        """
        self._began = time.perf_counter()
        self._watch = watch
        try:
            if jobs == 1:
                self._run_here(seconds)
            else:
                self._run_in_processes(seconds, jobs)
        except KeyboardInterrupt:
            return False
        finally:
            self._save()
        return True

    def _run_here(self, seconds: float) -> None:
        while self._left(seconds) > 0:
            self._finish(play_round(self._next(seconds), self.add))

    def _run_in_processes(self, seconds: float, jobs: int) -> None:
        context = get_context("spawn")
        queue: Any = context.Queue()
        stop = context.Event()
        made_ready = (self.game.info, queue, stop)
        running: set[Future[Found]] = set()
        with ProcessPoolExecutor(jobs, context, _make_ready, made_ready) as pool:
            try:
                while self._left(seconds) > 0:
                    while len(running) < jobs:
                        running.add(pool.submit(_play_there, self._next(seconds)))
                    done, running = wait(running, POLL_S, FIRST_COMPLETED)
                    self._add_all(queue)
                    for future in done:
                        self._finish(future.result())
            finally:
                stop.set()
                for future in wait(running).done:
                    self.add(future.result())

    def _left(self, seconds: float) -> float:
        return seconds - (time.perf_counter() - self._began)

    def _next(self, seconds: float) -> Round:
        """The next round; which line it improves depends on its number and on the lines found."""
        number = self._given_out
        self._given_out += 1
        chance = Chance(derive(self.seed, number))
        line: Line = []
        if len(self._kept.lines) >= MIN_LINES and number % FRESH_EVERY:
            many = len(self._kept.lines)
            line = self._kept.lines[min([chance.below(many) for _ in range(LINES_DRAWN)])]
        left = self._left(seconds)
        nodes = nodes_of_round(number, self._round_nodes)
        options = self.game.options
        return Round(self.game.slug, options, self.seed, number, line, self.best, nodes, left)

    def add(self, found: Found) -> None:
        """Keeps a line that was found; if it is the best of all, it is written at once."""
        if found.line in self._kept.lines:
            return
        is_best = found.points > self.best
        if found.begun in self._kept.lines:
            place = self._kept.lines.index(found.begun)
            if found.points > self._points[place]:
                self._forget(place)
        self._insert(found)
        if is_best:
            write_record(self.out, self.game, self.seed, found.line)
            self._save()
            self._watch(self.progress)

    def _finish(self, found: Found) -> None:
        self.add(found)
        self._kept.rounds += 1
        self._kept.nodes += found.nodes
        self._save()
        self._watch(self.progress)

    def _insert(self, found: Found) -> None:
        place = sum(points >= found.points for points in self._points)
        self._kept.lines.insert(place, found.line)
        self._points.insert(place, found.points)
        self._kinds.insert(place, found.kind)
        alike = [number for number, kind in enumerate(self._kinds) if kind == found.kind]
        if len(alike) > MAX_LINES_OF_A_KIND and has_kinds(self.game):
            self._forget(alike[-1])
        elif len(self._points) > MAX_LINES:
            self._forget(MAX_LINES)

    def _forget(self, place: int) -> None:
        del self._kept.lines[place]
        del self._points[place]
        del self._kinds[place]

    def _add_all(self, queue: Any) -> None:
        while True:
            try:
                self.add(queue.get_nowait())
            except Empty:
                return

    def _save(self) -> None:
        if self._kept.lines:
            write_search(self.out, self.game, self.seed, self._kept)

    def _plan_of(self, line: Line) -> Plan:
        judge = evaluate(self.game.slug)
        assert judge is not None, "checked at the beginning"
        return first_plan(Turns(judge, Chance(0)), self.game.start(self.seed), line)


def _points_written(out: Path) -> float:
    """The points of the record that is there already; without one, less than any line has."""
    if not out.exists():
        return WORST_VALUE
    scores = Record.load(out).scores
    return float(scores[0]) if scores else WORST_VALUE


def has_kinds(game: Game) -> bool:
    """Whether a game tells kinds of lines apart."""
    return bool(game.info.line_kind)


def check(game: Game) -> None:
    """Says at once why the best game cannot be searched for."""
    title = game.slug
    if game.players > 1:
        raise SolveError("solve.players", game=title)
    if not game.info.evaluate:
        raise SolveError("solve.estimate", game=title)


# In another process.

_worker_queue: list[Any] = []


def _make_ready(game: GameInfo, queue: Any, stop: Any) -> None:
    """A fresh process knows installed games only; Ctrl-C is heard by the one that started it."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if game.slug not in games():
        register(game)
    _worker_queue[:] = [queue, stop]


def _play_there(todo: Round) -> Found:
    queue, stop = _worker_queue
    return play_round(todo, queue.put, stop.is_set)
