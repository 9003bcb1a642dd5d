"""An estimate of a seat's final score in Cave vs Cave, for bots that look ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State


def evaluate(state: State, seat: int) -> float:
    """The score so far."""
    return float(state.scores()[seat].total)
