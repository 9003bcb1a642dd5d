"""Whole games with pages, links and forms alone: everything works without JavaScript."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from tests.databases import in_tab_too
from tests.web.players import GAME, START, Person, open_table, play_game
from tests.web.serving import Served

pytestmark = pytest.mark.whole_games


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (6, "fr")])
def test_friends_play_by_invite_links(players: int, lang: str, server: Served) -> None:
    host = Person(server.url, lang)
    fields = {"name-0": "Host", "table_name": "Friday"}
    table = open_table(host, ["me"] + ["link"] * (players - 1), **fields)
    links = [one["value"] for one in host.document.find("input") if "/join/" in one["value"]]
    assert len(links) == players - 1
    guests = []
    for number, link in enumerate(links, start=1):
        guest = Person(server.url, lang)
        guest.go(link)
        guest.send(guest.form(urlsplit(link).path), name=f"G{number}")
        assert guest.path == table
        guests.append(guest)
    play_game([host, *guests], table, seed=players)
    for one in (host, *guests):
        one.go(table)
        assert one.document.find("html")[0]["lang"] == lang
        for name in ("Host", *(f"G{number}" for number in range(1, players))):
            assert name in one.document.find(id="scores")[0].text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_as_it_stands_leads_to_a_game_against_bots(lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go(START)
    person.send(person.document.find("form", id="new")[0])
    assert person.program().look()["my_seats"] == [0]
    if lang == "fr":  # in English whole games are played by the other tests
        play_game([person], person.path)
        assert words("dvergar.web", lang)("scores.rematch") in person.document.text


def test_two_people_share_one_screen(person: Person) -> None:
    names = {"name-0": "Anna", "name-1": "Ben"}
    table = open_table(person, ["me", "here", "closed", "bot"], **names)
    play_game([person], table)
    scores = person.document.find(id="scores")[0].text
    assert "Anna" in scores
    assert "Ben" in scores


@in_tab_too
def test_the_form_of_the_start_page_can_be_sent_as_it_is(person: Person) -> None:
    person.go(START)
    person.send(person.document.find("form", id="new")[0])
    assert person.path.startswith("/table/")
    assert person.program().look()["my_seats"] == [0]


@in_tab_too
def test_options_of_the_form_reach_the_game(person: Person, server: Served) -> None:
    fields = {"option-open_gold": "on", "option-dragon_timing": "before_move"}
    open_table(person, ["me", "here"], **fields, **{"option-first_seat": "1"})
    options = server.events(person.table)[0]["options"]
    assert options["open_gold"] is True
    assert options["dragon_timing"] == "before_move"
    assert options["first_seat"] == 1
    assert options["two_player_variant"] is True


@in_tab_too
def test_a_name_is_remembered_for_the_next_table(person: Person) -> None:
    open_table(person, ["me", "bot"], **{"name-0": "Grünbart ⚒"})
    person.go(START)
    assert person.document.find("input", name="name-0")[0]["value"] == "Grünbart ⚒"
    assert GAME in person.document.find("input", name="game")[0]["value"]


@in_tab_too
def test_every_move_of_the_log_links_to_its_position(person: Person) -> None:
    table = open_table(person, ["me", "here"])
    for _ in range(3):
        person.press(person.choices()[0])
    links = {one["href"] for one in person.document.find("a") if "?at=" in one["href"]}
    assert {f"{table}?at={number}" for number in (1, 2)} <= links
