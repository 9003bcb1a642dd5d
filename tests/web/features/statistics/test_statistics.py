"""Finished games become rows; pages tell of them, and give names only of those who agreed."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.web.features.statistics.views import StatisticsView
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.tokens import COOKIE
from dvergar.web.kernel.storage.schema import RESULTS
from dvergar.web.kernel.tables.game_results import Result
from dvergar.web.kernel.tables.game_statistics import GameStatistics, Tally
from tests.databases import on_both
from tests.web.players import (
    Person,
    Program,
    assert_refused,
    finished,
    invites,
    pick,
    upload,
)
from tests.web.serving import Place, Served, statements

PAGES = ("/statistics", "/ratings", "/best", "/daily")


def browser_of(program: Program) -> Person:
    person = Person(program.url)
    person.http.cookies.set(COOKIE, program.token)
    return person


def text(person: Person, path: str) -> str:
    """What somebody reads at an address."""
    person.go(path)
    assert person.answer.is_success, person.answer.text
    return " ".join(person.document.text.split())


def rows(server: Served, table: str) -> list[Result]:
    """What is stored of a finished game, once all of it is."""
    server.run(server.inside.results.settle())
    query = select(RESULTS).where(RESULTS.c.table_id == table)
    found = server.run(server.inside.store.ask(lambda asked: asked.execute(query).all()))
    return [Result.of(row) for row in found]


def finish(server: Served, table_id: str) -> None:
    """Plays a table to its end at once, for everybody; its row is stored then."""

    async def play() -> None:
        tables = server.inside.tables
        table = await tables.get(table_id)
        while not table.state.over:
            state, names = table.state.copy(), []
            while not state.over:
                move = pick(state.moves(), chance)
                names.append(table.game.name(move))
                state.play(move)
            with suppress(WebError):  # a bot was quicker
                await tables.play(table, *names)
            table = await tables.get(table_id)

    chance = random.Random(1)
    server.run(play())
    server.run(server.inside.results.settle())


def known_as(server: Served, name: str) -> Program:
    """Somebody who has claimed a name."""
    program = Program(server.url)
    program.token = "t" + name.lower().replace(" ", "_").ljust(24, "x")
    person = browser_of(program)
    person.go("/ratings")
    person.send(person.form("/ratings/claim"), name=name)
    assert name in person.document.text
    return program


def test_a_finished_game_is_a_row_without_names(server: Served) -> None:
    ann = Program(server.url)
    ann.open(["me", "careful"])
    finish(server, ann.table)
    (row,) = rows(server, ann.table)
    assert row.game == "my_gold_mine"
    assert [seat["who"] for seat in row.body["seats"]] == ["", "bot:careful"]
    assert row.body["out"] == ""
    assert not row.rated, "nobody has claimed a name"
    assert "Dwarf" not in json.dumps(row.body)


@on_both
def test_the_row_of_a_game_is_stored_once(server: Served) -> None:
    ann = Program(server.url)
    ann.open(["me", "careful"])
    finish(server, ann.table)
    table = server.run(server.inside.tables.get(ann.table))
    server.run(server.inside.results.keep(table))
    assert len(rows(server, ann.table)) == 1


@on_both
def test_games_that_ended_without_a_row_get_theirs_at_the_start(server: Served) -> None:
    ann = Program(server.url)
    ann.open(["me", "careful"])
    finish(server, ann.table)
    assert rows(server, ann.table)
    gone = delete(RESULTS).where(RESULTS.c.table_id == ann.table)
    server.run(server.inside.store.change(lambda connection: connection.execute(gone)))
    assert server.run(server.inside.results.catch_up()) == 1
    assert rows(server, ann.table)


@pytest.mark.parametrize("body", [{"practice": True}, {"deal": 7}])
def test_practice_and_chosen_deals_are_left_out(server: Served, body: dict[str, Any]) -> None:
    ann = known_as(server, f"Ann {'practice' in body}")
    ann.open(["me", "careful"], **body)
    finish(server, ann.table)
    (row,) = rows(server, ann.table)
    assert row.body["out"] in ("practice", "chosen")
    assert not row.rated


def test_a_record_that_is_looked_at_is_no_game_of_this_server(server: Served) -> None:
    person = Person(server.url)
    answer = upload(person, json.dumps(finished()).encode())
    table = answer.url.path.removeprefix("/table/")
    server.run(server.inside.results.catch_up())
    assert [row.body["out"] for row in rows(server, table)] == ["imported"]


@on_both
def test_statistics_tell_of_games_and_of_those_who_agreed(server: Served) -> None:
    for player in (known_as(server, "Bea"), Program(server.url)):
        player.open(["me", "careful", "careful"])
        finish(server, player.table)
        rows(server, player.table)
    said = text(Person(server.url), "/statistics?game=my_gold_mine")
    assert "Points with 3 players" in said
    assert "Bea" in said
    assert "Everyone else" in said
    assert "Dwarf 1" not in said


def test_tiles_and_openings_are_told_of(server: Served) -> None:
    for _ in range(3):
        ann = Program(server.url)
        ann.open(["me"], game="cave_vs_cave")
        finish(server, ann.table)
        rows(server, ann.table)
    headings = {"de": "Erste Entscheidung", "en": "First choice", "fr": "Premier choix"}
    for lang in LANGUAGES:
        assert headings[lang] in text(Person(server.url, lang), "/statistics?game=cave_vs_cave")


@on_both
def test_two_with_claimed_names_get_ratings(server: Served) -> None:
    cat, dan = known_as(server, "Cat"), known_as(server, "Dan")
    dan.join(invites(cat.open(["me", "open"]))[0], "Gudrun")
    finish(server, cat.table)
    (row,) = rows(server, cat.table)
    assert row.rated
    said = text(Person(server.url), "/ratings?game=my_gold_mine")
    assert "Cat" in said
    assert "Dan" in said
    assert "Gudrun" not in said


def test_who_resigns_is_rated_as_the_last(server: Served) -> None:
    uma, vic = known_as(server, "Uma"), known_as(server, "Vic")
    vic.join(invites(uma.open(["me", "open", "careful"]))[0], "Vic")
    assert uma.http.post(f"/api/tables/{uma.table}/resign").status_code == 200
    finish(server, uma.table)
    (row,) = rows(server, uma.table)
    assert row.rated
    seats = row.body["seats"]
    assert seats[0]["rank"] == 3
    assert seats[2]["who"] == "bot:careful"
    assert len({seat["who"] for seat in seats} - {""}) == 3
    assert "Uma" in text(Person(server.url), "/ratings?game=my_gold_mine")


@on_both
def test_a_game_with_a_hint_or_with_both_seats_of_one_person_counts_for_nobody(
    server: Served,
) -> None:
    eve = known_as(server, "Eve")
    eve.open(["me", "me"])
    finish(server, eve.table)
    assert not rows(server, eve.table)[0].rated
    eve.open(["me", "careful"])
    server.run(server.inside.results.hinted(eve.table))
    server.run(server.inside.results.hinted(eve.table))
    finish(server, eve.table)
    assert not rows(server, eve.table)[0].rated


@on_both
def test_a_name_is_claimed_once_and_goes_to_another_browser_by_its_link(server: Served) -> None:
    fay = browser_of(known_as(server, "Fay"))
    other = Person(server.url)
    assert_refused(other.http.post("/ratings/claim", data={"name": "FAY"}), 409)
    assert_refused(fay.http.post("/ratings/claim", data={"name": "Fay two"}), 409)
    fay.go("/ratings")
    link = fay.document.find("input", id="player-link")[0]["value"]
    other.follow(link)
    assert "known here as Fay" in text(other, "/ratings")
    assert_refused(Person(server.url).http.get(link[:-1] + ("a" if link[-1] != "a" else "b")), 404)
    assert_refused(browser_of(known_as(server, "Fritz")).http.get(link), 409)
    fay.send(fay.form("/ratings/link"))
    assert "known here as" not in text(other, "/ratings")
    assert_refused(other.http.get(link), 404)
    assert "known here as Fay" in text(fay, "/ratings")


def test_nothing_of_the_link_is_in_the_database(server: Served) -> None:
    gil = browser_of(known_as(server, "Gil"))
    gil.go("/ratings")
    key = gil.document.find("input", id="player-link")[0]["value"].rsplit("/", 1)[1]
    with sqlite3.connect(server.data / "dvergar.sqlite") as connection:
        dump = "\n".join(connection.iterdump())
    assert key not in dump
    assert (gil.http.cookies.get(COOKIE) or "?") not in dump


@on_both
@pytest.mark.parametrize("way", ["/ratings/withdraw", "/mine/delete"])
def test_a_name_can_be_withdrawn_at_any_time(server: Served, way: str) -> None:
    name = f"Hal {way[1]}"
    program = known_as(server, name)
    program.open(["me", "careful"])
    finish(server, program.table)
    rows(server, program.table)
    assert name in text(Person(server.url), "/ratings?game=my_gold_mine")
    hal = browser_of(program)
    assert hal.http.get("/mine/data").json()["player"]["name"] == name
    assert hal.http.post(way, data={"sure": "yes"}).is_success
    for path in ("/ratings?game=my_gold_mine", "/statistics?game=my_gold_mine"):
        assert name not in text(Person(server.url), path)
    assert_refused(hal.http.post("/ratings/withdraw"), 409)


@on_both
def test_the_best_games_alone_are_listed_with_their_way_to_look_at_them(server: Served) -> None:
    ida = known_as(server, "Ida")
    guest = Program(server.url)
    for player in (ida, guest):
        player.open(["me"], game="cave_vs_cave")
        finish(server, player.table)
        rows(server, player.table)
    person = Person(server.url)
    assert "Ida" in text(person, "/best?game=cave_vs_cave")
    ways = [link["href"] for link in person.document.find("a")]
    assert f"/table/{ida.table}?at=0" in ways
    assert f"/table/{guest.table}?at=0" not in ways
    assert person.http.get(f"/table/{ida.table}?at=0").is_success


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_games_that_are_not_there_show_the_first_one(server: Served, path: str) -> None:
    assert text(Person(server.url), f"{path}?game=chess")


def test_statistics_read_only_what_is_new_and_notice_what_is_gone(place: Place) -> None:
    seats = [{"points": 3, "rank": 1, "who": ""}, {"points": 1, "rank": 2, "who": "bot:careful"}]
    body = json.dumps({"out": "", "moves": 40, "seats": seats})
    facts = {"game": "my_gold_mine", "seats": 2, "day": "", "rated": False, "player": ""}
    row = {**facts, "points": 3, "ended": 0.0, "body": body}

    def add(first: int, last: int) -> Any:
        made = [{**row, "table_id": f"t{number}"} for number in range(first, last)]
        return lambda connection: connection.execute(insert(RESULTS), made)

    def drop(connection: Connection) -> None:
        connection.execute(RESULTS.delete().where(RESULTS.c.table_id == "t3"))

    with place.serving() as served:
        inside = served.inside
        for work, games in ((add(0, 600), 600), (add(600, 601), 601), (drop, 600)):
            served.run(inside.store.change(work))
            with statements(served) as asked:
                found = served.run(served.statistics.of("my_gold_mine"))
            assert found.games.total() == games
            assert len(asked) < 20
        assert found.all.seats == 1200


def test_a_bar_shows_the_number_beside_it() -> None:
    found = GameStatistics(all=Tally(8, 80))
    found.kept["opening"] = {"one": Tally(4, 60), "other": Tally(4, 20)}
    ((_, _, rows),) = StatisticsView(info("cave_vs_cave"), found, {}, "en").kept()
    assert [(row.said, row.width, (row.more or 0) < 0) for row in rows] == [
        ("+10.0", 100, False),
        ("−10.0", 100, True),
    ]
