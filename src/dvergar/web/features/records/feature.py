"""Records: downloads of finished games, and tables on which an uploaded record is looked at."""

from __future__ import annotations

import asyncio
from typing import Annotated, ClassVar

from fastapi import APIRouter, File, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from dvergar.core.record import Record
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import check_day
from dvergar.web.kernel.tables.table import Table


class RecordsFeature(Feature):
    """Three routes."""

    slots: ClassVar = {
        "scores.next": (20, "_record_next.html"),
        "start.side": (10, "_record_upload.html"),
    }

    def pages(self) -> APIRouter:
        """Download and upload."""
        router, kernel = APIRouter(include_in_schema=False), self.kernel

        @router.get("/table/{table_id}/record")
        async def record(table_id: str) -> Response:
            return record_answer(await kernel.tables.get(table_id))

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
            return RedirectResponse(f"/table/{table.id}", 303)

        return router

    def add_api(self, api: ApiRouters) -> None:
        """The download for programs."""
        kernel = self.kernel

        @api.public.get("/tables/{table_id}/record", response_class=Response)
        async def record(table_id: str) -> Response:
            """The record of a finished game."""
            return record_answer(await kernel.tables.get(table_id))


def record_answer(table: Table) -> Response:
    """The record of a finished game as a file; a running one keeps its seed to itself."""
    check_day(table)
    if not table.has_record:
        raise WebError(409, "record_running")
    name = f"dvergar-{table.game.slug}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().to_json(), media_type="application/json", headers=headers)


FEATURE = RecordsFeature
