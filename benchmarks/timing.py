"""What the benchmarks of the small games measure with: processor time, the best of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import dvergar
from dvergar.testing import play_out

RUNS = 5


def best(work: Callable[[], object]) -> float:
    """Seconds of processor time of the quickest run."""
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def each(work: Callable[[], object], times: int) -> float:
    """Seconds that one of many calls takes."""

    def repeat() -> None:
        for _ in range(times):
            work()

    return best(repeat) / times


def whole_games(slug: str, players: int, games: int) -> tuple[str, str]:
    """Random games and their moves a second, as two cells of a table; free moves are left out."""
    game = dvergar.game(slug, players=players)
    moves = 0

    def count(_: Any) -> None:
        nonlocal moves
        moves += 1

    for seed in range(games):
        play_out(game.start(seed), seed, count)

    def play() -> None:
        for seed in range(games):
            play_out(game.start(seed), seed)

    seconds = best(play)
    return f"{games / seconds:,.0f} games/s", f"{moves / seconds:,.0f} moves/s"
