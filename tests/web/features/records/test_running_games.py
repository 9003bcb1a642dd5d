"""A running game is taken elsewhere as a file, where its deal is no secret from its players."""

from __future__ import annotations

from dvergar.core.record import Record
from tests.databases import in_tab_too
from tests.web.players import Person, assert_refused, open_table, upload
from tests.web.serving import Served


@in_tab_too
def test_a_running_game_whose_deal_is_known_is_taken_along_and_continued(server: Served) -> None:
    person = Person(server.url)
    there = open_table(person, ["me", "here"], deal="7")
    for _ in range(2):
        person.press(person.choices()[0])
    assert f'href="{there}/link"' in person.answer.text
    saved = Record.from_json(person.http.get(f"{there}/record").text)
    assert len(saved.moves) == 2
    assert saved.scores is None

    other = Person(server.url)
    shown = upload(other, saved.to_json().encode()).url
    other.go(f"{shown.path}?{shown.query.decode()}")
    other.send(other.form(f"{shown.path}/play-on"))
    assert other.path != shown.path
    again = Record.from_json(other.http.get(f"{other.path}/record").text)
    assert again.moves[:2] == saved.moves


def test_a_secret_deal_stays_on_the_server(server: Served) -> None:
    person = Person(server.url)
    there = open_table(person, ["me", "here"])
    person.go(there)
    assert f"{there}/record" not in person.answer.text
    assert_refused(person.http.get(f"{there}/record"), 409)


def test_a_known_deal_is_not_taken_from_under_others(server: Served) -> None:
    person = Person(server.url)
    there = open_table(person, ["me", "here"], deal="7")
    assert_refused(Person(server.url).http.get(f"{there}/record"), 409)
