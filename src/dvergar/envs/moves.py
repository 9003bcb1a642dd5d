"""A position as arrays: what a seat sees, and the mask of the moves that are legal."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dvergar.core.game import Game, State

Mask = NDArray[np.int8]
Row = NDArray[np.float32]


def legal_mask(state: State) -> Mask:
    """1 for every legal move, 0 for all others."""
    mask = bytearray(state.game.move_count)
    for move in state.moves():
        mask[move] = 1
    return np.frombuffer(mask, np.int8)


def observation_row(state: State, seat: int, size: int) -> Row:
    """What a seat sees, in an array of its own."""
    row = np.empty(size, np.float32)
    state.observation(seat, row)
    return row


def observation_box(game: Game) -> spaces.Space[Row]:
    """The space of observations; `game.layout` says what each number is."""
    space: Any = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
    made: spaces.Space[Row] = space
    return made
