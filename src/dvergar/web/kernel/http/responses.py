"""Answers that several routes give: a page, a table, the record of a game, a seat taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from dvergar.core.errors import DvergarError
from dvergar.web.kernel.errors import WebError, explain, status_of
from dvergar.web.kernel.http.requests import remember
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.live.presence_view import SIGNS
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.deal_day import closes_on, is_open
from dvergar.web.kernel.tables.service import NotAsked
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.table_view import Notice

Act = Callable[[Table, tuple[int, ...]], Awaitable[Table]]


def page(
    kernel: Kernel, context: RequestContext, template: str, code: int = 200, /, **facts: object
) -> Response:
    """A whole page."""
    if kernel.host.draining:
        facts = {"news": context.say("table.draining"), **facts}
    facts = {"points": context.points, "keys": context.keys, "feeding": context.feeding, **facts}
    facts["visit"] = context
    html = kernel.renderer.page(template, context.lang, context.theme, context.path, **facts)
    response = HTMLResponse(html, code, headers={"cache-control": "no-store"})
    if context.old_cookie:
        remember(context, response)  # under its new name
    return response


def table_answer(
    kernel: Kernel,
    context: RequestContext,
    table: Table,
    seats: tuple[int, ...],
    at: int | None = None,
    notice: Notice | None = None,
    status: int = 200,
    explained: str = "",
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> Response:
    """A table: the fragment alone for htmx, the whole page otherwise."""
    viewer = kernel.viewer(context, table, seats)
    if not context.htmx:
        view = kernel.view(table, viewer, at, notice, explained)
        company, now = kernel.company(table, context.lang, seats), kernel.tables.now()
        shown = {"company": company, "left": company.left(now, context.lang), "now": now}
        shown |= {"table": view, "signs_of": SIGNS, **facts}
        return page(kernel, context, "table.html", status, **shown)
    if notice or explained or at is not None:
        view = kernel.view(table, viewer, at, notice, explained)
        return fragment_answer(context, kernel.fragments.make(view, context.lang), status)
    return fragment_answer(context, kernel.fragment(table, viewer), status)


async def acted(kernel: Kernel, context: RequestContext, table_id: str, act: Act) -> Response:
    """Acts at a table and shows it; what was refused is told above the present position."""
    table, seats = await kernel.get_table_for_update(context, table_id)
    notice: Notice | None = None
    status = 200
    try:
        table = await act(table, seats)
    except NotAsked as other:
        return table_answer(kernel, context, table, seats, explained=other.move)
    except DvergarError as error:
        explained, status = explain(error, context.lang), status_of(error)
        notice = Notice(explained.sentence, explained.rule)
        if context.htmx and status != 409:
            raise  # the page that asked has the table already
        table = await kernel.tables.get(table_id)
    if notice is None and not context.htmx:
        return RedirectResponse(f"/table/{table.id}", 303)
    return table_answer(kernel, context, table, seats, notice=notice, status=status)


def fragment_answer(context: RequestContext, fragment: Fragment, status: int = 200) -> Response:
    """A fragment, compressed where the browser understands it."""
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if context.gzip:
        return HTMLResponse(fragment.gzipped(), status, {**headers, "content-encoding": "gzip"})
    return HTMLResponse(fragment.plain, status, headers)


def check_day(table: Table) -> None:
    """Refuses what would give away a deal that others may still play for a result."""
    if is_open(table.daily):
        raise WebError(409, "daily_open", day=closes_on(table.daily))


def seated(context: RequestContext, table: Table) -> Response:
    """Leads to the table at which somebody has sat down."""
    response = RedirectResponse(f"/table/{table.id}", 303)
    remember(context, response)
    return response
