"""Reports of problems: a form on each table, stored for the administrator.

A report of a running game holds only what the reporter may know; it names the table and the event,
so the administrator can export the rest.
"""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, ClassVar, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

import dvergar
from dvergar.core.words import visible
from dvergar.web.features.reports import service as reports
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.http.table_json import table_view
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.security.rate_limit import RateLimit
from dvergar.web.kernel.tables.table import Table

REPORTS_PER_MINUTE: Final = 3


class ReportsFeature(Feature):
    """Problem reports."""

    slots: ClassVar = {
        "table.menu": (30, "_report_menu.html"),
        "admin.parts": (10, "_admin_reports.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.limit = kernel.rate_limit(REPORTS_PER_MINUTE, "too_many_reports")

    def pages(self) -> APIRouter:
        """The form."""
        return _routes(self.kernel, self.limit)

    async def admin_facts(self) -> list[dict[str, str]]:
        """All reports, with the names of their files."""
        found = await asyncio.to_thread(reports.read_reports, self.kernel.settings.data)
        facts = ("time", "game", "table", "event", "text")
        return [
            {"file": path.name} | {name: str(report.get(name, "–")) for name in facts}
            for path, report in found
        ]

    async def admin_action(self, action: str, value: str) -> None:
        """Deletes a report that was read."""
        data = self.kernel.settings.data
        found = await asyncio.to_thread(reports.read_reports, data)
        paths = [path for path, _ in found if action == "delete" and path.name == value]
        if not paths:
            raise WebError(404, "not_found")
        await asyncio.to_thread(paths[0].unlink, missing_ok=True)


def _routes(kernel: Kernel, limit: RateLimit) -> APIRouter:
    """The page on which a problem is reported."""
    router = APIRouter(include_in_schema=False)

    @router.get("/table/{table_id}/report")
    async def form(request: Request, table_id: str, sent: str = "") -> Response:
        context = read_context(request)
        table, _ = await kernel.get_table(context, table_id)
        return _page(kernel, context, table, sent=sent == "yes")

    @router.post("/table/{table_id}/report")
    async def report(
        request: Request, table_id: str, text: Annotated[str, Form()] = ""
    ) -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        report_text = "\n".join(visible(line) for line in text.strip().split("\n"))
        if not 0 < len(report_text) <= reports.MAX_REPORT_LETTERS:
            return _page(kernel, context, table, error=WebError(400, "report_text"))
        limit.check(context.address)
        tree = _report(kernel, context, table, seats, report_text)
        try:
            await asyncio.to_thread(reports.write_report, kernel.settings.data, tree)
        except reports.TooManyReports as error:
            raise WebError(503, "reports_full") from error
        return RedirectResponse(f"/table/{table.id}/report?sent=yes", 303)

    return router


def _page(
    kernel: Kernel,
    context: RequestContext,
    table: Table,
    sent: bool = False,
    error: WebError | None = None,
) -> Response:
    facts: dict[str, Any] = {
        "url": f"/table/{table.id}",
        "name": table.name or context.say("page.unnamed"),
        "longest": reports.MAX_REPORT_LETTERS,
        "sent": sent,
        "error": error.text(context.lang) if error else "",
    }
    return page(kernel, context, "report.html", error.status if error else 200, **facts)


def _report(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...], text: str
) -> dict[str, Any]:
    view = table_view(kernel, context, table, seats)
    return {
        "text": text,
        "version": dvergar.__version__,
        "table": table.id,
        "event": table.version - 1,
        "game": table.game.slug,
        "rules": table.rules,
        "options": table.game.options,
        "moves": len(table.steps),
        "seats": list(seats),
        "lang": context.lang,
        "question": view.prompt.question,
        "record": json.loads(table.record().to_json()) if table.is_known else None,
        "view": None if table.is_known else view.view,
    }


FEATURE = ReportsFeature
