"""What tests of the command line share: English to begin with, and a data folder of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dvergar.cli.console import use_language


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A command sets the language of its process, which here is that of all tests after it."""
    yield
    use_language("en")


@pytest.fixture(autouse=True)
def data_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is started here leaves the folder of whoever runs the tests alone."""
    monkeypatch.setenv("DVERGAR_DATA", str(tmp_path / "data"))
