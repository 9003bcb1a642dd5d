"""Seats for programs: sitting down by a link or freely, leaving, resigning, rematch."""

from __future__ import annotations

import re
import secrets
from typing import Final

from fastapi import Request

from dvergar.web.features.seats.models import GiveBody, JoinBody, LinkBody, SitBody
from dvergar.web.features.seats.routes import known_as
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.response_models import NEWCOMERS, SeatedAnswer, TableAnswer
from dvergar.web.kernel.http.responses import invited, taken_back
from dvergar.web.kernel.http.table_json import answer, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext

INVITE: Final = re.compile(r"(?:^|/)join/([^/?#]+)/?$")
COME_BACK: Final = re.compile(r"(?:^|/)return/([^/?#]+)/([^/?#]+)/([^/?#]+)/?$")


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes."""
    _add_sitting(api, kernel)
    _add_leaving(api, kernel)


def _add_sitting(api: ApiRouters, kernel: Kernel) -> None:
    """Sitting down."""

    @api.newcomer.post("/join", openapi_extra=NEWCOMERS)
    async def follow(request: Request, body: LinkBody) -> SeatedAnswer:
        """Takes the seat that a link leads to; the link stands in no address and so in no log."""
        context = read_context(request)
        if found := COME_BACK.search(body.link):
            table = await taken_back(kernel, context, *found.groups())
            return await seated(kernel, context, table.id)
        found = INVITE.search(body.link)
        if found is None:
            raise WebError(404, "not_found")
        return await _join(kernel, context, found[1], body.name)

    @api.newcomer.post("/join/{token}", openapi_extra=NEWCOMERS)
    async def join(request: Request, token: str, body: JoinBody) -> SeatedAnswer:
        """Takes the seat that an invite leads to."""
        return await _join(kernel, read_context(request), token, body.name)

    @api.newcomer.post("/tables/{table_id}/sit", openapi_extra=NEWCOMERS)
    async def sit(request: Request, table_id: str, body: SitBody) -> SeatedAnswer:
        """Takes an open seat of a public table."""
        context = read_context(request)
        kernel.joins.check(context.address)
        table = await kernel.tables.get(table_id)
        if not table.public:
            raise WebError(403, "not_public")
        if not table.bots_welcome:
            raise WebError(403, "no_bots")
        free = table.free()
        wanted = free[:1] if body.seat is None else [one for one in free if one == body.seat]
        if not wanted:
            raise WebError(409, "seat_taken")
        context.identify()
        table = await kernel.tables.sit(table, wanted[0], body.name, context.user_id)
        return await seated(kernel, context, table.id)


async def _join(kernel: Kernel, context: RequestContext, token: str, name: str) -> SeatedAnswer:
    kernel.joins.check(context.address)
    table, seat = await invited(kernel, token)
    context.identify()
    table = await kernel.tables.sit(table, seat, name, context.user_id)
    return await seated(kernel, context, table.id)


def _add_leaving(api: ApiRouters, kernel: Kernel) -> None:
    """The same for programs."""

    @api.seated.post("/tables/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> TableAnswer:
        """Leaves one's seats: free again before the game, later a bot plays on until `back`."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await kernel.tables.leave(table, seats)
        return answer(kernel, context, *await kernel.get_table(context, table_id))

    @api.seated.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> TableAnswer:
        """Plays oneself again where a bot stands in, because one had left or was late."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.come_back(table, seats)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/resign")
    async def resign(request: Request, table_id: str) -> TableAnswer:
        """Gives up for good: a bot plays it out; where no other person plays, the game ends."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await kernel.tables.resign(table, seats, await known_as(kernel, context))
        return answer(kernel, context, *await kernel.get_table(context, table_id))

    @api.seated.post("/tables/{table_id}/give")
    async def give(request: Request, table_id: str, body: GiveBody) -> TableAnswer:
        """Lets somebody else have the seat of a person who has left; its `invite` says how."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.give(table, body.seat, kernel.is_host(context, table))
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/rematch", status_code=201)
    async def rematch(request: Request, table_id: str) -> SeatedAnswer:
        """Plays again with the same people, or sits down where another of them has asked first."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        kernel.check_new_table(context)
        new = await kernel.tables.rematch(table, context.user_id, seats, secrets.randbits(64))
        return await seated(kernel, context, new.id)
