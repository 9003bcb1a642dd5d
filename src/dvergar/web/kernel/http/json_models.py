"""What programs send to the interface and what it answers, serialized as JSON, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Strict

Switch = Annotated[bool, Strict()]
"""True or false, and nothing that could be taken for it."""
MAX_WAIT_S: Final = 25.0  # seconds that a program may be kept waiting for news


class RequestBody(BaseModel):
    """What a program sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


NO_TOKEN_NEEDED: Final[dict[str, Any]] = {"security": [{}]}
"""Of a route that is there for programs without a token as well: what the document says of it."""


class SeatAnswer(BaseModel):
    """A seat at a table."""

    seat: int
    name: str
    kind: str
    bot: str
    """Which bot plays there: a level of the server, or the name of a program; empty for a human."""
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
    """Something that isn't possible now, and why."""

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
    """One effect of the last move."""

    kind: str
    seat: int | None
    facts: dict[str, int | str]


class WishAnswer(BaseModel):
    """A request to the others to undo a turn that has passed."""

    name: str
    mine: bool
    asked: bool


class ThinkingAnswer(BaseModel):
    """The progress of a bot: how many positions it has looked at, and the share of its time that
    it has used.
    """

    nodes: int
    share: float


class ClockAnswer(BaseModel):
    """The clock of a table: when whose time is up, and what is left of the reserves, in seconds."""

    deadline: int
    move: int
    reserve: int
    left: float | None
    """How long whoever is asked has still; none if nobody can be late now."""
    reserves: list[float]


class TableAnswer(BaseModel):
    """A table as the requesting seat may see it."""

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
    """A seat you have taken: keep the token, which is shown only once."""

    token: str
    seats: list[int]
    table: TableAnswer


class ErrorAnswer(BaseModel):
    """What was wrong and what to do, in one sentence."""

    error: str
    reason: str = ""
    """Of a refused move: the key of the reason, the same in every language; `not_asked` for a move
    that does not answer the present question.
    """
    rule: str = ""
    """Of a refused move: the id of the rule that forbids it, if one does."""
