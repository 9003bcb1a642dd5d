"""Playing at a table: its page, moves, undo, the pace of bots; live for pages and programs."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.play import routes
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http import table_stream
from dvergar.web.kernel.http.api import ApiRouters


class PlayFeature(Feature):
    """The table itself."""

    slots: ClassVar = {"prompt.thinking": (10, "_thinking.html")}

    def pages(self) -> APIRouter:
        """The page of a table, what people do there, and its live stream."""
        router = APIRouter()
        router.routes.extend(routes.routes(self.kernel).routes)
        router.routes.extend(table_stream.routes(self.kernel).routes)
        return router

    def add_api(self, api: ApiRouters) -> None:
        """The same for programs."""
        routes.add_api(api, self.kernel)


FEATURE = PlayFeature
