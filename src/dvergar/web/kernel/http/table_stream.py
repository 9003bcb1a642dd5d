"""The live stream of a table: one per viewer, filtered for what that viewer may see.

A message is the whole fragment of the newest position with the version of the table as its id, so
a page that was away says which one it has and is sent the present one at once. A stream is one
gzip file that never ends; its messages were compressed once for all streams that share them.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, suppress
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.live.presence import PresenceView
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.fragments import GZIP_START, Fragment, packed_words

HEARTBEAT_S: Final = 15.0
"""Somebody has said something; what it was, whoever may read it asks for."""
Say = Callable[[bytes], bytes]


def routes(kernel: Kernel) -> APIRouter:
    """The one route of a live table."""
    router = APIRouter(include_in_schema=False)

    @router.get("/table/{table_id}/live")
    async def live(request: Request, table_id: str, after: str = "") -> StreamingResponse:
        context = read_context(request)
        kernel.streams.check(context.address)
        table, seats = await kernel.get_table(context, table_id)
        known = request.headers.get("last-event-id", after)
        sent_version = version_of(known)
        stream = TableStream(
            kernel, context, table, seats, again="last-event-id" in request.headers
        )
        return event_stream(context, stream.messages(sent_version))

    return router


def version_of(text: str) -> int:
    """The version of a table that a page says it has; -1 if it says none."""
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def event_stream(context: RequestContext, messages: AsyncIterator[bytes]) -> StreamingResponse:
    """An answer of server-sent events that nobody on the way keeps back."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if context.gzip:
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return StreamingResponse(messages, media_type="text/event-stream", headers=headers)


class TableStream:
    """What one page is told of one table."""

    def __init__(
        self,
        kernel: Kernel,
        context: RequestContext,
        table: Table,
        seats: tuple[int, ...],
        *,
        again: bool,
        event: bytes = b"",
    ) -> None:
        """`again` if the page was told before, and may know others than are here now.

        `event` names the messages of this table where those of several are sent together.
        """
        self._again = again
        self._draining = (
            kernel.admin_state.draining
        )  # as the page has it, which is older than the stream
        self._signals = kernel.extensions.signals_of(table.id)
        self._kernel = kernel
        self._event = event
        self._context = context
        self._table = table
        self._seats = seats

    async def messages(self, sent_version: int) -> AsyncIterator[bytes]:
        """The table whenever it is another than the one seen; a line now and then if it is not."""
        say: Say = packed_words if self._context.gzip else bytes
        with self._kernel.streams.keep(self._context.address):
            if self._context.gzip:
                yield GZIP_START
            yield say(b"retry: 500\n\n")
            async with aclosing(self.changes(say, sent_version)) as changes:
                async for message in changes:
                    yield message

    async def changes(self, say: Say, sent_version: int) -> AsyncGenerator[bytes]:
        """The messages, without what begins and ends a stream; until the table is deleted."""
        presence = self._kernel.presence
        self._guest = presence.enter(self._table.id, self._seats, self._context.user_id)
        try:
            with suppress(WebError):
                async with aclosing(self._changes(say, sent_version)) as changes:
                    async for message in changes:
                        yield message
        finally:
            presence.leave(self._guest)

    async def _changes(self, say: Say, sent_version: int) -> AsyncGenerator[bytes]:
        draining, signals = self._draining, self._signals
        sent = None if self._again else self._presence()
        while not self._kernel.closing:
            self._kernel.presence.note_watched(self._table.id)
            if self._table.version != sent_version or self._kernel.admin_state.draining != draining:
                sent_version, draining = self._table.version, self._kernel.admin_state.draining
                yield self._message(say)
                await self._catch_up(self._kernel.tables.cached(self._table.id))
            elif (presence := self._presence()) != sent:
                shown = presence.shown or sent is None or sent.shown
                sent = presence
                if shown:
                    yield self._presence_message(say, self._presence(self._seats))
            elif (new := self._kernel.extensions.signals_of(self._table.id)) != signals:
                for name in [one for one in new if new[one] != signals.get(one)]:
                    kind = name.encode()
                    yield say(b"event: %b\ndata: %b\n\n" % (self._beside(kind), kind))
                signals = new
            elif await self._kernel.notifier.wait(self._table.id, HEARTBEAT_S):
                await self._catch_up(self._kernel.tables.cached(self._table.id))
            else:
                yield say(b": still here\n\n")
                await self._catch_up(None)

    def _message(self, say: Say) -> bytes:
        viewer = self._kernel.viewer(self._context, self._table, self._seats)
        fragment: Fragment = self._kernel.fragment(self._table, viewer)
        html = fragment.packed if self._context.gzip else fragment.plain
        head = b"event: %b\n" % self._event if self._event else b""
        return say(head + b"id: %d\ndata: " % fragment.version) + html + say(b"\n\n")

    def _presence(self, looking: tuple[int, ...] = ()) -> PresenceView:
        return self._kernel.presence_view(self._table, self._context.lang, looking)

    def _presence_message(self, say: Say, presence: PresenceView) -> bytes:
        now = self._kernel.tables.now()
        message = self._kernel.presence_messages.message(presence, self._context.lang, now)
        text = message.packed if self._context.gzip else message.plain
        return say(b"event: %b\ndata: " % self._beside(b"presence")) + text + say(b"\n\n")

    def _beside(self, kind: bytes) -> bytes:
        """The name of a message about something beside the game."""
        return self._event + b"/" + kind if self._event else kind

    async def _catch_up(self, known: Table | None) -> None:
        """Goes on to the table of now; asks the database only where seats may have changed."""
        before = self._table
        if known is not None and (known.seats, known.links) == (before.seats, before.links):
            self._table = known
            return
        self._table, self._seats = await self._kernel.get_table(self._context, before.id)
        self._kernel.presence.change(self._guest, self._seats)
