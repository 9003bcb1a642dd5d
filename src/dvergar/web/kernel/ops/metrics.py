"""Metrics and the request log: counts and times every request, in the form Prometheus reads.

A route is its pattern, such as `/table/{table_id}/move`; whatever leads to none is `other`.

Of an address only its pattern and the table are logged: invites and links to seats are part of it.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, MutableMapping
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from dvergar.web.kernel.ops.log import REQUEST
from dvergar.web.kernel.security.guard import App, Message, Receive, Scope, Send

BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "dvergar_request_seconds",
            "How long requests took, without live streams and programs that wait.",
            ("method", "route"),
            buckets=BUCKETS_S,
            registry=self._registry,
        )
        self._requests = Counter(
            "dvergar_requests",
            "Requests by route and status, without live streams and programs that wait.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self.moves = Counter(
            "dvergar_moves", "Moves that were stored.", ("game",), registry=self._registry
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts a request."""
        method = method if method in METHODS else "other"
        self._seconds.labels(method, route).observe(seconds)
        self._requests.labels(method, route, str(status)).inc()

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Something that is asked for whenever somebody reads the measures."""
        Gauge(f"dvergar_{name}", meaning, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


LOG: Final = logging.getLogger("dvergar.requests")
_TABLE: Final = re.compile(r"/(?:api/tables|table)/([a-z0-9]{12})(?=/|$)")
_SECRET: Final = re.compile(r"/(join|return)/.*")
_STREAMS: Final = ("/live", "/stream")
_WAITS: Final = re.compile(rb"(?:^|&)wait=")


class RequestLog:
    """Wraps the application and the guard."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app = app
        self._measures = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        mark = REQUEST.set(_describe(scope))
        method, begun, status = scope["method"], time.perf_counter(), 500

        async def watching(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watching)
        finally:
            seconds = time.perf_counter() - begun
            if not _waits(scope):
                self._measures.request(method, _route(scope), status, seconds)
            LOG.info("%d in %.0f ms", status, seconds * 1000)
            REQUEST.reset(mark)


def pattern(path: str) -> str:
    """An address without what differs from table to table; unknown ones are all alike.

    >>> pattern("/table/abcdefghjkmn/live"), pattern("/join/abcdefghjkmn-0-xyz"), pattern("/wp.php")
    ('/table/*/live', '/join/*', 'other')
    """
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    path = _SECRET.sub(r"/\1/*", path)
    path = _TABLE.sub(lambda found: found[0].replace(found[1], "*"), path)
    if path == "/" or "*" in path[:20]:
        return path if len(path) < 40 else "other"
    known = ("static", "tables", "records", "preferences", "rules", "help", "about", "keys")
    if first in known:
        return f"/{first}"
    return path if path in ("/api/games", "/api/tables", "/api/docs", "/health") else "other"


def _route(scope: MutableMapping[str, Any]) -> str:
    """The pattern of the route that a request was led to, once it is answered."""
    path: str = getattr(scope.get("route"), "path", "")
    return path or ("/static" if scope["path"].startswith("/static/") else "other")


def _waits(scope: MutableMapping[str, Any]) -> bool:
    """Whether a request takes as long as nothing happens."""
    return scope["path"].endswith(_STREAMS) or bool(_WAITS.search(scope["query_string"]))


def _describe(scope: MutableMapping[str, Any]) -> str:
    """A request as the log names it."""
    path = scope["path"]
    table = _TABLE.search(path)
    return f"{scope['method'][:10]} {pattern(path)}" + (f" table {table[1]}" if table else "")
