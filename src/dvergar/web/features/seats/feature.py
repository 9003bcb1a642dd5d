"""Seats: invitations, joining, coming back, leaving, resigning, rematches."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.seats import routes, service
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.table_events import SpectatorArrived
from dvergar.web.kernel.views.table_view import TableView, Viewer


class SeatsFeature(Feature):
    """Who plays at a table."""

    slots: ClassVar = {
        "table.before_question": (10, "_substitute.html"),
        "table.waiting": (10, "_waiting.html"),
        "table.foot": (10, "_seats_foot.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        kernel.events.on_check(SpectatorArrived, service.refuse_removed)

    def pages(self) -> APIRouter:
        """Seats on pages."""
        return routes.routes(self.kernel)

    def add_to_view(self, _: Table, viewer: Viewer, __: TableView) -> service.LinkReach:
        """Who can open the links of a table, for `table.features.seats`."""
        return service.reach_of(viewer.base)

    def add_api(self, api: ApiRouters) -> None:
        """Seats for programs."""
        routes.add_api(api, self.kernel)


FEATURE = SeatsFeature
