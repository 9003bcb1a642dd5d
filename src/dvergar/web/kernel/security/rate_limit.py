"""Rate limits: how often one client may do something costly, and how much of it at once.

A client is the key that `client_address.network_key` gives. All clients of an IPv6 /48 together
have `site_factor` times the limit of one, because one customer may own the whole /48. How many
connections and live streams a process may have in all follows from its limit of open files.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.client_address import site_key

MAX_KEYS: Final = 10_000  # remembered at most before those of the past minute are sorted out
SORT_OUT_S: Final = 5.0  # seconds between two such rounds
MINUTE: Final = 60.0


def _limits(key: str, most: int, site_factor: int) -> Iterator[tuple[str, int]]:
    """The keys under which a client counts, each with its limit; the widest first."""
    site = site_key(key) if site_factor else None
    if site is not None:
        yield site, most * site_factor
    yield key, most


class RateLimit:
    """A number of times in a minute, for each client; 0: as often as they like."""

    def __init__(self, most: int, error: str, site_factor: int = 0) -> None:
        self._most = most
        self._site_factor = site_factor
        self._error = error
        self._seen: dict[str, deque[float]] = {}
        self._sorted_out = 0.0

    def check(self, client: str) -> None:
        """Counts once; WebError if it was once too often."""
        if not self._most:
            return
        now = time.monotonic()
        counted = []
        for key, most in _limits(client, self._most, self._site_factor):
            recent = self._seen.get(key, deque())
            while recent and now - recent[0] >= MINUTE:
                recent.popleft()
            if len(recent) >= most:
                raise WebError(429, self._error)
            counted.append((key, recent))
        for key, recent in counted:
            recent.append(now)
            self._seen[key] = recent
        self._sort_out(now)

    def _sort_out(self, now: float) -> None:
        if len(self._seen) > MAX_KEYS and now - self._sorted_out >= SORT_OUT_S:
            self._sorted_out = now
            self._seen = {
                key: times for key, times in self._seen.items() if now - times[-1] < MINUTE
            }


class AtOnce:
    """How many of a thing a client may keep open at the same time; 0: as many as it likes."""

    def __init__(self, most: int, error: str, site_factor: int = 0, max_total: int = 0) -> None:
        """`max_total` is the limit for all clients together; 0: none."""
        self._max_total = max_total
        self._most = most
        self._site_factor = site_factor
        self._error = error
        self._open: Counter[str] = Counter()
        self._total = 0

    def check(self, client: str) -> None:
        """WebError if the client, or all of them together, have as many open as they may."""
        if self._max_total and self._total >= self._max_total:
            raise WebError(503, "server_full")
        limits = _limits(client, self._most, self._site_factor)
        if self._most and any(self._open[key] >= most for key, most in limits):
            raise WebError(429, self._error)

    @contextmanager
    def keep(self, client: str) -> Iterator[None]:
        """Counts one as open until the block ends."""
        keys = {client, site_key(client) or client}
        self._open.update(keys)
        self._total += 1
        try:
            yield
        finally:
            self._open.subtract(keys)
            self._total -= 1
            for key in keys:
                if not self._open[key]:
                    del self._open[key]

    def __len__(self) -> int:
        return self._total


MAX_CONNECTIONS: Final = 20_000
SPARE_FILES: Final = 100  # that are not connections: the database, bots, the log
STREAMS_SHARE: Final = 0.8  # of all connections; the others are for requests that end


def max_connections() -> int:
    """As many as the system has files for, once it gave as many as it would."""
    if sys.platform == "win32" or sys.platform == "emscripten":  # mypy reads it so
        return MAX_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + SPARE_FILES
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(soft // 2, soft - SPARE_FILES))


def max_streams() -> int:
    """How many connections may be live streams, so that others are still answered."""
    return int(max_connections() * STREAMS_SHARE)
