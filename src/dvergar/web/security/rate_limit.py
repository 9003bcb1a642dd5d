"""How often one address may do something costly, and how much of it at once."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from dvergar.web.errors import WebError

ADDRESSES: Final = 10_000  # remembered at most before those of the past minute are sorted out
MINUTE: Final = 60.0

Refusal = Callable[[], WebError]


class RateLimit:
    """A number of times in a minute, for each address; 0: as often as they like."""

    def __init__(self, most: int, refusal: Refusal) -> None:
        self._most = most
        self._refusal = refusal
        self._seen: dict[str, deque[float]] = {}

    def check(self, address: str) -> None:
        """Counts once; WebError if it was once too often."""
        if not self._most:
            return
        now = time.monotonic()
        recent = self._seen.setdefault(address, deque())
        while recent and now - recent[0] >= MINUTE:
            recent.popleft()
        if len(recent) >= self._most:
            raise self._refusal()
        recent.append(now)
        if len(self._seen) > ADDRESSES:
            self._seen = {
                one: times
                for one, times in self._seen.items()
                if times and now - times[-1] < MINUTE
            }


class AtOnce:
    """How many of a thing an address may keep open at the same time; 0: as many as it likes."""

    def __init__(self, most: int, refusal: Refusal) -> None:
        self._most = most
        self._refusal = refusal
        self._open: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """WebError if the address has as many open as it may."""
        if self._most and self._open[address] >= self._most:
            raise self._refusal()

    @contextmanager
    def keep(self, address: str) -> Iterator[None]:
        """Counts one as open until the block ends."""
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def __len__(self) -> int:
        return self._open.total()
