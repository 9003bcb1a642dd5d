"""For administrators and their programs: health and metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError

import dvergar
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.reverse_proxy import is_local


class AdminFeature(Feature):
    """Health and metrics."""

    def pages(self) -> APIRouter:
        """`/health` and `/metrics`."""
        return _routes(self.kernel)


def _routes(kernel: Kernel) -> APIRouter:
    """`/health` and `/metrics`."""
    router = APIRouter(include_in_schema=False)

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
        return Response(kernel.metrics.text(), media_type="text/plain; version=0.0.4")

    return router


FEATURE = AdminFeature
