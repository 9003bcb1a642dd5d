"""What a game gets to prepare its own table page with: one viewer's sight of one position.

A game with much to draw names a function in `GameInfo.scene`. It gets a `Sight` and gives back
whatever the game's `table.html` draws, so that templates stay free of reckoning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dvergar.core.prompt import Prompt
from dvergar.core.words import Words


@dataclass(frozen=True, slots=True)
class Sight:
    """One viewer's sight of one position. What is hidden is in `view`, not to be read off `state`.

    `seat` is the seat through whose eyes one looks (None: a spectator), `mine` the seats one holds,
    `acts` whether one is asked now.
    """

    state: Any
    view: dict[str, Any]
    prompt: Prompt
    seat: int | None
    mine: Sequence[int]
    acts: bool
    names: Sequence[str]
    words: Words
