"""Requests and answers for hints, for programs."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from dvergar.web.kernel.http.json_models import RequestBody


class HintBody(RequestBody):
    """The version of the table for which a hint is asked for."""

    at: Annotated[int, Field(ge=0)]


class HintAnswer(BaseModel):
    """What a strong bot would do in this place, and the points it expects, if it can say."""

    version: int
    move: str
    label: str
    anchor: str
    points: int | None
