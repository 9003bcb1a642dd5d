"""The deal of the day: the same for all, once for each, and a secret until the day is over."""

from __future__ import annotations

import pytest

from dvergar.web.kernel import clock as day
from tests.databases import in_tab_too, on_both
from tests.web.features.statistics.test_statistics import finish, rows, text
from tests.web.players import Person, assert_refused
from tests.web.serving import Served

SOLO = "cave_vs_cave"


def begin(server: Served, game: str = SOLO) -> Person:
    """Somebody opens the deal of today."""
    person = Person(server.url)
    person.go(f"/daily?game={game}")
    person.send(person.form(f"/daily/{game}"))
    assert person.path.startswith("/table/")
    return person


@pytest.mark.parametrize("game", ["my_gold_mine", "caverna", SOLO])
def test_everybody_gets_the_same_deal(server: Served, game: str) -> None:
    tables = [server.run(server.inside.tables.get(begin(server, game).table)) for _ in range(2)]
    assert tables[0].id != tables[1].id
    assert tables[0].seed == tables[1].seed
    assert tables[0].daily == day.today()
    assert len(tables[0].people()) == 1


@on_both
def test_the_first_attempt_counts(server: Served) -> None:
    person = begin(server)
    first = person.path
    assert person.http.post(f"/daily/{SOLO}").url.path == first
    assert "Continue your game" in text(person, f"/daily?game={SOLO}")


@on_both
def test_the_results_are_shown_to_whoever_has_finished(server: Served) -> None:
    one, other = begin(server), begin(server)
    table, theirs = one.table, other.table
    finish(server, table)
    assert f"/table/{table}?at=0" in hrefs(one, f"/daily?game={SOLO}")
    assert f"/table/{table}?at=0" not in hrefs(other, f"/daily?game={SOLO}")
    assert "finished this deal" in " ".join(other.document.text.split())
    finish(server, theirs)
    assert f"/table/{table}?at=0" in hrefs(other, f"/daily?game={SOLO}")


def test_the_deal_is_a_secret_until_the_day_is_over(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = begin(server)
    table = person.table
    finish(server, table)
    seed = str(server.run(server.inside.tables.get(table)).seed)
    assert seed not in person.http.get(f"/table/{table}").text
    assert_refused(person.http.get(f"/table/{table}/record"), 409)
    assert_refused(person.http.post(f"/table/{table}/play-on", data={"at": "0"}), 409)
    today = day.today()
    monkeypatch.setattr(day, "today", lambda: "2999-01-01")
    assert person.http.get(f"/table/{table}/record").json()["seed"] == int(seed)
    assert f"/table/{table}?at=0" in hrefs(Person(server.url), f"/daily/{today}?game={SOLO}")


def test_no_hints_are_given_and_nothing_is_rated(server: Served) -> None:
    person = begin(server, "my_gold_mine")
    table = server.run(server.inside.tables.get(person.table))
    assert not table.gives_hints()
    assert not table.practice
    finish(server, table.id)
    assert [row.rated for row in rows(server, table.id)] == [False]


@on_both
def test_whoever_deletes_his_data_is_gone_from_the_list(server: Served) -> None:
    gone, stays = begin(server), begin(server)
    table = gone.table
    finish(server, table)
    finish(server, stays.table)
    assert gone.http.post("/mine/delete", data={"sure": "yes"}).is_success
    assert f"/table/{table}?at=0" not in hrefs(stays, f"/daily?game={SOLO}")


@in_tab_too
@pytest.mark.parametrize("path", ["/daily/2999-01-01", "/daily/2026-02-30", "/daily/yesterday"])
def test_days_that_are_none_or_not_yet_are_not_there(server: Served, path: str) -> None:
    assert_refused(Person(server.url).http.get(path), 404)


@in_tab_too
def test_a_game_that_is_not_there_has_no_deal(server: Served) -> None:
    assert_refused(Person(server.url).http.post("/daily/chess"), 404)


def hrefs(person: Person, path: str) -> list[str]:
    person.go(path)
    return [link["href"] for link in person.document.find("a")]
