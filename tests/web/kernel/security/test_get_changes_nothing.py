"""Looking at an address changes nothing: programs that read mails and chats open every link."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from dvergar.core.registry import info
from dvergar.web.app import create_app
from dvergar.web.kernel.clock import today
from dvergar.web.kernel.security.tokens import digest
from dvergar.web.settings import Settings
from tests.web.players import LOCKED_S, Person, Program, invites, play_out
from tests.web.serving import Served, serving

QUERY = "?lang=fr&at=0&number=0&before=1&game=my_gold_mine&sent=yes&asked=yes&mine=2&word=gold"


def looking_routes(folder: Path) -> list[str]:
    """Every route that answers GET."""
    app = create_app(Settings(folder))
    found = [
        route.path
        for route in app.routes
        if isinstance(route, Route) and "GET" in (route.methods or set())
    ]
    assert len(found) > 35
    return found


class Database:
    """The database of a server, looked at from outside."""

    def __init__(self, data: Path) -> None:
        self._connection = sqlite3.connect(data / "dvergar.sqlite")
        self._version = self._data_version()
        self._dump = list(self._connection.iterdump())

    def changed(self) -> bool:
        """Whether it holds anything else than before; where nobody wrote, nothing is compared."""
        if self._data_version() == self._version:
            return False
        return list(self._connection.iterdump()) != self._dump

    def close(self) -> None:
        self._connection.close()

    def _data_version(self) -> int:
        (version,) = self._connection.execute("pragma data_version").fetchone()
        return int(version)


@dataclass
class World:
    """A server with one of everything that an address can lead to."""

    served: Served
    owner: Program
    over: Program
    places: list[dict[str, str]]
    """Values for the places in addresses; several where a place has several meanings."""


def make_world(served: Served) -> World:
    inside = served.inside
    owner, over = Program(served.url), Program(served.url)
    invite = invites(owner.open(["me", "open"], public=True))[0]
    over.open(["me", "me"])
    play_out([over])
    caverna = Program(served.url, owner.token)
    caverna.open(["me", "me"], game="caverna")
    person = Person(served.url)
    person.http.headers["authorization"] = f"Bearer {owner.token}"
    person.post("/ratings/claim", {"name": "Anna"})
    holder = digest(owner.token)
    player = served.run(inside.claimed_names.of(holder))
    assert player is not None
    contact, _ = served.run(
        served.turn_notifier.contacts.put(holder, "mail", "a@example.org", "en")
    )
    table = served.run(inside.tables.get(owner.table))
    same = {
        "token": invite.rsplit("/", 1)[1],
        "seats": "0",
        "player_id": player.id,
        "contact_id": contact.id,
        "day": today(),
        "slug": "my_gold_mine",
        "anchor": next(iter(info("my_gold_mine").help().topics())).anchor,
        "name": "tiles",
        "game": "my_gold_mine",
        "path": "index.html",
    }
    keys = [
        inside.keys.return_key(owner.table, [0], table.links),
        inside.keys.player_key(player.id, player.links),
        inside.keys.contact(contact.id, "confirm"),
        inside.keys.contact(contact.id, "stop"),
    ]
    places = [{**same, "table_id": owner.table, "key": key} for key in keys]
    places += [{**same, "table_id": one.table, "key": "x"} for one in (over, caverna)]
    return World(served, owner, over, places)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with serving(tmp_path_factory.mktemp("server")) as served:
        world = make_world(served)
        served.run(served.inside.results.settle())
        yield world


def visitors(world: World) -> Iterator[httpx.Client]:
    for token in ("", world.owner.token):
        cookies = {"dvergar": token, "name": "Nosy"} if token else {}
        for headers in ({}, {"hx-request": "true"}):
            yield httpx.Client(
                base_url=world.served.url,
                cookies=cookies,
                headers=headers,
                timeout=LOCKED_S,
                verify=False,
            )


def filled(route: str, places: dict[str, str]) -> str:
    """The address of a route with something in each of its places."""
    return re.sub(r"{(\w+)(?::\w+)?}", lambda place: places[place[1]], route)


def test_no_get_route_changes_the_database_or_gives_a_seat(world: World, tmp_path: Path) -> None:
    routes = looking_routes(tmp_path)
    known = set(world.places[0])
    assert {name for path in routes for name in re.findall(r"{(\w+)", path)} <= known, "a new place"
    database = Database(world.served.data)
    answered: dict[str, set[int]] = {}
    for visitor in visitors(world):
        for route in routes:
            for path in {filled(route, places) for places in world.places}:
                with visitor.stream("GET", path + QUERY) as answer:
                    cookies = answer.headers.get_list("set-cookie")
                    assert not any("dvergar=" in one for one in cookies), route
                    answered.setdefault(route, set()).add(answer.status_code)
                assert not database.changed(), f"GET {path} changed the database"
    database.close()
    unseen = [route for route, codes in answered.items() if not codes & {200, 303}]
    elsewhere = ["/api/tables/{table_id}/puzzle", "/records", "/tab", "/tab/{path:path}"]
    unseen = [route for route in unseen if not route.startswith("/admin")]  # 404 without the key
    assert sorted(unseen) == elsewhere, "each route was really asked with something that it knows"
