"""The messages that people write at a table, and who may read and write them.

Messages are stored beside the events of the game: none of them raises the version of a table or
slows down a move. Seated players can read and write; spectators if the host lets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cachetools import LRUCache
from sqlalchemy import Connection, delete, insert, select, update

from dvergar.core.words import words
from dvergar.web.features.chat.schema import (
    CHATS,
    MAX_MESSAGE_LETTERS,
    MESSAGES,
    MUTES,
    AuthorAnswer,
    ChatAnswer,
    MessageAnswer,
)
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.player_names import is_free, those_at
from dvergar.web.kernel.tables.table import BOT, Table

MAX_MESSAGES_PER_TABLE: Final = 200
MAX_COUNTED_TABLES: Final = 1000  # whose messages are counted for live pages
JOINERS: Final = "\u200c\u200d"  # some scripts and emoji fall apart without them
PEER_WORD: Final = "chat"
"""The message to other servers when the chat of a table has changed."""
SPECTATOR_SEAT: Final = -1


@dataclass(frozen=True, slots=True)
class Room:
    """The settings of a table's chat, which its host can change."""

    closed: bool = False
    spectators: bool = False
    """Whether spectators may read and write."""


def has_chat(table: Table) -> bool:
    """Whether there is anyone to talk to except bots."""
    return not table.imported and sum(seat.kind != BOT for seat in table.seats) > 1


def clean_text(text: str) -> str:
    """A message as it is stored: one line, without control characters and changes of direction.

    >>> clean_text(" well \\u202edug\\n\\x1b[2J ")
    'well dug [2J'
    """
    printable = "".join(c if c.isprintable() or c in JOINERS else " " for c in text)
    return " ".join(printable.split())


class ChatService:
    """The messages of all tables."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.limit = kernel.rate_limit(kernel.settings.messages_per_minute, "too_many_messages")
        self._store = kernel.store
        self._changes: LRUCache[str, int] = LRUCache(MAX_COUNTED_TABLES)

    def changes(self, table_id: str) -> int:
        """A number that grows whenever the chat of a table changes."""
        return self._changes.get(table_id, 0)

    def note_change(self, table_id: str) -> None:
        """Lets open pages of a table load its chat again."""
        self._changes[table_id] = self._changes.get(table_id, 0) + 1
        self.kernel.notifier.notify(table_id)

    def _announce_change(self, table_id: str) -> None:
        """The same on all servers."""
        self.note_change(table_id)
        self.kernel.peers.tell(PEER_WORD, table_id)

    # Reading.

    async def room(self, table_id: str) -> Room:
        """The settings of a table's chat."""
        return await self._store.ask(lambda connection: _room(connection, table_id))

    async def read(self, table: Table, user_id: str, lang: str) -> ChatAnswer:
        """The chat as one user sees it."""

        def work(connection: Connection) -> tuple[Room, Sequence[Any], frozenset[str]]:
            here = select(MESSAGES).where(MESSAGES.c.table_id == table.id)
            rows = connection.execute(here.order_by(MESSAGES.c.number)).all()
            authors = select(MUTES.c.author).where(MUTES.c.holder == user_id)
            muted = frozenset(connection.execute(authors).scalars()) if user_id else frozenset()
            return _room(connection, table.id), rows, muted

        room, rows, muted = await self._store.ask(work)
        unnamed = words("dvergar.web", lang)("chat.spectator")
        seated = those_at(table.seats)

        def name_of(row: Any) -> str:
            """The name of an author; a spectator never looks like a seated player."""
            shown = row.seat != SPECTATOR_SEAT or is_free(row.name, seated)
            return (row.name if shown else "") or unnamed

        others = {row.holder: row for row in rows if row.holder != user_id}
        return ChatAnswer(
            closed=room.closed,
            spectators=room.spectators,
            messages=[
                MessageAnswer(
                    number=row.number,
                    seat=None if row.seat == SPECTATOR_SEAT else row.seat,
                    name=name_of(row),
                    text=row.text,
                    mine=row.holder == user_id,
                )
                for row in rows
                if row.holder not in muted
            ],
            authors=[
                AuthorAnswer(number=row.number, name=name_of(row), muted=author in muted)
                for author, row in others.items()
            ],
        )

    async def messages_of(self, user_id: str) -> list[dict[str, Any]]:
        """Everything that a user has written, for the export of their data."""
        query = (
            select(MESSAGES.c.table_id.label("table"), MESSAGES.c.text, MESSAGES.c.at)
            .where(MESSAGES.c.holder == user_id)
            .order_by(MESSAGES.c.number)
        )
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return [dict(row._mapping) for row in rows]

    # Writing.

    async def send(
        self, table: Table, seats: Sequence[int], user_id: str, text: str, name: str
    ) -> None:
        """Stores a message; `name` is the name of a spectator."""
        text = clean_text(text)
        if not text:
            raise WebError(400, "message_empty")
        if len(text) > MAX_MESSAGE_LETTERS:
            raise WebError(400, "message_long", most=MAX_MESSAGE_LETTERS)
        row = {
            "table_id": table.id,
            "holder": user_id,
            "seat": seats[0] if seats else SPECTATOR_SEAT,
            "name": ", ".join(table.seats[seat].name for seat in seats) if seats else name,
            "text": text,
            "at": now(),
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(MESSAGES), row)
            here = MESSAGES.c.table_id == table.id
            newest = select(MESSAGES.c.number).where(here).order_by(MESSAGES.c.number.desc())
            last = connection.execute(newest.offset(MAX_MESSAGES_PER_TABLE).limit(1)).scalar()
            if last is not None:
                connection.execute(delete(MESSAGES).where(here & (MESSAGES.c.number <= last)))

        await self._store.change(work)
        self._announce_change(table.id)

    async def set_room(self, table_id: str, room: Room) -> None:
        """Stores the settings of a table's chat."""
        facts = {"closed": room.closed, "spectators": room.spectators}

        def work(connection: Connection) -> None:
            changed = update(CHATS).where(CHATS.c.table_id == table_id).values(facts)
            if not connection.execute(changed).rowcount:
                connection.execute(insert(CHATS), {"table_id": table_id, **facts})

        await self._store.change_with_retries(work)
        self._announce_change(table_id)

    async def mute(self, table_id: str, user_id: str, number: int, on: bool) -> None:
        """Hides messages of the author of message `number` from a user, or shows them again."""

        def work(connection: Connection) -> None:
            this = (MESSAGES.c.table_id == table_id) & (MESSAGES.c.number == number)
            author = connection.execute(select(MESSAGES.c.holder).where(this)).scalar()
            if author is None or author == user_id:
                raise WebError(404, "not_found")
            pair = (MUTES.c.holder == user_id) & (MUTES.c.author == author)
            connection.execute(delete(MUTES).where(pair))
            if on:
                connection.execute(insert(MUTES), {"holder": user_id, "author": author})

        await self._store.change_with_retries(work)


def _room(connection: Connection, table_id: str) -> Room:
    row = connection.execute(select(CHATS).where(CHATS.c.table_id == table_id)).one_or_none()
    return Room(row.closed, row.spectators) if row is not None else Room()
