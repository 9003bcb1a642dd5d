"""How often one address may do something costly."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from dvergar.web.errors import WebError

ADDRESSES: Final = 10_000  # remembered at most before those of the past minute are sorted out


class RateLimit:
    """A number of times in a minute, for each address."""

    def __init__(self, most: int, refusal: Callable[[], WebError]) -> None:
        self._most = most
        self._refusal = refusal
        self._seen: dict[str, list[float]] = {}

    def check(self, address: str) -> None:
        """Counts once; WebError if it was once too often."""
        now = time.monotonic()
        recent = [moment for moment in self._seen.get(address, []) if now - moment < 60]
        if len(recent) >= self._most:
            raise self._refusal()
        recent.append(now)
        self._seen[address] = recent
        if len(self._seen) > ADDRESSES:
            self._seen = {one: times for one, times in self._seen.items() if now - times[-1] < 60}
