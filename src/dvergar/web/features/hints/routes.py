"""Asking for a hint, and the host's switch for hints; for people and programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.features.hints.models import HintAnswer, HintBody
from dvergar.web.features.hints.service import Hints
from dvergar.web.features.hints.views import hint_seen
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import only_number, read_context, while_connected
from dvergar.web.kernel.http.responses import acted
from dvergar.web.kernel.http.table_json import table_view
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]


def routes(hints: Hints) -> APIRouter:
    """What people ask on the page."""
    router, kernel = APIRouter(include_in_schema=False), hints.kernel

    @router.post("/table/{table_id}/hint")
    async def hint(request: Request, table_id: str, at: Text = "") -> Response:
        context, version = read_context(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            await while_connected(request, hints.give(context, table, version, seats))
            return await kernel.tables.get(table.id)  # somebody may have moved meanwhile

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/hints")
    async def switch(
        request: Request, table_id: str, wanted: Annotated[str, Form(alias="hints")] = ""
    ) -> Response:
        context = read_context(request)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.set_hints(table, wanted, kernel.is_host(context, table))

        return await acted(kernel, context, table_id, act)

    return router


def add_api(api: ApiRouters, hints: Hints) -> None:
    """The same for programs."""
    kernel = hints.kernel

    @api.seated.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str, body: HintBody) -> HintAnswer:
        """Asks a strong bot what it would do, where `hints` says that one may."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await while_connected(request, hints.give(context, table, body.at, seats))
        view = table_view(kernel, context, table, seats)
        known = hints.known(table)
        seen = hint_seen(table, view.prompt, known) if known else None
        if seen is None:
            raise WebError(409, "stale")
        return HintAnswer(
            version=table.version,
            move=seen.move,
            label=seen.label,
            anchor=seen.anchor,
            points=seen.points,
        )
