"""The server that most tests of the web share, and ways to reach it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from dvergar.core import registry
from dvergar.web.features.lobby import service as lobby_service
from dvergar.web.features.seats import service as seats_service
from tests import toy
from tests.databases import TAB, place_of
from tests.web.players import Person, Program
from tests.web.serving import Served
from tests.web.tab_backend import serving_tab


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a test are dealt the same in every run, whichever tests run beside it."""
    dealt = SimpleNamespace(randbits=random.Random(1).getrandbits)
    for module in (lobby_service, seats_service):
        monkeypatch.setattr(module, "secrets", dealt)


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """One server for all tests of a file on each of its databases; it has the toy game too."""
    registry.register(toy.INFO)
    data = tmp_path_factory.mktemp("server")
    in_tab = getattr(request, "param", "") == TAB
    with serving_tab(data) if in_tab else place_of(request, data).serving() as served:
        yield served
    del registry.games()[toy.INFO.slug]


@pytest.fixture
def program(server: Served) -> Program:
    return Program(server.url)


@pytest.fixture
def person(server: Served) -> Person:
    return Person(server.url)


@pytest.fixture
def new_program(server: Served) -> Callable[[], Program]:
    """Makes as many strangers as a test needs."""
    return lambda: Program(server.url)
