"""The chat's tables of the database: messages, rooms, and who has muted whom."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text

from dvergar.web.kernel.storage.schema import META

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
