"""The analysis of a finished game: asking for it, and how far it is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.analysis.service import Analyses
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import page

Text = Annotated[str, Form()]


def routes(analyses: Analyses) -> APIRouter:
    """Both requests."""
    router, kernel = APIRouter(include_in_schema=False), analyses.kernel

    @router.post("/table/{table_id}/analyse")
    async def analyse(request: Request, table_id: str, at: Text = "") -> Response:
        """Begins to work out what the decisions of a finished game cost."""
        context = read_context(request)
        table, _ = await kernel.get_table(context, table_id)
        number = min(only_number(at), len(table.steps))
        analyses.request(context, table)
        return RedirectResponse(f"/table/{table.id}?at={number}#analysis", 303)

    @router.get("/table/{table_id}/analysis")
    async def analysis(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        """How far that is, for a page that has the rest; the whole page for everybody else."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        number = only_number(at) if at else len(table.steps)
        view = kernel.view(table, kernel.viewer(context, table, seats), number)
        if not context.htmx or view.features["analysis"] is None:
            return RedirectResponse(f"/table/{table.id}?at={view.number}#analysis", 303)
        return page(kernel, context, "_analysis.html", table=view)

    return router
