"""What all tests share: the toy game, and golden files with the switch that writes them anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dvergar.core import registry
from tests import toy


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write playthroughs, counts and records anew; the difference is for a person to read",
    )


@pytest.fixture
def stones() -> Iterator[registry.GameInfo]:
    """The toy game, installed for one test."""
    known = toy.INFO.slug in registry.games()
    registry.register(toy.INFO)
    yield toy.INFO
    if not known:
        del registry.games()[toy.INFO.slug]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with the committed one, or writes it with `--write-golden`."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--write-golden"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), f"{file.name} reads otherwise now"

    return compare
