"""The analysis of a finished game: what each decision cost, as a strong bot sees it, and why."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.analysis.routes import routes
from dvergar.web.features.analysis.service import AnalysisService
from dvergar.web.features.analysis.views import AnalysisView, make_analysis_view, mark_log
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.log_view import LogPart
from dvergar.web.kernel.views.table_view import TableView, Viewer


class AnalysisFeature(Feature):
    """Analyses at the end of a game and on its replay."""

    slots: ClassVar = {
        "table.head": (40, "_analysis_head.html"),
        "table.after_board": (10, "_analysis.html"),
        "scores.next": (5, "_analysis_offer.html"),
        "replay.links": (10, "_analysis_link.html"),
        "log.position": (5, "_log_mark.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.analyses = AnalysisService(kernel)

    def pages(self) -> APIRouter:
        """Asking for an analysis, its progress, and trying again."""
        return routes(self.analyses)

    async def close(self) -> None:
        """Stops all analyses."""
        await self.analyses.close()

    def add_to_viewer(self, table: Table, seats: Sequence[int]) -> Hashable:  # noqa: ARG002
        """How far the analysis of a finished game is: it is part of the page."""
        job = self.analyses.known(table) if table.state.over else None
        return (job.done, job.failed, job.result is not None) if job is not None else None

    def change_log(self, table: Table, parts: tuple[LogPart, ...]) -> tuple[LogPart, ...]:
        """Marks the turns of a game that was analysed."""
        job = self.analyses.known(table) if table.state.over else None
        result = job.result if job is not None else None
        return mark_log(table, parts, result) if result is not None else parts

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> AnalysisView | None:
        """What the decisions of a finished game cost, or an offer to find out."""
        if not self.analyses.possible(table):
            return None
        known = self.analyses.known(table)
        found = make_analysis_view(table, view.number, known, view.names, viewer.lang)
        return replace(found, reasons=viewer.advice == "reasons")


FEATURE = AnalysisFeature
