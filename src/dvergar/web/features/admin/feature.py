"""For administrators and their programs: their page, health and metrics."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError

import dvergar
from dvergar.web.features.admin.routes import routes
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.reverse_proxy import is_local


class AdminFeature(Feature):
    """The page `/admin`, health and metrics."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.database_bytes = 0
        kernel.metrics.gauge(
            "database_bytes", "What the database takes on disk.", lambda: self.database_bytes
        )

    def pages(self) -> APIRouter:
        """All pages."""
        router = routes(self.kernel)
        router.routes.extend(_routes(self).routes)
        return router


def _routes(feature: AdminFeature) -> APIRouter:
    """`/health` and `/metrics`."""
    router, kernel = APIRouter(include_in_schema=False), feature.kernel

    @router.get("/health")
    async def health() -> Response:
        """Whether the server answers and its database does; 503 if not."""
        answer: dict[str, Any] = {"version": dvergar.__version__, "status": "ok"}
        if kernel.admin_state.draining:
            answer["status"] = "draining"
        try:
            await kernel.store.check()
        except DBAPIError:
            return JSONResponse({**answer, "status": "no database"}, 503)
        return JSONResponse(answer)

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        """The metrics for Prometheus; only for this machine unless the settings say otherwise."""
        allowed = kernel.settings.metrics
        if allowed == "off" or (allowed == "local" and not is_local(request.scope)):
            raise WebError(404, "not_found")
        with suppress(DBAPIError):
            feature.database_bytes = await kernel.store.size()
        return Response(kernel.metrics.text(), media_type="text/plain; version=0.0.4")

    return router


FEATURE = AdminFeature
