"""The live stream of a table: one per viewer, filtered for what that viewer may see.

A message is the whole fragment of the newest position with the version of the table as its id, so
a page that was away says which one it has and is sent the present one at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from dvergar.web.desk import Desk
from dvergar.web.house import House, Visit
from dvergar.web.table import Table

HEARTBEAT: Final = 15.0


def routes(house: House) -> APIRouter:
    """The one route of a live table."""
    router = APIRouter(include_in_schema=False)

    @router.get("/table/{table_id}/live")
    async def live(request: Request, table_id: str, after: str = "") -> StreamingResponse:
        visit = Visit.of(request)
        await house.table(table_id)
        known = request.headers.get("last-event-id", after)
        seen = int(known) if known.isdecimal() and len(known) < 10 else -1
        return StreamingResponse(
            _stream(house, visit, table_id, seen),
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    return router


async def _stream(house: House, visit: Visit, table_id: str, seen: int) -> AsyncIterator[str]:
    yield "retry: 500\n\n"
    while not house.closing:
        # A page that goes away cancels this; shielded, it does not tear a query in two.
        table, desk = await asyncio.shield(_news(house, visit, table_id, seen))
        if desk is not None:
            seen = desk.version
            yield _message(seen, house.renderer.fragment(desk, visit.lang))
        elif table.version == seen and not await house.hub.wait(table_id, HEARTBEAT):
            yield ": still here\n\n"


async def _news(house: House, visit: Visit, table_id: str, seen: int) -> tuple[Table, Desk | None]:
    """The table, and what the visitor sees of it if that is another version than was seen."""
    table = await house.table(table_id)
    return table, await house.desk(visit, table) if table.version != seen else None


def _message(number: int, html: str) -> str:
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"id: {number}\n{lines}\n"
