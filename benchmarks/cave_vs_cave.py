"""How fast Cave vs Cave is: whole random games, copies, what a position weighs, and the page.

Run it on a quiet machine with `python benchmarks/cave_vs_cave.py`; figures are processor time on
one core, the best of several runs. `results.md` beside it keeps what was measured and when.
"""

from __future__ import annotations

import pickle
import platform
from typing import Any

from rich.console import Console
from rich.table import Table
from timing import RUNS, each, whole_games

import dvergar
from dvergar.core.info import load
from dvergar.core.presentation import ViewContext
from dvergar.core.registry import evaluate
from dvergar.testing import play_out

SLUG = "cave_vs_cave"
GAMES = 100
TIMES = 2000
SCENES = 100
SEEDS_WEIGHED = (1, 2, 3)


def measure_state(table: Table) -> None:
    """What a bot that looks ahead pays for."""
    state = middle()
    estimate = evaluate(SLUG)
    assert estimate is not None
    for name, work in {
        "copy": state.copy,
        "key": state.key,
        "moves": state.moves,
        "imagine": lambda: state.imagine(0, 1),
        "view": lambda: state.view(0),
        "observation": lambda: state.observation(0),
        "text": state.text,
        "estimate": lambda: estimate(state, 0),
    }.items():
        table.add_row(f"{name}, 2 players", f"{each(work, TIMES) * 1e6:.1f} µs", "")


def measure_weight(table: Table) -> None:
    """The largest pickled position of a few games."""
    for players in (1, 2):
        largest = largest_pickle(players)
        table.add_row(f"largest pickle, players: {players}", f"{largest:,} bytes", "")


def largest_pickle(players: int) -> int:
    """The size of the largest position that is pickled."""
    sizes: list[int] = []
    for seed in SEEDS_WEIGHED:
        start = dvergar.game(SLUG, players=players).start(seed)
        play_out(start, seed, lambda state: sizes.append(len(pickle.dumps(state))))
    return max(sizes)


def measure_scene(table: Table) -> None:
    """What the page is prepared from, the question in words included."""
    state, names = middle(), ["Alma", "Bo"]
    words, scene_of = state.game.info.words("en"), load(state.game.info.game_view)

    def prepare() -> object:
        prompt = state.prompt("en", names)
        return scene_of(ViewContext(state, state.view(0), prompt, 0, (0,), True, names, words))

    table.add_row("game_view of the page", f"{each(prepare, SCENES) * 1e3:.2f} ms", "")


def middle() -> Any:
    """A position in the middle of a game, with a tile in use."""
    state = dvergar.game(SLUG, players=2).start(7)
    while state.view(None)["round"] < 5 or state.view(None)["tile"] is None:
        state.play(state.moves(free=False)[0])
    return state


def main() -> None:
    """Measure everything and print one table."""
    table = Table("what", "figure", "and", title="Cave vs Cave, one core")
    for players in (1, 2):
        table.add_row(f"whole random games, players: {players}", *whole_games(SLUG, players, GAMES))
    measure_state(table)
    measure_weight(table)
    measure_scene(table)
    console = Console(width=100)
    console.print(table)
    python, machine = platform.python_version(), platform.machine()
    console.print(f"CPython {python}, {machine}; best of {RUNS} runs.")


if __name__ == "__main__":
    main()
