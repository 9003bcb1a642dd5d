"""Guided first games over forms, as a browser without JavaScript plays them."""

from __future__ import annotations

import re

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games, info
from dvergar.web.kernel.security.tokens import COOKIE
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import Table
from tests.databases import in_tab_too
from tests.web.players import Person, Program
from tests.web.serving import Served

HX = {"hx-request": "true"}
START = {"de": "Diesmal nicht.", "en": "Not this time.", "fr": "Pas cette fois."}
EXPLAINED = re.compile(r'id="guide-other">(.*?)</p>', re.DOTALL)
GUIDED = sorted(slug for slug, game in games().items() if game.guide())


def begin(person: Person, slug: str) -> None:
    person.post(f"/guide/{slug}", {})
    assert person.answer.status_code == 200, person.answer.text


def step(person: Person) -> int:
    return int(person.document.find(id="guide")[0]["data-step"])


def version(person: Person) -> str:
    return person.document.find("input", name="at")[0]["value"]


def press(person: Person, id: str) -> None:
    person.press(person.document.find("button", id=id)[0])


def answer(person: Person, move: str) -> None:
    person.press(next(one for one in person.choices() if one["value"] == move))


def do_step(person: Person, slug: str) -> None:
    guide = info(slug).guide()
    assert guide is not None
    asked = guide.steps[step(person) - 1].play
    if asked:
        answer(person, asked)
    else:
        press(person, "guide-next")


@pytest.mark.whole_games
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GUIDED)
def test_every_step_is_shown_and_every_other_move_explained(
    server: Served, slug: str, lang: str
) -> None:
    guide = info(slug).guide()
    assert guide is not None
    person = Person(server.url, lang, confirm="always")
    begin(person, slug)
    table = person.path
    names = server.run(server.inside.tables.get(table.rsplit("/", 1)[1])).names
    for number, written in enumerate(guide.steps, start=1):
        page = person.document
        assert step(person) == number
        told = page.find(id="guide-text")[0].text
        assert told.startswith(_plain(guide.say(written, lang, names))), written.id
        if written.point:
            assert page.find(id=written.point), f"{written.id} points at nothing"
        before, choices = version(person), person.choices()
        assert not written.play or written.play in {one["value"] for one in choices}, written.id
        others = sorted({one["value"] for one in choices} - {written.play})
        for move in others if lang == LANGUAGES[0] else others[-1:]:
            other = person.http.post(f"{table}/move", data={"move": move, "at": before}, headers=HX)
            explained = EXPLAINED.search(other.text)
            assert (other.status_code, explained is None) == (200, False), (written.id, move)
            assert explained is not None
            assert len(explained[1]) > 120, explained[1]
            assert START[lang] in explained[1], "it doesn't read as if the move had been made"
            assert not written.play or guide.why(written, lang, names) in explained[1]
            assert f'data-step="{number}"' in other.text
            assert f'name="at" value="{before}"' in other.text
        if number < len(guide.steps):
            do_step(person, slug)
    assert person.document.find("a", id="guide-rules")
    press(person, "guide-on")
    assert not person.document.find(id="guide")


def _plain(html: str) -> str:
    return " ".join(html.replace("<strong>", " ").replace("</strong>", " ").split())


@in_tab_too
def test_one_goes_back_leaves_and_comes_back(server: Served, person: Person) -> None:
    begin(person, "my_gold_mine")
    table = person.path
    assert not person.document.find("button", id="undo-button")
    for _ in range(8):
        do_step(person, "my_gold_mine")
    assert step(person) == 9
    for number in range(8, 2, -1):
        press(person, "undo-button")
        assert step(person) == number
    moved = server.run(server.inside.tables.get(table.rsplit("/", 1)[1]))
    assert not moved.steps
    for _ in range(5):
        do_step(person, "my_gold_mine")

    person.go("/")
    row = next(one for one in person.document.find("a", href=table) if "8" in one.text)
    assert "Step 8 of" in row.text
    begin(person, "my_gold_mine")
    assert (person.path, step(person)) == (table, 8)
    person.post("/guide/my_gold_mine", {"again": "yes"})
    assert person.path != table
    assert step(person) == 1


def test_only_the_learner_is_led(server: Served, person: Person, program: Program) -> None:
    begin(person, "my_gold_mine")
    at, table = version(person), person.path
    stranger = Person(server.url)
    stranger.go(table)
    assert not stranger.document.find(id="guide")
    stranger.post(f"{table}/guide", {"at": at})
    assert stranger.answer.status_code == 403
    person.post(f"{table}/guide", {"at": "9"})
    assert person.answer.status_code == 409
    person.post(f"{table}/move", {"at": at, "move": "small step"})
    assert person.answer.status_code == 409, "what is illegal is refused as always"
    program.token = person.http.cookies[COOKIE]
    program.table = table.rsplit("/", 1)[1]
    refused = program.try_move("dig", int(at))
    assert (refused.status_code, step(person)) == (409, 1)
    assert "guide" in refused.text


@in_tab_too
def test_a_game_without_a_guide_says_so(person: Person) -> None:
    person.post("/guide/nothing", {})
    assert person.answer.status_code == 404


def test_a_table_whose_guide_was_written_anew_is_an_ordinary_one(
    server: Served, person: Person
) -> None:
    begin(person, "my_gold_mine")
    for _ in range(6):
        do_step(person, "my_gold_mine")
    table = server.run(server.inside.tables.get(person.path.rsplit("/", 1)[1]))
    opening, *later = server.run(server.inside.store.load(table.id, 0)).events
    same = Table(table.id, opening).after(*later)
    assert (same.guide_step, same.state.key()) == (table.guide_step, table.state.key())
    old = Stored(0, "open", {**opening.body, "guide": "of long ago"})
    again = Table(table.id, old).after(*later)
    assert (table.guide is None, again.guide is None) == (False, True)
    assert [one.move for one in again.steps] == [one.move for one in table.steps]
    assert (table.acting_bot(), again.acting_bot()) == ("", table.seats[table.state.seat].bot)
