"""No other site changes anything through somebody's browser, by whichever route."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.routing import Route

from dvergar.web.app import create_app
from dvergar.web.settings import Settings
from tests.web.players import Person, Program, assert_refused, request
from tests.web.serving import Served

TOKEN = "a" * 32
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
FOREIGN = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
]
NO_BEARER = [
    "",
    "Basic YWxhZGRpbjpvcGVuc2VzYW1l",
    "Basic",
    "Bearer",
    "Bearer short",
    f"Bearer {TOKEN} {TOKEN}",
    f"Bearer {TOKEN}, Basic x",
    f"Bearer: {TOKEN}",
    f"Bearer={TOKEN}",
    f"Token {TOKEN}",
    f"Digest {TOKEN}",
    f"{TOKEN}",
    f"Basic Bearer {TOKEN}",
    "Bearer " + "a" * 65,
    "Bearer " + "é" * 32,
    "x",
]


def changing_routes(folder: Path) -> list[tuple[str, str]]:
    """Every route of the application that may change something, with places filled anyhow."""
    app = create_app(Settings(folder))
    found = [
        (method, re.sub(r"{[^}]*}", "x", route.path))
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) & CHANGING
    ]
    assert len(found) > 40
    return sorted(found)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_route_is_open_to_other_sites(
    headers: dict[str, str], server: Served, tmp_path: Path
) -> None:
    for method, path in changing_routes(tmp_path):
        for said in (NO_BEARER[1], NO_BEARER[3]):
            sent = {**headers, "authorization": said, "cookie": f"dvergar={TOKEN}"}
            answer = request(method, server.url + path, headers=sent)
            assert_refused(answer, 403)
            assert "came from another site" in answer.text, path


@pytest.mark.parametrize("said", NO_BEARER)
def test_only_a_bearer_token_replaces_the_origin(said: str, server: Served) -> None:
    for headers in FOREIGN:
        sent = [(name.encode(), text.encode()) for name, text in headers.items()]
        sent += [(b"authorization", said.encode())]
        answer = request("POST", f"{server.url}/tables", headers=sent)
        assert_refused(answer, 403)
    twice = [("origin", "https://x.example"), ("authorization", "Basic x")]
    twice += [("authorization", f"Bearer {TOKEN}")]
    assert_refused(request("POST", f"{server.url}/tables", headers=twice), 403)
    assert_refused(request("POST", f"{server.url}/tables", headers=twice[::-1]), 403)


def test_a_program_may_ask_from_anywhere(program: Program) -> None:
    program.open(["me", "me"])
    program.http.headers["origin"] = "https://elsewhere.example"
    assert program.move("dig")["phase"] == "playing"


def test_with_a_bearer_token_the_cookie_counts_for_nothing(server: Served) -> None:
    owner = Program(server.url)
    version = owner.open(["me", "me"])["version"]
    cookie = {"cookie": f"dvergar={owner.token}"}
    move = {"move": "dig", "at": version}
    for said in (f"Bearer {TOKEN}", "Bearer short", "bearer", f"BEARER {TOKEN}"):
        answer = request(
            "POST",
            f"{server.url}/api/tables/{owner.table}/moves",
            json=move,
            headers={**cookie, "authorization": said},
        )
        assert_refused(answer, 401, 403)
    assert owner.look()["version"] == version


def test_a_password_for_the_proxy_leaves_the_cookie_its_seats(server: Served) -> None:
    """A proxy that asks for a password lets browsers send it with every request."""
    person = Person(server.url)
    person.http.headers["authorization"] = "Basic YWxhZGRpbjpvcGVuc2VzYW1l"
    fields = {"game": "my_gold_mine", "kind-0": "me", "name-0": "Anna", "kind-1": "here"}
    person.post("/tables", fields)
    assert person.choices()
