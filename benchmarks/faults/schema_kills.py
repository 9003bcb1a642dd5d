"""Kills a start of the server after every statement of its schema change, and starts it again.

`python -m benchmarks.faults.schema_kills` does so on SQLite from an empty folder and from every
version of the schema since 0.1.0. A copy of the files on the disk, taken after a statement, is what
`kill -9` leaves at that moment, so one start gives the databases of all its kills. The same start
is also taken as earlier releases did it, without one transaction around it: those databases exist,
and have to be completed.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event

from dvergar.web.kernel.storage.schema import HEAD_REVISION
from dvergar.web.kernel.storage.store import Store

OLD = Path(__file__).parents[2] / "tests" / "web" / "data" / "database-0.1.0.sql"
NEW, UNVERSIONED = "new", "0.1.0"
FILE = "dvergar.sqlite"
Rows = dict[str, list[tuple[Any, ...]]]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "dvergar.web.kernel.storage:migrations")
    return config


_STEPS = reversed(list(ScriptDirectory.from_config(_config()).walk_revisions()))
STARTS = (NEW, UNVERSIONED, *(step.revision for step in _STEPS if step.revision != HEAD_REVISION))
"""An empty folder, and every version that a database can have before this one."""


@dataclass(frozen=True, slots=True)
class Kill:
    """A data folder as a kill after one statement left it."""

    folder: Path
    statement: str


def make_start(folder: Path, start: str) -> None:
    """Makes the database of an earlier version, with the games that 0.1.0 stored."""
    folder.mkdir(parents=True)
    if start == NEW:
        return
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
    if start != UNVERSIONED:
        engine = create_engine(f"sqlite:///{folder / FILE}")
        with engine.begin() as connection:
            _upgrade_as_before(connection, start)
        engine.dispose()


def kills_now(folder: Path, start: str) -> list[Kill]:
    """What a kill after each statement leaves of a start of this release."""
    make_start(folder / "run", start)
    store = Store(f"sqlite:///{folder / 'run' / FILE}")
    kills = _record(store.engine, folder)
    store.prepare()
    store.engine.dispose()
    return kills


def kills_before(folder: Path, start: str, each_committed: bool) -> list[Kill]:
    """The same of a start of releases that had no transaction around the schema change.

    `each_committed` commits after every statement, which none of them did: the worst case.
    """
    make_start(folder / "run", start)
    level = {"isolation_level": "AUTOCOMMIT"} if each_committed else {}
    engine = create_engine(f"sqlite:///{folder / 'run' / FILE}", **level)
    kills = _record(engine, folder)
    with engine.begin() as connection:
        _upgrade_as_before(connection, "head", stamped=start != UNVERSIONED)
    engine.dispose()
    return kills


def _upgrade_as_before(connection: Connection, version: str, stamped: bool = False) -> None:
    config = _config()
    config.attributes["connection"] = connection
    if not stamped:
        command.stamp(config, "0001")
    command.upgrade(config, version)


def _record(engine: Engine, folder: Path) -> list[Kill]:
    """Copies the files after every statement that changed them."""
    kills: list[Kill] = []
    seen: dict[str, bytes] = {}

    def copy(*arguments: Any) -> None:
        files = {file.name: file.read_bytes() for file in (folder / "run").iterdir()}
        changed = not kills or files != seen
        target = folder / f"kill-{len(kills):03}" if changed else kills[-1].folder
        if changed:
            shutil.copytree(folder / "run", target)
            seen.clear()
            seen.update(files)
        kills.append(Kill(target, arguments[2]))

    event.listen(engine, "after_cursor_execute", copy)
    return kills


def contents(folder: Path) -> tuple[list[str], Rows]:
    """The schema of a database in words, and the rows of all its tables."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        schema = list(_schema(database))
        names = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        rows = {
            name: sorted(database.execute(f'select * from "{name}"'))
            for (name,) in names
            if not name.startswith("sqlite_")
        }
    return schema, rows


def _schema(database: sqlite3.Connection) -> Iterator[str]:
    """Tables with their columns, and indices, as SQLite reads them: not as they were written."""
    query = "select type, name, tbl_name from sqlite_master where name not like 'sqlite_%'"
    for kind, name, table in sorted(database.execute(query)):
        columns = database.execute(f"pragma {kind}_xinfo('{name}')").fetchall()
        unique = [row[2] for row in database.execute(f"pragma index_list('{table}')")]
        yield f"{kind} {name} on {table}: {columns} {unique if kind == 'index' else ''}"


def restart(kill: Kill) -> tuple[list[str], Rows]:
    """Starts again on what a kill has left; the schema and the rows afterwards."""
    store = Store(f"sqlite:///{kill.folder / FILE}")
    try:
        store.prepare()
    finally:
        store.engine.dispose()
    return contents(kill.folder)


def faults(folder: Path, start: str, kills: Sequence[Kill]) -> list[str]:
    """What is wrong after a restart: schema not as a fresh one, rows lost, or no start at all."""
    fresh = Kill(folder / "fresh", "")
    make_start(fresh.folder, NEW)
    schema, _ = restart(fresh)
    whole = Kill(folder / "whole", "")
    make_start(whole.folder, start)
    _, rows = restart(whole)
    found = []
    for number, kill in enumerate(kills):
        if number and kill.folder == kills[number - 1].folder:
            continue  # the same files, which were started again before
        where = f"{start}, killed after statement {number}, {' '.join(kill.statement.split())[:60]}"
        try:
            then = restart(kill)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            found.append(f"{where}: {str(error).splitlines()[0]}")
            continue
        if then[0] != schema:
            found.append(f"{where}: {sorted(set(then[0]) ^ set(schema))}")
        if then[1] != rows:
            found.append(f"{where}: rows are lost")
    return found


WAYS: dict[str, Callable[[Path, str], list[Kill]]] = {
    "this release": kills_now,
    "earlier releases": lambda folder, start: kills_before(folder, start, each_committed=False),
    "each committed": lambda folder, start: kills_before(folder, start, each_committed=True),
}


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--from", dest="starts", choices=STARTS, nargs="*", default=STARTS)
    asked = parser.parse_args(typed)
    for way, kills_of in WAYS.items():
        killed, found = 0, []
        for start in asked.starts:
            with tempfile.TemporaryDirectory() as folder:
                kills = kills_of(Path(folder), start)
                killed += len(kills)
                found += faults(Path(folder), start, kills)
        print(f"{way}: {killed} kills, {len(found)} faults", *found[:20], sep="\n  ")


if __name__ == "__main__":
    main()
