"""What people say to each other at a table.

It lies beside the events of the game: no message raises the version of a table or costs a move
anything. Whoever has a seat may read and write; spectators where the host lets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cachetools import LRUCache
from sqlalchemy import Connection, delete, insert, select, update

from dvergar.web.features.chat.schema import CHATS, MESSAGES, MUTES
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import BOT, Table

LONGEST: Final = 300  # letters of a message
KEPT: Final = 200  # messages of a table
MAX_COUNTED_TABLES: Final = 1000  # whose messages are counted for live pages
JOINERS: Final = "\u200c\u200d"  # without them some scripts and signs fall apart
PEER_WORD: Final = "chat"
"""What other servers are told when someone has spoken."""
NOBODY: Final = -1
"""The seat of a spectator."""


@dataclass(frozen=True, slots=True)
class Room:
    """How the host has arranged the chat of a table."""

    closed: bool = False
    spectators: bool = False
    """Whether spectators may read and write."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that was said."""

    number: int
    holder: str
    seat: int
    name: str
    """What its author was called then; empty for a spectator without a name."""
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Heard:
    """What one reader finds at a table."""

    room: Room
    messages: list[Message]
    """Without those of people the reader has muted."""
    authors: dict[str, Message]
    """The last message of every other person who spoke there, the muted ones too."""
    muted: frozenset[str]


def has_chat(table: Table) -> bool:
    """Whether there is anybody to talk to but bots."""
    return not table.imported and sum(seat.kind != BOT for seat in table.seats) > 1


def cleaned(text: str) -> str:
    """A message as it is kept: one line, nothing that steers a screen or turns letters round.

    >>> cleaned(" well \\u202edug\\n\\x1b[2J ")
    'well dug [2J'
    """
    kept = "".join(c if c.isprintable() or c in JOINERS else " " for c in text)
    return " ".join(kept.split())


class Chat:
    """The messages of all tables."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.limit = kernel.rate_limit(kernel.settings.messages_per_minute, "too_many_messages")
        self._store = kernel.store
        self._stirred: LRUCache[str, int] = LRUCache(MAX_COUNTED_TABLES)

    def stirred(self, table_id: str) -> int:
        """Another number whenever something was said at a table."""
        return self._stirred.get(table_id, 0)

    def _stir(self, table_id: str) -> None:
        self.heard(table_id)
        self.kernel.peers.tell(PEER_WORD, table_id)

    def heard(self, table_id: str) -> None:
        """Tells those who look at a table that somebody has spoken there."""
        self._stirred[table_id] = self._stirred.get(table_id, 0) + 1
        self.kernel.notifier.notify(table_id)

    # Reading.

    async def room(self, table_id: str) -> Room:
        """How the chat of a table is arranged."""
        return await self._store.ask(lambda connection: _room(connection, table_id))

    async def hear(self, table_id: str, reader: str) -> Heard:
        """What somebody finds there."""

        def work(connection: Connection) -> Heard:
            said = select(MESSAGES).where(MESSAGES.c.table_id == table_id)
            rows = [
                Message(row.number, row.holder, row.seat, row.name, row.text, row.at)
                for row in connection.execute(said.order_by(MESSAGES.c.number))
            ]
            whom = select(MUTES.c.author).where(MUTES.c.holder == reader)
            muted = frozenset(connection.execute(whom).scalars()) if reader else frozenset()
            return Heard(
                _room(connection, table_id),
                [row for row in rows if row.holder not in muted],
                {row.holder: row for row in rows if row.holder != reader},
                muted,
            )

        return await self._store.ask(work)

    async def all_of(self, holder: str) -> list[tuple[str, Message]]:
        """Everything that somebody has said, with the table."""

        def work(connection: Connection) -> list[tuple[str, Message]]:
            said = select(MESSAGES).where(MESSAGES.c.holder == holder).order_by(MESSAGES.c.number)
            return [
                (row.table_id, Message(row.number, holder, row.seat, row.name, row.text, row.at))
                for row in connection.execute(said)
            ]

        return await self._store.ask(work)

    # Saying.

    async def say(
        self, table: Table, seats: Sequence[int], holder: str, text: str, name: str
    ) -> None:
        """Somebody says something; `name` is what a spectator is called."""
        text = cleaned(text)
        if not text:
            raise WebError(400, "message_empty")
        if len(text) > LONGEST:
            raise WebError(400, "message_long", most=LONGEST)
        row = {
            "table_id": table.id,
            "holder": holder,
            "seat": seats[0] if seats else NOBODY,
            "name": ", ".join(table.seats[seat].name for seat in seats) if seats else name,
            "text": text,
            "at": now(),
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(MESSAGES), row)
            here = MESSAGES.c.table_id == table.id
            newest = select(MESSAGES.c.number).where(here).order_by(MESSAGES.c.number.desc())
            last = connection.execute(newest.offset(KEPT).limit(1)).scalar()
            if last is not None:
                connection.execute(delete(MESSAGES).where(here & (MESSAGES.c.number <= last)))

        await self._store.change(work)
        self._stir(table.id)

    async def arrange(self, table_id: str, room: Room) -> None:
        """The host says who may speak."""
        facts = {"closed": room.closed, "spectators": room.spectators}

        def work(connection: Connection) -> None:
            changed = update(CHATS).where(CHATS.c.table_id == table_id).values(facts)
            if not connection.execute(changed).rowcount:
                connection.execute(insert(CHATS), {"table_id": table_id, **facts})

        await self._store.change_anyhow(work)
        self._stir(table_id)

    async def mute(self, table_id: str, reader: str, number: int, on: bool) -> None:
        """Somebody no longer wants to see what the author of a message says, or does again."""

        def work(connection: Connection) -> None:
            said = (MESSAGES.c.table_id == table_id) & (MESSAGES.c.number == number)
            author = connection.execute(select(MESSAGES.c.holder).where(said)).scalar()
            if author is None or author == reader:
                raise WebError(404, "not_found")
            pair = (MUTES.c.holder == reader) & (MUTES.c.author == author)
            connection.execute(delete(MUTES).where(pair))
            if on:
                connection.execute(insert(MUTES), {"holder": reader, "author": author})

        await self._store.change_anyhow(work)


def _room(connection: Connection, table_id: str) -> Room:
    row = connection.execute(select(CHATS).where(CHATS.c.table_id == table_id)).one_or_none()
    return Room(row.closed, row.spectators) if row is not None else Room()
