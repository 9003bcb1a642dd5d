"""Whatever way text comes in, nothing is stored or shown that hides or forges what people read."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

import dvergar
from dvergar.core.errors import DvergarError
from dvergar.core.record import Record
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS
from tests.web.players import GAME, Person, Program, assert_refused, invites, post
from tests.web.serving import Served, serving

HOSTILE = {
    "escape": "\x1b[2J",
    "bell": "\x07",
    "newline": "\r\n",
    "delete": "\x7f\x9b",
    "override": "\u202e",
    "isolate": "\u2066\u2069",
    "mark": "\u200f\u061c",
    "no width": "\u200b\u2060\ufeff",
    "tag": "\U000e0041",
    "line": "\u2028\u2029",
    "filler": "\u00ad\u180e",
    "private": "\ue000",
}
"""What makes a text look like another one, or steers a terminal."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def record_with(*names: str, **changes: object) -> bytes:
    game = dvergar.game(GAME, players=len(names))
    tree = json.loads(Record.of(game, 7, list(names)).to_json())
    return json.dumps({**tree, **changes}).encode()


def upload(served: Served, text: bytes) -> httpx.Response:
    return post(
        f"{served.url}/records", files={"record": ("game.json", text)}, follow_redirects=True
    )


def seat_names(answer: httpx.Response) -> list[str]:
    api = str(answer.url).replace("/table/", "/api/tables/")
    return [seat["name"] for seat in httpx.get(api, verify=False).json()["seats"]]


def open_form(served: Served, text: str) -> None:
    Person(served.url).post(
        "/tables",
        {"game": GAME, "kind-0": "me", "name-0": text, "kind-1": "link", "table_name": text},
    )


def join_form(served: Served, text: str) -> None:
    host = Program(served.url)
    token = invites(host.open(["me", "open"]))[0].rsplit("/", 1)[1]
    Person(served.url).post(f"/join/{token}", {"name": text})


def sit_form(served: Served, text: str) -> None:
    host = Program(served.url)
    host.open(["me", "open"], public=True)
    Person(served.url).post(f"/table/{host.table}/sit", {"name": text, "seat": "1"})


def open_api(served: Served, text: str) -> None:
    rows = [{"kind": "me", "name": text}, {"kind": "open"}]
    post(f"{served.url}/api/tables", json={"game": GAME, "seats": rows, "name": text})


def join_api(served: Served, text: str) -> None:
    host = Program(served.url)
    token = invites(host.open(["me", "open"]))[0].rsplit("/", 1)[1]
    post(f"{served.url}/api/join/{token}", json={"name": text})


def sit_api(served: Served, text: str) -> None:
    host = Program(served.url)
    host.open(["me", "open"], public=True)
    post(f"{served.url}/api/tables/{host.table}/sit", json={"name": text})


def claim(served: Served, text: str) -> None:
    person = Person(served.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    person.http.post("/ratings/claim", data={"name": text})


def chat_form(served: Served, text: str) -> None:
    person = Person(served.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "link"})
    assert person.http.post(f"{person.path}/chat", data={"text": text}).status_code < 500


def chat_api(served: Served, text: str) -> None:
    host = Program(served.url)
    host.open(["me", "open"])
    host.http.post(f"/api/tables/{host.table}/chat", json={"text": text})


def record_file(served: Served, text: str) -> None:
    assert upload(served, record_with(text, "Bo")).is_success


ENTRIES: list[Callable[[Served, str], None]] = [
    *(open_form, join_form, sit_form, open_api, join_api, sit_api, claim, chat_form, chat_api),
    record_file,
]


def stored_text(data: Path) -> str:
    """All texts of the database, JSON read."""
    found = []
    with sqlite3.connect(data / "dvergar.sqlite") as connection:
        tables = connection.execute(
            "select name from sqlite_master where type = 'table'"
        ).fetchall()
        for (table,) in tables:
            for row in connection.execute(f"select * from {table}"):
                found += [str(value) for value in row]
    for text in list(found):
        if text.startswith(("{", "[")):
            found.append(json.dumps(json.loads(text), ensure_ascii=False))
    return "\0".join(found)


