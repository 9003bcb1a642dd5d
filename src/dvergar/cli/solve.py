"""The command `dvergar solve`: the best game that one can play alone, as far as it is found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.status import Status

from dvergar import lab
from dvergar.cli.arguments import read_options, read_seed
from dvergar.cli.console import ERR, lang, say, speak
from dvergar.core.languages import decimal, signed
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game

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
        ended = search.run(seconds, jobs, Teller(status, before).tell)
    found = search.progress
    facts = {"points": _points(found.points), "rounds": found.rounds, "path": out}
    say("solve.done" if ended else "solve.stopped", **facts)


class Teller:
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
