"""The pages people use: start, table, joining, records, rules and about."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from dvergar.core.errors import DvergarError
from dvergar.core.record import Record
from dvergar.core.registry import games, info
from dvergar.core.words import LANGUAGES
from dvergar.web import start
from dvergar.web.desk import SYMBOLS
from dvergar.web.errors import WebError, status_of
from dvergar.web.house import SWITCH, THEMES, YEAR, House, Visit, only_number, page, table_answer
from dvergar.web.render import credits
from dvergar.web.seats import is_return_key
from dvergar.web.table import OPEN, Table
from dvergar.web.tables import clean

Text = Annotated[str, Form()]
Act = Callable[[list[int]], Awaitable[None]]


def routes(house: House) -> APIRouter:
    """All pages, bound to one house."""
    router = APIRouter(include_in_schema=False)
    _start_routes(router, house)
    _table_routes(router, house)
    _seat_routes(router, house)
    _reading_routes(router, house)
    return router


def _start_routes(router: APIRouter, house: House) -> None:
    @router.get("/")
    async def start_page(request: Request, game: str = "") -> Response:
        visit = Visit.of(request)
        form = start.blank_form(game if game in games() else next(iter(games())), visit)
        return await _start(house, visit, form)

    @router.post("/tables")
    async def open_table(request: Request) -> Response:
        visit = Visit.of(request)
        form = start.read_form(await request.form(), visit)
        try:
            plan = start.plan(form, visit)
            house.pace.check(visit.address)
        except DvergarError as error:
            return await _start(house, visit, form, error)
        visit.identify()
        table = await house.tables.open(plan, visit.holder, secrets.randbits(64))
        return _seated(visit, table)

    @router.post("/preferences")
    async def preferences(
        lang: Text = "", theme: Text = "", points: Text = "", back: Text = "/"
    ) -> Response:
        local = back.startswith("/") and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if local and len(back) < 300 else "/", 303)
        if lang in LANGUAGES:
            response.set_cookie("lang", lang, max_age=YEAR, httponly=True, samesite="lax")
        if theme in THEMES:
            response.set_cookie("theme", theme, max_age=YEAR, httponly=True, samesite="lax")
        if points in SWITCH:
            response.set_cookie("points", points, max_age=YEAR, httponly=True, samesite="lax")
        return response


async def _start(
    house: House, visit: Visit, form: start.NewTable, error: DvergarError | None = None
) -> Response:
    facts: dict[str, Any] = {
        "games": start.game_cards(form.slug, visit.lang),
        "signs_of_games": {slug: game.sign for slug, game in games().items()},
        "new": form,
        "my_tables": await start.my_tables(house, visit),
        "open_tables": await start.open_tables(house, visit),
        "error": error.text(visit.lang) if error else None,
    }
    return page(house, visit, "start.html", status_of(error) if error else 200, **facts)


def _table_routes(router: APIRouter, house: House) -> None:
    @router.get("/table/{table_id}")
    async def table_page(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        number = only_number(at) if at else (0 if table.imported else None)
        return table_answer(house, visit, await house.desk(visit, table, number))

    @router.post("/table/{table_id}/move")
    async def move(request: Request, table_id: str, move: Text = "", at: Text = "") -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        version = only_number(at)

        async def act(seats: list[int]) -> None:
            await house.tables.move(table, move, version, seats)

        return await _acted(house, visit, table, act)

    @router.post("/table/{table_id}/undo")
    async def undo(request: Request, table_id: str, at: Text = "") -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        version = only_number(at)

        async def act(seats: list[int]) -> None:
            await house.tables.undo(table, version, seats)

        return await _acted(house, visit, table, act)

    @router.post("/table/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        seats = await house.seats(visit, table)
        new = await house.tables.rematch(table, visit.holder, seats, secrets.randbits(64))
        return _seated(visit, new)

    @router.get("/table/{table_id}/record")
    async def record(table_id: str) -> Response:
        return record_answer(await house.table(table_id))


def record_answer(table: Table) -> Response:
    """The record of a finished game as a file; a running one keeps its seed to itself."""
    if not table.state.over:
        raise WebError(409, "record_running")
    name = f"dvergar-{table.game.slug}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().to_json(), media_type="application/json", headers=headers)


async def _acted(house: House, visit: Visit, table: Table, act: Act) -> Response:
    """Acts at a table and shows it; what was refused is told above the present position."""
    notice, status = "", 200
    try:
        await act(await house.seats(visit, table))
    except DvergarError as error:
        notice, status = error.text(visit.lang), status_of(error)
        table = await house.table(table.id)
    if table.acting_bot():
        house.bots.wake(table.id)
    if not notice and not visit.htmx:
        return RedirectResponse(f"/table/{table.id}", 303)
    return table_answer(house, visit, await house.desk(visit, table, notice=notice), status)


def _seat_routes(router: APIRouter, house: House) -> None:
    @router.get("/join/{token}")
    async def join_page(request: Request, token: str) -> Response:
        visit = Visit.of(request)
        return await _join_page(house, visit, token)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, name: Text = "") -> Response:
        visit = Visit.of(request)
        table, seat = await invited(house, token)
        visit.identify()
        try:
            visit.name = clean(name, 24)
            await house.tables.sit(table, seat, visit.name, visit.holder)
        except WebError as error:
            return await _join_page(house, visit, token, error)
        return _seated(visit, table)

    @router.get("/return/{table_id}/{seats}/{key}")
    async def come_back(request: Request, table_id: str, seats: str, key: str) -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        if not is_return_key(house.secret, table_id, seats, key):
            raise WebError(404, "not_found")
        visit.identify()
        for seat in seats.split("-"):
            await house.store.claim(table_id, int(seat), visit.holder)
        return _seated(visit, table)

    @router.post("/table/{table_id}/sit")
    async def sit(table_id: str) -> Response:
        table = await house.table(table_id)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == OPEN]
        if not table.public or not free:
            raise WebError(409, "seat_taken")
        tokens = await house.store.invites(table.id)
        return RedirectResponse(f"/join/{tokens[free[0]]}", 303)

    @router.post("/table/{table_id}/fill")
    async def fill(request: Request, table_id: str, seat: Text = "", bot: Text = "") -> Response:
        visit = Visit.of(request)
        table = await house.table(table_id)
        if not visit.token or table.host != visit.holder:
            raise WebError(403, "not_your_seat")
        number = only_number(seat)
        if number >= len(table.seats):
            raise WebError(400, "form")
        name = start.bot_name(table.game.slug, bot, number)
        await house.tables.fill(table, number, bot, name)
        if table.acting_bot():
            house.bots.wake(table.id)
        if visit.htmx:
            return table_answer(house, visit, await house.desk(visit, table))
        return RedirectResponse(f"/table/{table.id}", 303)

    @router.post("/records")
    async def upload(
        request: Request, record: Annotated[UploadFile | None, File()] = None
    ) -> Response:
        visit = Visit.of(request)
        if record is None:
            raise WebError(400, "no_record")
        house.pace.check(visit.address)
        loaded = Record.from_json(await record.read())
        table = await house.tables.show(loaded)
        return RedirectResponse(f"/table/{table.id}", 303)


async def invited(house: House, token: str) -> tuple[Table, int]:
    """The table and seat an invite leads to."""
    invite = await house.store.invite(token[:64])
    if invite is None:
        raise WebError(404, "not_found")
    return await house.tables.get(invite.table_id), invite.seat


async def _join_page(
    house: House, visit: Visit, token: str, error: WebError | None = None
) -> Response:
    table, seat = await invited(house, token)
    taken = table.seats[seat].kind != OPEN
    if taken and seat in await house.seats(visit, table):
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
    return page(house, visit, "join.html", error.status if error else 200, **facts)


def _seated(visit: Visit, table: Table) -> Response:
    response = RedirectResponse(f"/table/{table.id}", 303)
    visit.remember(response)
    return response


def _reading_routes(router: APIRouter, house: House) -> None:
    @router.get("/rules/{slug}")
    async def rules(request: Request, slug: str) -> Response:
        visit = Visit.of(request)
        found = info(slug)
        facts: dict[str, Any] = {
            "info": found,
            "title": found.words(visit.lang)("game.title"),
            "book": found.rulebook(),
            "games": start.game_cards(slug, visit.lang),
        }
        return page(house, visit, "rules.html", **facts)

    @router.get("/about")
    async def about(request: Request) -> Response:
        return page(house, Visit.of(request), "about.html", credits=credits())