def unseen(text: str) -> set[str]:
    kinds = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
    return {c for c in text if unicodedata.category(c) in kinds} - {"\0", "\n"}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.__name__)
def test_nothing_that_cannot_be_seen_is_stored(served: Served, entry: Callable[..., None]) -> None:
    for kind, hostile in HOSTILE.items():
        entry(served, f"M{hostile}{kind[:3]}")
    text = stored_text(served.data)
    assert unseen(text) == set()
    assert not any(f"\\u{ord(c):04x}" in text for one in HOSTILE.values() for c in one)


@pytest.mark.parametrize("kind", HOSTILE)
def test_names_of_a_record_are_cleaned_like_typed_ones(served: Served, kind: str) -> None:
    answer = upload(served, record_with(f"An{HOSTILE[kind]}na", HOSTILE[kind]))
    assert answer.is_success
    names = seat_names(answer)
    assert names[0].startswith("An")
    assert names[0].endswith("na")
    assert names[1], "a name without letters becomes the number of the seat"
    assert unseen("".join(names)) == set()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["", ""], ["#1", "#2"]),
        (["#2", "\u200b"], ["#2", "#2 2"]),
        (["x" * 60, "x" * 60], ["x" * MAX_NAME_LETTERS, "x" * (MAX_NAME_LETTERS - 2) + " 2"]),
        (["Ann", "A\u200bnn"], ["Ann", "Ann 2"]),
        (["Ann\u200b", "ann "], ["Ann", "ann 2"]),
        ([" " + "y" * 22 + " zz", "Bo"], ["y" * 22 + " z", "Bo"]),
        (["y" * 23 + " zz", "Bo"], ["y" * 23, "Bo"]),
    ],
)
def test_names_of_a_record_are_short_and_different(
    served: Served, given: list[str], expected: list[str]
) -> None:
    assert seat_names(upload(served, record_with(*given))) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"players": 2, "\u202e": 1}},
        {"options": {"players": 2, "first_seat": "\x1b[2J"}},
        {"game": "\u202egame"},
        {"moves": ["\x1b[2J\u202e"]},
        {"notes": "\u202e"},
        {"version": "\u202e"},
    ],
)
def test_a_refused_record_is_not_quoted_with_what_it_hides(
    served: Served, changes: dict[str, object]
) -> None:
    answer = upload(served, record_with("Ann", "Bo", **changes))
    assert_refused(answer, 400)
    assert unseen(answer.text) == set()


@pytest.mark.parametrize("make", [DvergarError, lambda key, **facts: WebError(400, key, **facts)])
def test_no_error_repeats_what_cannot_be_seen(make: Callable[..., DvergarError]) -> None:
    error = make("x", name="".join(HOSTILE.values()), narrow="a\u202f!", number=3)
    assert unseen(str(error.facts["name"])) == set()
    assert error.facts["narrow"] == "a\u202f!", "French spaces stay"
    assert error.facts["number"] == 3


def test_a_report_keeps_its_lines_and_nothing_that_hides(served: Served) -> None:
    person = Person(served.url)
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    person.post(f"{person.path}/report", {"text": "one\ntwo" + "".join(HOSTILE.values())})
    (file,) = (served.data / "reports").glob("*.json")
    text = json.loads(file.read_text(encoding="utf-8"))["text"]
    assert text.startswith("one\ntwo")
    assert unseen(text) == set()


def test_the_cookie_with_a_name_is_cleaned(served: Served) -> None:
    person = Person(served.url)
    hostile = "".join(HOSTILE.values())
    person.http.cookies.set("name", quote(f"An{hostile}na"))
    person.go(f"/?game={GAME}")
    assert unseen(person.answer.text) == set()
    person.send(person.form("/tables"), **{"kind-1": "here"})
    assert unseen(stored_text(served.data)) == set()
