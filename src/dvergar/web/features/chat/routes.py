"""Chat at a table: reading, writing, muting, what its host arranges; for people and programs."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.api.request_models import LONGEST_WAIT, MessageBody, MuteBody, RoomBody
from dvergar.web.features.api.response_models import (
    NEWCOMERS,
    AuthorAnswer,
    ChatAnswer,
    MessageAnswer,
)
from dvergar.web.features.chat.service import Room, has_chat
from dvergar.web.features.chat.views import ChatSeen, chat_seen
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.live.disconnects import while_connected
from dvergar.web.kernel.request_context import Visit, only_number
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.responses import page
from dvergar.web.server import Server

Text = Annotated[str, Form()]


async def may_chat(server: Server, visit: Visit, table: Table, seats: tuple[int, ...]) -> bool:
    """Whether somebody may read the chat of a table; the database is asked for spectators alone."""
    if not has_chat(table):
        return False
    inside = bool(seats) or server.is_host(visit, table)
    return inside or (await server.chat.room(table.id)).spectators


def routes(server: Server) -> APIRouter:
    """All that is done with words."""
    router = APIRouter(include_in_schema=False)
    _talking_routes(router, server)
    _arranging_routes(router, server)
    return router


def _talking_routes(router: APIRouter, server: Server) -> None:
    @router.get("/table/{table_id}/chat")
    async def read(request: Request, table_id: str) -> Response:
        visit = Visit.of(request)
        table, seats = await server.look(visit, table_id)
        await _admitted(server, visit, table, seats)
        return await _shown(server, visit, table)

    @router.post("/table/{table_id}/chat")
    async def say(request: Request, table_id: str, text: Text = "") -> Response:
        visit = Visit.of(request)
        table = await _say(server, visit, table_id, text)
        return await _shown(server, visit, table, again=True)


def _arranging_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, number: Text = "", mute: Text = "") -> Response:
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        await _admitted(server, visit, table, seats)
        if mute not in ("on", "off"):
            raise WebError(400, "form")
        visit.identify()
        await server.chat.mute(table.id, visit.holder, only_number(number), mute == "on")
        return await _shown(server, visit, table, again=True)

    @router.post("/table/{table_id}/chat/room")
    async def arrange(
        request: Request, table_id: str, chat: Text = "", spectators: Text = ""
    ) -> Response:
        """The host opens or closes the chat, or lets spectators in or out."""
        visit = Visit.of(request)
        if not {chat, spectators} <= {"", "on", "off"}:
            raise WebError(400, "form")
        closed = chat == "off" if chat else None
        heard = spectators == "on" if spectators else None
        table = await _arrange(server, visit, table_id, closed, heard)
        return await _shown(server, visit, table, again=True)


async def _read(server: Server, visit: Visit, table_id: str, after: int, wait: float) -> ChatAnswer:
    """The messages behind `after`; waits for the first one if there is none yet."""
    end = time.monotonic() + wait
    with server.streams.keep(visit.address):
        while True:
            said = server.chat.stirred(table_id)
            table, seats = await server.look(visit, table_id)
            await _admitted(server, visit, table, seats)
            found = _since(await _seen(server, visit, table), after)
            while not found.messages and said == server.chat.stirred(table_id):
                left = end - time.monotonic()
                if left <= 0 or server.closing:
                    return found
                await server.notifier.wait(table_id, left)  # it may have been a move
            if found.messages:
                return found


def add_reading(router: APIRouter, server: Server) -> None:
    """Reading for programs; where spectators may, one without a token may as well."""

    @router.get("/tables/{table_id}/chat", openapi_extra=NEWCOMERS)
    async def read(
        request: Request,
        table_id: str,
        after: Annotated[int, Query(ge=0)] = 0,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> ChatAnswer:
        """What was said at a table behind message `after`; with `wait` as soon as there is some."""
        visit = Visit.of(request)
        if wait:
            server.streams.check(visit.address)
        return await while_connected(request, _read(server, visit, table_id, after, wait))


def add_routes(router: APIRouter, server: Server) -> None:
    """The rest for programs; by their token they can be muted, and have what they said deleted."""

    @router.post("/tables/{table_id}/chat", status_code=201)
    async def say(request: Request, table_id: str, body: MessageBody) -> ChatAnswer:
        """Says something to the others at a table."""
        visit = Visit.of(request)
        table = await _say(server, visit, table_id, body.text)
        return _since(await _seen(server, visit, table))

    @router.post("/tables/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, body: MuteBody) -> ChatAnswer:
        """No longer hears the author of a message, here and at all tables, or hears him again."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        await _admitted(server, visit, table, seats)
        await server.chat.mute(table.id, visit.holder, body.number, body.mute)
        return _since(await _seen(server, visit, table))

    @router.post("/tables/{table_id}/chat/room")
    async def arrange(request: Request, table_id: str, body: RoomBody) -> ChatAnswer:
        """For the host: closes the chat or opens it again, lets spectators in or out."""
        visit = Visit.of(request)
        table = await _arrange(server, visit, table_id, body.closed, body.spectators)
        return _since(await _seen(server, visit, table))


