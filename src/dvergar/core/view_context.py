"""What a game gets to prepare its own table page: one viewer's context, and signs.

A game with much to draw names a function in `GameInfo.game_view`. It gets a `ViewContext` and
returns whatever the game's `table.html` draws, so that templates don't compute anything. Costs and
gains are shown as small signs, which the templates of each game draw in their own way.
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
class ViewContext:
    """One viewer looking at one position.

    Show only what is in `view`: `state` may have secrets. `seat` is the seat whose view it is
    (None: a spectator), `mine` the seats the viewer holds, `acts` whether the viewer has to decide
    now or has a move waiting for confirmation (then it is the only choice of the prompt), and
    `mover` the seat that made the move a replay shows.
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
