"""What programs send to the interface and what they are answered, field by field."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from dvergar.core.chance import SEEDS
from dvergar.web.tables.clocks import LONGEST


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatBody(_Body):
    """A seat of a new table: `me`, `bot` (with `bot`, its name) or `open`."""

    kind: Annotated[str, Field(pattern="^(me|bot|open)$")]
    name: Annotated[str, Field(max_length=24)] = ""
    bot: Annotated[str, Field(max_length=40)] = ""


class TimingBody(_Body):
    """How long a turn may take, in seconds: until a deadline, or by a clock with a reserve."""

    deadline: Annotated[int, Field(ge=60, le=LONGEST)] | None = None
    """A game over days: after so long a bot moves until the person is back."""
    move: Annotated[int, Field(ge=5, le=600)] | None = None
    """A game on the spot: what each turn may take."""
    reserve: Annotated[int, Field(ge=0, le=7200)] = 0
    """And what each player may take besides, in the whole game."""


class TableBody(_Body):
    """A new table."""

    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=7)]
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=30)
    name: Annotated[str, Field(max_length=40)] = ""
    public: bool = False
    practice: bool = False
    """Moves may be taken back past what they revealed."""
    points: Annotated[str, Field(pattern="^(open|hidden)$")] = "open"
    """Whether the points so far are seen, or hidden until the end."""
    time: Annotated[str, Field(pattern="^(quick|normal|long)$")] = "normal"
    """How long the bots may think about a turn."""
    hints: Annotated[str, Field(pattern="^(alone|on|off)$")] = "alone"
    """Who may ask for hints: who plays alone or against bots only, everybody, or nobody."""
    deal: Annotated[int, Field(ge=0, lt=SEEDS)] | None = None
    """The number of the deal; without one it is left to chance."""
    bots: bool = True
    """Whether programs may take an open seat of a public table without an invite."""
    timing: TimingBody | None = None
    """How long a turn may take; without it the table waits for ever."""


class JoinBody(_Body):
    """Who sits down."""

    name: Annotated[str, Field(max_length=24)]


class LinkBody(_Body):
    """A link to a seat, whole or from its `/join/` or `/return/` on, and who sits down.

    An invite leads to an open seat; a link to one's own seats brings them to another program.
    """

    link: Annotated[str, Field(max_length=300)]
    name: Annotated[str, Field(max_length=24)] = ""


class SitBody(_Body):
    """Who takes which open seat of a public table; the first one if none is named."""

    name: Annotated[str, Field(max_length=24)]
    seat: Annotated[int | None, Field(ge=0, lt=7)] = None


class MoveBody(_Body):
    """A move by its name, and the version of the table that it answers."""

    move: Annotated[str, Field(max_length=60)]
    at: Annotated[int, Field(ge=0)]


class UndoBody(_Body):
    """The version of the table at which the last choice is taken back, or the whole turn."""

    at: Annotated[int, Field(ge=0)]
    whole_turn: bool = False


class WishBody(_Body):
    """Whether one agrees to what another has asked to take back."""

    at: Annotated[int, Field(ge=0)]
    agree: bool


class GiveBody(_Body):
    """The seat of somebody who has left, for somebody else."""

    seat: Annotated[int, Field(ge=0, lt=7)]


class HintBody(_Body):
    """The version of the table for which a hint is asked for."""

    at: Annotated[int, Field(ge=0)]


class OptionAnswer(BaseModel):
    """An option of a game; the first value is the default, none of `players` means all."""

    name: str
    values: list[str | int | bool]
    players: list[int]


class GameAnswer(BaseModel):
    """A game that can be played here."""

    game: str
    title: str
    rules_version: int
    players: tuple[int, int]
    options: list[OptionAnswer]
    bots: list[str]


class SeatAnswer(BaseModel):
    """A seat at a table."""

    seat: int
    name: str
    kind: str
    mine: bool
    rank: int | None
    invite: str
    standing_in: str
    """Why a bot moves for this person now: `late` or `left`; empty if none does."""
    here: bool
    """Whether a live page of this seat is open."""


class ChoiceAnswer(BaseModel):
    """A move that is possible now."""

    move: str
    label: str
    detail: str
    anchor: str
    free: bool


class BlockedAnswer(BaseModel):
    """Something that is not possible now, and why."""

    label: str
    reason: str
    anchor: str
    rule: str


class ScoreAnswer(BaseModel):
    """The final score of a seat."""

    seat: int
    rank: int
    total: int
    lines: list[tuple[str, int]]
    by_key: dict[str, int]
    """The same lines by their stable names, whatever the language."""


class EventAnswer(BaseModel):
    """One thing the last move caused."""

    kind: str
    seat: int | None
    facts: dict[str, int | str]


class WishAnswer(BaseModel):
    """Somebody asks the others to take back a turn that has passed."""

    name: str
    mine: bool
    asked: bool


class HintAnswer(BaseModel):
    """What a strong bot would do in this place, and the points it expects, if it can say."""

    version: int
    move: str
    label: str
    anchor: str
    points: int | None


class ThinkingAnswer(BaseModel):
    """How far a bot has come: positions it has looked at, and the part of its time used up."""

    nodes: int
    share: float


class ClockAnswer(BaseModel):
    """The time at a table: who is late when, and what is left of the reserves, in seconds."""

    deadline: int
    move: int
    reserve: int
    left: float | None
    """How long whoever is asked has still; none if nobody can be late now."""
    reserves: list[float]


class TableAnswer(BaseModel):
    """A table as the asking seat may see it."""

    id: str
    game: str
    rules: int
    options: dict[str, str | int | bool]
    name: str
    version: int
    number: int
    phase: str
    points: str
    seats: list[SeatAnswer]
    my_seats: list[int]
    seat: int | None
    my_turn: bool
    question: str
    choices: list[ChoiceAnswer]
    blocked: list[BlockedAnswer]
    undo: bool
    undo_asks: bool
    wish: WishAnswer | None
    events: list[EventAnswer]
    hints: bool
    thinking: ThinkingAnswer | None
    view: dict[str, Any] | None
    scores: list[ScoreAnswer] | None
    clock: ClockAnswer | None
    spectators: int
    rematch: str
    """The id of the table at which the same people play again, if there is one."""


class SeatedAnswer(BaseModel):
    """A seat that has been taken: keep the token, it is shown only now."""

    token: str
    seats: list[int]
    table: TableAnswer


class OpenSeatAnswer(BaseModel):
    """A seat of a table in the list; `open` if nobody sits there."""

    name: str
    open: bool


class OpenTableAnswer(BaseModel):
    """A public table at which a game has not ended."""

    id: str
    game: str
    title: str
    name: str
    phase: str
    round: int | None
    rounds: int | None
    seats: list[OpenSeatAnswer]


class StepAnswer(BaseModel):
    """A move that was made: its number, who made it, and what it caused."""

    number: int
    seat: int
    events: list[EventAnswer]


class NewsAnswer(BaseModel):
    """One line of a stream: what has happened at a table, and the table as it is now."""

    version: int
    back_to: int | None
    """The number of moves to which the game was taken back, if it was; then come `steps`."""
    steps: list[StepAnswer]
    table: TableAnswer


class ErrorAnswer(BaseModel):
    """What was wrong and what to do, in one sentence."""

    error: str
