"""How somebody is told that it is his turn: what the browser does, a mail, a call to an address."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from dvergar.web.request import Visit
from dvergar.web.routes.answers import page
from dvergar.web.server import Server


def routes(server: Server) -> APIRouter:
    """The page about one's turns."""
    router = APIRouter(include_in_schema=False)

    @router.get("/turns")
    async def turns(request: Request) -> Response:
        return page(server, Visit.of(request), "turns.html")

    return router
