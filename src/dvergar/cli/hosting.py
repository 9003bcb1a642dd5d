"""The commands of whoever runs a server: `backup`, `restore`, `drain` and `bar`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dvergar.cli.console import CommandError, say, write
from dvergar.cli.serve import kept_in
from dvergar.cli.tables import with_store
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.security.client_address import parse_ban
from dvergar.web.kernel.security.tokens import hand_over
from dvergar.web.kernel.storage.data_lock import Taken, locked
from dvergar.web.kernel.storage.database_copy import InUse, copy_in, copy_out, is_empty
from dvergar.web.settings import DATABASE, Settings

REQUIRED_TABLES: Final = {"events", "tables", "claims"}
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm")
"""A database and what SQLite keeps beside it."""


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
    except Taken as error:
        raise CommandError("data_taken", path=path.parent) from error
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error
    say("restore.done", path=path)


def drain(settings: Settings, off: bool) -> None:
    """Lets the server open no new tables, or again; everybody at a table is told."""
    _say_to(settings, replace(_said_to(settings), drain=not off))
    say("drain.off" if off else "drain.on")


def bar(settings: Settings, address: str, off: bool) -> None:
    """Keeps an address or a network out, or lets it in again; without one, says who is out."""
    said = _said_to(settings)
    if not address:
        write("\n".join(said.barred))
        return
    try:
        network = str(parse_ban(address))
    except ValueError as error:
        raise CommandError("address", address=address[:60]) from error
    others = tuple(one for one in said.barred if one != network)
    _say_to(settings, replace(said, barred=others if off else (*others, network)))
    say("bar.off" if off else "bar.on", address=network)


def _said_to(settings: Settings) -> admin_state.ServerState:
    """What was said to a server, or to all that share a database."""
    if settings.shared():
        return admin_state.from_text(
            with_store(settings, lambda server: server.store.read_value(admin_state.ADMIN_STATE))
        )
    return admin_state.read(settings.data)


def _say_to(settings: Settings, said: admin_state.ServerState) -> None:
    if settings.shared():
        text = admin_state.to_text(said)
        with_store(settings, lambda server: server.store.set_value(admin_state.ADMIN_STATE, text))
        return
    try:
        admin_state.write(settings.data, said)
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
    say("restore.done", path=kept_in(settings))


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
        target.touch(mode=0o600)
        address = f"{source.resolve().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(address, uri=True)) as one,
            closing(sqlite3.connect(target)) as other,
        ):
            one.backup(other)
    except OSError as error:
        raise CommandError("write", path=target, why=error.strerror) from error
    except sqlite3.Error as error:
        raise CommandError("write", path=target, why=error) from error
