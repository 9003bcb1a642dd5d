"""Games and tables in lists, and a new table, for programs."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field

from dvergar.web.kernel.http.json_models import RequestBody, Switch
from dvergar.web.kernel.tables.clocks import MAX_TURN_S

MAX_DEAL_NUMBER: Final = 18_446_744_073_709_552_000
"""The number of deals as the document, with floats, says it."""


class SeatBody(RequestBody):
    """A seat of a new table: `me`, `bot` (with its name in `bot`) or `open`.

    If a program plays for `me`, it gives its name in `bot`, so that everyone can see that it isn't
    a human.
    """

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
    deal: Annotated[int, Field(ge=0, lt=MAX_DEAL_NUMBER)] | None = None
    """The number of the deal; without one it is left to chance."""
    bots: Switch = True
    """Whether programs may take an open seat of a public table without an invite."""
    timing: TimingBody | None = None
    """How long a turn may take; without it the table waits forever."""


class MyTableAnswer(BaseModel):
    """One line of the stream of your tables: what is new at one of them."""

    id: str
    game: str
    version: int
    """Grows with every event: a line with a smaller version than one you know is out of date."""
    phase: str
    my_seats: list[int]
    bot_seats: list[int]
    """Where no human plays: bots of the server, and programs that say what they are."""
    my_turn: bool


class OptionAnswer(BaseModel):
    """An option of a game; the first value is the default, and an empty `players` means any
    number.
    """

    name: str
    values: list[str | int | bool]
    players: list[int]


class GameAnswer(BaseModel):
    """A game that this server offers."""

    game: str
    title: str
    rules_version: int
    players: tuple[int, int]
    options: list[OptionAnswer]
    bots: list[str]


class OpenSeatAnswer(BaseModel):
    """A seat of a table in the list; `open` if nobody sits there."""

    name: str
    open: bool
    bot: bool
    """Whether a bot or a program plays there."""


class OpenTableAnswer(BaseModel):
    """A public table whose game hasn't ended."""

    id: str
    game: str
    title: str
    name: str
    phase: str
    round: int | None
    rounds: int | None
    seats: list[OpenSeatAnswer]
