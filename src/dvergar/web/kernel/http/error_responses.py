"""Answers to everything that goes wrong: one sentence, as a page, as JSON, or for htmx."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from dvergar.core.errors import DvergarError, IllegalMove
from dvergar.web.kernel.errors import WebError, explain, status_of
from dvergar.web.kernel.http.requests import query_of, read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.security.asgi import Scope

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
