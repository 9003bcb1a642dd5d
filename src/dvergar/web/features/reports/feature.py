"""Reports of problems: a form on each table, stored for the administrator."""

from __future__ import annotations

from typing import ClassVar, Final

from fastapi import APIRouter

from dvergar.web.features.reports import routes
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel

REPORTS_PER_MINUTE: Final = 3


class ReportsFeature(Feature):
    """Problem reports."""

    slots: ClassVar = {
        "table.menu": (30, "_report_menu.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.limit = kernel.rate_limit(REPORTS_PER_MINUTE, "too_many_reports")

    def pages(self) -> APIRouter:
        """The form."""
        return routes.routes(self.kernel, self.limit)


FEATURE = ReportsFeature
