"""The kernel's tables of the database, and bringing an older database up to date.

Tables that only one feature uses are in its module `schema`; `all_tables` has all of them.

Each version of the schema is one step in `migrations/versions`, from that of 0.1.0 on. All steps
that a database lacks are one transaction (decision 0090). On SQLite they were not always, and 0.1.0
wrote no version down; so every step leaves alone what is there already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
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

from dvergar.web.kernel.folders import import_from_features
from dvergar.web.kernel.storage.database import allow_pauses

_STEPS = files("dvergar.web.kernel.storage.migrations").joinpath("versions").iterdir()
HEAD_REVISION: Final = max(one.name[5:9] for one in _STEPS if one.name.startswith("step_"))
"""The last step, by the names of the files: `step_0010_contact_requests.py`."""
UPGRADE_LOCK: Final = 0x44564552  # the lock of whoever changes the schema of a PostgreSQL

KEEP_ROW: Final = {"on_delete": "keep"}
"""The `info` of a column `table_id`, `holder` or `author`: the row outlives what it refers to."""
CLEAR_COLUMN: Final = {"on_delete": "clear"}
"""The `info` of a column `holder`: the row stays without the user."""

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
NAMED_VALUES = Table(
    "said",
    META,
    Column("name", String(24), primary_key=True),
    Column("value", Text, nullable=False),
)

# What became of finished games, and who wants to be known by them.
RESULTS = Table(
    "results",
    META,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False, info=KEEP_ROW),  # numbers for the statistics
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
HINTED_TABLES = Table("hinted", META, Column("table_id", String(24), primary_key=True))
PLAYERS = Table(
    "players",
    META,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(100), nullable=False),
    Column("links", Integer, nullable=False),
    Column("since", Float, nullable=False),
    Column("shown", String(8), nullable=False, server_default="private"),
    Index("players_by_name", "folded", unique=True),
)
BROWSERS = Table(
    "browsers",
    META,
    Column("holder", String(64), primary_key=True),
    Column("player", String(24), nullable=False),
    Index("browsers_of_player", "player"),
)


@cache
def all_tables() -> tuple[Table, ...]:
    """Every table of the database, those of features included."""
    import_from_features("schema")
    return tuple(META.sorted_tables)


class IncompleteSchema(Exception):
    """Tables or columns are missing that this version of the schema has."""

    def __init__(self, missing: list[str]) -> None:
        super().__init__(", ".join(missing))


def bring_up_to_date(connection: Connection) -> None:
    """Takes every step that the database has not taken yet, in the transaction of the connection.

    Of several servers one does so; the others wait for it. IncompleteSchema if something is missing
    all the same.
    """
    allow_pauses(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
    if _version(connection) != HEAD_REVISION:
        _upgrade(connection)
    missing = list(_missing(connection))
    if missing:
        raise IncompleteSchema(missing)


def _version(connection: Connection) -> str:
    """The last step that was taken; empty if none was, or nobody wrote it down."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.execute(text("select version_num from alembic_version")).scalar() or ""


def _upgrade(connection: Connection) -> None:
    """Takes the steps; where one was taken before but not written down, it changes nothing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "dvergar.web.kernel.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _missing(connection: Connection) -> Iterator[str]:
    """The tables and columns that are not there."""
    found = inspect(connection).get_multi_columns()
    for table in all_tables():
        there = [column["name"] for column in found.get((None, table.name), [])]
        if not there:
            yield table.name
            continue
        column_names = [column.name for column in table.columns]
        yield from (f"{table.name}.{name}" for name in column_names if name not in there)
