"""Chat at a table: reading, writing, muting, what its host arranges; for people and programs."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.chat.service import Chat, Room, has_chat
from dvergar.web.features.chat.views import ChatSeen, chat_seen
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.disconnects import while_connected
from dvergar.web.kernel.http.request_models import LONGEST_WAIT, MessageBody, MuteBody, RoomBody
from dvergar.web.kernel.http.requests import only_number, read_context, remember
from dvergar.web.kernel.http.response_models import (
    NEWCOMERS,
    AuthorAnswer,
    ChatAnswer,
    MessageAnswer,
)
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]
RoomText = Annotated[str, Form(alias="chat")]


async def may_chat(
    chat: Chat, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> bool:
    """Whether somebody may read the chat of a table; the database is asked for spectators alone."""
    if not has_chat(table):
        return False
    inside = bool(seats) or chat.kernel.is_host(context, table)
    return inside or (await chat.room(table.id)).spectators


def routes(chat: Chat) -> APIRouter:
    """All that is done with words."""
    router = APIRouter(include_in_schema=False)
    _talking_routes(router, chat)
    _arranging_routes(router, chat)
    return router


def _talking_routes(router: APIRouter, chat: Chat) -> None:
    @router.get("/table/{table_id}/chat")
    async def read(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await chat.kernel.get_table(context, table_id)
        await _admitted(chat, context, table, seats)
        return await _shown(chat, context, table)

    @router.post("/table/{table_id}/chat")
    async def say(request: Request, table_id: str, text: Text = "") -> Response:
        context = read_context(request)
        table = await _say(chat, context, table_id, text)
        return await _shown(chat, context, table, again=True)


def _arranging_routes(router: APIRouter, chat: Chat) -> None:
    @router.post("/table/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, number: Text = "", mute: Text = "") -> Response:
        context = read_context(request)
        table, seats = await chat.kernel.get_table_for_update(context, table_id)
        await _admitted(chat, context, table, seats)
        if mute not in ("on", "off"):
            raise WebError(400, "form")
        context.identify()
        await chat.mute(table.id, context.user_id, only_number(number), mute == "on")
        return await _shown(chat, context, table, again=True)

    @router.post("/table/{table_id}/chat/room")
    async def arrange(
        request: Request, table_id: str, chat_: RoomText = "", spectators: Text = ""
    ) -> Response:
        """The host opens or closes the chat, or lets spectators in or out."""
        context = read_context(request)
        if not {chat_, spectators} <= {"", "on", "off"}:
            raise WebError(400, "form")
        closed = chat_ == "off" if chat_ else None
        heard = spectators == "on" if spectators else None
        table = await _arrange(chat, context, table_id, closed, heard)
        return await _shown(chat, context, table, again=True)


async def _read(
    chat: Chat, context: RequestContext, table_id: str, after: int, wait: float
) -> ChatAnswer:
    """The messages behind `after`; waits for the first one if there is none yet."""
    end = time.monotonic() + wait
    with chat.kernel.streams.keep(context.address):
        while True:
            said = chat.stirred(table_id)
            table, seats = await chat.kernel.get_table(context, table_id)
            await _admitted(chat, context, table, seats)
            found = _since(await _seen(chat, context, table), after)
            while not found.messages and said == chat.stirred(table_id):
                left = end - time.monotonic()
                if left <= 0 or chat.kernel.closing:
                    return found
                await chat.kernel.notifier.wait(table_id, left)  # it may have been a move
            if found.messages:
                return found


def add_reading(router: APIRouter, chat: Chat) -> None:
    """Reading for programs; where spectators may, one without a token may as well."""

    @router.get("/tables/{table_id}/chat", openapi_extra=NEWCOMERS)
    async def read(
        request: Request,
        table_id: str,
        after: Annotated[int, Query(ge=0)] = 0,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> ChatAnswer:
        """What was said at a table behind message `after`; with `wait` as soon as there is some."""
        context = read_context(request)
        if wait:
            chat.kernel.streams.check(context.address)
        return await while_connected(request, _read(chat, context, table_id, after, wait))


def add_routes(router: APIRouter, chat: Chat) -> None:
    """The rest for programs; by their token they can be muted, and have what they said deleted."""

    @router.post("/tables/{table_id}/chat", status_code=201)
    async def say(request: Request, table_id: str, body: MessageBody) -> ChatAnswer:
        """Says something to the others at a table."""
        context = read_context(request)
        table = await _say(chat, context, table_id, body.text)
        return _since(await _seen(chat, context, table))

    @router.post("/tables/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, body: MuteBody) -> ChatAnswer:
        """No longer hears the author of a message, here and at all tables, or hears him again."""
        context = read_context(request)
        table, seats = await chat.kernel.get_table_for_update(context, table_id)
        await _admitted(chat, context, table, seats)
        await chat.mute(table.id, context.user_id, body.number, body.mute)
        return _since(await _seen(chat, context, table))

    @router.post("/tables/{table_id}/chat/room")
    async def arrange(request: Request, table_id: str, body: RoomBody) -> ChatAnswer:
        """For the host: closes the chat or opens it again, lets spectators in or out."""
        context = read_context(request)
        table = await _arrange(chat, context, table_id, body.closed, body.spectators)
        return _since(await _seen(chat, context, table))


async def _say(chat: Chat, context: RequestContext, table_id: str, text: str) -> Table:
    chat.limit.check(context.address)
    table, seats = await chat.kernel.get_table_for_update(context, table_id)
    room = await _admitted(chat, context, table, seats)
    if room.closed:
        raise WebError(409, "chat_closed")
    context.identify()
    chat.limit.check(context.user_id)
    name = context.name
    if not seats and await chat.kernel.claimed_names.claimed_by_another([name], context.user_id):
        name = ""
    await chat.say(table, seats, context.user_id, text, name)
    return table


async def _arrange(
    chat: Chat,
    context: RequestContext,
    table_id: str,
    closed: bool | None,
    spectators: bool | None,
) -> Table:
    """What is None stays as it is."""
    table, seats = await chat.kernel.get_table_for_update(context, table_id)
    room = await _admitted(chat, context, table, seats)
    if not chat.kernel.is_host(context, table):
        raise WebError(403, "not_your_chat")
    arranged = Room(
        room.closed if closed is None else closed,
        room.spectators if spectators is None else spectators,
    )
    await chat.arrange(table.id, arranged)
    return table


async def _admitted(
    chat: Chat, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> Room:
    if not await may_chat(chat, context, table, seats):
        raise WebError(403, "no_chat")
    return await chat.room(table.id)


async def _seen(chat: Chat, context: RequestContext, table: Table) -> ChatSeen:
    heard = await chat.hear(table.id, context.user_id)
    return chat_seen(
        heard, table, context.user_id, chat.kernel.is_host(context, table), context.lang
    )


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


async def _shown(
    chat: Chat, context: RequestContext, table: Table, again: bool = False
) -> Response:
    """The chat as a part of the table's page, or as a page of its own that was asked for anew."""
    if again and not context.htmx:
        response: Response = RedirectResponse(f"/table/{table.id}/chat#chat-form", 303)
    else:
        name = table.name or context.say("page.unnamed")
        facts = {
            "chat": await _seen(chat, context, table),
            "name": name,
            "back": f"/table/{table.id}",
        }
        response = page(
            chat.kernel, context, "_chat.html" if context.htmx else "chat.html", **facts
        )
    if again:
        remember(context, response)
    return response
