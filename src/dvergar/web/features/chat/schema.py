"""The data of the chat: its tables of the database, and what programs send and get as JSON."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field
from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text

from dvergar.web.kernel.http.json_models import RequestBody, Switch
from dvergar.web.kernel.storage.schema import META

MAX_MESSAGE_LETTERS: Final = 300

MESSAGES = Table(
    "messages",
    META,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("holder", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("messages_of_table", "table_id", "number"),
    Index("messages_of_holder", "holder"),
    sqlite_autoincrement=True,  # no number comes twice
)
CHATS = Table(
    "chats",
    META,
    Column("table_id", String(24), primary_key=True),
    Column("closed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
)
MUTES = Table(
    "mutes",
    META,
    Column("holder", String(64), primary_key=True),
    Column("author", String(64), primary_key=True),
    Index("mutes_of_author", "author"),
)


class MessageBody(RequestBody):
    """A message for the others at a table."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_MESSAGE_LETTERS)]


class MuteBody(RequestBody):
    """The number of a message whose author you want to mute or unmute."""

    number: Annotated[int, Field(ge=1, lt=2**31)]
    mute: Switch = True


class RoomBody(RequestBody):
    """The host's settings for the chat; anything left out stays as it is."""

    closed: Switch | None = None
    spectators: Switch | None = None
    """Whether spectators may read and write."""


class MessageAnswer(BaseModel):
    """A chat message; numbers only grow. `seat` is null for a spectator."""

    number: int
    seat: int | None
    name: str
    text: str
    mine: bool


class AuthorAnswer(BaseModel):
    """Another author in the chat: the number of their last message, which you need to mute them."""

    number: int
    name: str
    muted: bool


class ChatAnswer(BaseModel):
    """The chat of a table as one reader finds it, without what muted people say."""

    closed: bool
    spectators: bool
    messages: list[MessageAnswer]
    authors: list[AuthorAnswer]
