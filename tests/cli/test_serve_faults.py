"""A server that cannot start says why in one sentence, and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dvergar.cli import run
from dvergar.web.kernel.storage import sqlite_database
from dvergar.web.kernel.storage.data_lock import locked
from dvergar.web.kernel.storage.store import Store

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Refused:
    """Tries to serve a folder; what was said, which has to be one line."""
    monkeypatch.setenv("DVERGAR_LANG", "en")

    def tried(data: Path, *words: str) -> str:
        assert run(["serve", "--no-open", "--port", "0", "--data", str(data), *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1, err
        return err

    return tried


def test_a_folder_that_another_server_uses(tmp_path: Path, refused: Refused) -> None:
    with locked(tmp_path):
        assert refused(tmp_path) == (
            f"Another server already uses {tmp_path}; stop it first, or choose another folder"
            " with --data.\n"
        )


def test_a_database_that_is_none(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "dvergar.sqlite").write_bytes(b"This is no database. " * 100)
    assert "is damaged or not a Dvergar database" in refused(tmp_path)


def test_a_database_that_may_not_be_written(tmp_path: Path, refused: Refused) -> None:
    with closing(sqlite3.connect(tmp_path / "there.sqlite")) as database:
        database.execute("create table alembic_version (version_num text)")
        database.commit()
    address = f"sqlite:///file:{tmp_path / 'there.sqlite'}?mode=ro&uri=true"
    assert "is read-only" in refused(tmp_path, "--set", f"database={address}")


def test_a_database_that_somebody_has_locked(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "LOCK_TIMEOUT_MS", 10)
    with closing(sqlite3.connect(tmp_path / "dvergar.sqlite")) as database:
        database.execute("create table anything (x)")
        database.execute("begin exclusive")
        assert "is locked by another program" in refused(tmp_path)


def test_a_database_of_a_newer_version(tmp_path: Path, refused: Refused) -> None:
    with closing(sqlite3.connect(tmp_path / "dvergar.sqlite")) as database:
        database.execute("create table alembic_version (version_num text)")
        database.execute("insert into alembic_version values ('9999')")
        database.commit()
    assert "made by a newer Dvergar" in refused(tmp_path)


def test_a_database_that_lacks_a_table(tmp_path: Path, refused: Refused) -> None:
    Store(f"sqlite:///{tmp_path / 'dvergar.sqlite'}").prepare()
    with closing(sqlite3.connect(tmp_path / "dvergar.sqlite")) as database:
        database.execute("drop table claims")
    assert "lacks claims; restore a backup with dvergar restore" in refused(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written" in refused(tmp_path / "file" / "folder")


def test_a_key_that_is_too_short(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DVERGAR_SECRET", "short")
    assert "needs at least 20 characters" in refused(tmp_path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--set", "colour=red"), "There is no setting “colour”; the settings are: database,"),
        (
            ("--set", "bot_pace=soon"),
            "bot_pace cannot be “soon”; possible values: a number.",
        ),
        (("--set", "bot_workers=-1"), "The setting bot_workers cannot be “-1”"),
        (("--set", "metrics=some"), "possible values: local, all, off."),
        (("--set", "compile_bots=maybe"), "possible values: yes, no."),
        (("--set", "metrics"), "“metrics” is not a setting with its value"),
    ],
)
def test_settings_that_cannot_be(
    tmp_path: Path, refused: Refused, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(tmp_path, *words)


def test_a_setting_of_the_environment_that_cannot_be(
    tmp_path: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DVERGAR_KEEP_DAYS", "for ever")
    assert "The setting keep_days cannot be “for ever”" in refused(tmp_path)
