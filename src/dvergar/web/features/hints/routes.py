"""Asking for a hint, and the host's switch for hints; for people and programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from pydantic import BaseModel, Field

from dvergar.web.features.hints.service import Hints
from dvergar.web.features.hints.views import HintedTurn, hinted_turns
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.json_models import RequestBody
from dvergar.web.kernel.http.requests import only_number, read_context, while_connected
from dvergar.web.kernel.http.responses import run_action
from dvergar.web.kernel.http.table_json import table_view
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]


class HintBody(RequestBody):
    """The version of the table for which you request a hint."""

    at: Annotated[int, Field(ge=0)]


class ForeseenAnswer(BaseModel):
    """A move with which a seat plans to begin a later turn."""

    seat: int
    move: str


class TurnAnswer(BaseModel):
    """One of the best turns: all its moves, the points expected after it, and the reasons.

    Without points if the table hides them until the end.
    """

    moves: list[str]
    steps: list[str]
    points: float | None
    noise: float | None
    gap: float
    gains: dict[str, int]
    scored: dict[str, int]
    prepares: ForeseenAnswer | None
    denies: list[ForeseenAnswer]
    reasons: list[str]


class HintAnswer(BaseModel):
    """The best turns in this position according to a strong bot, and the first move of the best
    one.
    """

    version: int
    move: str
    label: str
    anchor: str
    points: int | None
    turns: list[TurnAnswer]


def routes(hints: Hints) -> APIRouter:
    """What people ask on the page."""
    router, kernel = APIRouter(include_in_schema=False), hints.kernel

    @router.post("/table/{table_id}/hint")
    async def hint(request: Request, table_id: str, at: Text = "") -> Response:
        context, version = read_context(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            await while_connected(request, hints.give(context, table, version, seats))
            return await kernel.tables.get(table.id)  # someone may have moved meanwhile

        return await run_action(kernel, context, table_id, act)

    @router.post("/table/{table_id}/hints")
    async def switch(
        request: Request, table_id: str, wanted: Annotated[str, Form(alias="hints")] = ""
    ) -> Response:
        context = read_context(request)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.set_hints(table, wanted, kernel.is_host(context, table))

        return await run_action(kernel, context, table_id, act)

    return router


def add_api(api: ApiRouters, hints: Hints) -> None:
    """The same for programs."""
    kernel = hints.kernel

    @api.seated.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str, body: HintBody) -> HintAnswer:
        """Asks a strong bot what it would do, if `hints` allows it."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await while_connected(request, hints.give(context, table, body.at, seats))
        view = table_view(kernel, context, table, seats)
        known = hints.known(table)
        if known is None:
            raise WebError(409, "stale")
        found = hinted_turns(table, view.prompt, known, context.lang, view.names)
        if not found:
            raise WebError(409, "stale")
        turns = [_turn_answer(one, found[0], known.state.seat) for one in found]
        points = turns[0].points
        return HintAnswer(
            version=table.version,
            move=turns[0].moves[0],
            label=found[0].label,
            anchor=found[0].anchor,
            points=None if points is None else round(points),
            turns=turns,
        )


def _turn_answer(one: HintedTurn, best: HintedTurn, seat: int) -> TurnAnswer:
    advice, shown = one.advice, bool(one.points)
    gap = best.advice.points[seat] - advice.points[seat] if advice.points else 0.0
    denied = [ForeseenAnswer(seat=other.seat, move=other.move) for other in advice.denies]
    next_turn = advice.prepares
    return TurnAnswer(
        moves=list(advice.moves),
        steps=list(one.steps),
        points=advice.points[seat] if shown else None,
        noise=advice.noise if shown else None,
        gap=round(max(0.0, gap), 2),
        gains=dict(advice.gains) if shown else {},
        scored=dict(advice.scored) if shown else {},
        prepares=ForeseenAnswer(seat=seat, move=next_turn.move) if next_turn else None,
        denies=denied,
        reasons=list(one.reasons),
    )
