"""Leaving a table, coming back, giving a seat away and resigning: for people and for programs."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.request_models import GiveBody
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.response_models import SeatedAnswer, TableAnswer
from dvergar.web.kernel.http.responses import acted
from dvergar.web.kernel.http.table_json import answer, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]


def routes(kernel: Kernel) -> APIRouter:
    """What people do on the page."""
    router = APIRouter(include_in_schema=False)

    @router.post("/table/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> Response:
        return await acted(kernel, read_context(request), table_id, kernel.tables.leave)

    @router.post("/table/{table_id}/back")
    async def back(request: Request, table_id: str) -> Response:
        return await acted(kernel, read_context(request), table_id, kernel.tables.come_back)

    @router.post("/table/{table_id}/resign")
    async def resign(request: Request, table_id: str, sure: Text = "") -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            if sure != "yes":
                raise WebError(409, "not_sure_resign")
            return await kernel.tables.resign(table, seats, await _known_as(kernel, context))

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/give")
    async def give(request: Request, table_id: str, seat: Text = "") -> Response:
        context, number = read_context(request), only_number(seat)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.give(table, number, kernel.is_host(context, table))

        return await acted(kernel, context, table_id, act)

    return router


async def _known_as(kernel: Kernel, context: RequestContext) -> str:
    """The number of the name that the visitor has claimed, if there is one."""
    player = await kernel.players.of(context.user_id)
    return player.id if player else ""


def add_routes(router: APIRouter, kernel: Kernel) -> None:
    """The same for programs."""

    @router.post("/tables/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> TableAnswer:
        """Leaves one's seats: free again before the game, later a bot plays on until `back`."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        await kernel.tables.leave(table, seats)
        return answer(kernel, context, *await kernel.look(context, table_id))

    @router.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> TableAnswer:
        """Plays oneself again where a bot stands in, because one had left or was late."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        table = await kernel.tables.come_back(table, seats)
        return answer(kernel, context, table, seats)

    @router.post("/tables/{table_id}/resign")
    async def resign(request: Request, table_id: str) -> TableAnswer:
        """Gives up for good: a bot plays it out; where no other person plays, the game ends."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        await kernel.tables.resign(table, seats, await _known_as(kernel, context))
        return answer(kernel, context, *await kernel.look(context, table_id))

    @router.post("/tables/{table_id}/give")
    async def give(request: Request, table_id: str, body: GiveBody) -> TableAnswer:
        """Lets somebody else have the seat of a person who has left; its `invite` says how."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        table = await kernel.tables.give(table, body.seat, kernel.is_host(context, table))
        return answer(kernel, context, table, seats)

    @router.post("/tables/{table_id}/rematch", status_code=201)
    async def rematch(request: Request, table_id: str) -> SeatedAnswer:
        """Plays again with the same people, or sits down where another of them has asked first."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        kernel.check_new_table(context)
        new = await kernel.tables.rematch(table, context.user_id, seats, secrets.randbits(64))
        return await seated(kernel, context, new.id)
