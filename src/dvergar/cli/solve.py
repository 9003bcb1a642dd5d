"""The commands `dvergar solve` (the best game alone) and `dvergar perft` (counting sequences).

People who write their own engine compare the counts, depth by depth; where they differ, `--divide`
shows after which first move, and the same command after that move leads to the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.status import Status

from dvergar import lab
from dvergar.cli.console import ERR, lang, read_options, read_seed, say, speak, write, write_json
from dvergar.core.game import State
from dvergar.core.languages import decimal, signed
from dvergar.core.record import Record
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


ONE_PLAYER = 1


def solve(
    slug: str, seconds: float, out: Path, seed: int | None, options: Sequence[str], jobs: int
) -> None:
    """Searches for a while, and says how it goes and where the record lies."""
    game = info(slug)
    if game.players[0] > ONE_PLAYER:
        raise lab.SolveError("solve.players", game=slug)
    made = make_game(slug, read_options(game, ONE_PLAYER, options))
    if seed is None and out.exists():
        seed = Record.load(out).seed
    search = lab.Search(made, read_seed(seed), out)
    before = search.best
    if search.progress.rounds:
        say("solve.going_on", points=_points(before), rounds=search.progress.rounds)
    with ERR.status(speak()("solve.searching")) as status:
        ended = search.run(seconds, jobs, ProgressPrinter(status, before).tell)
    found = search.progress
    facts = {"points": _points(found.points), "rounds": found.rounds, "path": out}
    say("solve.done" if ended else "solve.stopped", **facts)


class ProgressPrinter:
    """Shows how the search goes: a line for every better game, and the state of things below."""

    def __init__(self, status: Status, best: float) -> None:
        self._status = status
        self._best = best

    def tell(self, progress: lab.Progress) -> None:
        """Something was found, or a round is over."""
        facts = {
            "points": _points(progress.points),
            "rounds": progress.rounds,
            "seconds": round(progress.seconds),
            "nodes": decimal(progress.nodes / 1e6, lang(), 1),
        }
        if progress.points > self._best:
            self._best = progress.points
            say("solve.better", **facts)
        self._status.update(speak()("solve.round", **facts))


def _points(points: float) -> str:
    return signed(round(points))
