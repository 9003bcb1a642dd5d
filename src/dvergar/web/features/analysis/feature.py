"""The analysis of a finished game: what each decision cost, as a strong bot sees it."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.analysis.routes import routes
from dvergar.web.features.analysis.service import Analyses
from dvergar.web.features.analysis.views import AnalysisSeen, analysis_seen
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


class AnalysisFeature(Feature):
    """Analyses on the page of a replay."""

    slots: ClassVar = {
        "table.head": (40, "_analysis_head.html"),
        "table.after_board": (10, "_analysis.html"),
        "replay.links": (10, "_analysis_link.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.analyses = Analyses(kernel)

    def pages(self) -> APIRouter:
        """Asking for an analysis, and how far it is."""
        return routes(self.analyses)

    async def close(self) -> None:
        """Stops all analyses."""
        await self.analyses.close()

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> AnalysisSeen | None:
        """For a replay: what the decisions cost, or that one may ask."""
        if view.live or not self.analyses.possible(table):
            return None
        known = self.analyses.known(table)
        return analysis_seen(table, view.number, known, view.names, viewer.lang)


FEATURE = AnalysisFeature
