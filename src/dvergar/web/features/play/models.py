"""Requests and messages of programs that play."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from dvergar.web.kernel.http.request_models import RequestBody, Switch
from dvergar.web.kernel.http.response_models import EventAnswer, TableAnswer


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
