"""What a game prepares its own table page with: one viewer's sight of one position, and signs.

A game with much to draw names a function in `GameInfo.scene`. It gets a `Sight` and gives back
whatever the game's `table.html` draws, so that templates stay free of reckoning. What costs or
brings something speaks in small signs, which the templates of each game draw in their own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dvergar.core.prompt import Prompt
from dvergar.core.words import Words

# Kinds of signs that every game has; a game may add its own.
GAIN: Final = "gain"  # so much of a good comes
COST: Final = "cost"  # so much of a good goes
ICON: Final = "icon"  # an icon of the set
ARROW: Final = "arrow"  # what goes becomes what comes
WORD: Final = "word"


class Sign(NamedTuple):
    """One sign: what it is, its name, a number, and a word beside it."""

    kind: str
    name: str = ""
    n: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """One viewer's sight of one position. What is hidden is in `view`, not to be read off `state`.

    `seat` is the seat through whose eyes one looks (None: a spectator), `mine` the seats one holds,
    `acts` whether one is asked now, or the one choice of the prompt is a move that waits; `mover`
    is whoever made the move that a replay shows.
    """

    state: Any
    view: dict[str, Any]
    prompt: Prompt
    seat: int | None
    mine: Sequence[int]
    acts: bool
    names: Sequence[str]
    words: Words
    mover: int | None = None
