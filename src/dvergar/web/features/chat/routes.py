"""Chat at a table: reading, writing, muting, what its host arranges; for people and programs."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.chat.service import Room, has_chat
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
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table

Text = Annotated[str, Form()]


async def may_chat(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> bool:
    """Whether somebody may read the chat of a table; the database is asked for spectators alone."""
    if not has_chat(table):
        return False
    inside = bool(seats) or kernel.is_host(context, table)
    return inside or (await kernel.chat.room(table.id)).spectators


def routes(kernel: Kernel) -> APIRouter:
    """All that is done with words."""
    router = APIRouter(include_in_schema=False)
    _talking_routes(router, kernel)
    _arranging_routes(router, kernel)
    return router


def _talking_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/table/{table_id}/chat")
    async def read(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await kernel.look(context, table_id)
        await _admitted(kernel, context, table, seats)
        return await _shown(kernel, context, table)

    @router.post("/table/{table_id}/chat")
    async def say(request: Request, table_id: str, text: Text = "") -> Response:
        context = read_context(request)
        table = await _say(kernel, context, table_id, text)
        return await _shown(kernel, context, table, again=True)


def _arranging_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, number: Text = "", mute: Text = "") -> Response:
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        await _admitted(kernel, context, table, seats)
        if mute not in ("on", "off"):
            raise WebError(400, "form")
        context.identify()
        await kernel.chat.mute(table.id, context.user_id, only_number(number), mute == "on")
        return await _shown(kernel, context, table, again=True)

    @router.post("/table/{table_id}/chat/room")
    async def arrange(
        request: Request, table_id: str, chat: Text = "", spectators: Text = ""
    ) -> Response:
        """The host opens or closes the chat, or lets spectators in or out."""
        context = read_context(request)
        if not {chat, spectators} <= {"", "on", "off"}:
            raise WebError(400, "form")
        closed = chat == "off" if chat else None
        heard = spectators == "on" if spectators else None
        table = await _arrange(kernel, context, table_id, closed, heard)
        return await _shown(kernel, context, table, again=True)


async def _read(
    kernel: Kernel, context: RequestContext, table_id: str, after: int, wait: float
) -> ChatAnswer:
    """The messages behind `after`; waits for the first one if there is none yet."""
    end = time.monotonic() + wait
    with kernel.streams.keep(context.address):
        while True:
            said = kernel.chat.stirred(table_id)
            table, seats = await kernel.look(context, table_id)
            await _admitted(kernel, context, table, seats)
            found = _since(await _seen(kernel, context, table), after)
            while not found.messages and said == kernel.chat.stirred(table_id):
                left = end - time.monotonic()
                if left <= 0 or kernel.closing:
                    return found
                await kernel.notifier.wait(table_id, left)  # it may have been a move
            if found.messages:
                return found


def add_reading(router: APIRouter, kernel: Kernel) -> None:
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
            kernel.streams.check(context.address)
        return await while_connected(request, _read(kernel, context, table_id, after, wait))


def add_routes(router: APIRouter, kernel: Kernel) -> None:
    """The rest for programs; by their token they can be muted, and have what they said deleted."""

    @router.post("/tables/{table_id}/chat", status_code=201)
    async def say(request: Request, table_id: str, body: MessageBody) -> ChatAnswer:
        """Says something to the others at a table."""
        context = read_context(request)
        table = await _say(kernel, context, table_id, body.text)
        return _since(await _seen(kernel, context, table))

    @router.post("/tables/{table_id}/chat/mute")
    async def mute(request: Request, table_id: str, body: MuteBody) -> ChatAnswer:
        """No longer hears the author of a message, here and at all tables, or hears him again."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        await _admitted(kernel, context, table, seats)
        await kernel.chat.mute(table.id, context.user_id, body.number, body.mute)
        return _since(await _seen(kernel, context, table))

    @router.post("/tables/{table_id}/chat/room")
    async def arrange(request: Request, table_id: str, body: RoomBody) -> ChatAnswer:
        """For the host: closes the chat or opens it again, lets spectators in or out."""
        context = read_context(request)
        table = await _arrange(kernel, context, table_id, body.closed, body.spectators)
        return _since(await _seen(kernel, context, table))


async def _say(kernel: Kernel, context: RequestContext, table_id: str, text: str) -> Table:
    kernel.messages.check(context.address)
    table, seats = await kernel.look_to_act(context, table_id)
    room = await _admitted(kernel, context, table, seats)
    if room.closed:
        raise WebError(409, "chat_closed")
    context.identify()
    kernel.messages.check(context.user_id)
    name = context.name
    if not seats and await kernel.players.claimed_by_another([name], context.user_id):
        name = ""
    await kernel.chat.say(table, seats, context.user_id, text, name)
    return table


async def _arrange(
    kernel: Kernel,
    context: RequestContext,
    table_id: str,
    closed: bool | None,
    spectators: bool | None,
) -> Table:
    """What is None stays as it is."""
    table, seats = await kernel.look_to_act(context, table_id)
    room = await _admitted(kernel, context, table, seats)
    if not kernel.is_host(context, table):
        raise WebError(403, "not_your_chat")
    arranged = Room(
        room.closed if closed is None else closed,
        room.spectators if spectators is None else spectators,
    )
    await kernel.chat.arrange(table.id, arranged)
    return table


async def _admitted(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> Room:
    if not await may_chat(kernel, context, table, seats):
        raise WebError(403, "no_chat")
    return await kernel.chat.room(table.id)


async def _seen(kernel: Kernel, context: RequestContext, table: Table) -> ChatSeen:
    heard = await kernel.chat.hear(table.id, context.user_id)
    return chat_seen(heard, table, context.user_id, kernel.is_host(context, table), context.lang)


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
    kernel: Kernel, context: RequestContext, table: Table, again: bool = False
) -> Response:
    """The chat as a part of the table's page, or as a page of its own that was asked for anew."""
    if again and not context.htmx:
        response: Response = RedirectResponse(f"/table/{table.id}/chat#chat-form", 303)
    else:
        chat = await _seen(kernel, context, table)
        name = table.name or context.say("page.unnamed")
        facts = {"chat": chat, "name": name, "back": f"/table/{table.id}"}
        response = page(kernel, context, "_chat.html" if context.htmx else "chat.html", **facts)
    if again:
        remember(context, response)
    return response
