"""The analysis of a finished game: asking for it, its progress, and trying a turn again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.analysis.service import AnalysisService
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import check_day, page, seated
from dvergar.web.kernel.tables.plan import plan_from
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.bot_choices import default_bot

Text = Annotated[str, Form()]


def routes(analyses: AnalysisService) -> APIRouter:
    """All requests."""
    router, kernel = APIRouter(include_in_schema=False), analyses.kernel

    @router.post("/table/{table_id}/analyse")
    async def analyse(request: Request, table_id: str, at: Text = "") -> Response:
        """Starts the analysis of a finished game; without a position its last page shows it."""
        context = read_context(request)
        table, _ = await kernel.get_table(context, table_id)
        number = min(only_number(at), len(table.steps)) if at else None
        analyses.request(context, table)
        return _to_analysis(table, number)

    @router.get("/table/{table_id}/analysis")
    async def analysis(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        """The analysis alone, for a page that has the rest; everyone else gets the whole page."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        number = only_number(at) if at else None
        view = kernel.view(table, kernel.viewer(context, table, seats), number)
        if not context.htmx or view.features["analysis"] is None:
            return _to_analysis(table, number)
        return page(kernel, context, "_analysis.html", table=view, part_only=True)

    @router.post("/table/{table_id}/try-again")
    async def try_again(request: Request, table_id: str, at: Text = "") -> Response:
        """Opens a table at the position of a decision, against the same bots."""
        context, number = read_context(request), only_number(at)
        known = await kernel.tables.get(table_id)
        check_day(known)
        plan = plan_from(known, number, context.name, default_bot(known.game.slug))
        kernel.check_new_table(context)
        context.identify()
        return seated(context, await kernel.tables.open(plan, context.user_id, plan.deal or 0))

    return router


def _to_analysis(table: Table, number: int | None) -> Response:
    """The page of a table at its analysis."""
    position = "" if number is None else f"?at={number}"
    return RedirectResponse(f"/table/{table.id}{position}#analysis", 303)
