"""Whatever is sent, the server answers decently: never a 5xx, never a traceback."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.web.players import GAME, Person, Program
from tests.web.serving import Served

KINDS = ("me", "here", "bot", "link", "closed")
OPTIONS = ("two_player_variant", "first_seat", "open_gold", "exit_deck", "dragon_timing", "odd")
RELAXED = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

texts = st.one_of(
    st.text(max_size=50),
    st.sampled_from(["", "on", "0", "-1", "random", "x" * 300, "\x00", "\ud800", "{name}", "%"]),
)
names = st.one_of(
    st.sampled_from(
        [f"{field}-{seat}" for field in ("kind", "name", "bot") for seat in range(8)]
        + [f"option-{name}" for name in OPTIONS]
        + ["game", "table_name", "public", "at", "move", "seat", "bot", "lang", "theme", "back"]
    ),
    st.text(max_size=12),
)
values = st.one_of(texts, st.sampled_from([*KINDS, GAME, "careful", "bold", "random", "dig"]))
forms = st.dictionaries(names, values, max_size=20)
trees = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=12,
)
seats = st.fixed_dictionaries(
    {"kind": st.one_of(st.sampled_from(["me", "bot", "open"]), texts)},
    optional={"name": texts, "bot": st.one_of(st.sampled_from(["bold", "random"]), texts)},
)
links = st.one_of(texts, texts.map("/join/{}".format), texts.map("x/return/a/{}/b".format))
bodies = st.one_of(
    trees,
    st.fixed_dictionaries(
        {"game": st.one_of(st.just(GAME), texts), "seats": st.lists(seats, max_size=8)},
        optional={"options": st.dictionaries(st.sampled_from(OPTIONS), trees), "name": texts},
    ),
    st.fixed_dictionaries({"move": texts, "at": trees}),
    st.fixed_dictionaries({"name": trees}, optional={"seat": trees, "link": links}),
)


def encodable(fields: dict[str, str]) -> bytes:
    """A form as bytes, with whatever cannot be said in UTF-8 left in."""
    return urlencode(fields, errors="surrogatepass").encode()


def assert_decent(status: int, text: str) -> None:
    assert status < 500, text[:500]
    assert "Traceback" not in text


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    program = Program(server.url)
    program.open(["me", "me", "open"])
    return program.table


@RELAXED
@given(fields=forms)
def test_any_form_is_answered(fields: dict[str, str], server: Served, table: str) -> None:
    with Person(server.url).http as http:
        for path in ("/tables", "/preferences", f"/table/{table}/move", f"/table/{table}/fill"):
            sent = {"game": GAME, "kind-0": "me", "kind-1": "here"} if path == "/tables" else {}
            answer = http.post(
                path,
                content=encodable({**sent, **fields}),
                headers={"content-type": "application/x-www-form-urlencoded"},
                follow_redirects=False,
            )
            assert_decent(answer.status_code, answer.text)
            if answer.status_code == 303 and path == "/tables":
                shown = http.get(answer.headers["location"])
                assert shown.status_code == 200


@RELAXED
@given(body=bodies)
def test_any_json_is_answered(body: Any, server: Served, table: str) -> None:
    with Person(server.url).http as http:
        acts = [f"/api/tables/{table}/{act}" for act in ("moves", "undo", "sit", "leave")]
        for path in ("/api/tables", "/api/join", *acts):
            headers = {"content-type": "application/json"}
            answer = http.post(path, content=_json(body), headers=headers)
            assert_decent(answer.status_code, answer.text)
            assert answer.status_code == 201 or list(answer.json()) == ["error"]


def _json(body: Any) -> bytes:
    return json.dumps(body).encode()


@RELAXED
@given(tree=st.dictionaries(st.sampled_from(["moves", "seats", "options", "scores"]), trees))
def test_any_record_is_answered(tree: dict[str, Any], server: Served) -> None:
    base = {"format": "dvergar-record", "version": 1, "game": GAME, "rules": 1, "seed": 1}
    more = {"options": {"players": 2}, "moves": [], "seats": ["A", "B"]}
    with Person(server.url).http as http:
        files = {"record": ("a.json", _json({**base, **more, **tree}), "application/json")}
        answer = http.post("/records", files=files)
        assert_decent(answer.status_code, answer.text)


@RELAXED
@given(
    path=st.lists(
        st.one_of(
            st.sampled_from(["table", "api", "tables", "join", "static", "rules", "..", "%00"]),
            st.text(max_size=8),
        ),
        max_size=5,
    ),
    query=st.dictionaries(
        st.sampled_from(["at", "after", "wait", "lang", "game", "number"]), texts
    ),
)
def test_any_address_is_answered(path: list[str], query: dict[str, str], server: Served) -> None:
    address = "/" + quote("/".join(path), errors="surrogatepass")
    with Person(server.url).http as http:
        answer = http.get(address + "?" + encodable(query).decode())
        assert_decent(answer.status_code, answer.text)


@RELAXED
@given(cookie=st.binary(max_size=200).map(lambda b: bytes(c for c in b if c >= 32 and c != 127)))
def test_any_cookie_is_answered(cookie: bytes, server: Served, table: str) -> None:
    with Person(server.url).http as http:
        for name in (b"dvergar", b"name", b"lang", b"theme"):
            answer = http.get(f"/table/{table}", headers={b"cookie": name + b"=" + cookie.strip()})
            assert_decent(answer.status_code, answer.text)
