"""The command `dvergar perft`: how many sequences of moves there are, depth by depth.

Whoever writes an engine of his own compares the numbers; where they differ, `--divide` says behind
which first move, and the same command after that move leads on to the place of the error.
"""

from __future__ import annotations

from collections.abc import Sequence

from dvergar.cli.arguments import read_options, read_seed
from dvergar.cli.console import say, write, write_json
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
    as_json: bool,
) -> None:
    """Counts from a position on: that of the start, or after some moves by name."""
    game = make_game(slug, read_options(info(slug), players, options))
    seed = read_seed(seed)
    state = game.start(seed)
    for name in after:
        state.play(game.move(name))
    found = _divided(state, depth, free) if divide else _by_depth(state, depth, free)
    if as_json:
        write_json({"game": slug, "options": game.options, "seed": seed, "sequences": found})
        return
    say("perft.seed", seed=seed)
    for what, number in found.items():
        write(f"{what}: {number}" if divide else f"{what} {number}")
    if divide:
        say("perft.sum", number=sum(found.values()))


def _by_depth(state: State, depth: int, free: bool) -> dict[str, int]:
    """How many sequences there are of one move, of two, and so on."""
    return {str(deep): count_sequences(state, deep, free=free) for deep in range(1, depth + 1)}


def _divided(state: State, depth: int, free: bool) -> dict[str, int]:
    """How many sequences begin with each first move."""
    found: dict[str, int] = {}
    for move in [] if state.over else state.moves(free=free):
        behind = state.copy()
        behind.play(move)
        found[state.game.name(move)] = count_sequences(behind, depth - 1, free=free)
    return found
