"""What people type is text wherever it is shown, never markup."""

from __future__ import annotations

import json

import pytest

from tests.web.documents import Element, read_document
from tests.web.players import (
    GAME,
    Person,
    Program,
    finished,
    get,
    invites,
    play_out,
    read_live,
    upload,
)
from tests.web.serving import Served

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=1>',
    "' onclick='x",
    "{{7*7}}{% x %}${1}",
    "*bold* {name} {0}",
    "&lt;b&gt;&#60;",
    "--><!--<svg/onload=1>",
    "javascript:alert(1)",
]


def assert_harmless(html: str, *typed: str) -> None:
    """Every typed text is there as text, and nothing of it has become markup."""
    document = read_document(html)
    for one in document.elements():
        assert not any(name.startswith("on") for name in one.attributes), one.attributes
        assert not one["href"].startswith("javascript"), one.attributes
        if one.tag == "script":
            assert one["src"].startswith("/static/"), "no script but our own"
            assert not one.inside
        if one.tag == "img":
            raise AssertionError("there are no pictures but drawings")
    texts = [document.text, *_values(document)]
    for text in typed:
        assert any(" ".join(text.split()) in one for one in texts), f"{text} is not shown"


def _values(document: Element) -> list[str]:
    titles = [one.inside[0] for one in document.find("title") if one.inside]
    return [one["value"] for one in document.find("input")] + [str(one) for one in titles]


@pytest.mark.parametrize("nasty", NASTY)
def test_names_are_text_everywhere(nasty: str, server: Served) -> None:
    name = nasty[:24].strip()
    person, guest = Person(server.url), Person(server.url)
    fields = {"game": GAME, "kind-0": "me", "name-0": name, "kind-1": "here", "kind-2": "link"}
    person.post(
        "/tables", {**fields, "name-1": f"B{name[:22]}", "table_name": nasty[:40], "public": "on"}
    )
    assert person.answer.status_code == 200
    program = person.program()
    table = f"/table/{program.table}"
    assert_harmless(person.answer.text, name, nasty[:40])
    assert_harmless(person.http.get("/").text, name, nasty[:40])
    assert_harmless(guest.http.get("/").text, nasty[:40])
    (invite,) = invites(program.look())
    assert_harmless(guest.http.get(invite).text, name, nasty[:40])
    guest.post(invite, {"name": f"C{name[:22]}"})
    assert guest.answer.status_code == 200
    assert_harmless(guest.http.get("/").text, nasty[:40])
    other = guest.program()
    for one in (program, other):
        seen = one.look()
        if seen["my_turn"]:
            one.move("dig", seen["version"])
    assert_harmless(person.http.get(table).text, name)
    assert_harmless(get(f"{server.url}{table}").text, name)
    assert_harmless(get(f"{server.url}{table}?at=1").text, name)
    assert_harmless(person.http.get(table, headers={"hx-request": "true"}).text, name)
    if nasty in NASTY[:2]:
        play_out([program, other])
    assert_harmless(person.http.get(table).text, name)
    assert_harmless(person.http.get("/").text, nasty[:40])


@pytest.mark.parametrize("nasty", NASTY)
def test_what_is_typed_into_an_address_or_a_form_comes_back_as_text(
    nasty: str, server: Served
) -> None:
    http = Person(server.url).http
    assert_harmless(http.get("/", params={"game": nasty, "lang": nasty}).text)
    assert_harmless(http.get(f"/rules/{nasty}").text)
    assert_harmless(http.get(f"/table/{nasty}").text)
    wrong = {"game": GAME, "kind-0": "me", "name-0": nasty, "option-first_seat": nasty}
    answer = http.post("/tables", data={**wrong, "kind-1": "bot", "bot-1": "bold"})
    assert answer.status_code == 400
    assert_harmless(answer.text, nasty)
    for fields in ({"game": nasty}, {**wrong, "kind-1": "bot", "bot-1": nasty}):
        assert_harmless(http.post("/tables", data=fields).text)
    assert_harmless(http.get("/", headers={"cookie": f"name={nasty}"}).text)


@pytest.mark.parametrize("nasty", NASTY)
def test_names_in_a_live_stream_cannot_break_out_of_it(nasty: str, server: Served) -> None:
    program = Program(server.url)
    seats = [{"kind": "me", "name": name} for name in (nasty[:24], f"B{nasty[:22]}")]
    body = {"game": GAME, "seats": seats}
    answer = program.http.post("/api/tables", json=body).json()
    program.token, program.table = answer["token"], answer["table"]["id"]
    message = read_live(program.http, program.table)
    data = "\n".join(line[6:] for line in message.splitlines() if line.startswith("data: "))
    assert_harmless(data, nasty[:24].strip())


def test_names_of_an_uploaded_record_are_text_too(person: Person) -> None:
    tree = {**finished(), "seats": [NASTY[0][:24], "A\r\n\r\nid: 9\u2028data: x"]}
    answer = upload(person, json.dumps(tree).encode())
    assert answer.status_code == 200
    assert_harmless(answer.text, NASTY[0][:24])
