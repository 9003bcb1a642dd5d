"""Playing by program: looking at a table, moves, undo, and the stream of what happens."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import Query, Request

from dvergar.web.features.play import ndjson_stream
from dvergar.web.features.play.models import MoveBody, UndoBody, WishBody
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.disconnects import while_connected
from dvergar.web.kernel.http.request_models import LONGEST_WAIT
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.response_models import NEWCOMERS, TableAnswer
from dvergar.web.kernel.http.table_json import answer
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes."""
    ndjson_stream.add_routes(api.newcomer, kernel)

    @api.newcomer.get("/tables/{table_id}", openapi_extra=NEWCOMERS)
    async def look(
        request: Request,
        table_id: str,
        after: Annotated[int | None, Query(ge=0)] = None,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> TableAnswer:
        """The table now, or, with `after` and `wait`, as soon as its version is another one."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        if wait:
            kernel.streams.check(context.address)
        if wait and table.version == after:
            news = _news(kernel, context, table, wait)
            table, seats = await while_connected(request, news)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/moves")
    async def move(request: Request, table_id: str, body: MoveBody) -> TableAnswer:
        """Makes a move."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.move(table, body.move, body.at, seats)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str, body: UndoBody) -> TableAnswer:
        """Takes the last choice back; among people, `undo_asks` says that they are asked first."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.undo(table, body.at, seats, body.whole_turn)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/wish")
    async def wish(request: Request, table_id: str, body: WishBody) -> TableAnswer:
        """Agrees to what somebody has asked to take back, or does not; who asked may stop."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.answer_undo_request(table, body.at, seats, body.agree)
        return answer(kernel, context, table, seats)


async def _news(
    kernel: Kernel, context: RequestContext, table: Table, wait: float
) -> tuple[Table, tuple[int, ...]]:
    """A table with its next event, or as it is after so many seconds, and the visitor's seats."""
    end, version = time.monotonic() + wait, table.version
    with kernel.streams.keep(context.address):
        while not kernel.closing and (left := end - time.monotonic()) > 0:
            await kernel.notifier.wait(table.id, left)  # it may have been seen already
            table, seats = await kernel.get_table(context, table.id)
            if table.version != version:
                return table, seats
        return await kernel.get_table(context, table.id)