async def _say(server: Server, visit: Visit, table_id: str, text: str) -> Table:
    server.messages.check(visit.address)
    table, seats = await server.look_to_act(visit, table_id)
    room = await _admitted(server, visit, table, seats)
    if room.closed:
        raise WebError(409, "chat_closed")
    visit.identify()
    server.messages.check(visit.holder)
    name = visit.name
    if not seats and await server.players.claimed_by_another([name], visit.holder):
        name = ""
    await server.chat.say(table, seats, visit.holder, text, name)
    return table


async def _arrange(
    server: Server, visit: Visit, table_id: str, closed: bool | None, spectators: bool | None
) -> Table:
    """What is None stays as it is."""
    table, seats = await server.look_to_act(visit, table_id)
    room = await _admitted(server, visit, table, seats)
    if not server.is_host(visit, table):
        raise WebError(403, "not_your_chat")
    arranged = Room(
        room.closed if closed is None else closed,
        room.spectators if spectators is None else spectators,
    )
    await server.chat.arrange(table.id, arranged)
    return table


async def _admitted(server: Server, visit: Visit, table: Table, seats: tuple[int, ...]) -> Room:
    if not await may_chat(server, visit, table, seats):
        raise WebError(403, "no_chat")
    return await server.chat.room(table.id)


async def _seen(server: Server, visit: Visit, table: Table) -> ChatSeen:
    heard = await server.chat.hear(table.id, visit.holder)
    return chat_seen(heard, table, visit.holder, server.is_host(visit, table), visit.lang)


def _since(seen: ChatSeen, after: int = 0) -> ChatAnswer:
    """What is told to a program that knows the messages up to a number."""
    return ChatAnswer(
        closed=seen.closed,
        spectators=seen.spectators,
        messages=[
            MessageAnswer(
                number=one.number, seat=one.seat, name=one.name, text=one.text, mine=one.mine
            )
            for one in seen.lines
            if one.number > after
        ],
        authors=[
            AuthorAnswer(number=one.number, name=one.name, muted=one.muted) for one in seen.authors
        ],
    )


async def _shown(server: Server, visit: Visit, table: Table, again: bool = False) -> Response:
    """The chat as a part of the table's page, or as a page of its own that was asked for anew."""
    if again and not visit.htmx:
        response: Response = RedirectResponse(f"/table/{table.id}/chat#chat-form", 303)
    else:
        chat = await _seen(server, visit, table)
        name = table.name or visit.say("page.unnamed")
        facts = {"chat": chat, "name": name, "back": f"/table/{table.id}"}
        response = page(server, visit, "_chat.html" if visit.htmx else "chat.html", **facts)
    if again:
        visit.remember(response)
    return response
