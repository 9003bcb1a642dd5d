"""Stones, the toy game of the tests: as short as a game can be that keeps the whole contract.

Two players pick stones from heaps of their own and hope to stay within the number on a face-down
card. A turn is several moves, so undo has something to take back; peeking shows the card, so undo
has a boundary; dropping a stone is a free move. `docs/add-a-game.md` explains it line by line.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.info import GameInfo

INFO: Final = GameInfo(
    slug="stones",
    package=__name__,
    game=f"{__name__}.rules:Stones",
    presenter=f"{__name__}.presentation:PRESENTER",
    observation=f"{__name__}.observation:OBSERVATION",
    players=(2, 2),
    default_players=2,
    minutes=(1, 1),
    difficulty=1,
    rules_version=1,
)
