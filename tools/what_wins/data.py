"""Plays the games of the study, round after round; stopped at any moment it goes on from there.

Each process plays whole parts, so that none waits for another and none is started for a few games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dvergar.core.registry import info
from dvergar.lab import simulate
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from tools.what_wins.plan import GAME, PLAN, PLAYERS, SEED, Part


def play(
    folder: Path,
    rounds: int,
    jobs: int,
    plan: Sequence[Part] = PLAN,
    tell: Callable[[str], object] = print,
    only: str = "",
) -> None:
    """Plays what is missing of so many rounds; files that are finished stay as they are.

    `only` is how the names of the parts begin that are played, if not all are.
    """
    missing = [
        (folder, part, number)
        for number in range(rounds)
        for part in plan
        if part.name.startswith(only) and not part.path(folder, number).exists()
    ]
    for part, line in run_parallel(_played, missing, info(GAME), Workers(jobs), most=1):
        tell(f"{part[1].name}: whoever played it died" if isinstance(line, WorkerDied) else line)


def _played(asked: tuple[Path, Part, int]) -> str:
    """Plays a part of a round, and says so."""
    folder, part, number = asked
    path = part.path(folder, number)
    results = simulate(
        GAME, {"players": PLAYERS}, part.bots, part.games, SEED + number, jobs=1, out=path
    )
    return f"{path.name}: {results.games} games in {results.seconds:.0f} s"
