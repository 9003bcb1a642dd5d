"""The lobby: the start page, open tables, one's own tables, and the stream of a browser."""

from __future__ import annotations

from fastapi import APIRouter

from dvergar.web.features.lobby import browser_stream, routes
from dvergar.web.features.lobby.service import Lobby
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table_events import Closing, SeatTaken, TableChanged

SEAT_TAKEN = "seat"
"""What other servers are told when someone got a seat."""


class LobbyFeature(Feature):
    """Lists of tables, live."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.lobby = Lobby(kernel.store.open_tables, self._may_be_public)
        kernel.events.on(TableChanged, lambda event: self.lobby.heard(event.table_id))
        kernel.events.on(SeatTaken, self._seat_taken)
        kernel.events.on(Closing, lambda _: self.lobby.close())
        kernel.peers.on(SEAT_TAKEN, lambda message: self.lobby.sat(message.key))

    def pages(self) -> APIRouter:
        """The start page, and the stream of a browser."""
        router = APIRouter()
        router.routes.extend(routes.routes(self.kernel, self.lobby).routes)
        router.routes.extend(browser_stream.routes(self.kernel, self.lobby).routes)
        return router

    def add_api(self, api: ApiRouters) -> None:
        """Games and tables for programs."""
        routes.add_api(api, self.kernel)
        browser_stream.add_api(api, self.kernel, self.lobby)

    def _seat_taken(self, event: SeatTaken) -> None:
        self.lobby.sat(event.user_id)
        self.kernel.peers.tell(SEAT_TAKEN, event.user_id)

    def _may_be_public(self, table_id: str) -> bool:
        table = self.kernel.tables.cached(table_id)
        return table is None or table.public


FEATURE = LobbyFeature
