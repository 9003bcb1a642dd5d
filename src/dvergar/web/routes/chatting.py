"""Chat at a table: reading, writing, muting, and what its host arranges."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.errors import WebError
from dvergar.web.request import Visit, only_number
from dvergar.web.routes.answers import page
from dvergar.web.seen.chatting import chat_seen
from dvergar.web.server import Server
from dvergar.web.tables.chat import Heard, Room, has_chat
from dvergar.web.tables.table import Table

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
        server.messages.check(visit.address)
        table, seats = await server.look_to_act(visit, table_id)
        room = await _admitted(server, visit, table, seats)
        if room.closed:
            raise WebError(409, "chat_closed")
        visit.identify()
        server.messages.check(visit.holder)
        await server.chat.say(table, seats, visit.holder, text, visit.name)
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
        table, seats = await server.look_to_act(visit, table_id)
        room = await _admitted(server, visit, table, seats)
        if not server.is_host(visit, table):
            raise WebError(403, "not_your_chat")
        if not {chat, spectators} <= {"", "on", "off"}:
            raise WebError(400, "form")
        closed = chat == "off" if chat else room.closed
        heard = spectators == "on" if spectators else room.spectators
        await server.chat.arrange(table.id, Room(closed, heard))
        return await _shown(server, visit, table, again=True)


async def _admitted(server: Server, visit: Visit, table: Table, seats: tuple[int, ...]) -> Room:
    if not await may_chat(server, visit, table, seats):
        raise WebError(403, "no_chat")
    return await server.chat.room(table.id)


async def _shown(server: Server, visit: Visit, table: Table, again: bool = False) -> Response:
    """The chat as a part of the table's page, or as a page of its own that was asked for anew."""
    if again and not visit.htmx:
        response: Response = RedirectResponse(f"/table/{table.id}/chat#chat-form", 303)
    else:
        heard: Heard = await server.chat.hear(table.id, visit.holder)
        host = server.is_host(visit, table)
        chat = chat_seen(heard, table.id, visit.holder, host, visit.lang)
        name = table.name or visit.say("page.unnamed")
        facts = {"chat": chat, "name": name, "back": f"/table/{table.id}"}
        response = page(server, visit, "_chat.html" if visit.htmx else "chat.html", **facts)
    visit.remember(response)
    return response
