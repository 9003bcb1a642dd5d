"""The commands of whoever runs a server: `backup`, `restore`, `drain` and `bar`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Final

from dvergar.cli.console import CommandError, say, write
from dvergar.cli.serve import read_settings
from dvergar.web.operating import host
from dvergar.web.operating.lock import Taken, locked
from dvergar.web.settings import DATABASE

NEEDED: Final = {"events", "tables", "claims"}
BESIDE: Final = ("", "-wal", "-shm")
"""A database and what SQLite keeps beside it."""


def backup(data: Path | None, file: Path) -> None:
    """Copies the database as it is at one moment, also while a server uses it."""
    path = _database(data)
    if file.exists():
        raise CommandError("exists", path=file)
    _copy(path, file)
    say("backup.done", path=file)


def restore(data: Path | None, file: Path) -> None:
    """Puts a copy in the place of the database; what was there is kept beside it."""
    path = _database(data, must_be=False)
    _check(file)
    try:
        with locked(path.parent):
            new = path.with_name(f"{DATABASE}.new")
            new.unlink(missing_ok=True)
            _copy(file, new)
            for end in BESIDE:
                old = path.with_name(f"{DATABASE}.old{end}")
                old.unlink(missing_ok=True)
                if (there := path.with_name(DATABASE + end)).exists():
                    there.rename(old)
            new.rename(path)
    except Taken as error:
        raise CommandError("data_taken", path=path.parent) from error
    except OSError as error:
        raise CommandError("write", path=path, why=error.strerror) from error
    say("restore.done", path=path)


def drain(data: Path | None, off: bool) -> None:
    """Lets the server open no new tables, or again; everybody at a table is told."""
    folder = read_settings(data, {}).data
    _say_to(folder, replace(host.read(folder), drain=not off))
    say("drain.off" if off else "drain.on")


def bar(data: Path | None, address: str, off: bool) -> None:
    """Keeps an address or a network out, or lets it in again; without one, says who is out."""
    folder = read_settings(data, {}).data
    said = host.read(folder)
    if not address:
        write("\n".join(said.barred))
        return
    try:
        network = str(ip_network(address, strict=False))
    except ValueError as error:
        raise CommandError("address", address=address[:60]) from error
    others = tuple(one for one in said.barred if one != network)
    _say_to(folder, replace(said, barred=others if off else (*others, network)))
    say("bar.off" if off else "bar.on", address=network)


def _say_to(folder: Path, said: host.Said) -> None:
    try:
        host.write(folder, said)
    except OSError as error:
        raise CommandError("write", path=folder, why=error.strerror) from error


def _database(data: Path | None, must_be: bool = True) -> Path:
    settings = read_settings(data, {})
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
    if not names >= NEEDED or state != "ok":
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
