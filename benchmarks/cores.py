"""What more cores gain: a simulation in several processes beside a bare loop in as many.

Both are measured in turn, so that whatever else the machine does falls on both alike. The gain of
the loop is what the machine has to give; start-up of processes counts against the simulation alone.

    python benchmarks/cores.py                    # 2 processes, three times
    chrt -r 5 python benchmarks/cores.py          # on a busy machine, with priority
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from multiprocessing.synchronize import Barrier
from statistics import median

import dvergar
from dvergar.lab import simulate

STEPS = 30_000_000
"""Of the bare loop in each process: some seconds."""


def loop(barrier: Barrier) -> None:
    """Work without any memory, file or lock."""
    barrier.wait()
    total = 0
    for number in range(STEPS):
        total ^= number
    barrier.wait()


def loop_seconds(processes: int) -> float:
    """How long so many processes take for a loop each, begun together."""
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(processes + 1)
    workers = [context.Process(target=loop, args=(barrier,)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    barrier.wait()
    started = time.perf_counter()
    barrier.wait()
    seconds = time.perf_counter() - started
    for worker in workers:
        worker.join()
    return seconds


def play_seconds(asked: argparse.Namespace, jobs: int) -> float:
    """How long the games take, from the call to the results."""
    started = time.perf_counter()
    simulate(asked.game, {"players": 2}, asked.bots.split(","), asked.games, 1, jobs=jobs)
    return time.perf_counter() - started


def main() -> None:
    """Measures and prints a line for each round, and the medians."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--game", default="cave_vs_cave")
    words.add_argument("--bots", default="greedy,greedy:noise=3")
    words.add_argument("--games", type=int, default=200)
    words.add_argument("--jobs", type=int, default=2)
    words.add_argument("--rounds", type=int, default=3)
    asked = words.parse_args()
    kind = "compiled" if dvergar.compiled else "plain Python"
    print(f"{asked.games} games of {asked.game}, {asked.bots}, engine: {kind}")
    loops, plays = [], []
    for _ in range(asked.rounds):
        bare = asked.jobs * loop_seconds(1) / loop_seconds(asked.jobs)
        alone, together = play_seconds(asked, 1), play_seconds(asked, asked.jobs)
        loops.append(bare)
        plays.append(alone / together)
        print(
            f"bare loop gains {bare:.2f}; games {alone:.1f} s alone, {together:.1f} s together, "
            f"gain {alone / together:.2f}: {alone / together / bare:.2f} of the loop's",
            flush=True,
        )
    gains = median(plays), median(loops)
    print(f"median: {gains[0]:.2f} beside {gains[1]:.2f}, {gains[0] / gains[1]:.2f} of the loop's")


if __name__ == "__main__":
    main()
