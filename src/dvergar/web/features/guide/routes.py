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
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import acted, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import BOT, PERSON, Seat, Table

Text = Annotated[str, Form()]
SEARCHED = 60  # tables of one person, newest first


def routes(kernel: Kernel) -> APIRouter:
    """How a guided game begins."""
    router = APIRouter(include_in_schema=False)

    @router.post("/guide/{slug}")
    async def begin(request: Request, slug: str, again: Text = "") -> Response:
        context = read_context(request)
        game = info(slug)
        guide = game.guide()
        if guide is None:
            raise WebError(404, "not_found")
        left = "" if again else await _left(kernel, context, slug)
        if left:
            return RedirectResponse(f"/table/{left}", 303)
        kernel.check_new_table(context)
        context.identify()
        table = await kernel.tables.open(_plan(game, guide, context), context.user_id, guide.seed)
        return seated(context, table)

    @router.post("/table/{table_id}/guide")
    async def read_on(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.advance_guide(table, version, seats)

        return await acted(kernel, read_context(request), table_id, act)

    return router


async def _left(kernel: Kernel, context: RequestContext, slug: str) -> str:
    """The guided game that a visitor has begun and not finished."""
    if not context.token:
        return ""
    mine = await kernel.store.tables_of(context.user_id, SEARCHED)
    return next((one.id for one, _ in mine if one.game == slug and "guide" in one.facts), "")


def _plan(game: GameInfo, guide: Guide, context: RequestContext) -> Plan:
    """The table of a guided game; the others are bots, for whoever plays on after its end."""
    options = game.check(guide.options)
    players = options.pop("players")
    assert isinstance(players, int)
    learner = context.name or context.say("guide.learner")
    easiest = bots.names(game.slug)[0]
    seats = [Seat(BOT, "", easiest)] * players
    seats[guide.seat] = Seat(PERSON, learner)
    return Plan(game.slug, dict(options), seats, context.say("guide.table"), guide=guide.digest)
