"""How fast Caverna is, plain and compiled, side by side with catanatron in one run.

Both play whole games of two on one core with random legal moves; free moves are left out of the
choice. `python benchmarks/caverna.py` measures the checkout and the compiled engine that `./dvergar
test` leaves in `build/compiled` (or the one in `--compiled DIR`); the peer comes with `pip install
--group benchmark`. Figures are processor time, the best of several runs that take turns, because a
machine is seldom quiet. `results.md` beside it keeps what was measured and when.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import pickle
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RUNS = 5
GAMES = 100
PEER_GAMES = 15
COPIES = 20
SEEDS_COPIED = (1, 2, 3)
MAX_PLAYERS = 7
LONG_RECORD = ROOT / "tests/records/caverna-7-long.json"
PEER = "catanatron"

Figures = dict[str, float]


# What one process measures.


def measure_dvergar() -> Figures:
    """Games, copies, pickles and replay of the engine that this process imports."""
    import dvergar
    from dvergar.testing import play_out

    game = dvergar.game("caverna", players=2)
    decisions = 0

    def count(_: Any) -> None:
        nonlocal decisions
        decisions += 1

    for seed in range(GAMES):
        play_out(game.start(seed), seed, count)
    seconds = cpu(lambda: [play_out(game.start(seed), seed) for seed in range(GAMES)])
    copies: list[float] = []
    for seed in SEEDS_COPIED:
        play_out(game.start(seed), seed, lambda state: copies.append(copy_time(state)))
    record = dvergar.Record.load(LONG_RECORD)
    return {
        "compiled": dvergar.compiled,
        "games": GAMES / seconds,
        "decisions": decisions / GAMES,
        "copy": sum(copies) / len(copies),
        "pickle_2": largest_pickle(2),
        "pickle_7": largest_pickle(MAX_PLAYERS),
        "moves": len(record.moves),
        "replay": cpu(record.replay),
    }


def measure_peer() -> Figures:
    """The same of catanatron: its own way to play, its own copy."""
    from catanatron import Color, Game, RandomPlayer

    def new(seed: int) -> Any:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)

    seconds = cpu(lambda: [new(seed).play() for seed in range(1, PEER_GAMES + 1)])
    decisions, copies = 0, []
    for seed in range(1, PEER_GAMES + 1):
        game = new(seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
            if seed in SEEDS_COPIED and decisions % 10 == 0:
                copies.append(copy_time(game))
    return {
        "games": PEER_GAMES / seconds,
        "decisions": decisions / PEER_GAMES,
        "copy": sum(copies) / len(copies),
    }


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    started = time.process_time()
    work()
    return time.process_time() - started


def copy_time(state: Any) -> float:
    """Microseconds a copy of this position takes."""
    copy = state.copy
    started = time.process_time()
    for _ in range(COPIES):
        copy()
    return (time.process_time() - started) / COPIES * 1e6


def largest_pickle(players: int) -> int:
    """The size of the largest pickled position of a few games."""
    import dvergar
    from dvergar.testing import play_out

    sizes: list[int] = []
    for seed in SEEDS_COPIED:
        start = dvergar.game("caverna", players=players).start(seed)
        play_out(start, seed, lambda state: sizes.append(len(pickle.dumps(state))))
    return max(sizes)


# All processes side by side.


def measure(contestants: dict[str, str | None]) -> dict[str, Figures]:
    """The best figures of each contestant; they take turns, so that all meet the same machine."""
    runs: dict[str, list[Figures]] = {name: [] for name in contestants}
    for _ in range(RUNS):
        for name, folder in contestants.items():
            runs[name].append(ask(name, folder))
    return {name: best(figures) for name, figures in runs.items()}


def ask(name: str, folder: str | None) -> Figures:
    """One run of one contestant, in a process of its own that imports Dvergar from `folder`."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure", name],
        env={**os.environ, "PYTHONPATH": folder or ""},
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: Figures = json.loads(done.stdout)
    if "compiled" in figures:
        assert figures["compiled"] == (name == "compiled"), f"{folder} is not {name}"
    return figures


def best(runs: list[Figures]) -> Figures:
    """Most games, least time."""
    return {what: (max if what == "games" else min)(run[what] for run in runs) for what in runs[0]}


def show(found: dict[str, Figures]) -> None:
    """One table, the peer last."""
    from rich.console import Console
    from rich.table import Table

    peer = found.get(PEER)
    table = Table("", *found, title="Caverna, two players, random games, one core")
    rows: dict[str, Callable[[Figures], str]] = {
        "whole games a second": lambda one: f"{one['games']:,.1f}{times(one, peer, 'games')}",
        "decisions a game": lambda one: f"{one['decisions']:,.0f}",
        "decisions a second": lambda one: f"{one['games'] * one['decisions']:,.0f}",
        "copy, mean over games": lambda one: f"{one['copy']:.2f} µs{times(one, peer, 'copy')}",
        "largest pickle, 2 players": lambda one: f"{one['pickle_2']:,.0f} bytes",
        "largest pickle, 7 players": lambda one: f"{one['pickle_7']:,.0f} bytes",
        "moves of a record of 7 players": lambda one: f"{one['moves']:,.0f}",
        "replaying it": lambda one: f"{one['replay']:.3f} s",
    }
    for what, text in rows.items():
        table.add_row(what, *(cell(text, figures) for figures in found.values()))
    console = Console(width=120)
    console.print(table)
    if peer is None:
        console.print(f"{PEER} is not installed: pip install --group benchmark")
    else:
        console.print(f"{PEER} {importlib.metadata.version(PEER)}")
    python, machine = platform.python_version(), platform.machine()
    console.print(f"CPython {python}, {machine}; best of {RUNS} runs.")


def cell(text: Callable[[Figures], str], figures: Figures) -> str:
    """A figure, or nothing where the contestant has none."""
    try:
        return text(figures)
    except KeyError:
        return ""


def times(one: Figures, peer: Figures | None, what: str) -> str:
    """How many times as much as the peer, or which part of it."""
    if peer is None or one is peer:
        return ""
    ratio = one[what] / peer[what]
    return f" ({ratio:.1f} x)" if ratio > 1 else f" (1/{1 / ratio:.1f})"


def main() -> None:
    """Measure everything and print one table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--compiled", type=Path, metavar="DIR", default=ROOT / "build/compiled")
    words.add_argument("--measure", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.measure:
        print(json.dumps(measure_peer() if asked.measure == PEER else measure_dvergar()))
        return
    contestants: dict[str, str | None] = {"plain Python": str(ROOT / "src")}
    if (asked.compiled / "dvergar").is_dir():
        contestants["compiled"] = str(asked.compiled.resolve())
    else:
        print(f"There is no compiled engine in {asked.compiled}; ./dvergar test makes one.")
    if importlib.util.find_spec(PEER):
        contestants[PEER] = None
    show(measure(contestants))


if __name__ == "__main__":
    main()
