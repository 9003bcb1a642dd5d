"""What programs send to the interface, field by field."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, Strict

from dvergar.web.kernel.tables.clocks import MAX_TURN_S

Switch = Annotated[bool, Strict()]
"""True or false, and nothing that could be taken for it."""
BELOW: Final = (
    18_446_744_073_709_552_000  # the number of deals as the document, with floats, says it
)
LONGEST_WAIT: Final = 25.0  # seconds that a program may be kept waiting for news


class RequestBody(BaseModel):
    """What a program sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatBody(RequestBody):
    """A seat of a new table: `me`, `bot` (with `bot`, its name) or `open`."""

    kind: Annotated[str, Field(pattern="^(me|bot|open)$")]
    name: Annotated[str, Field(max_length=24)] = ""
    bot: Annotated[str, Field(max_length=40)] = ""


class TimingBody(RequestBody):
    """How long a turn may take, in seconds: until a deadline, or by a clock with a reserve."""

    deadline: Annotated[int, Field(ge=60, le=MAX_TURN_S)] | None = None
    """A game over days: after so long a bot moves until the person is back."""
    move: Annotated[int, Field(ge=5, le=600)] | None = None
    """A game on the spot: what each turn may take."""
    reserve: Annotated[int, Field(ge=0, le=7200)] = 0
    """And what each player may take besides, in the whole game."""


class TableBody(RequestBody):
    """A new table."""

    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=7)]
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=30)
    name: Annotated[str, Field(max_length=40)] = ""
    public: Switch = False
    practice: Switch = False
    """Moves may be taken back past what they revealed."""
    points: Annotated[str, Field(pattern="^(open|hidden)$")] = "open"
    """Whether the points so far are seen, or hidden until the end."""
    time: Annotated[str, Field(pattern="^(quick|normal|long)$")] = "normal"
    """How long the bots may think about a turn."""
    hints: Annotated[str, Field(pattern="^(alone|on|off)$")] = "alone"
    """Who may ask for hints: who plays alone or against bots only, everybody, or nobody."""
    deal: Annotated[int, Field(ge=0, lt=BELOW)] | None = None
    """The number of the deal; without one it is left to chance."""
    bots: Switch = True
    """Whether programs may take an open seat of a public table without an invite."""
    timing: TimingBody | None = None
    """How long a turn may take; without it the table waits for ever."""


class JoinBody(RequestBody):
    """Who sits down."""

    name: Annotated[str, Field(max_length=24)]


class LinkBody(RequestBody):
    """A link to a seat, whole or from its `/join/` or `/return/` on, and who sits down.

    An invite leads to an open seat; a link to one's own seats brings them to another program.
    """

    link: Annotated[str, Field(max_length=300)]
    name: Annotated[str, Field(max_length=24)] = ""


class SitBody(RequestBody):
    """Who takes which open seat of a public table; the first one if none is named."""

    name: Annotated[str, Field(max_length=24)]
    seat: Annotated[int | None, Field(ge=0, lt=7)] = None


class MoveBody(RequestBody):
    """A move by its name, and the version of the table that it answers."""

    move: Annotated[str, Field(max_length=60)]
    at: Annotated[int, Field(ge=0)]


class UndoBody(RequestBody):
    """The version of the table at which the last choice is taken back, or the whole turn."""

    at: Annotated[int, Field(ge=0)]
    whole_turn: Switch = False


class WishBody(RequestBody):
    """Whether one agrees to what another has asked to take back."""

    at: Annotated[int, Field(ge=0)]
    agree: Switch


class GiveBody(RequestBody):
    """The seat of somebody who has left, for somebody else."""

    seat: Annotated[int, Field(ge=0, lt=7)]


class HintBody(RequestBody):
    """The version of the table for which a hint is asked for."""

    at: Annotated[int, Field(ge=0)]
