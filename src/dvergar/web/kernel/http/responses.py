"""Responses that several routes share: pages, tables, seats taken, errors and static files.

An error is one sentence, as a page, as JSON, or for htmx. Static files (style sheets, scripts,
pictures) have an ETag, and browsers may cache them for ever.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match
from starlette.staticfiles import StaticFiles

from dvergar.core.errors import DvergarError, IllegalMove
from dvergar.web.kernel.clock import Day, closes_on, is_open
from dvergar.web.kernel.errors import WebError, explain, status_of
from dvergar.web.kernel.http.requests import query_of, read_context, remember
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.live.presence import PRESENCE_SIGNS
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.security.guard import Scope
from dvergar.web.kernel.tables.service import UnofferedMove
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.assets import asset_file, static_folder
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.table_view import Notice

TableAction = Callable[[Table, tuple[int, ...]], Awaitable[Table]]


def page(
    kernel: Kernel, context: RequestContext, template: str, code: int = 200, /, **facts: object
) -> Response:
    """A whole page."""
    if kernel.admin_state.draining:
        facts = {"news": context.say("table.draining"), **facts}
    facts = {"points": context.points, "keys": context.keys, "feeding": context.feeding, **facts}
    facts |= {"visit": context, "local": kernel.local}
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
        presence, now = kernel.presence_view(table, context.lang, seats), kernel.tables.now()
        shown = {"presence": presence, "left": presence.left(now, context.lang), "now": now}
        shown |= {"table": view, "signs_of": PRESENCE_SIGNS, **facts}
        return page(kernel, context, "table.html", status, **shown)
    if notice or explained or at is not None:
        view = kernel.view(table, viewer, at, notice, explained)
        return fragment_answer(context, kernel.fragments.make(view, context.lang), status)
    return fragment_answer(context, kernel.fragment(table, viewer), status)


async def run_action(
    kernel: Kernel, context: RequestContext, table_id: str, act: TableAction
) -> Response:
    """Acts at a table and shows it; what was refused is told above the present position."""
    table, seats = await kernel.get_table_for_update(context, table_id)
    notice: Notice | None = None
    status = 200
    try:
        table = await act(table, seats)
    except UnofferedMove as other:
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
        raise WebError(409, "daily_open", day=Day(closes_on(table.daily)))


def seated(context: RequestContext, table: Table) -> Response:
    """Leads to the table at which somebody has sat down."""
    response = RedirectResponse(f"/table/{table.id}", 303)
    remember(context, response)
    return response


LOG: Final = logging.getLogger("dvergar.web")
CLIENT_GONE: Final = 499  # as nginx logs it; nobody gets this answer


def answer_errors(app: FastAPI, kernel: Kernel) -> None:
    """Lets an application explain every error."""

    @app.exception_handler(DvergarError)
    async def for_people(request: Request, error: DvergarError) -> Response:
        return _refuse(kernel, request, error)

    @app.exception_handler(RequestValidationError)
    async def damaged(request: Request, _: RequestValidationError) -> Response:
        status = 422 if request.scope["path"].startswith("/api") else 400
        return _refuse(kernel, request, WebError(status, "form"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and (bare := _without_slash(app, request)):
            return RedirectResponse(bare, 307)
        key = {404: "not_found", 405: "method"}.get(error.status_code, "form")
        answer = _refuse(kernel, request, WebError(error.status_code, key))
        if error.status_code == 405:
            answer.headers["allow"] = ", ".join(_allowed(app, request))
        return answer

    @app.exception_handler(DBAPIError)
    async def not_stored(request: Request, error: DBAPIError) -> Response:
        LOG.error("the database failed: %s", error.orig)
        answer = _refuse(kernel, request, WebError(503, "storage"))
        answer.headers["retry-after"] = "5"
        return answer

    @app.exception_handler(ClientDisconnect)
    async def nobody_reads(*_: object) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("a request failed: %s", format_error(error))
        LOG.debug("in full", exc_info=error)
        return _refuse(kernel, request, WebError(500, "server"))


def _without_slash(app: FastAPI, request: Request) -> str:
    """The path of a known route, where only a slash at the end was too much; or else empty."""
    path = request.scope["path"].rstrip("/")
    scope = {**request.scope, "path": path}
    if path == request.scope["path"] or path.startswith("//"):
        return ""
    if not any(route.matches(scope)[0] == Match.FULL for route in app.routes):
        return ""
    return quote(path) + query_of(request)


def _allowed(app: FastAPI, request: Request) -> list[str]:
    """The methods that an address can be used with."""
    found = [
        method
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if any(
            route.matches({**request.scope, "method": method})[0] == Match.FULL
            for route in app.routes
        )
    ]
    return [*found, "HEAD"] if "GET" in found else found


def _refuse(kernel: Kernel, request: Request, error: DvergarError) -> Response:
    """One sentence, as a page, as JSON, or for htmx as an event, so that the table stays."""
    context = read_context(request)
    explained, status = explain(error, context.lang), status_of(error)
    sentence = explained.sentence
    if request.scope["path"].startswith("/api"):
        asked = {"www-authenticate": "Bearer"} if status == 401 else None
        body = {"error": sentence}
        if isinstance(error, IllegalMove):
            body |= {"reason": explained.reason, "rule": explained.rule}
        return JSONResponse(body, status, asked)
    if context.htmx:
        trigger = {"hx-trigger": json.dumps({"dvergar:refused": sentence})}
        return PlainTextResponse(sentence, status, headers=trigger)
    return page(kernel, context, "error.html", status, status=status, sentence=sentence)


def refusal(kernel: Kernel) -> Callable[[Scope, WebError], Response]:
    """What the guard answers with."""

    def refuse(scope: Scope, error: WebError) -> Response:
        return _refuse(kernel, Request(scope), error)

    return refuse


def qr_picture(link: str) -> Response:
    """A link as a picture that phones can read."""
    headers = {"cache-control": "no-store"}
    return Response(_qr_code(link), media_type="image/svg+xml", headers=headers)


@lru_cache(256)
def _qr_code(link: str) -> bytes:
    """Black on white in any theme."""
    import segno

    picture = BytesIO()
    segno.make(link, micro=False).save(
        picture, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False
    )
    return picture.getvalue()


CACHE_FOR_EVER: Final = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """The framework's static files, found by `asset_file`."""

    def __init__(self) -> None:
        super().__init__(directory=str(static_folder()), check_dir=False)

    def get_path(self, scope: Scope) -> str:
        """The path as it was sent; the framework would tidy up paths that we refuse."""
        path: str = scope["path"]
        return path.removeprefix(scope.get("root_path", "")).removeprefix("/")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file and its status; None if there is none."""
        file = asset_file(path)
        return (str(file), Path(str(file)).stat()) if file is not None else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, for browsers to keep for ever."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = CACHE_FOR_EVER
        return response
