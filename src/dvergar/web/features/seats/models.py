"""Requests about seats, for programs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from dvergar.web.kernel.http.json_models import RequestBody


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


class GiveBody(RequestBody):
    """The seat of somebody who has left, for somebody else."""

    seat: Annotated[int, Field(ge=0, lt=7)]


class RemoveBody(RequestBody):
    """The seat of the person whom the host removes."""

    seat: Annotated[int, Field(ge=0, lt=7)]
