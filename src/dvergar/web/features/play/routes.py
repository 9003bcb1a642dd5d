"""What people do at a table while they play: moves, confirming, undo, and the pace of the bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.live.disconnects import while_connected
from dvergar.web.kernel.request_context import Visit, only_number
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.responses import acted, page
from dvergar.web.server import Server

Text = Annotated[str, Form()]
NEVER = "never"


def routes(server: Server) -> APIRouter:
    """All that is done at a table in play."""
    router = APIRouter(include_in_schema=False)
    _move_routes(router, server)
    _back_routes(router, server)
    _bot_routes(router, server)
    _hint_routes(router, server)
    _guide_routes(router, server)
    return router


def _move_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/move")
    async def move(request: Request, table_id: str, move: Text = "", at: Text = "") -> Response:
        visit, version = Visit.of(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            if server.confirm(visit, table) == NEVER:
                return await server.tables.move(table, move, version, seats, visit.feeding)
            return await server.tables.hold(table, move, version, seats, visit.feeding)

        return await acted(server, visit, table_id, act)

    @router.post("/table/{table_id}/confirm")
    async def confirm(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await server.tables.confirm(table, version, seats)

        return await acted(server, Visit.of(request), table_id, act)


def _back_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/undo")
    async def undo(request: Request, table_id: str, at: Text = "", back: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await server.tables.undo(table, version, seats, whole_turn=back == "turn")

        return await acted(server, Visit.of(request), table_id, act)

    @router.post("/table/{table_id}/wish")
    async def wish(request: Request, table_id: str, at: Text = "", answer: Text = "") -> Response:
        version = only_number(at)
        if answer not in ("yes", "no"):
            raise WebError(400, "form")

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await server.tables.answer_wish(table, version, seats, answer == "yes")

        return await acted(server, Visit.of(request), table_id, act)


def _bot_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/pace")
    async def pace(request: Request, table_id: str, pace: Text = "") -> Response:
        visit = Visit.of(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            host = server.is_host(visit, table)
            return await server.tables.set_pace(table, pace, seats, host)

        return await acted(server, visit, table_id, act)

    @router.post("/table/{table_id}/skip")
    async def skip(request: Request, table_id: str) -> Response:
        visit = Visit.of(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            server.tables.check_pace(table, seats, server.is_host(visit, table))
            server.skip(table.id)
            return table

        return await acted(server, visit, table_id, act)


def _hint_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/hint")
    async def hint(request: Request, table_id: str, at: Text = "") -> Response:
        visit, version = Visit.of(request), only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            await while_connected(request, server.hint(visit, table, version, seats))
            return await server.tables.get(table.id)  # somebody may have moved meanwhile

        return await acted(server, visit, table_id, act)

    @router.post("/table/{table_id}/hints")
    async def hints(request: Request, table_id: str, hints: Text = "") -> Response:
        visit = Visit.of(request)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await server.tables.set_hints(table, hints, server.is_host(visit, table))

        return await acted(server, visit, table_id, act)

    @router.get("/table/{table_id}/thinking")
    async def thinking(request: Request, table_id: str) -> Response:
        """How far the bot of a table has come, as a few words; nothing where nobody can say."""
        visit = Visit.of(request)
        thought = server.bots.thought(table_id)
        return page(server, visit, "_progress.html", thought=thought)


def _guide_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/guide")
    async def read_on(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await server.tables.read_on(table, version, seats)

        return await acted(server, Visit.of(request), table_id, act)
