"""The documentation of the interface for programs, as a page."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter, FastAPI, Request, Response

from dvergar.web.features.api_docs import views
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page


class ApiDocsFeature(Feature):
    """One page."""

    slots: ClassVar = {
        "footer": (60, "_api_docs_link.html"),
    }

    def pages(self) -> APIRouter:
        """`/api/docs`."""
        router = APIRouter(include_in_schema=False)

        @router.get("/api/docs")
        async def docs(request: Request) -> Response:
            app: FastAPI = request.app
            document = app.openapi()
            facts = {"requests": views.requests(document), "shapes": views.shapes(document)}
            return page(self.kernel, read_context(request), "api_docs.html", **facts)

        return router


FEATURE = ApiDocsFeature
