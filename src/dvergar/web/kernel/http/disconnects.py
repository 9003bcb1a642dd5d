"""Requests that wait for something: they stop waiting when their client is gone.

Only waiting is stopped. What a request has begun to change is done to its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

T = TypeVar("T")


async def while_connected(request: Request, waiting: Coroutine[Any, Any, T]) -> T:
    """Waits for something as long as the client does; ClientDisconnect when it has left."""
    task = asyncio.ensure_future(waiting)
    gone = asyncio.ensure_future(_until_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return await task
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _until_disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
