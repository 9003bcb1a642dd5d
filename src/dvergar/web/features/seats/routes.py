"""Leaving a table, coming back, giving a seat away and resigning: for people and for programs."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.features.api.request_models import GiveBody
from dvergar.web.features.api.response_models import SeatedAnswer, TableAnswer
from dvergar.web.features.api.table_json import answer, seated
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.request_context import Visit, only_number
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.responses import acted
from dvergar.web.server import Server

Text = Annotated[str, Form()]


def routes(server: Server) -> APIRouter:
    """What people do on the page."""
    router = APIRouter(include_in_schema=False)

    @router.post("/table/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> Response:
        return await acted(server, Visit.of(request), table_id, server.tables.leave)

    @router.post("/table/{table_id}/back")
    async def back(request: Request, table_id: str) -> Response:
        return await acted(server, Visit.of(request), table_id, server.tables.come_back)

    @router.post("/table/{table_id}/resign")
    async def resign(request: Request, table_id: str, sure: Text = "") -> Response:
        visit = Visit.of(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            if sure != "yes":
                raise WebError(409, "not_sure_resign")
            return await server.tables.resign(table, seats, await _known_as(server, visit))

        return await acted(server, visit, table_id, act)

    @router.post("/table/{table_id}/give")
    async def give(request: Request, table_id: str, seat: Text = "") -> Response:
        visit, number = Visit.of(request), only_number(seat)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await server.tables.give(table, number, server.is_host(visit, table))

        return await acted(server, visit, table_id, act)

    return router


async def _known_as(server: Server, visit: Visit) -> str:
    """The number of the name that the visitor has claimed, if there is one."""
    player = await server.players.of(visit.holder)
    return player.id if player else ""


def add_routes(router: APIRouter, server: Server) -> None:
    """The same for programs."""

    @router.post("/tables/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> TableAnswer:
        """Leaves one's seats: free again before the game, later a bot plays on until `back`."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        await server.tables.leave(table, seats)
        return answer(server, visit, *await server.look(visit, table_id))

    @router.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> TableAnswer:
        """Plays oneself again where a bot stands in, because one had left or was late."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        table = await server.tables.come_back(table, seats)
        return answer(server, visit, table, seats)

    @router.post("/tables/{table_id}/resign")
    async def resign(request: Request, table_id: str) -> TableAnswer:
        """Gives up for good: a bot plays it out; where no other person plays, the game ends."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        await server.tables.resign(table, seats, await _known_as(server, visit))
        return answer(server, visit, *await server.look(visit, table_id))

    @router.post("/tables/{table_id}/give")
    async def give(request: Request, table_id: str, body: GiveBody) -> TableAnswer:
        """Lets somebody else have the seat of a person who has left; its `invite` says how."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        table = await server.tables.give(table, body.seat, server.is_host(visit, table))
        return answer(server, visit, table, seats)

    @router.post("/tables/{table_id}/rematch", status_code=201)
    async def rematch(request: Request, table_id: str) -> SeatedAnswer:
        """Plays again with the same people, or sits down where another of them has asked first."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        server.check_new_table(visit)
        new = await server.tables.rematch(table, visit.holder, seats, secrets.randbits(64))
        return await seated(server, visit, new.id)
