"""What people do at a table while they play: moves, confirming, undo, and the pace of the bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.disconnects import while_connected
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import acted, page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]
NEVER = "never"


def routes(kernel: Kernel) -> APIRouter:
    """All that is done at a table in play."""
    router = APIRouter(include_in_schema=False)
    _move_routes(router, kernel)
    _back_routes(router, kernel)
    _bot_routes(router, kernel)
    _hint_routes(router, kernel)
    _guide_routes(router, kernel)
    return router


def _move_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/move")
    async def move(request: Request, table_id: str, move: Text = "", at: Text = "") -> Response:
        context, version = read_context(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            if kernel.confirm(context, table) == NEVER:
                return await kernel.tables.move(table, move, version, seats, context.feeding)
            return await kernel.tables.hold(table, move, version, seats, context.feeding)

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/confirm")
    async def confirm(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.confirm(table, version, seats)

        return await acted(kernel, read_context(request), table_id, act)


def _back_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/undo")
    async def undo(request: Request, table_id: str, at: Text = "", back: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.undo(table, version, seats, whole_turn=back == "turn")

        return await acted(kernel, read_context(request), table_id, act)

    @router.post("/table/{table_id}/wish")
    async def wish(request: Request, table_id: str, at: Text = "", answer: Text = "") -> Response:
        version = only_number(at)
        if answer not in ("yes", "no"):
            raise WebError(400, "form")

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.answer_undo_request(table, version, seats, answer == "yes")

        return await acted(kernel, read_context(request), table_id, act)


def _bot_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/pace")
    async def pace(request: Request, table_id: str, pace: Text = "") -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            host = kernel.is_host(context, table)
            return await kernel.tables.set_pace(table, pace, seats, host)

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/skip")
    async def skip(request: Request, table_id: str) -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            kernel.tables.check_pace(table, seats, kernel.is_host(context, table))
            kernel.skip(table.id)
            return table

        return await acted(kernel, context, table_id, act)


def _hint_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/hint")
    async def hint(request: Request, table_id: str, at: Text = "") -> Response:
        context, version = read_context(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            await while_connected(request, kernel.hint(context, table, version, seats))
            return await kernel.tables.get(table.id)  # somebody may have moved meanwhile

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/hints")
    async def hints(request: Request, table_id: str, hints: Text = "") -> Response:
        context = read_context(request)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.set_hints(table, hints, kernel.is_host(context, table))

        return await acted(kernel, context, table_id, act)

    @router.get("/table/{table_id}/thinking")
    async def thinking(request: Request, table_id: str) -> Response:
        """How far the bot of a table has come, as a few words; nothing where nobody can say."""
        context = read_context(request)
        thought = kernel.bots.thought(table_id)
        return page(kernel, context, "_progress.html", thought=thought)


def _guide_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/guide")
    async def read_on(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.advance_guide(table, version, seats)

        return await acted(kernel, read_context(request), table_id, act)
