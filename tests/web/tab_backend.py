"""The app of a browser tab at an address, so that tests of pages run on it as on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, cast

import httpx

from dvergar.web.kernel.kernel import Kernel
from dvergar.web.tab_server import Tab
from tests.web.serving import Served, in_thread


@contextmanager
def serving_tab(data: Path) -> Iterator[Served]:
    """A tab without a browser around it; all visitors are the one person who uses that browser."""
    tab = Tab(str(data), "")
    with in_thread(_ServiceWorker(tab)) as (url, loop):
        httpx.post(f"{url}/preferences", data={"confirm": "never"}, verify=False)
        state = tab.app.state
        yield Served(url, cast(Kernel, state.kernel), data, loop, state.features)


class _ServiceWorker:
    """Hands requests to a tab and passes its answers on, piece by piece."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._numbers = count(1)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        request, number = await _read(scope, receive), next(self._numbers)
        sent = asyncio.Queue[Any]()

        def begin(status: int, headers: list[list[str]]) -> None:
            pairs = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers]
            sent.put_nowait({"type": "http.response.start", "status": status, "headers": pairs})

        def chunk(body: bytes) -> None:
            sent.put_nowait({"type": "http.response.body", "body": body, "more_body": True})

        async def stop() -> None:
            await receive()  # the browser went away
            self._tab.stop(number)

        answering = asyncio.ensure_future(self._tab.answer(number, request, begin, chunk))
        answering.add_done_callback(lambda _: sent.put_nowait({"type": "http.response.body"}))
        stopping = asyncio.ensure_future(stop())
        while (message := await sent.get()).get("more_body", True):
            await send({"more_body": False} | message)
        stopping.cancel()

    async def _live(self, receive: Any, send: Any) -> None:
        async def keep(_files: dict[str, bytes], _all: bool) -> bool:
            return True

        await receive()
        await self._tab.open(keep)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._tab.close()
        await send({"type": "lifespan.shutdown.complete"})


async def _read(scope: Any, receive: Any) -> dict[str, Any]:
    """A request as the page of the tab hands it on."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message["body"], message["more_body"]
    headers = [(name.decode("latin-1"), text.decode("latin-1")) for name, text in scope["headers"]]
    return {
        "method": scope["method"],
        "path": scope["path"],
        "query": scope["query_string"].decode("latin-1"),
        "scheme": "http",
        "host": dict(headers)["host"],
        "headers": headers,
        "body": body,
    }
