"""The commands for server admins: `tables`, `backup`, `restore`, `drain` and `bar`.

`tables` lists what is stored on a server and changes it through the database, so it works while the
server runs: a table that is closed or deleted here is so for the next request.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.table import Table as Lines

from dvergar.cli.console import OUT, CommandError, note, say, speak, write
from dvergar.cli.serve import data_location, explain_database_errors, prepare
from dvergar.core.errors import DvergarError
from dvergar.core.record import Record
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.security.client_address import parse_ban
from dvergar.web.kernel.security.tokens import digest, hand_over, new_token
from dvergar.web.kernel.storage.data_lock import FolderInUse, locked
from dvergar.web.kernel.storage.database_copy import InUse, copy_file, copy_in, copy_out, is_empty
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.settings import DATABASE, Settings

DAY_S: Final = 24 * 3600


def list_tables(settings: Settings, as_json: bool) -> None:
    """All tables, those first at which something has happened last."""
    found = with_store(settings, lambda server: server.store.all_tables())
    if as_json:
        _write_json([_facts(summary, updated) for summary, updated in found])
        return
    columns = ("id", "game", "phase", "players", "updated")
    lines = Lines(*(speak()(f"tables.{name}") for name in columns))
    for summary, updated in found:
        names = ", ".join(name or "–" for name in _names(summary))
        lines.add_row(summary.id, summary.game, summary.phase, names, _moment(updated))
    OUT.print(lines)


def show(settings: Settings, table_id: str, as_json: bool) -> None:
    """What is stored of one table."""

    async def look(server: Kernel) -> dict[str, Any]:
        found = await server.store.load(table_id, 0)
        rows = [one for one in await server.store.all_tables() if one[0].id == table_id]
        if not rows:
            raise CommandError("no_table", id=table_id[:40])
        opening = found.events[0].body if found.events else {}
        facts = _facts(*rows[0])
        facts["rules"] = opening.get("rules")
        facts["options"] = opening.get("options")
        facts["events"] = len(found.events)
        return facts

    facts = with_store(settings, look)
    if as_json:
        _write_json(facts)
        return
    for name, value in facts.items():
        write(f"{speak()(f'tables.{name}')}: {_plain(value)}")


def export(settings: Settings, table_id: str, out: Path | None, events: bool) -> None:
    """Writes the record of a table, or all its events; the seed of a running game is in it."""

    async def text_of(server: Kernel) -> str:
        if events:
            found = await server.store.load(table_id, 0)
            if not found.events:
                raise CommandError("no_table", id=table_id[:40])
            lines = ({"number": one.number, "kind": one.kind, **one.body} for one in found.events)
            return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)
        record: Record = (await _table(server, table_id)).record()
        return record.to_json()

    text = with_store(settings, text_of)
    if out is None:
        write(text.rstrip("\n"))
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError("write", path=out, why=error.strerror) from error
    say("tables.exported", path=out)


def delete(settings: Settings, table_ids: Sequence[str]) -> int:
    """Deletes tables for good, then names those that are not there; 1 if there is such a one."""

    async def work(server: Kernel) -> list[str]:
        unknown = []
        for table_id in dict.fromkeys(table_ids):
            if await server.store.delete(table_id):
                say("tables.deleted", id=table_id)
            else:
                unknown.append(f"“{table_id[:40]}”")
        return unknown

    unknown = with_store(settings, work)
    if unknown:
        note("tables.unknown", n=len(unknown), ids=", ".join(unknown))
    return 1 if unknown else 0


def prune(settings: Settings, days: float) -> None:
    """Deletes the tables at which nothing has happened for so many days."""

    async def work(server: Kernel) -> int:
        idle = await server.store.idle_tables(time.time() - days * DAY_S)
        for table_id in idle:
            await server.store.delete(table_id)
        return len(idle)

    say("tables.pruned", n=with_store(settings, work))


def close(settings: Settings, table_id: str) -> None:
    """Lets nobody go on at a table; it can still be looked at."""

    async def work(server: Kernel) -> None:
        await server.tables.shut(await _table(server, table_id))

    with_store(settings, work)
    say("tables.shut", id=table_id)


def list_reports(settings: Settings, as_json: bool) -> None:
    """What people have reported, newest first, and the files that hold it all."""
    from dvergar.web.features.reports.service import read_reports  # the feature is optional

    found = read_reports(settings.data)
    if as_json:
        _write_json([{"file": str(path), **report} for path, report in found])
        return
    if not found:
        say("tables.no_reports")
    for path, report in found:
        write(f"{path}")
        facts = (str(report.get(name, "–")) for name in ("time", "game", "table", "event"))
        write(f"  {' · '.join(facts)}")
        write(f"  {_plain(report.get('text', ''))}")


async def _table(server: Kernel, table_id: str) -> Any:
    try:
        return await server.tables.get(table_id)
    except DvergarError as error:
        if error.key == "not_found":
            raise CommandError("no_table", id=table_id[:40]) from error
        raise


def with_store(settings: Settings, work: Callable[[Kernel], Awaitable[Any]]) -> Any:
    """Does something with what a server has stored, without serving it."""
    server = Kernel(settings)
    prepare(server)

    async def all_of_it() -> Any:
        try:
            return await work(server)
        finally:
            server.tables.repository.close()
            await server.store.close()

    with explain_database_errors(settings):
        return asyncio.run(all_of_it())


def _facts(summary: Summary, updated: float) -> dict[str, Any]:
    return {
        "id": summary.id,
        "game": summary.game,
        "phase": summary.phase,
        "name": summary.facts.get("name", ""),
        "players": _names(summary),
        "updated": _moment(updated),
    }


def _names(summary: Summary) -> list[str]:
    """Who sits at a table, as far as its row is sound."""
    names = summary.facts.get("names")
    return [str(name) for name in names] if isinstance(names, list) else []


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _write_json(tree: Any) -> None:
    write(json.dumps(tree, ensure_ascii=False, indent=1))


REQUIRED_TABLES: Final = {"events", "tables", "claims"}
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm")
"""The files of an SQLite database."""


def backup(settings: Settings, file: Path) -> None:
    """Copies the database as it is at one moment, also while a server uses it."""
    if file.exists():
        raise CommandError("exists", path=file)
    if settings.shared():
        _copy_out(settings, file)
    else:
        path = _database(settings)
        _copy(path, file)
    say("backup.done", path=file)


def restore(settings: Settings, file: Path) -> None:
    """Puts a copy in the place of the database; what was there is kept beside it."""
    if settings.shared():
        _copy_in(settings, file)
        return
    path = _database(settings, must_be=False)
    _check(file)
    try:
        with locked(path.parent):
            new = path.with_name(f"{DATABASE}.new")
            new.unlink(missing_ok=True)
            _copy(file, new)
            for end in SQLITE_SUFFIXES:
                old = path.with_name(f"{DATABASE}.old{end}")
                old.unlink(missing_ok=True)
                if (there := path.with_name(DATABASE + end)).exists():
                    there.rename(old)
            hand_over(new)
            new.rename(path)
    except FolderInUse as error:
        raise CommandError("data_taken", path=path.parent) from error
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error
    say("restore.done", path=path)


def drain(settings: Settings, off: bool) -> None:
    """Lets the server open no new tables, or again; everybody at a table is told."""
    _write_admin_state(settings, replace(_read_admin_state(settings), drain=not off))
    say("drain.off" if off else "drain.on")


def ban(settings: Settings, address: str, off: bool) -> None:
    """Keeps an address or a network out, or lets it in again; without one, says who is out."""
    state = _read_admin_state(settings)
    if not address:
        write("\n".join(state.banned))
        return
    try:
        network = str(parse_ban(address))
    except ValueError as error:
        raise CommandError("address", address=address[:60]) from error
    others = tuple(one for one in state.banned if one != network)
    _write_admin_state(settings, replace(state, banned=others if off else (*others, network)))
    say("ban.off" if off else "ban.on", address=network)


def admin_key(settings: Settings, off: bool) -> None:
    """Makes a key for the page `/admin` and shows it once; an earlier one no longer opens it."""
    from dvergar.web.features.admin.service import ADMIN_KEY  # the feature is optional

    key = "" if off else new_token()
    stored = digest(key) if key else ""
    with_store(settings, lambda server: server.store.set_value(ADMIN_KEY, stored))
    if off:
        say("admin_key.off")
        return
    write(key)
    note("admin_key.new")


def _read_admin_state(settings: Settings) -> admin_state.ServerState:
    """What was said to a server, or to all that share a database."""
    if settings.shared():
        return admin_state.from_text(
            with_store(settings, lambda server: server.store.read_value(admin_state.ADMIN_STATE))
        )
    return admin_state.read(settings.data)


def _write_admin_state(settings: Settings, state: admin_state.ServerState) -> None:
    if settings.shared():
        text = admin_state.to_text(state)
        with_store(settings, lambda server: server.store.set_value(admin_state.ADMIN_STATE, text))
        return
    try:
        admin_state.write(settings.data, state)
    except OSError as error:
        raise CommandError("write", path=settings.data, why=error.strerror) from error


def _copy_out(settings: Settings, file: Path) -> None:
    """Writes all that a PostgreSQL holds to a file of SQLite."""
    try:
        with_store(
            settings, lambda server: server.store.database.change(partial(copy_out, file=file))
        )
    except OSError as error:
        raise CommandError("write", path=file, why=error.strerror) from error


def _copy_in(settings: Settings, file: Path) -> None:
    """Puts a copy in the place of all that a PostgreSQL holds, of which a copy is made before."""
    _check(file)
    old = settings.data / f"{DATABASE}.old"

    async def work(server: Kernel) -> None:
        database = server.store.database
        if not await database.read(is_empty):
            await database.change(partial(copy_out, file=old))
        with (
            TemporaryDirectory() as folder
        ):  # of an earlier schema perhaps, and to be left as it is
            copy = Path(folder) / DATABASE
            _copy(file, copy)
            await database.change(partial(copy_in, file=copy))

    try:
        with_store(settings, work)
    except InUse as error:
        raise CommandError("database_taken") from error
    except OSError as error:
        raise CommandError("write", path=old, why=error.strerror) from error
    say("restore.done", path=data_location(settings))


def _database(settings: Settings, must_be: bool = True) -> Path:
    if settings.database:
        raise CommandError("not_sqlite")
    path = settings.data / DATABASE
    if must_be:
        _check(path)
    return path


def _check(file: Path) -> None:
    """Refuses a file that is no database of Dvergar."""
    if not file.is_file():
        raise CommandError("no_database", path=file)
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            found = database.execute("select name from sqlite_master where type = 'table'")
            names = {name for (name,) in found}
            (state,) = database.execute("pragma quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise CommandError("database_broken", path=file) from error
    if not names >= REQUIRED_TABLES or state != "ok":
        raise CommandError("database_broken", path=file)


def _copy(source: Path, target: Path) -> None:
    try:
        copy_file(source, target)
    except OSError as error:
        raise CommandError("write", path=target, why=error.strerror) from error
    except sqlite3.Error as error:
        raise CommandError("write", path=target, why=error) from error
