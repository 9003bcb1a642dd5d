"""Plays the games of the study, round after round; stopped at any moment it goes on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dvergar.lab import simulate
from tools.what_wins.plan import GAME, PLAN, PLAYERS, SEED, Part


def play(
    folder: Path,
    rounds: int,
    jobs: int,
    plan: Sequence[Part] = PLAN,
    tell: Callable[[str], object] = print,
) -> None:
    """Plays what is missing of so many rounds; files that are finished stay as they are."""
    for number in range(rounds):
        for part in plan:
            path = part.path(folder, number)
            if not path.exists():
                options = {"players": PLAYERS}
                results = simulate(
                    GAME, options, part.bots, part.games, SEED + number, jobs=jobs, out=path
                )
                tell(f"{path.name}: {results.games} games in {results.seconds:.0f} s")
