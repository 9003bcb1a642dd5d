"""Opens guided first games, and leads back to the one that somebody has left."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar import bots
from dvergar.core.guide import Guide
from dvergar.core.info import GameInfo
from dvergar.core.registry import info
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.request_context import Visit
from dvergar.web.kernel.tables.service import Plan
from dvergar.web.kernel.tables.table import BOT, PERSON, Seat
from dvergar.web.kernel.views.responses import seated
from dvergar.web.server import Server

SEARCHED = 60  # tables of one person, newest first


def routes(server: Server) -> APIRouter:
    """How a guided game begins."""
    router = APIRouter(include_in_schema=False)

    @router.post("/guide/{slug}")
    async def begin(request: Request, slug: str, again: Annotated[str, Form()] = "") -> Response:
        visit = Visit.of(request)
        game = info(slug)
        guide = game.guide()
        if guide is None:
            raise WebError(404, "not_found")
        left = "" if again else await _left(server, visit, slug)
        if left:
            return RedirectResponse(f"/table/{left}", 303)
        server.check_new_table(visit)
        visit.identify()
        table = await server.tables.open(_plan(game, guide, visit), visit.holder, guide.seed)
        return seated(visit, table)

    return router


async def _left(server: Server, visit: Visit, slug: str) -> str:
    """The guided game that a visitor has begun and not finished."""
    if not visit.token:
        return ""
    mine = await server.store.tables_of(visit.holder, SEARCHED)
    return next((one.id for one, _ in mine if one.game == slug and "guide" in one.facts), "")


def _plan(game: GameInfo, guide: Guide, visit: Visit) -> Plan:
    """The table of a guided game; the others are bots, for whoever plays on after its end."""
    options = game.check(guide.options)
    players = options.pop("players")
    assert isinstance(players, int)
    learner = visit.name or visit.say("guide.learner")
    easiest = bots.names(game.slug)[0]
    seats = [Seat(BOT, "", easiest)] * players
    seats[guide.seat] = Seat(PERSON, learner)
    return Plan(game.slug, dict(options), seats, visit.say("guide.table"), guide=guide.digest)
