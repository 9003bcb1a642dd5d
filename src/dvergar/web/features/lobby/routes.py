"""The pages people use: start, table, joining, records."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from dvergar.core.errors import DvergarError
from dvergar.core.record import Record
from dvergar.core.registry import games
from dvergar.web.features.chat.routes import may_chat
from dvergar.web.features.lobby import new_table_form as start
from dvergar.web.features.lobby import views as lists
from dvergar.web.kernel.errors import WebError, status_of
from dvergar.web.kernel.http.requests import only_number, read_context, set_cookie
from dvergar.web.kernel.http.responses import (
    acted,
    fragment_answer,
    invited,
    linked_seats,
    page,
    record_answer,
    seated,
    table_answer,
    taken_back,
)
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import PREFERENCES, RequestContext
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS, clean
from dvergar.web.kernel.tables.table import SPEEDS, WAITING, Table
from dvergar.web.kernel.views.log_view import Teller
from dvergar.web.kernel.views.render import game_file
from dvergar.web.kernel.views.table_view import SYMBOLS, seat_names

Text = Annotated[str, Form()]


def routes(kernel: Kernel) -> APIRouter:
    """All pages of a server."""
    router = APIRouter(include_in_schema=False)
    _start_routes(router, kernel)
    _table_routes(router, kernel)
    _seat_routes(router, kernel)
    _filling_routes(router, kernel)
    return router


def _start_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/")
    async def start_page(request: Request, game: str = "") -> Response:
        context = read_context(request)
        form = start.blank_form(game if game in games() else start.by_difficulty()[0].slug, context)
        return await _start(kernel, context, form, query=request.query_params)

    @router.post("/tables")
    async def open_table(request: Request) -> Response:
        context = read_context(request)
        form = start.read_form(await request.form(), context)
        try:
            plan = start.plan(form, context)
            kernel.check_new_table(context)
            context.identify()
            deal = secrets.randbits(64) if plan.deal is None else plan.deal
            table = await kernel.tables.open(plan, context.user_id, deal)
        except DvergarError as error:
            return await _start(kernel, context, form, error)
        return seated(context, table)

    @router.post("/preferences")
    async def preferences(request: Request, back: Text = "/") -> Response:
        local = back.startswith("/") and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if local and len(back) < 300 else "/", 303)
        chosen = await request.form()
        for name, values in PREFERENCES.items():
            value = chosen.get(name)
            if isinstance(value, str) and value in values:
                set_cookie(response, name, value)
        return response


async def _start(
    kernel: Kernel,
    context: RequestContext,
    form: start.NewTable,
    error: DvergarError | None = None,
    query: Mapping[str, str] | None = None,
) -> Response:
    wanted = lists.Wanted.of(query or {})
    mine = max(1, lists.number((query or {}).get("mine", "")))
    own = await lists.all_my_tables(kernel, context, lists.MINE_READ)
    found = await kernel.lobby.open_tables()
    facts: dict[str, Any] = {
        "games": start.game_cards(form.slug, context.lang),
        "infos": games(),
        "new": form,
        "my_tables": lists.my_listing(own, mine),
        "open_tables": lists.open_listing(found, wanted, context.lang, context.words),
        "wanted": wanted,
        "speeds": SPEEDS,
        "error": error.text(context.lang) if error else None,
    }
    return page(kernel, context, "start.html", status_of(error) if error else 200, **facts)


def _table_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/table/{table_id}")
    async def table_page(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        context = read_context(request)
        table, seats = await kernel.look(context, table_id)
        number = only_number(at) if at else (0 if table.imported else None)
        live = number is None and not context.htmx
        chat = live and await may_chat(kernel, context, table, seats)
        return table_answer(kernel, context, table, seats, number, chat=chat)

    @router.get("/table/{table_id}/part/{name}")
    async def part(request: Request, table_id: str, name: str) -> Response:
        """A part of the table that live messages leave out; every whole page has it."""
        context = read_context(request)
        table, seats = await kernel.look(context, table_id)
        hidden = table.imported or table.phase == WAITING
        if hidden or not game_file(table.game.slug, f"part_{name}.html"):
            raise WebError(404, "not_found")
        if not context.htmx:
            return RedirectResponse(f"/table/{table.id}#{name}", 303)
        viewer = kernel.viewer(context, table, seats)
        return fragment_answer(context, kernel.fragment(table, viewer, name))

    @router.get("/table/{table_id}/log")
    async def log(
        request: Request,
        table_id: str,
        before: Annotated[str, Query(max_length=9)] = "",
        at: Annotated[str, Query(max_length=9)] = "",
    ) -> Response:
        """All that happened, or for a page that has the rest what it has not."""
        context = read_context(request)
        table, _ = await kernel.look(context, table_id)
        number = only_number(at) if at else len(table.steps)
        teller = Teller(table, context.lang, seat_names(table, context.lang))
        begun = table.imported or table.phase != WAITING
        most = only_number(before) if before else None
        facts: dict[str, Any] = {
            "parts": teller.all(number, most) if begun else (),
            "slug": table.game.slug,
            "title": table.game.info.words(context.lang)("game.title"),
            "name": table.name or context.say("page.unnamed"),
            "url": f"/table/{table.id}",
            "back": f"/table/{table.id}" + (f"?at={number}" if at else ""),
        }
        return page(kernel, context, "_older.html" if context.htmx else "log.html", **facts)

    @router.post("/table/{table_id}/withdraw")
    async def withdraw(request: Request, table_id: str) -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.withdraw_links(table, seats, context.user_id)

        return await acted(kernel, context, table_id, act)

    @router.post("/table/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await kernel.look(context, table_id)
        kernel.check_new_table(context)
        new = await kernel.tables.rematch(table, context.user_id, seats, secrets.randbits(64))
        return seated(context, new)

    @router.get("/table/{table_id}/record")
    async def record(table_id: str) -> Response:
        return record_answer(await kernel.tables.get(table_id))


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
        if set(mine) <= set((await kernel.look(context, table.id))[1]):
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
        table, seats = await kernel.look_to_act(context, table_id)
        if not context.token or table.host != context.user_id:
            raise WebError(403, "not_your_seat")
        number = only_number(seat)
        if number >= len(table.seats):
            raise WebError(400, "form")
        start.check_bot(table.game.slug, bot)
        table = await kernel.tables.fill(table, number, bot)
        if context.htmx:
            return table_answer(kernel, context, table, seats)
        return RedirectResponse(f"/table/{table.id}", 303)

    @router.post("/records")
    async def upload(
        request: Request, record: Annotated[UploadFile | None, File()] = None
    ) -> Response:
        context = read_context(request)
        if record is None:
            raise WebError(400, "no_record")
        kernel.check_new_table(context)
        text = await record.read()
        loaded = await asyncio.to_thread(Record.from_json, text)
        table = await kernel.tables.open_record(loaded)
        return RedirectResponse(f"/table/{table.id}", 303)


async def _join_page(
    kernel: Kernel, context: RequestContext, token: str, error: WebError | None = None
) -> Response:
    table, seat = await invited(kernel, token)
    taken = seat not in table.free()
    if taken and seat in (await kernel.look(context, table.id))[1]:
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
