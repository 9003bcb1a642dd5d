"""The deal of the day: everyone plays the same deal once, and compares."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.daily.routes import routes
from dvergar.web.features.daily.service import DailyService
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.deal_day import closes_on, is_open
from dvergar.web.kernel.tables.table_events import SpectatorArrived


class DailyFeature(Feature):
    """Deals of the day, which stay secret while others can play them."""

    slots: ClassVar = {
        "footer": (20, "_daily_link.html"),
        "results.nav": (20, "_daily_nav.html"),
        "lobby.instead": (10, "_daily_instead.html"),
        "scores.deal": (20, "_daily_next.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.daily = DailyService(kernel.store, kernel.results)
        kernel.events.on_check(SpectatorArrived, self._check_finished)

    def pages(self) -> APIRouter:
        """Today's deal, earlier ones, and playing."""
        return routes(self.kernel, self.daily)

    async def _check_finished(self, event: SpectatorArrived) -> None:
        """Lets only those watch an open deal who have finished it."""
        day = event.table.daily
        if not is_open(day):
            return
        user, game = event.user_id, event.table.game.slug
        attempt = await self.daily.attempt(day, game, user) if user else None
        if attempt is None or not attempt.over:
            raise WebError(403, "daily_watch", day=closes_on(day))


FEATURE = DailyFeature
