"""A game travels in a link: to another server, or between a server and a browser tab."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from html import unescape
from pathlib import Path

import pytest

from dvergar.core.record import Record
from dvergar.web.features.records.feature import MAX_CODE_BYTES, MAX_CODE_LETTERS, to_code
from tests.databases import in_tab_too
from tests.web.players import Person, assert_refused, open_table
from tests.web.serving import Served

RECORDS = sorted(Path("tests/records").rglob("*.json"))


def packed(text: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(text)).decode()


def test_a_running_game_whose_deal_is_known_goes_by_link(server: Served) -> None:
    person = Person(server.url)
    there = open_table(person, ["me", "here"], deal="7")
    person.press(person.choices()[0])
    person.go(f"{there}/link")
    link = unescape(re.findall(r'value="(http[^"]*)"', person.answer.text)[0])
    assert link.startswith(f"{server.url}/records?game=")
    picture = person.http.get(f"{there}/link.svg")
    assert picture.headers["content-type"] == "image/svg+xml"

    other = Person(server.url)
    other.go(link.removeprefix(server.url))
    assert "1 move." in other.answer.text
    before = Record.from_json(person.http.get(f"{there}/record").text)
    other.send(other.form("/records"))
    assert re.search(r"/table/[^/?]+\?at=\d+$", str(other.answer.url)), "where one plays on"
    other.send(other.form(f"{other.path.partition('?')[0]}/play-on"))
    again = Record.from_json(other.http.get(f"{other.path}/record").text)
    assert again.moves[: len(before.moves)] == before.moves


@in_tab_too
def test_a_pasted_link_of_another_site_is_opened(server: Served) -> None:
    code = to_code(Record.load(RECORDS[0]))
    for pasted in (code, f" https://elsewhere.example/tab/#records?game={code}\n"):
        answer = Person(server.url).http.post(
            "/records", data={"code": pasted}, files={"record": ("", b"")}
        )
        assert answer.status_code in (200, 303)
        assert "/table/" in (answer.headers.get("location") or str(answer.url))


def test_the_games_of_all_records_fit_into_a_link() -> None:
    for file in RECORDS:
        try:
            record = Record.load(file)
        except Exception:  # noqa: BLE001 - some are damaged on purpose
            continue
        assert len(to_code(record)) < MAX_CODE_LETTERS, file


@in_tab_too
@pytest.mark.parametrize(
    "code",
    [
        "x",
        "é",
        "AAAA",
        packed(b"{}"),
        packed(b"x" * (MAX_CODE_BYTES + 1)),
        packed(b'{"format": "dvergar-record"}')[:-6],
    ],
)
def test_a_damaged_link_is_refused_with_a_sentence(server: Served, code: str) -> None:
    assert_refused(Person(server.url).http.get("/records", params={"game": code}), 400)


def test_a_secret_deal_has_no_link(server: Served) -> None:
    person = Person(server.url)
    there = open_table(person, ["me", "here"])
    person.go(there)
    assert f"{there}/link" not in person.answer.text
    assert_refused(person.http.get(f"{there}/link"), 409)
    assert_refused(person.http.get(f"{there}/link.svg"), 409)
