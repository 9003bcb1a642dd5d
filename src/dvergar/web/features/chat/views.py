"""The chat of a table as one reader sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dvergar.core.words import words
from dvergar.web.features.chat.service import LONGEST, NOBODY, Heard, Message
from dvergar.web.kernel.tables.look_alikes import is_free
from dvergar.web.kernel.tables.player_names import those_at
from dvergar.web.kernel.tables.table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """One message."""

    number: int
    seat: int | None
    """None for a spectator."""
    name: str
    spectator: bool
    """Whether a spectator speaks under a name, so that it has to be said."""
    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody else who spoke, by one of his messages."""

    number: int
    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class ChatSeen:
    """What is shown of a chat."""

    url: str
    lines: Sequence[Line]
    authors: Sequence[Author]
    closed: bool
    spectators: bool
    can_write: bool
    host: bool
    longest: int = LONGEST


def chat_seen(heard: Heard, table: Table, reader: str, host: bool, lang: str) -> ChatSeen:
    """The chat for one reader."""
    unnamed = words("dvergar.web", lang)("chat.spectator")
    seated = those_at(table.seats)

    def name_of(one: Message) -> str:
        """What an author is called; a spectator never like someone who sits at the table."""
        return one.name if one.seat != NOBODY or is_free(one.name, seated) else ""

    return ChatSeen(
        url=f"/table/{table.id}/chat",
        lines=[
            Line(
                one.number,
                None if one.seat == NOBODY else one.seat,
                name_of(one) or unnamed,
                one.seat == NOBODY and bool(name_of(one)),
                one.text,
                one.holder == reader,
            )
            for one in heard.messages
        ],
        authors=[
            Author(one.number, name_of(one) or unnamed, holder in heard.muted)
            for holder, one in heard.authors.items()
        ],
        closed=heard.room.closed,
        spectators=heard.room.spectators,
        can_write=not heard.room.closed,
        host=host,
    )
