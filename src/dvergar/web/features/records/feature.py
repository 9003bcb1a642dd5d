"""Records: downloads of games, and tables on which an uploaded record is looked at or continued.

A running game can be taken elsewhere where its deal is no secret: in a browser tab, or where the
host chose the deal by its number, as it is when a record was continued.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, ClassVar

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from dvergar.core.record import Record
from dvergar.web.kernel.clock import is_open
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import check_day
from dvergar.web.kernel.tables.table import PLAYING, Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


class RecordsFeature(Feature):
    """Three routes."""

    slots: ClassVar = {
        "table.menu": (25, "_record_menu.html"),
        "scores.next": (20, "_record_next.html"),
        "start.side": (10, "_record_upload.html"),
    }

    def pages(self) -> APIRouter:
        """Download and upload."""
        router, kernel = APIRouter(include_in_schema=False), self.kernel

        @router.get("/table/{table_id}/record")
        async def record(request: Request, table_id: str) -> Response:
            table, seats = await kernel.get_table(read_context(request), table_id)
            return record_answer(table, self.may_take(table, seats))

        @router.post("/records")
        async def upload(
            request: Request, record: Annotated[UploadFile | None, File()] = None
        ) -> Response:
            context = read_context(request)
            if record is None:
                raise WebError(400, "no_record")
            kernel.check_new_table(context)
            text = await record.read()
            loaded = await asyncio.to_thread(Record.from_json, text)
            table = await kernel.tables.open_record(loaded)
            at = "" if table.state.over else f"?at={len(table.steps)}"  # where one plays on
            return RedirectResponse(f"/table/{table.id}{at}", 303)

        return router

    def may_take(self, table: Table, seats: Sequence[int]) -> bool:
        """Whether someone may take a running game elsewhere, who plays it alone."""
        known = (self.kernel.local or table.chosen_deal) and not is_open(table.daily)
        alone = bool(seats) and not table.people() - set(seats)
        return known and alone and table.phase == PLAYING and not table.puzzle

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> str:
        """Where a running game can be saved, or nothing."""
        return f"{view.url}/record" if self.may_take(table, viewer.seats) else ""

    def add_api(self, api: ApiRouters) -> None:
        """The download for programs."""
        kernel = self.kernel

        @api.public.get("/tables/{table_id}/record", response_class=Response)
        async def record(table_id: str) -> Response:
            """The record of a finished game."""
            return record_answer(await kernel.tables.get(table_id))


def record_answer(table: Table, taken: bool = False) -> Response:
    """The record of a game as a file; a running one keeps its seed, unless it is taken along."""
    check_day(table)
    if not table.has_record and not taken:
        raise WebError(409, "record_running")
    name = f"dvergar-{table.game.slug}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().to_json(), media_type="application/json", headers=headers)


FEATURE = RecordsFeature
