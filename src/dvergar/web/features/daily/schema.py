"""The table of the database that notes who has begun which deal of the day."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from dvergar.web.kernel.storage.schema import KEEP_ROW, META

ATTEMPTS = Table(
    "attempts",
    META,
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(24), nullable=False, info=KEEP_ROW),
    Index("attempts_of_holder", "holder"),
)
