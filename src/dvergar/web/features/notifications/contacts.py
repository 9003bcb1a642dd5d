"""Addresses that players want to be notified at: stored apart from tables, and never logged.

An address is used only once its owner has confirmed it, by a link that was sent to it. Rate limits
on such requests (`RequestLimits`) keep anyone from flooding a mailbox or blocking others. Each
request is one row, kept for a day, with digests of the sender and the address. The rows are in the
database: a restart doesn't open a mailbox to the next flood, and all servers of a PostgreSQL count
together. Half of every shared limit is kept for networks that haven't used any of it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
    text,
    update,
)

from dvergar.web.features.notifications.schema import CONTACT_REQUESTS, CONTACTS
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.tokens import new_token
from dvergar.web.kernel.storage.schema import CLAIMS, TABLES
from dvergar.web.kernel.storage.store import Store

LOG: Final = logging.getLogger("dvergar.notifications")
MAIL: Final = "mail"
HOOK: Final = "hook"
KINDS: Final = (MAIL, HOOK)
UNCONFIRMED_S: Final = 2 * 24 * 3600.0  # after which an address that nobody confirms is deleted
PAUSES_S: Final = {MAIL: 3600.0, HOOK: 60.0}
"""Seconds between two messages to one address."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One address of a user."""

    id: str
    holder: str
    kind: str
    address: str = field(repr=False)
    lang: str
    confirmed: bool
    sent: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a player."""

    id: str
    game: str
    name: str


class Contacts:
    """All addresses of a server."""

    def __init__(self, store: Store, clock: Callable[[], float] = now) -> None:
        self._store = store
        self._clock = clock

    async def put(
        self, holder: str, kind: str, address: str, lang: str
    ) -> tuple[Contact, dict[str, Any] | None]:
        """Stores a new, unconfirmed address in place of the previous one, which is returned too."""
        contact = Contact(new_token(), holder, kind, address, lang, confirmed=False, sent=0.0)
        row = {**asdict(contact), "made": self._clock(), "looked": 0.0}

        def work(connection: Connection) -> dict[str, Any] | None:
            same = and_(_of(holder), CONTACTS.c.kind == kind)
            previous = connection.execute(select(CONTACTS).where(same)).one_or_none()
            connection.execute(delete(CONTACTS).where(same))
            connection.execute(insert(CONTACTS), row)
            return None if previous is None else dict(previous._mapping)

        return contact, await self._store.change_with_retries(work)

    async def restore(self, contact: Contact, previous: dict[str, Any] | None) -> None:
        """Takes back a new address that nothing could be sent to."""

        def work(connection: Connection) -> None:
            this = delete(CONTACTS).where(CONTACTS.c.id == contact.id)
            if connection.execute(this).rowcount and previous is not None:
                connection.execute(insert(CONTACTS), previous)

        await self._store.change(work)

    async def of(self, holder: str) -> list[Contact]:
        """The addresses of a holder."""
        return await self._found(_of(holder)) if holder else []

    async def get(self, contact_id: str) -> Contact | None:
        """One address."""
        found = await self._found(CONTACTS.c.id == contact_id)
        return found[0] if found else None

    async def confirm(self, contact_id: str) -> None:
        """Its owner wants messages there."""
        this = update(CONTACTS).where(CONTACTS.c.id == contact_id).values(confirmed=True)
        await self._store.change(lambda connection: connection.execute(this).rowcount)

    async def drop(self, contact_id: str) -> None:
        """Forgets an address."""
        this = delete(CONTACTS).where(CONTACTS.c.id == contact_id)
        await self._store.change(lambda connection: connection.execute(this).rowcount)
        await self._store.database.erase()

    async def note_active(self, holder: str) -> None:
        """A holder looks at a page now and needs no message."""
        this = update(CONTACTS).where(_of(holder)).values(looked=self._clock())
        await self._store.change(lambda connection: connection.execute(this).rowcount)

    async def take(self, contact: Contact) -> bool:
        """Notes that a message goes to an address now; false if another process has done so."""
        same = and_(CONTACTS.c.id == contact.id, CONTACTS.c.sent == contact.sent)
        this = update(CONTACTS).where(same).values(sent=self._clock())
        return bool(await self._store.change(lambda connection: connection.execute(this).rowcount))

    async def give_back(self, contact: Contact) -> None:
        """Takes back that a message went to an address, because it failed."""
        this = update(CONTACTS).where(CONTACTS.c.id == contact.id).values(sent=contact.sent)
        await self._store.change(lambda connection: connection.execute(this).rowcount)

    async def forget_unused(self) -> None:
        """Forgets addresses that nobody has confirmed for days, or whose owner has no seat left."""
        old = CONTACTS.c.made < self._clock() - UNCONFIRMED_S
        seats = exists().where(CLAIMS.c.holder == CONTACTS.c.holder)
        this = delete(CONTACTS).where(old, or_(CONTACTS.c.confirmed.is_(False), ~seats))
        await self._store.change(lambda connection: connection.execute(this).rowcount)

    async def due(
        self, kinds: Sequence[str], delay_s: float
    ) -> list[tuple[Contact, list[Waiting]]]:
        """Whom to notify of which tables: they wait for them, and they have not looked since."""
        now = self._clock()
        rested = [
            and_(CONTACTS.c.kind == kind, CONTACTS.c.sent <= now - PAUSES_S[kind]) for kind in kinds
        ]
        query = (
            select(CONTACTS, CLAIMS.c.seat, TABLES.c.id.label("table"), TABLES.c.game)
            .add_columns(TABLES.c.summary)
            .join(CLAIMS, CLAIMS.c.holder == CONTACTS.c.holder)
            .join(TABLES, TABLES.c.id == CLAIMS.c.table_id)
            .where(CONTACTS.c.confirmed, or_(*rested), TABLES.c.phase == "playing")
            .where(TABLES.c.updated <= now - delay_s)
            .where(TABLES.c.updated > CONTACTS.c.sent, TABLES.c.updated > CONTACTS.c.looked)
            .order_by(CONTACTS.c.id, TABLES.c.updated.desc())
        )
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        found: dict[str, tuple[Contact, list[Waiting]]] = {}
        for row in rows:
            facts = _facts(row)
            if facts.get("seat") == row.seat and not facts.get("bot"):  # no bot moves for them
                waiting = Waiting(row.table, row.game, facts.get("name", ""))
                found.setdefault(row.id, (_contact(row), []))[1].append(waiting)
        return list(found.values())

    async def _found(self, condition: ColumnElement[bool]) -> list[Contact]:
        query = select(CONTACTS).where(condition).order_by(CONTACTS.c.kind)
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return [_contact(row) for row in rows]


def _facts(row: Any) -> dict[str, Any]:
    """What lists know of a table; nothing, and a line in the log, where that is damaged."""
    try:
        facts: dict[str, Any] = dict(json.loads(row.summary))
    except (ValueError, TypeError) as error:
        LOG.warning("nobody is notified of table %s: its summary is damaged (%s)", row.table, error)
        return {}
    return facts


def _of(holder: str) -> ColumnElement[bool]:
    return CONTACTS.c.holder == holder


def _contact(row: Any) -> Contact:
    return Contact(row.id, row.holder, row.kind, row.address, row.lang, row.confirmed, row.sent)


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
