"""One stream for all that one browser shows: any number of tables, the lists, whose turn it is.

A browser keeps six connections to a server; seven tables would need more. So its pages share one
stream (see `shared.js`), which names each message by what it is about: a table by its id, `open`
and `mine` for the lists of the start page, `turns` for the tables that wait for whoever looks.

A program has a stream as well: a line of JSON for each of its tables, whenever something is new
there. It names the table and its version and says no more, so that nobody answers an old position.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, suppress
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from cachetools import LRUCache
from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy.exc import DBAPIError

from dvergar.web.features.lobby.models import MyTableAnswer
from dvergar.web.features.lobby.service import OPEN, Lobby
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.table_stream import HEARTBEAT_S, TableStream, event_stream, version_of
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.tables.table import PLAYING
from dvergar.web.kernel.tables.table_events import UserActive
from dvergar.web.kernel.views import table_lists as lists
from dvergar.web.kernel.views.fragments import GZIP_START, Fragment, packed_words
from dvergar.web.kernel.views.render import Renderer

LOG: Final = logging.getLogger("dvergar.server")
MAX_STREAM_TABLES: Final = 24
MAX_STREAM_LISTS: Final = 6
MAX_LIST_LETTERS: Final = 200  # letters
MAX_TURNS_SENT: Final = 50  # tables that a browser is told of at once

MAX_CACHED_LISTS: Final = 100


class ListMessages:
    """Renders the lists; what was looked for lately is kept until the tables are others."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._cache: LRUCache[tuple[str, lists.Wanted], tuple[list[Summary], Fragment]] = LRUCache(
            MAX_CACHED_LISTS
        )

    def open_list(
        self, found: list[Summary], wanted: lists.Wanted, context: RequestContext
    ) -> Fragment:
        """The open tables that are looked for, for everybody of this language."""
        key = (context.lang, wanted)
        known = self._cache.get(key)
        if known is None or known[0] is not found:
            listing = lists.open_listing(found, wanted, context.lang, context.words)
            html = self._renderer.page(
                "_open_tables.html", context.lang, "", "", open_tables=listing, wanted=wanted
            )
            known = self._cache[key] = (found, Fragment.of(0, html))
        return known[1]

    def mine(self, rows: Sequence[lists.TableRow], page: int, context: RequestContext) -> Fragment:
        """One person's own tables."""
        listing = lists.my_listing(rows, page)
        html = self._renderer.page("_my_tables.html", context.lang, "", "", my_tables=listing)
        return Fragment.of(0, html)


def routes(kernel: Kernel, lobby: Lobby) -> APIRouter:
    """The one route of a browser's news."""
    router = APIRouter(include_in_schema=False)
    messages = ListMessages(kernel.renderer)

    @router.get("/live")
    async def live(
        request: Request,
        open_: Annotated[
            list[str], Query(alias="open", max_length=MAX_STREAM_LISTS, default_factory=list)
        ],
        mine: Annotated[list[str], Query(max_length=MAX_STREAM_LISTS, default_factory=list)],
        tables: Annotated[str, Query(max_length=800)] = "",
        away: bool = False,
    ) -> StreamingResponse:
        """`tables` are ids with the version shown, `open` and `mine` what is asked of the lists."""
        context = read_context(request)
        kernel.streams.check(context.address)
        parts: list[AsyncGenerator[bytes]] = []
        say = packed_words if context.gzip else bytes
        for one in [text for text in tables.split(",") if text][:MAX_STREAM_TABLES]:
            table_id, _, version = one.partition(":")
            with suppress(WebError):  # there is none; the others go on
                table, seats = await kernel.get_table(context, table_id)
                stream = TableStream(
                    kernel, context, table, seats, again=True, event=table.id.encode()
                )
                parts.append(stream.changes(say, version_of(version)))
        together = BrowserStream(kernel, lobby, context, messages, away)
        parts += [together.open_list(asked[:MAX_LIST_LETTERS]) for asked in open_]
        if context.token:
            parts.append(together.own(sorted({lists.number(page) for page in mine} - {0})))
        return event_stream(context, together.messages(parts or [together.idle()]))

    return router


