"""What programs ask that watch over a server: whether it is well, and what it has counted."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError

import dvergar
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.security.forwarded import is_local


def routes(kernel: Kernel) -> APIRouter:
    """The routes of those who run a server."""
    router = APIRouter(include_in_schema=False)

    @router.get("/health")
    async def health() -> Response:
        """Whether the server answers and its database does; 503 if not."""
        told: dict[str, Any] = {"version": dvergar.__version__, "status": "ok"}
        if kernel.host.draining:
            told["status"] = "draining"
        try:
            await kernel.store.check()
        except DBAPIError:
            return JSONResponse({**told, "status": "no database"}, 503)
        return JSONResponse(told)

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        """What was counted, for Prometheus; unless set otherwise, only for this machine."""
        allowed = kernel.settings.metrics
        if allowed == "off" or (allowed == "local" and not is_local(request.scope)):
            raise WebError(404, "not_found")
        return Response(kernel.measures.text(), media_type="text/plain; version=0.0.4")

    return router
