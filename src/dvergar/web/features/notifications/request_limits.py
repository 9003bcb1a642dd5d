"""Limits for requests to confirm an address, so that nobody floods a mailbox or blocks others.

Each request is one row, kept for a day, with digests of who asked and of what for. The rows are in
the database: a restart doesn't open a mailbox to the next flood, and all servers of a PostgreSQL
count together. Half of every shared limit is kept for networks that haven't used any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, insert, or_, select, text, update

from dvergar.web.features.notifications.schema import CONTACT_REQUESTS
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.store import Store

HOUR_S: Final = 3600.0
DAY_S: Final = 24 * HOUR_S
BLOCK_DAYS: Final = 30
BLOCK: Final = "block"
"""The kind of a row by which the owner of a mailbox refuses further requests."""
_LOCK: Final = 0x44564D4C  # lets one PostgreSQL connection count at a time
_REQUESTS: Final = CONTACT_REQUESTS.c


@dataclass(frozen=True, slots=True)
class Limit:
    """How many requests with the same subject are allowed."""

    subject: str
    """The column that is counted; empty: all requests of the server."""
    hour: int
    day: int
    error: str
    shared: bool = False
    """Whether different networks draw on it, so that half of it is kept for newcomers."""


_BY_ASKER: Final = (
    Limit("holder", 5, 10, "too_many_requests"),
    Limit("network", 10, 30, "too_many_requests"),
    Limit("site", 20, 60, "too_many_requests"),
)
_BY_SERVER: Final = (
    Limit("domain", 12, 40, "too_many_for_domain", shared=True),
    Limit("", 200, 1000, "server_busy_asking", shared=True),
)
LIMITS: Final = {
    "mail": (Limit("target", 2, 4, "asked_already", shared=True), *_BY_ASKER, *_BY_SERVER),
    "hook": (Limit("target", 6, 20, "asked_already", shared=True), *_BY_ASKER, *_BY_SERVER),
}
"""The limits for each kind of address, the most helpful refusal first."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whom a request concerns, as digests; an empty one isn't counted."""

    kind: str
    network: str
    """One client: an IPv4 address or an IPv6 /64."""
    site: str
    """What a provider gives to one customer: an IPv4 address or an IPv6 /48."""
    holder: str
    target: str
    """The mailbox or the webhook."""
    domain: str


class RequestLimits:
    """Counts requests, and refuses those that are too many."""

    def __init__(self, store: Store, clock: Callable[[], float] = now) -> None:
        self._store = store
        self._clock = clock

    async def count(self, subjects: Subjects) -> int:
        """Counts a request and returns its number; WebError if it is one too many."""
        now = self._clock()

        def work(connection: Connection) -> int:
            if connection.dialect.name == "postgresql":
                connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            # Inserting first locks SQLite, so that no other request counts at the same time.
            row = insert(CONTACT_REQUESTS).values(at=now, **asdict(subjects))
            number: int = connection.execute(row.returning(_REQUESTS.number)).scalar_one()
            query = select(CONTACT_REQUESTS).where(
                _REQUESTS.number != number,
                or_(
                    and_(_REQUESTS.kind != BLOCK, _REQUESTS.at > now - DAY_S),
                    and_(_REQUESTS.kind == BLOCK, _REQUESTS.target == subjects.target),
                ),
            )
            _check(subjects, connection.execute(query).all(), now)  # an error undoes the insert
            return number

        return await self._store.change(work)

    async def release(self, number: int) -> None:
        """Lets a mailbox be asked again, because nothing was sent to it."""
        this = update(CONTACT_REQUESTS).where(_REQUESTS.number == number).values(target="")
        await self._store.change(lambda connection: connection.execute(this).rowcount)

    async def block(self, target: str) -> None:
        """The owner of a mailbox wants no further requests; they end for a month."""
        row = insert(CONTACT_REQUESTS).values(
            at=self._clock(), **asdict(Subjects(BLOCK, "", "", "", target, ""))
        )
        await self._store.change(lambda connection: connection.execute(row).rowcount)

    async def of(self, holder: str) -> list[dict[str, Any]]:
        """What is stored of somebody's own requests."""
        query = select(_REQUESTS.kind, _REQUESTS.at).where(_REQUESTS.holder == holder)
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return [{"kind": row.kind, "at": row.at} for row in rows] if holder else []

    async def prune(self) -> None:
        """Deletes rows that no longer count."""
        now = self._clock()
        this = delete(CONTACT_REQUESTS).where(
            or_(
                and_(_REQUESTS.kind != BLOCK, _REQUESTS.at <= now - DAY_S),
                _REQUESTS.at <= now - BLOCK_DAYS * DAY_S,
            )
        )
        await self._store.change(lambda connection: connection.execute(this).rowcount)


def _check(subjects: Subjects, rows: Sequence[Any], now: float) -> None:
    """WebError if a limit is reached by these earlier requests."""
    if any(row.kind == BLOCK for row in rows):
        raise WebError(429, "mailbox_blocked")
    for limit in LIMITS[subjects.kind]:
        value = getattr(subjects, limit.subject) if limit.subject else ""
        if limit.subject and not value:
            continue
        same = [row for row in rows if not limit.subject or getattr(row, limit.subject) == value]
        recent = [row for row in same if row.at > now - HOUR_S]
        for counted, most in ((recent, limit.hour), (same, limit.day)):
            if _is_reached(counted, most, limit, subjects.site):
                raise WebError(429, limit.error)


def _is_reached(rows: Sequence[Any], most: int, limit: Limit, site: str) -> bool:
    if not limit.shared or len(rows) >= most:
        return len(rows) >= most
    return len(rows) >= most // 2 and any(row.site == site for row in rows)