NDJSON: Final = "application/x-ndjson"
LINES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "model": MyTableAnswer,  # of each line
        "description": "Lines of JSON; empty lines mean nothing.",
        "content": {NDJSON: {"schema": {"$ref": "#/components/schemas/MyTableAnswer"}}},
    }
}


def add_api(api: ApiRouters, kernel: Kernel, lobby: Lobby) -> None:
    """The stream of a program."""

    @api.seated.get("/stream", response_model=None, responses=LINES)
    async def stream(request: Request) -> StreamingResponse:
        """All your tables: first one line for each, then a line whenever one of them changes,
        including tables at which you sit down later. A line doesn't contain the position: get
        the table, and send its version with your move. A table that is over gets one last line.
        """
        context = read_context(request)
        kernel.streams.check(context.address)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        lines = _my_tables(kernel, lobby, context)
        return StreamingResponse(lines, media_type=NDJSON, headers=headers)


async def _my_tables(kernel: Kernel, lobby: Lobby, context: RequestContext) -> AsyncIterator[bytes]:
    """A line for every table of a program that has changed since the line before."""
    me, known = context.user_id, dict[str, int]()
    with kernel.streams.keep(context.address), lobby.looking(me):
        while not kernel.closing:
            state = lobby.state(me)
            rows = await lists.all_my_tables(kernel.store, context, lists.MAX_OWN_TABLES_READ)
            if lobby.follow(me, (row.id for row in rows)):
                continue  # what happened since it was read would be missed
            for row in rows:
                if row.status == "over" and row.id not in known:
                    continue
                line = await _my_table(kernel, context, row.id)
                if line is not None and known.get(row.id) != line.version:
                    known[row.id] = line.version
                    yield line.model_dump_json().encode() + b"\n"
            if not known:
                yield b"\n"  # so that the program knows at once that it is connected
            begun = time.monotonic()
            if not await lobby.wait(me, state, HEARTBEAT_S):
                yield b"\n"
            await asyncio.sleep(max(0.0, begun + lobby.pause - time.monotonic()))


async def _my_table(kernel: Kernel, context: RequestContext, table_id: str) -> MyTableAnswer | None:
    """What a program is told of one of its tables; None if that was deleted or can't be read."""
    try:
        table, seats = await kernel.get_table(context, table_id)
    except WebError:
        return None
    return MyTableAnswer(
        id=table.id,
        game=table.game.slug,
        version=table.version,
        phase=table.phase,
        my_seats=list(seats),
        bot_seats=[number for number, seat in enumerate(table.seats) if seat.is_bot],
        my_turn=table.phase == PLAYING and table.state.seat in seats,
    )


