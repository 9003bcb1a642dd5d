"""Answers that several routes give: a page, a table, the record of a game, a seat taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from dvergar.core.errors import DvergarError
from dvergar.web.features.chat.service import LONGEST
from dvergar.web.kernel.errors import WebError, explain, status_of
from dvergar.web.kernel.live.presence_view import SIGNS
from dvergar.web.kernel.request_context import Visit
from dvergar.web.kernel.security.tokens import read_invite
from dvergar.web.kernel.tables.deal_day import closes_on, is_open
from dvergar.web.kernel.tables.service import NotAsked
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.table_view import Notice
from dvergar.web.server import Server

Act = Callable[[Table, tuple[int, ...]], Awaitable[Table]]


def page(
    server: Server, visit: Visit, template: str, code: int = 200, /, **facts: object
) -> Response:
    """A whole page."""
    if server.host.draining:
        facts = {"news": visit.say("table.draining"), **facts}
    facts = {"points": visit.points, "keys": visit.keys, "feeding": visit.feeding, **facts}
    facts["visit"] = visit
    html = server.renderer.page(template, visit.lang, visit.theme, visit.path, **facts)
    response = HTMLResponse(html, code, headers={"cache-control": "no-store"})
    if visit.old_cookie:
        visit.remember(response)  # under its new name; the old one stays, should the host go back
    return response


def table_answer(
    server: Server,
    visit: Visit,
    table: Table,
    seats: tuple[int, ...],
    at: int | None = None,
    notice: Notice | None = None,
    status: int = 200,
    explained: str = "",
    chat: bool = False,
) -> Response:
    """A table: the fragment alone for htmx, the whole page otherwise."""
    viewer = server.viewer(visit, table, seats)
    if not visit.htmx:
        view = server.view(table, viewer, at, notice, explained)
        company, now = server.company(table, visit.lang, seats), server.tables.now()
        facts = {"company": company, "left": company.left(now, visit.lang), "now": now}
        facts |= {"table": view, "chat": chat, "longest": LONGEST, "signs_of": SIGNS}
        return page(server, visit, "table.html", status, **facts)
    if notice or explained or at is not None:
        view = server.view(table, viewer, at, notice, explained)
        return fragment_answer(visit, server.fragments.make(view, visit.lang), status)
    return fragment_answer(visit, server.fragment(table, viewer), status)


async def acted(server: Server, visit: Visit, table_id: str, act: Act) -> Response:
    """Acts at a table and shows it; what was refused is told above the present position."""
    table, seats = await server.look_to_act(visit, table_id)
    notice: Notice | None = None
    status = 200
    try:
        table = await act(table, seats)
    except NotAsked as other:
        return table_answer(server, visit, table, seats, explained=other.move)
    except DvergarError as error:
        explained, status = explain(error, visit.lang), status_of(error)
        notice = Notice(explained.sentence, explained.rule)
        if visit.htmx and status != 409:
            raise  # the page that asked has the table already
        table = await server.tables.get(table_id)
    if notice is None and not visit.htmx:
        return RedirectResponse(f"/table/{table.id}", 303)
    return table_answer(server, visit, table, seats, notice=notice, status=status)


def fragment_answer(visit: Visit, fragment: Fragment, status: int = 200) -> Response:
    """A fragment, compressed where the browser understands it."""
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if visit.gzip:
        return HTMLResponse(fragment.gzipped(), status, {**headers, "content-encoding": "gzip"})
    return HTMLResponse(fragment.plain, status, headers)


def check_day(table: Table) -> None:
    """Refuses what would give away a deal that others may still play for a result."""
    if is_open(table.daily):
        raise WebError(409, "daily_open", day=closes_on(table.daily))


def record_answer(table: Table) -> Response:
    """The record of a finished game as a file; a running one keeps its seed to itself."""
    check_day(table)
    if not table.has_record:
        raise WebError(409, "record_running")
    name = f"dvergar-{table.game.slug}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().to_json(), media_type="application/json", headers=headers)


def seated(visit: Visit, table: Table) -> Response:
    """Leads to the table at which somebody has sat down."""
    response = RedirectResponse(f"/table/{table.id}", 303)
    visit.remember(response)
    return response


async def invited(server: Server, token: str) -> tuple[Table, int]:
    """The table and seat an invite leads to."""
    read = read_invite(token)
    if read is None:
        raise WebError(404, "not_found")
    table, seat = await server.tables.get(read[0]), read[1]
    known = seat < len(table.seats)
    if not known or not server.keys.is_invite(token, table.id, seat, table.given[seat]):
        raise WebError(404, "not_found")
    return table, seat


async def linked_seats(
    server: Server, visit: Visit, table_id: str, seats: str, key: str
) -> tuple[Table, list[int]]:
    """The table and the seats to which a private link leads."""
    server.joins.check(visit.address)
    table = await server.tables.get(table_id)
    mine = [int(seat) for seat in seats.split("-") if seat.isdecimal() and len(seat) == 1]
    real = bool(mine) and all(seat < len(table.seats) for seat in mine)
    if not real or not server.keys.is_return_key(key, table_id, mine, table.links):
        raise WebError(404, "not_found")
    return table, mine


async def taken_back(server: Server, visit: Visit, table_id: str, seats: str, key: str) -> Table:
    """The table at which a link to one's own seats has brought them here."""
    table, mine = await linked_seats(server, visit, table_id, seats, key)
    visit.identify()
    await server.store.claim(table_id, mine, visit.holder)
    return table
