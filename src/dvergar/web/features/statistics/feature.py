"""Statistics and ratings of the finished games of this server."""

from __future__ import annotations

import logging
from typing import ClassVar, Final

from fastapi import APIRouter

from dvergar.web.features.statistics.routes import routes
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.views.render import PageLink

LOG: Final = logging.getLogger("dvergar.results")


class StatisticsFeature(Feature):
    """Points, tiles, openings, ratings and claimed names."""

    slots: ClassVar = {
        "my_data.after_tables": (20, "_my_name.html"),
    }
    links: ClassVar = (
        PageLink(30, "/ratings", "ratings.title", needs_server=True),
        PageLink(40, "/best", "best.title", needs_server=True),
        PageLink(50, "/statistics", "statistics.title"),
    )

    def pages(self) -> APIRouter:
        """Statistics, ratings, best scores."""
        return routes(self.kernel)

    async def start(self) -> None:
        """Counts the finished games in the background."""
        self.kernel.run_in_background(self._count())

    async def _count(self) -> None:
        try:
            await self.kernel.statistics.refresh()
        except Exception as error:  # noqa: BLE001 - the next look at the page tries again
            LOG.error("finished games could not be counted: %s", format_error(error))


FEATURE = StatisticsFeature
