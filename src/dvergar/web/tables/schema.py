"""The tables of the database, and bringing an older database up to them.

Each version of the schema is one step in `migrations/versions`, from that of 0.1.0 on. A database
that 0.1.0 made carries no version number; it is known by its tables.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    text,
)

HEAD: Final = "0004"
OF_0_1_0: Final = "0001"

META = MetaData()
TABLES = Table(
    "tables",
    META,
    Column("id", String(24), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(12), nullable=False),
    Column("updated", Float, nullable=False),
    Column("summary", Text, nullable=False),
    Column("due", Float),
    Index("tables_listed", "public", "phase", "updated"),
    Index("tables_due", "due"),
)
EVENTS = Table(
    "events",
    META,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)
CLAIMS = Table(
    "claims",
    META,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(64), primary_key=True),
    Index("claims_of_holder", "holder"),
)


def bring_up_to_date(connection: Connection) -> None:
    """Takes every step that the database has not taken yet."""
    present = inspect(connection).get_table_names()
    if "alembic_version" in present:
        version = connection.execute(text("select version_num from alembic_version")).scalar()
        if version == HEAD:
            return  # the tool is not even loaded
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "dvergar.web.tables:migrations")
    config.attributes["connection"] = connection
    if "alembic_version" not in present and "events" in present:
        command.stamp(config, OF_0_1_0)
    command.upgrade(config, "head")
