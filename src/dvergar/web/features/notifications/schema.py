"""The notifications' tables of the database: addresses, and requests to confirm them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text

from dvergar.web.kernel.storage.schema import CLEAR_COLUMN, META

CONTACTS = Table(
    "contacts",
    META,
    Column("id", String(32), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("lang", String(8), nullable=False),
    Column("made", Float, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("sent", Float, nullable=False),
    Column("looked", Float, nullable=False),
    Index("contacts_of_holder", "holder", "kind", unique=True),
)

# Who has asked lately to confirm an address, as digests; see `contacts`.
CONTACT_REQUESTS = Table(
    "contact_requests",
    META,
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("at", Float, nullable=False),
    Column("network", String(64), nullable=False),
    Column("site", String(64), nullable=False),
    Column("holder", String(64), nullable=False, info=CLEAR_COLUMN),  # the mailbox stays safe
    Column("target", String(64), nullable=False),
    Column("domain", String(64), nullable=False),
    Index("contact_requests_by_time", "at"),
)
