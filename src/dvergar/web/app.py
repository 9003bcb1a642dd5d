"""Puts the application together: routes, guard, and answers to everything that goes wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Match

import dvergar
from dvergar.core.errors import DvergarError, IllegalMove
from dvergar.web.features.admin import routes as operating
from dvergar.web.features.analysis import routes as analysing
from dvergar.web.features.api import routes as api
from dvergar.web.features.api_docs import views as api_docs
from dvergar.web.features.chat import routes as chatting
from dvergar.web.features.daily import routes as daily
from dvergar.web.features.guide import routes as guided
from dvergar.web.features.lobby import routes as pages
from dvergar.web.features.my_data import routes as mine
from dvergar.web.features.notifications import routes as turns
from dvergar.web.features.play import routes as playing
from dvergar.web.features.replay import routes as deals
from dvergar.web.features.reports import routes as reporting
from dvergar.web.features.rules import routes as reading
from dvergar.web.features.seats import routes as leaving
from dvergar.web.features.statistics import routes as standing
from dvergar.web.kernel.errors import WebError, explain, status_of
from dvergar.web.kernel.http import event_stream as together
from dvergar.web.kernel.http import table_stream as live
from dvergar.web.kernel.http.requests import query_of, read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.http.static_files import Assets
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.base_path import BasePath
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.ops.request_log import Watch
from dvergar.web.kernel.security.asgi import Scope
from dvergar.web.kernel.security.forwarded import ForwardedHeaders
from dvergar.web.kernel.security.guard import Guard
from dvergar.web.kernel.views.fragments import LEVEL
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.web")
CLIENT_GONE: Final = 499  # as nginx logs it; nobody gets this answer
ROOMS: Final = (
    pages,
    playing,
    deals,
    chatting,
    standing,
    daily,
    mine,
    reading,
    guided,
    analysing,
    leaving,
    live,
    together,
    turns,
    reporting,
    api,
    operating,
)
"""Where the routes are, in the order in which an address is looked for."""


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings."""
    kernel = Kernel(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await kernel.open()
        yield
        await kernel.close()

    app = FastAPI(
        title="Dvergar",
        version=dvergar.__version__,
        description="Board games about dwarfs in caves: take a seat and play, by program.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": settings.base_path}] if settings.base_path else None,
        redirect_slashes=False,  # it would name the host of the request, and forget the base path
    )
    app.state.kernel = kernel
    for room in ROOMS:
        app.routes.extend(room.routes(kernel).routes)  # including a router lays each out again
    app.mount("/static", Assets())
    _explain_interface(app, kernel)
    _answer_errors(app, kernel)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=LEVEL)
    app.add_middleware(
        cast(Any, Guard), settings=settings, refuse=_refusal(kernel), barred=kernel.host.is_barred
    )
    app.add_middleware(cast(Any, Watch), measures=kernel.measures)
    app.add_middleware(cast(Any, BasePath), base=settings.base_path)
    app.add_middleware(cast(Any, ForwardedHeaders), trusted=settings.proxy_networks())
    return app


def _explain_interface(app: FastAPI, kernel: Kernel) -> None:
    @app.get("/api/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        document = app.openapi()
        facts = {"requests": api_docs.requests(document), "shapes": api_docs.shapes(document)}
        return page(kernel, read_context(request), "api.html", **facts)


def _answer_errors(app: FastAPI, kernel: Kernel) -> None:
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
        LOG.error("a request failed: %s", told(error))
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
        told = {"hx-trigger": json.dumps({"dvergar:refused": sentence})}
        return PlainTextResponse(sentence, status, headers=told)
    return page(kernel, context, "error.html", status, status=status, sentence=sentence)


def _refusal(kernel: Kernel) -> Any:
    """What the guard answers with."""

    def refuse(scope: Scope, error: WebError) -> Response:
        return _refuse(kernel, Request(scope), error)

    return refuse
