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
from dvergar.web.kernel.request_context import PREFERENCES, Visit, keep, only_number
from dvergar.web.kernel.tables.player_names import clean
from dvergar.web.kernel.tables.service import LONGEST_NAME
from dvergar.web.kernel.tables.table import SPEEDS, WAITING, Table
from dvergar.web.kernel.views.log_view import Teller
from dvergar.web.kernel.views.render import game_file
from dvergar.web.kernel.views.responses import (
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
from dvergar.web.kernel.views.table_view import SYMBOLS, seat_names
from dvergar.web.server import Server

Text = Annotated[str, Form()]


def routes(server: Server) -> APIRouter:
    """All pages of a server."""
    router = APIRouter(include_in_schema=False)
    _start_routes(router, server)
    _table_routes(router, server)
    _seat_routes(router, server)
    _filling_routes(router, server)
    return router


def _start_routes(router: APIRouter, server: Server) -> None:
    @router.get("/")
    async def start_page(request: Request, game: str = "") -> Response:
        visit = Visit.of(request)
        form = start.blank_form(game if game in games() else start.by_difficulty()[0].slug, visit)
        return await _start(server, visit, form, query=request.query_params)

    @router.post("/tables")
    async def open_table(request: Request) -> Response:
        visit = Visit.of(request)
        form = start.read_form(await request.form(), visit)
        try:
            plan = start.plan(form, visit)
            server.check_new_table(visit)
            visit.identify()
            deal = secrets.randbits(64) if plan.deal is None else plan.deal
            table = await server.tables.open(plan, visit.holder, deal)
        except DvergarError as error:
            return await _start(server, visit, form, error)
        return seated(visit, table)

    @router.post("/preferences")
    async def preferences(request: Request, back: Text = "/") -> Response:
        local = back.startswith("/") and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if local and len(back) < 300 else "/", 303)
        chosen = await request.form()
        for name, values in PREFERENCES.items():
            value = chosen.get(name)
            if isinstance(value, str) and value in values:
                keep(response, name, value)
        return response


async def _start(
    server: Server,
    visit: Visit,
    form: start.NewTable,
    error: DvergarError | None = None,
    query: Mapping[str, str] | None = None,
) -> Response:
    wanted = lists.Wanted.of(query or {})
    mine = max(1, lists.number((query or {}).get("mine", "")))
    own = await lists.all_my_tables(server, visit, lists.MINE_READ)
    found = await server.lobby.open_tables()
    facts: dict[str, Any] = {
        "games": start.game_cards(form.slug, visit.lang),
        "infos": games(),
        "new": form,
        "my_tables": lists.my_listing(own, mine),
        "open_tables": lists.open_listing(found, wanted, visit.lang, visit.words),
        "wanted": wanted,
        "speeds": SPEEDS,
        "error": error.text(visit.lang) if error else None,
    }
    return page(server, visit, "start.html", status_of(error) if error else 200, **facts)


