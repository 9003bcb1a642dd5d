"""Who is at a table by what other servers say: they tell each other whenever that has changed.

A server that begins asks all others; what one has told is forgotten when it is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from dvergar.web.kernel.live.presence import NOBODY, Here


def written(here: Here) -> str:
    """Who is at a table, in a few letters.

    >>> written(Here(frozenset({0, 2}), 5))
    '0.2/5'
    """
    return f"{'.'.join(map(str, sorted(here.seats)))}/{here.spectators}"


def read(text: str) -> Here:
    """The same read again; nobody where the text is damaged.

    >>> read("0.2/5") == Here(frozenset({0, 2}), 5), read("damaged") == NOBODY
    (True, True)
    """
    with suppress(ValueError):
        seats, spectators = text.split("/")
        return Here(frozenset(int(seat) for seat in seats.split(".") if seat), int(spectators))
    return NOBODY


class Elsewhere:
    """What the other servers have told."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        """`wake` is called with a table at which others are than before."""
        self._wake = wake
        self._there: dict[str, dict[int, Here]] = {}

    def here(self, table_id: str) -> Here:
        """Who is at a table, at all other servers together."""
        found = self._there.get(table_id)
        if not found:
            return NOBODY
        seats = frozenset(seat for here in found.values() for seat in here.seats)
        return Here(seats, sum(here.spectators for here in found.values()))

    def hear(self, table_id: str, server: int, text: str) -> None:
        """A server tells who is at a table there."""
        here = read(text)
        if here == NOBODY:
            self._drop(table_id, server)
        else:
            self._there.setdefault(table_id, {})[server] = here
        self._wake(table_id)

    def forget(self, servers: Iterable[int]) -> None:
        """Servers are gone, and with them everybody who was there."""
        for server in servers:
            for table_id in [one for one, known in self._there.items() if server in known]:
                self._drop(table_id, server)
                self._wake(table_id)

    def _drop(self, table_id: str, server: int) -> None:
        known = self._there.get(table_id, {})
        known.pop(server, None)
        if not known:
            self._there.pop(table_id, None)
