"""Reports of problems: a form on each table, stored for the administrator."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.reports import routes
from dvergar.web.kernel.feature import Feature


class ReportsFeature(Feature):
    """Problem reports."""

    slots: ClassVar = {
        "table.menu": (30, "_report_menu.html"),
    }

    def pages(self) -> APIRouter:
        """The form."""
        return routes.routes(self.kernel)


FEATURE = ReportsFeature
