"""Deletes the rows of a table or a user everywhere, in the tables of features too.

A row belongs to the table in its column `table_id`, and to the users in `holder` and `author`.
The `info` of a column says so where a row stays (`KEEP_ROW`, `CLEAR_COLUMN` in `schema`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, update

from dvergar.web.kernel.storage.schema import CLEAR_COLUMN, KEEP_ROW, TABLES, all_tables

USER_COLUMNS: Final = ("holder", "author")


def delete_table(connection: Connection, table_id: str) -> bool:
    """Deletes a table with everything that belongs to it; false if there is none."""
    _delete_rows(connection, ("table_id",), table_id)
    return bool(connection.execute(delete(TABLES).where(TABLES.c.id == table_id)).rowcount)


def delete_user(connection: Connection, user_id: str) -> None:
    """Deletes everything that belongs to a user, except what events of tables say."""
    _delete_rows(connection, USER_COLUMNS, user_id)


def _delete_rows(connection: Connection, names: tuple[str, ...], value: str) -> None:
    columns = [table.c[name] for table in all_tables() for name in names if name in table.c]
    for column in columns:
        if column.info == CLEAR_COLUMN:
            cleared = update(column.table).where(column == value).values({column.name: ""})
            connection.execute(cleared)
        elif column.info != KEEP_ROW:
            connection.execute(delete(column.table).where(column == value))
