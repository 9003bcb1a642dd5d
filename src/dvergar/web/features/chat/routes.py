"""Reading and writing the chat of a table, for pages and programs.

Each action is one function here (`_send`, `_mute`, `_set_room`); the routes of pages and programs
read their input, call it, and answer with a page or with JSON.
"""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.chat.schema import (
    MAX_MESSAGE_LETTERS,
    ChatAnswer,
    MessageBody,
    MuteBody,
    RoomBody,
)
from dvergar.web.features.chat.service import ChatService, Room, has_chat
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.json_models import MAX_WAIT_S, NO_TOKEN_NEEDED
from dvergar.web.kernel.http.requests import only_number, read_context, remember, while_connected
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]
RoomText = Annotated[str, Form(alias="chat")]


async def may_read(
    chat: ChatService, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> bool:
    """Whether someone may read the chat of a table; only spectators need a database query."""
    if not has_chat(table):
        return False
    inside = bool(seats) or chat.kernel.is_host(context, table)
    return inside or (await chat.room(table.id)).spectators


async def _check_access(
    chat: ChatService, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> Room:
    if not await may_read(chat, context, table, seats):
        raise WebError(403, "no_chat")
    return await chat.room(table.id)


async def _send(chat: ChatService, context: RequestContext, table_id: str, text: str) -> Table:
    chat.limit.check(context.address)
    table, seats = await chat.kernel.get_table_for_update(context, table_id)
    room = await _check_access(chat, context, table, seats)
    if room.closed:
        raise WebError(409, "chat_closed")
    context.identify()
    chat.limit.check(context.user_id)
    name = context.name
    if not seats and await chat.kernel.claimed_names.claimed_by_another([name], context.user_id):
        name = ""
    await chat.send(table, seats, context.user_id, text, name)
    return table


async def _mute(
    chat: ChatService, context: RequestContext, table_id: str, number: int, on: bool
) -> Table:
    table, seats = await chat.kernel.get_table_for_update(context, table_id)
    await _check_access(chat, context, table, seats)
    context.identify()
    await chat.mute(table.id, context.user_id, number, on)
    return table


async def _set_room(
    chat: ChatService,
    context: RequestContext,
    table_id: str,
    closed: bool | None,
    spectators: bool | None,
) -> Table:
    """Settings that are None stay as they are."""
    table, seats = await chat.kernel.get_table_for_update(context, table_id)
    room = await _check_access(chat, context, table, seats)
    if not chat.kernel.is_host(context, table):
        raise WebError(403, "not_your_chat")
    changed = Room(
        room.closed if closed is None else closed,
        room.spectators if spectators is None else spectators,
    )
    await chat.set_room(table.id, changed)
    return table


async def _read_after(
    chat: ChatService, context: RequestContext, table_id: str, after: int, wait_s: float
) -> ChatAnswer:
    """The messages after number `after`; waits for the first one if there is none yet."""
    end = time.monotonic() + wait_s
    with chat.kernel.streams.keep(context.address):
        while True:
            changes = chat.changes(table_id)
            table, seats = await chat.kernel.get_table(context, table_id)
            await _check_access(chat, context, table, seats)
            found = await _json(chat, context, table)
            found.messages = [one for one in found.messages if one.number > after]
            while not found.messages and changes == chat.changes(table_id):
                left_s = end - time.monotonic()
                if left_s <= 0 or chat.kernel.closing:
                    return found
                await chat.kernel.notifier.wait(table_id, left_s)  # a move wakes it as well
            if found.messages:
                return found


# Pages.


def page_routes(chat: ChatService) -> APIRouter:
    """The chat as a part of the table's page, or as a page of its own without scripts."""
    router = APIRouter(include_in_schema=False)

    @router.get("/table/{table_id}/chat")
    async def read(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await chat.kernel.get_table(context, table_id)
        await _check_access(chat, context, table, seats)
        return await _page(chat, context, table)

    @router.post("/table/{table_id}/chat")
    async def send(request: Request, table_id: str, text: Text = "") -> Response:
        context = read_context(request)
        return await _changed(chat, context, await _send(chat, context, table_id, text))

    @router.post("/table/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, number: Text = "", mute: Text = "") -> Response:
        context = read_context(request)
        on = _switch(mute)
        if on is None:
            raise WebError(400, "form")
        table = await _mute(chat, context, table_id, only_number(number), on)
        return await _changed(chat, context, table)

    @router.post("/table/{table_id}/chat/room")
    async def set_room(
        request: Request, table_id: str, opened: RoomText = "", spectators: Text = ""
    ) -> Response:
        context = read_context(request)
        is_open, lets_in = _switch(opened), _switch(spectators)
        closed = None if is_open is None else not is_open
        table = await _set_room(chat, context, table_id, closed, lets_in)
        return await _changed(chat, context, table)

    return router


def _switch(text: str) -> bool | None:
    """A switch of a form, or None if it was left alone."""
    if text not in ("", "on", "off"):
        raise WebError(400, "form")
    return text == "on" if text else None


async def _page(chat: ChatService, context: RequestContext, table: Table) -> Response:
    facts = {
        "chat": await _json(chat, context, table),
        "is_host": chat.kernel.is_host(context, table),
        "url": f"/table/{table.id}/chat",
        "longest": MAX_MESSAGE_LETTERS,
        "name": table.name or context.say("page.unnamed"),
        "back": f"/table/{table.id}",
    }
    return page(chat.kernel, context, "_chat.html" if context.htmx else "chat.html", **facts)


async def _changed(chat: ChatService, context: RequestContext, table: Table) -> Response:
    """The chat after someone has changed it."""
    response = (
        await _page(chat, context, table)
        if context.htmx
        else RedirectResponse(f"/table/{table.id}/chat#chat-form", 303)
    )
    remember(context, response)
    return response


# Programs.


async def _json(chat: ChatService, context: RequestContext, table: Table) -> ChatAnswer:
    return await chat.read(table, context.user_id, context.lang)


def add_newcomer_routes(router: APIRouter, chat: ChatService) -> None:
    """Reading; where spectators may, programs without a token may too."""

    @router.get("/tables/{table_id}/chat", openapi_extra=NO_TOKEN_NEEDED)
    async def read(
        request: Request,
        table_id: str,
        after: Annotated[int, Query(ge=0)] = 0,
        wait: Annotated[float, Query(ge=0, le=MAX_WAIT_S)] = 0,
    ) -> ChatAnswer:
        """The chat messages after message number `after`; with `wait`, as soon as there are any."""
        context = read_context(request)
        if wait:
            chat.kernel.streams.check(context.address)
        return await while_connected(request, _read_after(chat, context, table_id, after, wait))


def add_seated_routes(router: APIRouter, chat: ChatService) -> None:
    """Writing needs a token, so that an author can be muted and delete their messages."""

    @router.post("/tables/{table_id}/chat", status_code=201)
    async def say(request: Request, table_id: str, body: MessageBody) -> ChatAnswer:
        """Sends a message to the others at a table."""
        context = read_context(request)
        return await _json(chat, context, await _send(chat, context, table_id, body.text))

    @router.post("/tables/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, body: MuteBody) -> ChatAnswer:
        """Mutes the author of a message, here and at all tables, or unmutes them."""
        context = read_context(request)
        table = await _mute(chat, context, table_id, body.number, body.mute)
        return await _json(chat, context, table)

    @router.post("/tables/{table_id}/chat/room")
    async def arrange(request: Request, table_id: str, body: RoomBody) -> ChatAnswer:
        """For the host: closes or opens the chat, and lets spectators use it or not."""
        context = read_context(request)
        table = await _set_room(chat, context, table_id, body.closed, body.spectators)
        return await _json(chat, context, table)
