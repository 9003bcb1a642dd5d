"""Puts the server together: house, routes, guard, and answers to everything that goes wrong."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import dvergar
from dvergar.core.errors import DvergarError
from dvergar.web import api, apidoc, live, pages
from dvergar.web.errors import WebError, status_of
from dvergar.web.guard import Guard, Scope
from dvergar.web.house import House, Visit, page
from dvergar.web.render import asset_file
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.web")
FOR_EVER: Final = "public, max-age=31536000, immutable"


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Dvergar",
        version=dvergar.__version__,
        description="Board games about dwarfs in caves: take a seat and play, by program.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.include_router(pages.routes(house))
    app.include_router(live.routes(house))
    app.include_router(api.routes(house))
    _serve_assets(app)
    _explain_interface(app, house)
    _answer_errors(app, house)
    app.add_middleware(cast(Any, Guard), settings=settings, refuse=_refusal(house))
    return app


def _serve_assets(app: FastAPI) -> None:
    @app.get("/static/{path:path}", include_in_schema=False)
    def static(path: str) -> Response:
        file = asset_file(path)
        if file is None:
            raise WebError(404, "not_found")
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        return Response(file.read_bytes(), media_type=kind, headers={"cache-control": FOR_EVER})


def _explain_interface(app: FastAPI, house: House) -> None:
    @app.get("/api/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        document = app.openapi()
        facts = {"requests": apidoc.requests(document), "shapes": apidoc.shapes(document)}
        return page(house, Visit.of(request), "api.html", **facts)


def _answer_errors(app: FastAPI, house: House) -> None:
    @app.exception_handler(DvergarError)
    async def for_people(request: Request, error: DvergarError) -> Response:
        return _refuse(house, request, error)

    @app.exception_handler(RequestValidationError)
    async def damaged(request: Request, _: RequestValidationError) -> Response:
        status = 422 if request.url.path.startswith("/api") else 400
        return _refuse(house, request, WebError(status, "form"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        key = {404: "not_found", 405: "method"}.get(error.status_code, "form")
        return _refuse(house, request, WebError(error.status_code, key))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        LOG.error("a request failed", exc_info=error)
        return _refuse(house, request, WebError(500, "server"))


def _refuse(house: House, request: Request, error: DvergarError) -> Response:
    """One sentence, as a page or as JSON, whichever was asked for."""
    visit = Visit.of(request)
    sentence, status = error.text(visit.lang), status_of(error)
    if request.url.path.startswith("/api"):
        return JSONResponse({"error": sentence}, status)
    return page(house, visit, "error.html", status, status=status, sentence=sentence)


def _refusal(house: House) -> Any:
    """What the guard answers with."""

    def refuse(scope: Scope, error: WebError) -> Response:
        return _refuse(house, Request(scope), error)

    return refuse
