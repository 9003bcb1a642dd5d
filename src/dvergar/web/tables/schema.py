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

HEAD: Final = "0006"
OF_0_1_0: Final = "0001"
UPGRADE: Final = 0x44564552  # the lock of whoever changes the schema of a PostgreSQL

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
SAID = Table(
    "said",
    META,
    Column("name", String(24), primary_key=True),
    Column("value", Text, nullable=False),
)

# What people say at tables.
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

# What became of finished games, and who wants to be known by them.
RESULTS = Table(
    "results",
    META,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("game", String(60), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("player", String(24), nullable=False),
    Column("points", Integer, nullable=False),
    Column("ended", Float, nullable=False),
    Column("body", Text, nullable=False),
    Index("results_of_table", "table_id", unique=True),
    Index("results_of_game", "game", "number"),
    Index("results_of_day", "day", "game"),
    Index("results_best", "game", "seats", "points"),
    sqlite_autoincrement=True,
)
HINTED = Table("hinted", META, Column("table_id", String(24), primary_key=True))
PLAYERS = Table(
    "players",
    META,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(100), nullable=False),
    Column("links", Integer, nullable=False),
    Column("since", Float, nullable=False),
    Index("players_by_name", "folded", unique=True),
)
BROWSERS = Table(
    "browsers",
    META,
    Column("holder", String(64), primary_key=True),
    Column("player", String(24), nullable=False),
    Index("browsers_of_player", "player"),
)
ATTEMPTS = Table(
    "attempts",
    META,
    Column("day", String(10), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Index("attempts_of_holder", "holder"),
)

# Where somebody wants to be told that it is his turn; see `web.reaching`.
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


def bring_up_to_date(connection: Connection) -> None:
    """Takes every step that the database has not taken yet; of several servers one does so."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE})
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
