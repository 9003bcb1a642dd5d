"""The stream of a table for programs: one line of JSON whenever something has happened there.

A line tells the moves since the line before, as far as everybody may know them, and the table as
the asking seat sees it now. An empty line now and then says that the server is still there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.json_models import NO_TOKEN_NEEDED, EventAnswer, TableAnswer
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.table_json import answer, events
from dvergar.web.kernel.http.table_stream import HEARTBEAT_S
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import OVER, STOPPED, Step
from dvergar.web.kernel.views.fragments import GZIP_START, pack, packed_words


class StepAnswer(BaseModel):
    """A move that was made: its number, who made it, and what it caused."""

    number: int
    seat: int
    events: list[EventAnswer]


class NewsAnswer(BaseModel):
    """One line of a stream: what has happened at a table, and the table as it is now."""

    version: int
    back_to: int | None
    """The number of moves to which the game was taken back, if it was; then come `steps`."""
    steps: list[StepAnswer]
    table: TableAnswer


MEDIA: Final = "application/x-ndjson"
LINES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "model": NewsAnswer,  # of each line
        "description": "Lines of JSON; empty lines mean nothing.",
        "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/NewsAnswer"}}},
    }
}


def add_routes(router: APIRouter, kernel: Kernel) -> None:
    """The stream."""

    @router.get(
        "/tables/{table_id}/stream",
        response_model=None,
        responses=LINES,
        openapi_extra=NO_TOKEN_NEEDED,
    )
    async def stream(
        request: Request, table_id: str, number: Annotated[int | None, Query(ge=0)] = None
    ) -> StreamingResponse:
        """Everything that happens at a table until the end of the game, line by line.

        `number` is how many moves the program has seen; the stream begins with the moves after
        them. The first line comes at once, the last one when the game is over.
        """
        context = read_context(request)
        kernel.streams.check(context.address)
        await kernel.get_table(context, table_id)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        if context.gzip:
            headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        lines = _Lines(kernel, context, table_id)
        return StreamingResponse(lines.all(number), media_type=MEDIA, headers=headers)


class _Lines:
    """What one program is told of one table."""

    def __init__(self, kernel: Kernel, context: RequestContext, table_id: str) -> None:
        self._kernel = kernel
        self._context = context
        self._table_id = table_id

    async def all(self, number: int | None) -> AsyncIterator[bytes]:
        """A line for every version that is looked at, until nobody can go on there."""
        with self._kernel.streams.keep(self._context.address), suppress(WebError):  # it was deleted
            async for line in self._news(number):
                yield line

    async def _news(self, number: int | None) -> AsyncIterator[bytes]:
        kernel, context = self._kernel, self._context
        say: Callable[[bytes], bytes] = pack if context.gzip else bytes
        if context.gzip:
            yield GZIP_START
        known: Sequence[Step] | None = None
        version = -1
        while not kernel.closing:
            table, seats = await kernel.get_table(context, self._table_id)
            if table.version == version:
                if not await kernel.notifier.wait(self._table_id, HEARTBEAT_S):
                    yield packed_words(b"\n") if context.gzip else b"\n"
                continue
            if known is None:
                known = table.steps[: len(table.steps) if number is None else number]
            same = _common(known, table.steps)
            news = NewsAnswer(
                version=table.version,
                back_to=same if same < len(known) else None,
                steps=[
                    StepAnswer(number=n, seat=step.seat, events=events(step.events))
                    for n, step in enumerate(table.steps[same:], start=same + 1)
                ],
                table=answer(kernel, context, table, seats),
            )
            yield say(news.model_dump_json().encode() + b"\n")
            version, known = table.version, table.steps
            if table.phase in (OVER, STOPPED):
                return


def _common(one: Sequence[Step], other: Sequence[Step]) -> int:
    """How many moves two courses of a game have in common."""
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs and mine != theirs:
            break
        same += 1
    return same
