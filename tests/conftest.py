"""What all tests share: time limits, the toy game, golden files and the switch that writes them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from dvergar.core import registry
from dvergar.core.info import GameInfo
from tests import toy
from tests.databases import BOTH, place_of
from tools.testing.steps import OF_THE_ENGINE

if TYPE_CHECKING:
    from benchmarks.faults.postgres import Postgres
    from tests.web.serving import Place

TESTS = Path(__file__).parent
LIMITS = {"long": 6 * 3600, "whole_games": 600}
"""After how many seconds a test of such a mark has failed; all others have that of pyproject."""

# A test that fails, fails again; one that the machine has no time for just now does not.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write playthroughs, counts and records anew; the difference is for a person to read",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives every test its time limit, and marks the cases of a test but the first.

    Those of the engine are left to the compiled one, which asks them all.
    """
    asked: set[str] = set()
    for item in items:
        question = item.nodeid.partition("[")[0]
        if question in asked:
            item.add_marker(pytest.mark.further_case)
            if item.path.is_relative_to(TESTS) and not item.get_closest_marker("plain"):
                folder = item.path.relative_to(TESTS.parent).as_posix()
                if folder.startswith(OF_THE_ENGINE):
                    item.add_marker(pytest.mark.fast_engine)
        asked.add(question)
        limits = [limit for mark, limit in LIMITS.items() if item.get_closest_marker(mark)]
        if limits and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(limits[0]))


def pytest_collection_finish() -> None:
    """Spares the garbage collector the tests themselves, which it would look through for ever.

    What tests leave behind it looks through less often than it would, for they soon end.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture
def stones() -> Iterator[GameInfo]:
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a run that want a database of it."""
    from benchmarks.faults.postgres import Postgres

    try:
        started = Postgres()
    except LookupError as missing:
        pytest.skip(str(missing))
    started.start()
    yield started
    started.remove()


@pytest.fixture(params=BOTH)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where the servers of a test find their data, on each of the databases."""
    return place_of(request, tmp_path)


@pytest.fixture
def shared(postgres: Postgres, tmp_path: Path) -> Place:
    """Where several servers of a test find their data."""
    from tests.web.serving import Place

    return Place(tmp_path, postgres.new_database())
