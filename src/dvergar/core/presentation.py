"""What a game gives to be shown: a `Presenter` for texts and views, and its own table page.

The rules know nothing of words. A game names its `Presenter` in its `GameInfo`; it is loaded on
first use. Everything in it reads a position and changes nothing.

A game with much to draw also names a function in `GameInfo.game_view`. It gets a `ViewContext` and
returns whatever the game's `table.html` draws, so that templates don't compute anything. Costs and
gains are shown as small signs, which the templates of each game draw in their own way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from dvergar.core.events import Event
from dvergar.core.prompt import Blocked, Prompt
from dvergar.core.words import Words


@dataclass(frozen=True, slots=True)
class Screen:
    """The table for a narrow terminal: what the deciding player needs, and the rest by name."""

    brief: str
    """A few lines of at most 80 letters."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """What stands beside a choice, by its anchor."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Further parts, shown when a player types their names."""


@dataclass(frozen=True, slots=True)
class Presenter:
    """The texts and views of one game; the first argument of each is a state of that game."""

    prompt: Callable[[Any, str, Sequence[str]], Prompt]
    """What a position asks, in a language, with the names at the table."""
    tell: Callable[[Any, Event, str, Sequence[str]], str]
    """One sentence of the log, as HTML; the first argument is the game."""
    show: Callable[[Any, int | None, str, Sequence[str]], str]
    """The table as text, as a seat may see it."""
    events: Callable[[Any], list[Event]]
    """What the last move caused."""
    view: Callable[[Any, int | None], dict[str, Any]]
    """What a seat may see, as plain data."""
    position: Callable[..., Any]
    """A position set up by name; the first argument is the game."""
    from_view: Callable[[Any, dict[str, Any], int | None, int], Any] | None = None
    """A position that looks so to a seat, what is hidden made up; the first argument is the game,
    the last a seed.
    """
    view_type: Any = None
    """The `TypedDict` that says what stands in a view."""
    screen: Callable[[Any, int | None, str, Sequence[str]], Screen] | None = None
    """The same as `show`, in parts for a narrow terminal."""
    summary: Callable[[Any, Sequence[Event]], list[Event]] | None = None
    """Events in a row, summed up so that nothing is said twice; the first argument is the game."""
    why_not: Callable[[Any, int, str], Blocked | None] | None = None
    """Why a move is not possible that the prompt does not list as blocked, in a language."""
    subject: Callable[[Any, Event, str, Sequence[str]], str] | None = None
    """Who did something, where it is not simply the name of a seat."""


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
