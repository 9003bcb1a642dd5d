"""Seats on pages: joining, coming back, filling with bots, leaving, resigning, rematch."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import (
    acted,
    invited,
    linked_seats,
    page,
    seated,
    table_answer,
    taken_back,
)
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.new_table import check_bot
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS, clean
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import SYMBOLS, seat_names

Text = Annotated[str, Form()]


def routes(kernel: Kernel) -> APIRouter:
    """All pages about seats."""
    router = APIRouter(include_in_schema=False)
    _seat_routes(router, kernel)
    _filling_routes(router, kernel)
    _leaving_routes(router, kernel)
    _link_routes(router, kernel)
    return router


def _seat_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/join/{token}")
    async def join_page(request: Request, token: str) -> Response:
        context = read_context(request)
        return await _join_page(kernel, context, token)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, name: Text = "") -> Response:
        context = read_context(request)
        kernel.joins.check(context.address)
        table, seat = await invited(kernel, token)
        context.identify()
        try:
            context.name = clean(name, MAX_NAME_LETTERS)
            table = await kernel.tables.sit(table, seat, context.name, context.user_id)
        except WebError as error:
            return await _join_page(kernel, context, token, error)
        return seated(context, table)

    @router.get("/return/{table_id}/{seats}/{key}")
    async def return_page(request: Request, table_id: str, seats: str, key: str) -> Response:
        """Asks first: programs that read mails and chats open every link they find."""
        context = read_context(request)
        table, mine = await linked_seats(kernel, context, table_id, seats, key)
        if set(mine) <= set((await kernel.get_table(context, table.id))[1]):
            return RedirectResponse(f"/table/{table.id}", 303)
        facts: dict[str, Any] = {
            "table": table.name or context.say("page.unnamed"),
            "game": table.game.info.words(context.lang)("game.title"),
            "names": ", ".join(seat_names(table, context.lang)[seat] for seat in mine),
            "seat": mine[0],
        }
        return page(kernel, context, "return.html", **facts)

    @router.post("/return/{table_id}/{seats}/{key}")
    async def come_back(request: Request, table_id: str, seats: str, key: str) -> Response:
        context = read_context(request)
        table = await taken_back(kernel, context, table_id, seats, key)
        return seated(context, table)


def _filling_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/sit")
    async def sit(table_id: str) -> Response:
        table = await kernel.tables.get(table_id)
        free = table.free()
        if not table.public or not free:
            raise WebError(409, "seat_taken")
        invite = kernel.keys.invite(table.id, free[0], table.given[free[0]])
        return RedirectResponse(f"/join/{invite}", 303)

    @router.post("/table/{table_id}/fill")
    async def fill(request: Request, table_id: str, seat: Text = "", bot: Text = "") -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        if not context.token or table.host != context.user_id:
            raise WebError(403, "not_your_seat")
        number = only_number(seat)
        if number >= len(table.seats):
            raise WebError(400, "form")
        check_bot(table.game.slug, bot)
        table = await kernel.tables.fill(table, number, bot)
        if context.htmx:
            return table_answer(kernel, context, table, seats)
        return RedirectResponse(f"/table/{table.id}", 303)


def _leaving_routes(router: APIRouter, kernel: Kernel) -> None:
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
            return await kernel.tables.resign(table, seats, await known_as(kernel, context))

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/give")
    async def give(request: Request, table_id: str, seat: Text = "") -> Response:
        context, number = read_context(request), only_number(seat)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.give(table, number, kernel.is_host(context, table))

        return await acted(kernel, context, table_id, act)


def _link_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/withdraw")
    async def withdraw(request: Request, table_id: str) -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.withdraw_links(table, seats, context.user_id)

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        kernel.check_new_table(context)
        new = await kernel.tables.rematch(table, context.user_id, seats, secrets.randbits(64))
        return seated(context, new)


async def known_as(kernel: Kernel, context: RequestContext) -> str:
    """The number of the name that the visitor has claimed, if there is one."""
    player = await kernel.claimed_names.of(context.user_id)
    return player.id if player else ""


async def _join_page(
    kernel: Kernel, context: RequestContext, token: str, error: WebError | None = None
) -> Response:
    table, seat = await invited(kernel, token)
    taken = seat not in table.free()
    if taken and seat in (await kernel.get_table(context, table.id))[1]:
        return RedirectResponse(f"/table/{table.id}", 303)
    speak = table.game.info.words(context.lang)
    host = next((one.name for one in table.seats if one.kind == "person"), "")
    facts: dict[str, Any] = {
        "seat": {"seat": seat, "css": f"s{seat}", "symbol": SYMBOLS[seat]},
        "table": {
            "name": table.name or context.say("page.unnamed"),
            "title": speak("game.title"),
            "host": host,
            "url": f"/table/{table.id}",
        },
        "token": token,
        "name": context.name,
        "taken": taken,
        "error": error.text(context.lang) if error else None,
    }
    return page(kernel, context, "join.html", error.status if error else 200, **facts)
