"""The command `dvergar perft`: how many sequences of moves there are, depth by depth.

Whoever writes an engine of his own compares the numbers; where they differ, `--divide` says behind
which first move, and the same command after that move leads on to the place of the error.
"""

from __future__ import annotations

from collections.abc import Sequence

from dvergar.cli.choices import read_options, read_seed
from dvergar.cli.console import say, write
from dvergar.core.game import State
from dvergar.core.registry import info, make_game
from dvergar.core.testing import count_sequences


def perft(
    slug: str,
    depth: int,
    players: int | None,
    options: Sequence[str],
    seed: int | None,
    after: Sequence[str],
    free: bool,
    divide: bool,
) -> None:
    """Counts from a position on: that of the start, or after some moves by name."""
    game = make_game(slug, read_options(info(slug), players, options))
    seed = read_seed(seed)
    state = game.start(seed)
    for name in after:
        state.play(game.move(name))
    say("perft.seed", seed=seed)
    if divide:
        _divide(state, depth, free)
        return
    for deep in range(1, depth + 1):
        write(f"{deep} {count_sequences(state, deep, free=free)}")


def _divide(state: State, depth: int, free: bool) -> None:
    """A line for every first move, and their sum."""
    total = 0
    for move in [] if state.over else state.moves(free=free):
        behind = state.copy()
        behind.play(move)
        number = count_sequences(behind, depth - 1, free=free)
        write(f"{state.game.name(move)}: {number}")
        total += number
    say("perft.sum", number=total)