def _table_routes(router: APIRouter, server: Server) -> None:
    @router.get("/table/{table_id}")
    async def table_page(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        visit = Visit.of(request)
        table, seats = await server.look(visit, table_id)
        number = only_number(at) if at else (0 if table.imported else None)
        live = number is None and not visit.htmx
        chat = live and await may_chat(server, visit, table, seats)
        return table_answer(server, visit, table, seats, number, chat=chat)

    @router.get("/table/{table_id}/part/{name}")
    async def part(request: Request, table_id: str, name: str) -> Response:
        """A part of the table that live messages leave out; every whole page has it."""
        visit = Visit.of(request)
        table, seats = await server.look(visit, table_id)
        hidden = table.imported or table.phase == WAITING
        if hidden or not game_file(table.game.slug, f"part_{name}.html"):
            raise WebError(404, "not_found")
        if not visit.htmx:
            return RedirectResponse(f"/table/{table.id}#{name}", 303)
        viewer = server.viewer(visit, table, seats)
        return fragment_answer(visit, server.fragment(table, viewer, name))

    @router.get("/table/{table_id}/log")
    async def log(
        request: Request,
        table_id: str,
        before: Annotated[str, Query(max_length=9)] = "",
        at: Annotated[str, Query(max_length=9)] = "",
    ) -> Response:
        """All that happened, or for a page that has the rest what it has not."""
        visit = Visit.of(request)
        table, _ = await server.look(visit, table_id)
        number = only_number(at) if at else len(table.steps)
        teller = Teller(table, visit.lang, seat_names(table, visit.lang))
        begun = table.imported or table.phase != WAITING
        most = only_number(before) if before else None
        facts: dict[str, Any] = {
            "parts": teller.all(number, most) if begun else (),
            "slug": table.game.slug,
            "title": table.game.info.words(visit.lang)("game.title"),
            "name": table.name or visit.say("page.unnamed"),
            "url": f"/table/{table.id}",
            "back": f"/table/{table.id}" + (f"?at={number}" if at else ""),
        }
        return page(server, visit, "_older.html" if visit.htmx else "log.html", **facts)

    @router.post("/table/{table_id}/withdraw")
    async def withdraw(request: Request, table_id: str) -> Response:
        visit = Visit.of(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await server.tables.withdraw_links(table, seats, visit.holder)

        return await acted(server, visit, table_id, act)

    @router.post("/table/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        visit = Visit.of(request)
        table, seats = await server.look(visit, table_id)
        server.check_new_table(visit)
        new = await server.tables.rematch(table, visit.holder, seats, secrets.randbits(64))
        return seated(visit, new)

    @router.get("/table/{table_id}/record")
    async def record(table_id: str) -> Response:
        return record_answer(await server.tables.get(table_id))


def _seat_routes(router: APIRouter, server: Server) -> None:
    @router.get("/join/{token}")
    async def join_page(request: Request, token: str) -> Response:
        visit = Visit.of(request)
        return await _join_page(server, visit, token)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, name: Text = "") -> Response:
        visit = Visit.of(request)
        server.joins.check(visit.address)
        table, seat = await invited(server, token)
        visit.identify()
        try:
            visit.name = clean(name, LONGEST_NAME)
            table = await server.tables.sit(table, seat, visit.name, visit.holder)
        except WebError as error:
            return await _join_page(server, visit, token, error)
        return seated(visit, table)

    @router.get("/return/{table_id}/{seats}/{key}")
    async def return_page(request: Request, table_id: str, seats: str, key: str) -> Response:
        """Asks first: programs that read mails and chats open every link they find."""
        visit = Visit.of(request)
        table, mine = await linked_seats(server, visit, table_id, seats, key)
        if set(mine) <= set((await server.look(visit, table.id))[1]):
            return RedirectResponse(f"/table/{table.id}", 303)
        facts: dict[str, Any] = {
            "table": table.name or visit.say("page.unnamed"),
            "game": table.game.info.words(visit.lang)("game.title"),
            "names": ", ".join(seat_names(table, visit.lang)[seat] for seat in mine),
            "seat": mine[0],
        }
        return page(server, visit, "return.html", **facts)

    @router.post("/return/{table_id}/{seats}/{key}")
    async def come_back(request: Request, table_id: str, seats: str, key: str) -> Response:
        visit = Visit.of(request)
        table = await taken_back(server, visit, table_id, seats, key)
        return seated(visit, table)


def _filling_routes(router: APIRouter, server: Server) -> None:
    @router.post("/table/{table_id}/sit")
    async def sit(table_id: str) -> Response:
        table = await server.tables.get(table_id)
        free = table.free()
        if not table.public or not free:
            raise WebError(409, "seat_taken")
        invite = server.keys.invite(table.id, free[0], table.given[free[0]])
        return RedirectResponse(f"/join/{invite}", 303)

    @router.post("/table/{table_id}/fill")
    async def fill(request: Request, table_id: str, seat: Text = "", bot: Text = "") -> Response:
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        if not visit.token or table.host != visit.holder:
            raise WebError(403, "not_your_seat")
        number = only_number(seat)
        if number >= len(table.seats):
            raise WebError(400, "form")
        start.check_bot(table.game.slug, bot)
        table = await server.tables.fill(table, number, bot)
        if visit.htmx:
            return table_answer(server, visit, table, seats)
        return RedirectResponse(f"/table/{table.id}", 303)

    @router.post("/records")
    async def upload(
        request: Request, record: Annotated[UploadFile | None, File()] = None
    ) -> Response:
        visit = Visit.of(request)
        if record is None:
            raise WebError(400, "no_record")
        server.check_new_table(visit)
        text = await record.read()
        loaded = await asyncio.to_thread(Record.from_json, text)
        table = await server.tables.show(loaded)
        return RedirectResponse(f"/table/{table.id}", 303)


async def _join_page(
    server: Server, visit: Visit, token: str, error: WebError | None = None
) -> Response:
    table, seat = await invited(server, token)
    taken = seat not in table.free()
    if taken and seat in (await server.look(visit, table.id))[1]:
        return RedirectResponse(f"/table/{table.id}", 303)
    speak = table.game.info.words(visit.lang)
    host = next((one.name for one in table.seats if one.kind == "person"), "")
    facts: dict[str, Any] = {
        "seat": {"seat": seat, "css": f"s{seat}", "symbol": SYMBOLS[seat]},
        "table": {
            "name": table.name or visit.say("page.unnamed"),
            "title": speak("game.title"),
            "host": host,
            "url": f"/table/{table.id}",
        },
        "token": token,
        "name": visit.name,
        "taken": taken,
        "error": error.text(visit.lang) if error else None,
    }
    return page(server, visit, "join.html", error.status if error else 200, **facts)
