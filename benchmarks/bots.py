"""How fast `search` thinks, plain and compiled in one run, and where its time goes.

`python benchmarks/bots.py` plays some turns of every game with an estimate, by the checkout and by
the compiled engine that `./dvergar test` leaves in `build/compiled` (or the one in `--compiled
DIR`). A node is a position that was valued. What copying, playing, listing moves, features and the
network take is measured one by one on the positions of a game, and set beside the time of the whole
search. Figures are processor time on one core; `results.md` keeps what was measured and when.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NODES = 3000
TURNS = 8
RUNS = 3
BATCH = 256
PARTS = ("copy", "play", "moves", "features", "network")
Figures = dict[str, float]


# What one process measures.


def measure(slug: str) -> Figures:
    """Turns and nodes a second of a search, and the microseconds of its parts for a position."""
    import dvergar
    from dvergar import bots
    from dvergar.core.registry import info

    game = dvergar.game(slug, players=max(2, info(slug).players[0]))
    positions = played(game)
    step = max(1, len(positions) // TURNS)
    nodes = 0
    turns = 0
    seconds = 0.0
    for number, state in enumerate(positions[::step]):
        bot: Any = bots.make("search", number, slug, nodes=NODES)
        shown = state.imagine(state.seat, number)
        started = time.process_time()
        bot.choose(shown)
        seconds += time.process_time() - started
        if bot.thought:
            nodes += bot.thought.nodes
            turns += 1
    found = {"turns": turns / seconds, "nodes": nodes / seconds, "each": seconds / nodes * 1e6}
    return {**found, **parts(slug, positions)}


def parts(slug: str, positions: list[Any]) -> Figures:
    """Microseconds that each part takes for one position, one after the other."""
    from dvergar.bots.network import network
    from dvergar.core.registry import evaluate, features

    net, tell, estimate = network(slug), features(slug), evaluate(slug)
    assert estimate is not None
    judged = tell if net and tell else estimate
    firsts = [state.moves(free=False)[0] for state in positions]

    def play_each() -> None:
        for state, move in zip(positions, firsts, strict=True):
            state.copy().play(move)

    found = {
        "copy": best(lambda: [state.copy() for state in positions], len(positions)),
        "moves": best(lambda: [state.moves() for state in positions], len(positions)),
        "features": best(lambda: [judged(one, one.seat) for one in positions], len(positions)),
        "network": 0.0,
    }
    found["play"] = best(play_each, len(positions)) - found["copy"]
    if net and tell:
        rows = [tell(state, 0) for state in (positions * BATCH)[:BATCH]]
        flat = [number for row in rows for number in row]
        found["network"] = best(lambda: net.values(flat), BATCH)
    return found


def played(game: Any) -> list[Any]:
    """The positions of a random game."""
    from dvergar.core.chance import Chance

    state, chance = game.start(7), Chance(7)
    found = []
    while not state.over:
        found.append(state.copy())
        moves = state.moves(free=False)
        state.play(moves[chance.below(len(moves))])
    return found


def best(work: Callable[[], object], times: int) -> float:
    """Microseconds of one of many, of the quickest run."""
    taken = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken) / times * 1e6


# What is shown.


def ask(folder: Path, slug: str) -> Figures:
    """The figures of the engine in a folder, measured by a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure", slug],
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def show(engines: dict[str, Path]) -> None:
    """One table for all games and engines."""
    from rich.console import Console
    from rich.table import Table

    from dvergar.core.registry import games

    table = Table("game", "engine", "turns/s", "nodes/s", *PARTS, title=f"search:nodes={NODES}")
    for slug, info in games().items():
        for name, folder in engines.items() if info.evaluate else ():
            one = ask(folder, slug)
            shares = [f"{one[part] / one['each']:.0%} ({one[part]:.1f} µs)" for part in PARTS]
            table.add_row(slug, name, f"{one['turns']:.1f}", f"{one['nodes']:,.0f}", *shares)
    console = Console(width=150)
    console.print(table)
    console.print(f"CPython {platform.python_version()}, {platform.machine()}, one core.")


def main() -> None:
    """Measure all engines, or be the process that measures one."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--measure", metavar="GAME", help=argparse.SUPPRESS)
    words.add_argument("--compiled", type=Path, metavar="DIR", default=ROOT / "build/compiled")
    asked = words.parse_args()
    if asked.measure:
        print(json.dumps(measure(asked.measure)))
        return
    engines = {"plain": ROOT / "src"}
    if (asked.compiled / "dvergar").is_dir():
        engines["compiled"] = asked.compiled.resolve()
    show(engines)


if __name__ == "__main__":
    main()
