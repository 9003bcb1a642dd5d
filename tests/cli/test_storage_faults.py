"""Every command says in one sentence what is wrong with its data folder or its database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.faults.postgres import Postgres
from benchmarks.faults.served import START
from dvergar.cli import run
from dvergar.web.kernel.storage.store import Store

Refused = Callable[..., str]
SERVE = ("serve", "--no-open", "--port", "0")
COMMANDS = (SERVE, ("tables", "list"), ("backup", "COPY"), ("restore", "BACKUP"))
SAID_BY_DATABASE = (("drain",), ("ban", "192.0.2.7"))
"""Commands that need the database where several servers share it, and otherwise a file."""


@pytest.fixture
def refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Refused:
    """Runs a command that can't work; what it says, which has to be one line."""
    monkeypatch.setenv("DVERGAR_LANG", "en")
    backup = tmp_path / "backup.sqlite"
    store = Store(f"sqlite:///{backup}")
    store.prepare()
    store.engine.dispose()
    places = {"COPY": str(tmp_path / "copy.sqlite"), "BACKUP": str(backup)}

    def tried(words: tuple[str, ...], *more: str) -> str:
        assert run([*(places.get(word, word) for word in words), *more]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1, err
        return err

    return tried


# The data folder.


@pytest.mark.parametrize("words", [*COMMANDS, *SAID_BY_DATABASE], ids=" ".join)
@pytest.mark.parametrize("below", [(), ("folder",), ("folder", "in it")], ids=str)
def test_a_folder_that_is_a_file(
    words: tuple[str, ...], below: tuple[str, ...], tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "file").touch()
    folder = (tmp_path / "file").joinpath(*below)
    assert f"{folder} cannot be written" in refused(words, "--data", str(folder))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
@pytest.mark.parametrize("words", [SERVE, ("tables", "list"), *SAID_BY_DATABASE], ids=" ".join)
@pytest.mark.parametrize("name", ["task", "nothing"])
def test_a_folder_that_nobody_may_write(
    words: tuple[str, ...], name: str, refused: Refused
) -> None:
    """Not even root may in /proc; one folder is there, the other can't be made."""
    folder = f"/proc/{os.getpid()}/{name}"
    assert f"{folder} cannot be written" in refused(words, "--data", folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    """The same with real permissions; root gives up its right to ignore them for that."""
    command = [sys.executable, "-m", "dvergar", *SERVE, "--data", str(tmp_path)]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv is not installed")
        os.chown(tmp_path, 65534, 65534)
        dropped = "-dac_override,-dac_read_search,-fowner"
        command = ["setpriv", f"--bounding-set={dropped}", "--inh-caps=-all", *command]
    tmp_path.chmod(0o555)
    done = _done(command)
    tmp_path.chmod(0o755)
    assert (done.returncode, done.stderr) == (
        2,
        f"{tmp_path} cannot be written: Permission denied.\n",
    )


def _done(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DVERGAR_LANG": "en", "COLUMNS": "400"}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, env=environment
    )


@pytest.mark.parametrize("words", [SERVE, ("restore", "BACKUP")], ids=" ".join)
def test_a_lock_that_cannot_be_opened(
    words: tuple[str, ...], tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "lock").mkdir()
    assert "cannot be written: Is a directory" in refused(words, "--data", str(tmp_path))


@pytest.mark.parametrize("words", [SERVE, ("tables", "list")], ids=" ".join)
@pytest.mark.parametrize("key", [b"short", bytes(range(128, 256))])
def test_a_key_that_is_damaged(
    words: tuple[str, ...], key: bytes, tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "secret").write_bytes(key)
    assert "is damaged; remove the file" in refused(words, "--data", str(tmp_path))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
@pytest.mark.parametrize(("limit", "sentence"), [(1, "cannot be written"), (3000, "free space")])
def test_a_disk_that_is_full_at_the_start(tmp_path: Path, limit: int, sentence: str) -> None:
    done = _done([sys.executable, "-c", START, str(limit), "0", "0", "", "--data", str(tmp_path)])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert sentence in done.stderr
    assert not [file for file in tmp_path.iterdir() if file.name.startswith("secret.")]
    store = Store(f"sqlite:///{tmp_path / 'dvergar.sqlite'}")
    store.prepare()  # it starts as soon as there is room
    store.engine.dispose()


# The database in it.


@pytest.mark.parametrize("words", [SERVE, ("tables", "list"), ("backup", "COPY")], ids=" ".join)
@pytest.mark.parametrize("length", [40, 5000], ids=["garbage", "truncated"])
def test_a_database_that_is_damaged(
    words: tuple[str, ...], length: int, tmp_path: Path, refused: Refused
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(tmp_path / "backup.sqlite", data / "dvergar.sqlite")
    whole = (data / "dvergar.sqlite").read_bytes()
    (data / "dvergar.sqlite").write_bytes(b"no database" * 20 if length == 40 else whole[:length])
    assert "is damaged or not a Dvergar database" in refused(words, "--data", str(data))


@pytest.mark.parametrize("words", [SERVE, ("tables", "list")], ids=" ".join)
def test_a_database_that_is_a_folder(
    words: tuple[str, ...], tmp_path: Path, refused: Refused
) -> None:
    (tmp_path / "dvergar.sqlite").mkdir()
    assert "cannot be opened; check" in refused(words, "--data", str(tmp_path))


@pytest.mark.parametrize("words", [SERVE, ("tables", "list")], ids=" ".join)
def test_a_database_of_a_newer_version(
    words: tuple[str, ...], tmp_path: Path, refused: Refused
) -> None:
    with closing(sqlite3.connect(tmp_path / "dvergar.sqlite")) as database:
        database.execute("create table alembic_version (version_num text)")
        database.execute("insert into alembic_version values ('9999')")
        database.commit()
    assert "made by a newer Dvergar" in refused(words, "--data", str(tmp_path))


@pytest.mark.parametrize("words", [SERVE, ("tables", "list")], ids=" ".join)
def test_an_sqlite_file_in_a_folder_that_is_not_there(
    words: tuple[str, ...], tmp_path: Path, refused: Refused
) -> None:
    address = f"sqlite:///{tmp_path / 'nowhere' / 'games.sqlite'}"
    said = refused(words, "--data", str(tmp_path), "--database", address)
    assert "cannot be opened; check that its folder exists" in said


# PostgreSQL.

SHARED = [*COMMANDS, *SAID_BY_DATABASE]


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://a@b/c", "The address of the database cannot be read"),
        ("http://a@b/c", "The address of the database cannot be read"),
        ("my database", "The address of the database cannot be read"),
        ("postgresql://a@127.0.0.1:port/c", "The address of the database cannot be read"),
        ("postgresql://a@127.0.0.1:70000/c", "The address of the database cannot be read"),
        ("postgresql://a@b/c?colour=red", "the option “colour”, which Dvergar does not know"),
        ("postgresql://a@b/c?sslmode=red", "the option “ssl=red”, which Dvergar does not know"),
        ("postgresql://a@127.0.0.1:1/c", "does not answer; check that its server is running"),
        ("postgresql://a@nowhere.invalid/c", "does not answer; check that its server is running"),
    ],
)
def test_an_address_of_no_database(
    words: tuple[str, ...], address: str, sentence: str, tmp_path: Path, refused: Refused
) -> None:
    said = refused(words, "--data", str(tmp_path), "--database", address)
    assert sentence in said


@pytest.fixture(scope="module")
def guarded(postgres: Postgres) -> Iterator[Postgres]:
    """A PostgreSQL that asks one user for a password."""
    postgres.ask("create role guarded login password 'right'")
    rules = postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{before}")
    postgres.ask("select pg_reload_conf()")
    yield postgres
    rules.write_text(before)
    postgres.ask("select pg_reload_conf()")
    postgres.ask("drop role guarded")


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
@pytest.mark.parametrize(
    ("user", "name", "sentence"),
    [
        ("guarded:wrong", "postgres", "password authentication failed for user"),
        ("guarded:right", "postgres", "permission denied for schema public"),
        ("stranger", "postgres", "role “stranger” does not exist"),
        ("postgres", "nowhere", "database “nowhere” does not exist"),
    ],
)
def test_a_postgresql_that_refuses_us(
    words: tuple[str, ...],
    user: str,
    name: str,
    sentence: str,
    guarded: Postgres,
    tmp_path: Path,
    refused: Refused,
) -> None:
    address = f"postgresql://{user}@127.0.0.1:{guarded.port}/{name}"
    said = refused(words, "--data", str(tmp_path), "--database", address)
    assert sentence.replace("“", '"').replace("”", '"') in said
    assert "wrong" not in said
    assert "right" not in said


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
@pytest.mark.parametrize("module", ["asyncpg", "greenlet"])
def test_postgresql_without_its_extra(
    words: tuple[str, ...],
    module: str,
    tmp_path: Path,
    refused: Refused,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    said = refused(words, "--data", str(tmp_path), "--database", "postgresql://a@127.0.0.1:1/b")
    assert f"This needs {module}, which is part of the extra “postgres”" in said
