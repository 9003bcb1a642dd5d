"""A deal that is known may be played again: a finished game, or a record, from any position on."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import check_day, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.plan import plan_from
from dvergar.web.kernel.views.bot_choices import default_bot

Text = Annotated[str, Form()]


def routes(kernel: Kernel) -> APIRouter:
    """Playing on from a position that was looked at."""
    router = APIRouter(include_in_schema=False)

    @router.post("/table/{table_id}/play-on")
    async def play_on(request: Request, table_id: str, at: Text = "") -> Response:
        context = read_context(request)
        number = only_number(at)
        known = await kernel.tables.get(table_id)
        check_day(known)
        plan = plan_from(known, number, context.name, default_bot(known.game.slug))
        kernel.check_new_table(context)
        context.identify()
        table = await kernel.tables.open(plan, context.user_id, plan.deal or 0)
        return seated(context, table)

    return router
