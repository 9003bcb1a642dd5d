"""Two builds of Dvergar side by side: is the engine as quick after a change as before it?

`python benchmarks/compare.py BEFORE AFTER` takes two folders from which Dvergar can be imported:
the `src` of a checkout, or what `pip install --no-deps --target FOLDER CHECKOUT` has compiled. They
take turns, each run in a process of its own; the figures are medians of processor time, and the
last column says how AFTER stands to BEFORE. `results.md` beside it keeps what was measured and
when.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

GAMES = {"caverna": (2, 100), "cave_vs_cave": (2, 100), "my_gold_mine": (4, 200)}
"""How many players, and how many random games a run."""
LOOKED_AT = 3  # games whose every position is copied, pickled and so on
TIMES = 10

Figures = dict[str, float]


def measure() -> Figures:
    """What the engine that this process imports needs, in microseconds and bytes."""
    import dvergar
    from dvergar.testing import play_out

    found: Figures = {"compiled": dvergar.compiled}
    for slug, (players, games) in GAMES.items():
        game = dvergar.game(slug, players=players)
        moves = 0

        def count(_: Any) -> None:
            nonlocal moves
            moves += 1

        for seed in range(games):
            play_out(game.start(seed), seed, count)
        seconds = cpu(partial(whole_games, game, games))
        found[f"{slug}: a move of a random game, µs"] = seconds / moves * 1e6
        found |= {f"{slug}: {what}": figure for what, figure in look(game).items()}
    return found


def whole_games(game: Any, games: int) -> None:
    """Random games, as `play_out` plays them but without asking anything else."""
    from dvergar.testing import play_out

    for seed in range(games):
        play_out(game.start(seed), seed)


def look(game: Any) -> Figures:
    """What copies, keys, imagined copies and pickles need, over every position of a few games."""
    from dvergar.testing import play_out

    times: dict[str, list[float]] = {}
    sizes: list[int] = []

    def see(state: Any) -> None:
        if state.over:
            return
        work: dict[str, Callable[[], object]] = {
            "copy, µs": state.copy,
            "key, µs": state.key,
            "imagined copy, µs": lambda: state.imagine(state.seat, 7),
            "legal moves, µs": state.moves,
        }
        for what, call in work.items():
            times.setdefault(what, []).append(cpu(partial(repeat, call)))
        sizes.append(len(pickle.dumps(state)))

    for seed in range(1, LOOKED_AT + 1):
        play_out(game.start(seed), seed, see)
    found = {what: statistics.mean(each) / TIMES * 1e6 for what, each in times.items()}
    return found | {"largest pickle, bytes": max(sizes)}


def repeat(call: Callable[[], object]) -> None:
    """Calls something often enough to be timed."""
    for _ in range(TIMES):
        call()


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    started = time.process_time()
    work()
    return time.process_time() - started


def ask(folder: Path) -> Figures:
    """One run of one build, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure"],
        env={**os.environ, "PYTHONPATH": str(folder.resolve())},
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def main() -> None:
    """Measure both builds in turns and print one table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    words.add_argument("--runs", type=int, default=7)
    words.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.measure:
        print(json.dumps(measure()))
        return
    if len(asked.folders) != 2:
        words.error("say two folders: the engine before, and the engine after")
    runs: list[list[Figures]] = [[], []]
    for _ in range(asked.runs):
        for number, folder in enumerate(asked.folders):
            runs[number].append(ask(folder))
    before, after = (
        {k: statistics.median(run[k] for run in each) for k in each[0]} for each in runs
    )
    kinds = ["compiled" if each.pop("compiled") else "plain" for each in (before, after)]
    print(f"Engine before: {kinds[0]}; after: {kinds[1]}.")
    print(f"| medians of {asked.runs} runs in turns | before | after | after / before |")
    print("| --- | ---: | ---: | ---: |")
    for what in after:
        old, new = before[what], after[what]
        print(f"| {what} | {old:,.2f} | {new:,.2f} | {new / old:.2f} |")


if __name__ == "__main__":
    main()
