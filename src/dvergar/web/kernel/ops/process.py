"""The process of a server: half-sent requests end in time, and so does the whole on Ctrl-C.

A connection that sends nothing, or half of a request and then nothing, is closed; what comes above
the number of connections that the system has files for is closed at once, before it fills the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import FrameType
from typing import Any, ClassVar, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from dvergar.web.kernel.security.rate_limit import MAX_CONNECTIONS, max_connections

SHUTDOWN_GRACE_S: Final = (
    2  # seconds for requests that are being answered when the server is to end
)


class Connection(H11Protocol):
    """A connection that does not wait for ever."""

    seconds: ClassVar[float] = 20.0
    most: ClassVar[int] = MAX_CONNECTIONS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begins to wait for a request."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Waits for the rest of a request that has begun; letter by letter takes no longer."""
        super().data_received(data)
        if self._expects_request():
            self._wait()
        else:
            self._stop_waiting()

    def _expects_request(self) -> bool:
        idle = self.conn.their_state is h11.IDLE
        return idle and (self.cycle is None or self.cycle.response_complete)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._expects_request() and not self.transport.is_closing():
            self.transport.close()


class Process(uvicorn.Server):
    """Serves until it is asked to stop; `closing` is called then, so that live pages let go."""

    def __init__(self, config: uvicorn.Config, closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: Any = None) -> None:
        """Remembers the loop, for the signal comes from outside of it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Lets everybody go who waits for news, and then ends."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._closing)
        super().handle_exit(sig, frame)


def make_process(app: Any, seconds: float, closing: Callable[[], None]) -> Process:
    """A server process in which a request has so many seconds to arrive."""
    kind = type("Connection", (Connection,), {"seconds": seconds, "most": max_connections()})
    config = uvicorn.Config(
        app,
        http=kind,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # security.forwarded reads them
        timeout_graceful_shutdown=SHUTDOWN_GRACE_S,
    )
    return Process(config, closing)
