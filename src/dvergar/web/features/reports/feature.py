"""Reports of problems: a form on each table, stored for the administrator."""

from __future__ import annotations

from fastapi import APIRouter

from dvergar.web.features.reports import routes
from dvergar.web.kernel.feature import Feature


class ReportsFeature(Feature):
    """Problem reports."""

    def pages(self) -> APIRouter:
        """The form."""
        return routes.routes(self.kernel)


FEATURE = ReportsFeature
