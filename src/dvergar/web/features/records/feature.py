"""Records: downloads of games, and tables on which an uploaded record is looked at or continued.

A running game can be taken elsewhere where its deal is no secret: in a browser tab, or where the
host chose the deal by its number, as it is when a record was continued.

A record also travels in a link, compressed (`to_code`): between devices, servers and browser tabs.
"""

from __future__ import annotations

import asyncio
import binascii
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Annotated, ClassVar, Final

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from dvergar.core.errors import RecordError
from dvergar.core.record import Record
from dvergar.web.kernel.clock import is_open
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import check_day, page, qr_picture
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import PLAYING, Table
from dvergar.web.kernel.views.table_view import TableView, Viewer

MAX_CODE_LETTERS: Final = 7000
"""Longer links don't get through every server and messenger."""
MAX_CODE_BYTES: Final = 200_000
"""How large the record in a link may be."""
MAX_QR_LETTERS: Final = 1000
"""Codes of longer links are too fine for the camera of a phone."""


class RecordsFeature(Feature):
    """Downloads, uploads and links."""

    slots: ClassVar = {
        "table.menu": (25, "_record_menu.html"),
        "scores.next": (20, "_record_next.html"),
        "start.side": (10, "_record_upload.html"),
    }

    def pages(self) -> APIRouter:
        """Download, links and upload."""
        router = APIRouter(include_in_schema=False)
        self._add_download(router)
        self._add_upload(router)
        return router

    def _add_download(self, router: APIRouter) -> None:
        """The record of a table as a file, and as a link and its picture."""
        kernel = self.kernel

        @router.get("/table/{table_id}/record")
        async def record(request: Request, table_id: str) -> Response:
            table, seats = await kernel.get_table(read_context(request), table_id)
            return record_answer(table, self.may_take(table, seats))

        @router.get("/table/{table_id}/link")
        async def link(request: Request, table_id: str) -> Response:
            context = read_context(request)
            table, seats = await kernel.get_table(context, table_id)
            running = check_record(table, self.may_take(table, seats))
            found = self.link(context, table)
            facts = {"link": found, "scanned": len(found) <= MAX_QR_LETTERS}
            return page(kernel, context, "record_link.html", table=table, running=running, **facts)

        @router.get("/table/{table_id}/link.svg")
        async def link_picture(request: Request, table_id: str) -> Response:
            context = read_context(request)
            table, seats = await kernel.get_table(context, table_id)
            check_record(table, self.may_take(table, seats))
            found = self.link(context, table)
            if not 0 < len(found) <= MAX_QR_LETTERS:
                raise WebError(404, "not_found")
            return qr_picture(found)

    def _add_upload(self, router: APIRouter) -> None:
        """A record that arrives by link or as a file."""
        kernel = self.kernel

        @router.get("/records")
        async def arrive(request: Request, game: str = "") -> Response:
            """Asks first: programs that read mails and chats open every link they find."""
            context = read_context(request)
            found = read_code(game)
            facts = {
                "record": found,
                "title": found.make_game().info.words(context.lang)("game.title"),
            }
            return page(kernel, context, "record_arrives.html", **facts, code=game)

        @router.post("/records")
        async def upload(
            request: Request,
            record: Annotated[UploadFile | None, File()] = None,
            code: Annotated[str, Form()] = "",
        ) -> Response:
            context = read_context(request)
            if not code and (record is None or not record.filename):
                raise WebError(400, "no_record")
            kernel.check_new_table(context)
            if record is not None and record.filename:
                text = await record.read()
                loaded = await asyncio.to_thread(Record.from_json, text)
            else:
                loaded = await asyncio.to_thread(read_code, code)
            table = await kernel.tables.open_record(loaded)
            at = "" if table.state.over else f"?at={len(table.steps)}"  # where one plays on
            return RedirectResponse(f"/table/{table.id}{at}", 303)

    def link(self, context: RequestContext, table: Table) -> str:
        """The link that opens the record here; empty if it would be too long.

        In a browser tab the page around the app opens it, behind the `#` that no server sees.
        """
        code = to_code(table.record())
        base = context.base.removesuffix("app/") + "#" if self.kernel.local else context.base
        return f"{base}records?game={code}" if len(code) <= MAX_CODE_LETTERS else ""

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


def check_record(table: Table, taken: bool) -> bool:
    """Refuses the record of a running game, unless it is taken along; whether the game runs."""
    check_day(table)
    if not table.has_record and not taken:
        raise WebError(409, "record_running")
    return not table.has_record


def record_answer(table: Table, taken: bool = False) -> Response:
    """The record of a game as a file; a running one keeps its seed, unless it is taken along."""
    check_record(table, taken)
    name = f"dvergar-{table.game.slug}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record().to_json(), media_type="application/json", headers=headers)


def to_code(record: Record) -> str:
    """The record as letters of a link.

    >>> import dvergar
    >>> record = Record.of(dvergar.game("my_gold_mine", players=2), seed=7)
    >>> read_code(to_code(record)) == record
    True
    """
    text = json.dumps(json.loads(record.to_json()), separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def read_code(text: str) -> Record:
    """The record of such a code, or of the whole link with it.

    Raises:
        RecordError: it is no such code, or its record is refused.
    """
    code = re.split(r"[?&]game=", text.strip())[-1]
    unpacked = zlib.decompressobj()
    try:
        packed = urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
        record = unpacked.decompress(packed, MAX_CODE_BYTES)
    except (zlib.error, binascii.Error, UnicodeEncodeError) as error:
        raise RecordError("record.damaged") from error
    if not unpacked.eof:
        raise RecordError("record.damaged")
    return Record.from_json(record)


FEATURE = RecordsFeature
