"""What tests of the command line share: English to begin with, and a data folder of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dvergar.cli import run
from dvergar.cli.console import use_language

Typed = Callable[..., str]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A command sets the language of its process, which here is that of all tests after it."""
    yield
    use_language("en")


@pytest.fixture(autouse=True)
def data_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is started here leaves the folder of whoever runs the tests alone."""
    monkeypatch.setenv("DVERGAR_DATA", str(tmp_path / "data"))


@pytest.fixture
def typed(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Typed:
    """Types a command about the data of the test; what it said, or complained about."""
    monkeypatch.setenv("DVERGAR_LANG", "en")
    if "place" in request.fixturenames:
        monkeypatch.setenv("DVERGAR_DATABASE", request.getfixturevalue("place").database)

    def type_in(*words: object, code: int = 0) -> str:
        assert run([*map(str, words), "--data", str(tmp_path)]) == code
        out, err = capsys.readouterr()
        assert (err.count("\n") == 1) == bool(code), err
        return err if code else out

    return type_in
