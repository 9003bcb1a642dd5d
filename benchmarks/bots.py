"""How fast `search` thinks, plain and compiled in one run, and where its time goes.

`python benchmarks/bots.py` plays some turns of every game with an estimate, by the checkout and by
the compiled engine that `./dvergar test` leaves in `build/compiled` (or the one in `--compiled
DIR`); `--before DIR` is another one to be set beside it. A node is a position that was valued. What
copying, playing, listing moves, features and the network take is measured one by one on the
positions of a game, and set beside the time of the whole search. `--turns` measures instead how
long the level `expert` takes for a turn with every number of players, at the clock. Other figures
are processor time on one core; `results.md` keeps what was measured and when.
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
EXPERT = 12  # turns of an expert that are timed for each number of players
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
    from dvergar.bots.judge import judge_of
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
    judge = judge_of(slug)
    many = (positions * BATCH)[:BATCH]
    found["alone"] = best(lambda: [judge.values([one], one.seat) for one in many], BATCH)
    found["batched"] = best(lambda: judge.values(many, 0), BATCH)
    if net and tell:
        rows = [tell(state, 0) for state in (positions * BATCH)[:BATCH]]
        flat = [number for row in rows for number in row]
        found["network"] = best(lambda: net.values(flat), BATCH)
    return found


def measure_turns(slug: str) -> dict[str, list[float]]:
    """The seconds at the clock that an expert took for turns, by the number of players."""
    import dvergar
    from dvergar import bots
    from dvergar.core.registry import info

    least, most = info(slug).players
    found: dict[str, list[float]] = {}
    for players in range(least, most + 1):
        positions = beginnings(dvergar.game(slug, players=players))
        bot: Any = bots.make("expert", 1, slug)
        taken = []
        for number in range(EXPERT):
            state = positions[number * len(positions) // EXPERT]
            shown = state.imagine(state.seat, number)
            started = time.perf_counter()
            bot.choose(shown)
            taken.append(time.perf_counter() - started)
        found[str(players)] = taken
    return found


def beginnings(game: Any) -> list[Any]:
    """The positions of a random game at which a turn begins with a choice."""
    found, turn = [], -1
    for state in played(game):
        if state.turn != turn and len(state.moves(free=False)) > 1:
            found.append(state)
        turn = state.turn
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


def ask(folder: Path, slug: str, what: str = "--measure") -> Any:
    """The figures of the engine in a folder, measured by a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, what, slug],
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def show(engines: dict[str, Path]) -> None:
    """One table for all games and engines."""
    from rich.table import Table

    from dvergar.core.registry import games

    heads = ("game", "engine", "turns/s", "nodes/s", *PARTS, "valued/s", "batched/s")
    table = Table(*heads, title=f"search:nodes={NODES}")
    for slug, info in games().items():
        for name, folder in engines.items() if info.evaluate else ():
            one = ask(folder, slug)
            shares = [f"{one[part] / one['each']:.0%} ({one[part]:.1f} µs)" for part in PARTS]
            valued = [f"{1e6 / one[way]:,.0f}" for way in ("alone", "batched")]
            row = (slug, name, f"{one['turns']:.1f}", f"{one['nodes']:,.0f}", *shares, *valued)
            table.add_row(*row)
    tell(table)


def show_turns(folder: Path) -> None:
    """How long experts think on one engine."""
    from rich.table import Table

    from dvergar.core.registry import games

    table = Table("game", "players", "median", "longest", title=f"expert, {EXPERT} turns each")
    for slug in games():
        for players, taken in ask(folder, slug, "--measure-turns").items():
            middle = sorted(taken)[len(taken) // 2]
            table.add_row(slug, players, f"{middle:.2f} s", f"{max(taken):.2f} s")
    tell(table)


def tell(table: Any) -> None:
    """A table, and what it was measured on."""
    from rich.console import Console

    console = Console(width=170)
    console.print(table)
    console.print(f"CPython {platform.python_version()}, {platform.machine()}, one core.")


def main() -> None:
    """Measure all engines, or be the process that measures one."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--measure", metavar="GAME", help=argparse.SUPPRESS)
    words.add_argument("--measure-turns", metavar="GAME", help=argparse.SUPPRESS)
    words.add_argument("--turns", action="store_true", help="how long experts think")
    words.add_argument("--before", type=Path, metavar="DIR", help="another engine to compare with")
    words.add_argument("--compiled", type=Path, metavar="DIR", default=ROOT / "build/compiled")
    asked = words.parse_args()
    if asked.measure:
        print(json.dumps(measure(asked.measure)))
        return
    if asked.measure_turns:
        print(json.dumps(measure_turns(asked.measure_turns)))
        return
    engines = {"plain": ROOT / "src"}
    if asked.before:
        engines["before"] = asked.before.resolve()
    if (asked.compiled / "dvergar").is_dir():
        engines["compiled"] = asked.compiled.resolve()
    if asked.turns:
        show_turns(list(engines.values())[-1])
    else:
        show(engines)


if __name__ == "__main__":
    main()