class BrowserStream:
    """What one browser is told, of everything at once."""

    def __init__(
        self,
        kernel: Kernel,
        lobby: Lobby,
        context: RequestContext,
        lists: ListMessages,
        away: bool,
    ) -> None:
        self._kernel = kernel
        self._lobby = lobby
        self._context = context
        self._lists = lists
        self._away = away

    async def messages(self, parts: Sequence[AsyncGenerator[bytes]]) -> AsyncGenerator[bytes]:
        """The messages of all parts as they come, until every one of them has ended."""
        context = self._context
        queue: asyncio.Queue[bytes] = asyncio.Queue(1)  # who reads slowly is waited for
        left = len(parts)

        async def pump(part: AsyncGenerator[bytes]) -> None:
            nonlocal left
            try:
                async with aclosing(part) as messages:
                    async for message in messages:
                        await queue.put(message)
                left -= 1
            except DBAPIError as error:
                LOG.error("a stream ended: %s", format_error(error))
                left = 0  # the browser asks again, for all of it
            except Exception as error:  # noqa: BLE001 - one table that fails ends no other's news
                LOG.error("a part of a stream ended: %s", format_error(error))
                left -= 1
            await queue.put(b"")

        with self._kernel.streams.keep(context.address):
            if context.gzip:
                yield GZIP_START
            yield self._say(b"retry: 500\n\n")
            tasks = [asyncio.create_task(pump(part)) for part in parts]
            try:
                while left:
                    if message := await queue.get():
                        yield message
            finally:
                for task in tasks:
                    task.cancel()

    async def open_list(self, asked: str) -> AsyncGenerator[bytes]:
        """The open tables that are looked for, whenever they are others than before."""
        lobby, context = self._lobby, self._context
        wanted = lists.Wanted.of(dict(parse_qsl(asked)))
        last = b""
        with lobby.looking(OPEN):
            while not self._kernel.closing:
                state = lobby.state(OPEN)
                html = self._lists.open_list(await lobby.open_tables(), wanted, context)
                if html.plain != last:
                    last = html.plain
                    yield self._message(f"open:{wanted.query(wanted.page)}", html)
                await self._pause(OPEN, state)

    async def own(self, pages: Sequence[int]) -> AsyncGenerator[bytes]:
        """Which tables wait for the visitor, and his list where pages show it."""
        kernel, context, lobby = self._kernel, self._context, self._lobby
        last: dict[str, bytes] = {}
        rows: list[lists.TableRow] | None = None
        with lobby.looking(context.user_id):
            while not kernel.closing:
                state, sat = lobby.state(context.user_id), lobby.seats_taken(context.user_id)
                if rows is None:
                    await self._note_looking()
                    rows = await lists.all_my_tables(
                        kernel.store, context, lists.MAX_OWN_TABLES_READ
                    )
                    if lobby.follow(context.user_id, (row.id for row in rows)):
                        rows = None  # what happened since it was read would be missed
                        continue
                for event, html in self._own_news(rows, pages).items():
                    if last.get(event) != html.plain:
                        last[event] = html.plain
                        yield self._message(event, html)
                yield self._say(b": still here\n\n")
                heard = await self._pause(context.user_id, state)
                known = heard and not pages and lobby.seats_taken(context.user_id) == sat
                rows = lists.from_memory(rows, kernel.tables) if known else None

    def _own_news(
        self, rows: Sequence[lists.TableRow], pages: Sequence[int]
    ) -> dict[str, Fragment]:
        news = {"turns": Fragment.of(0, _turns(rows, self._context.root))}
        for page in pages:
            news[f"mine:{page}"] = self._lists.mine(rows, page, self._context)
        return news

    async def _note_looking(self) -> None:
        """Whoever looks needs no mail."""
        if not self._away:
            await self._kernel.events.check(UserActive(self._context.user_id))

    async def _pause(self, who: str, state: int) -> bool:
        """Waits for the next change, and in any case for a moment; whether there was one."""
        lobby, begun = self._lobby, time.monotonic()
        heard = await lobby.wait(who, state, HEARTBEAT_S)
        rest = begun + lobby.pause - time.monotonic()
        if rest > 0 and not self._kernel.closing:
            await asyncio.sleep(rest)
        return heard

    async def idle(self) -> AsyncGenerator[bytes]:
        """A line now and then, where there is nothing to tell of."""
        while not self._kernel.closing:
            yield self._say(b": still here\n\n")
            await self._lobby.wait("", 0, HEARTBEAT_S)

    def _message(self, event: str, fragment: Fragment) -> bytes:
        data = fragment.packed if self._context.gzip else fragment.plain
        return self._say(f"event: {event}\ndata: ".encode()) + data + self._say(b"\n\n")

    def _say(self, plain: bytes) -> bytes:
        return packed_words(plain) if self._context.gzip else plain


def _turns(rows: Sequence[lists.TableRow], root: str) -> str:
    """The tables that wait, as the pages of a browser are told of them."""
    waiting: list[dict[str, Any]] = [
        {"id": row.id, "name": row.name, "game": row.game, "url": root + row.url}
        for row in rows
        if row.status == "your_turn"
    ][:MAX_TURNS_SENT]
    return json.dumps(waiting, ensure_ascii=False)
