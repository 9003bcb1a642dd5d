"""For administrators and their programs: health and metrics."""

from __future__ import annotations

from fastapi import APIRouter

from dvergar.web.features.admin import routes
from dvergar.web.kernel.feature import Feature


class AdminFeature(Feature):
    """Health and metrics."""

    def pages(self) -> APIRouter:
        """`/health` and `/metrics`."""
        return routes.routes(self.kernel)


FEATURE = AdminFeature
