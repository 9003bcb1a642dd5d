"""One's own data: listed, handed out, deleted; others keep their games."""

from __future__ import annotations

import sqlite3

import pytest

from dvergar.web.kernel.errors import WebError
from tests.databases import in_tab_too
from tests.web.players import START, Person, Program, assert_refused, get, invites, play_out
from tests.web.serving import Served


def ann_at_a_table(server: Served, **seats: str) -> Person:
    """Ann opens a table; unless said otherwise against a bot."""
    person = Person(server.url)
    person.go(START)
    person.send(person.form("/tables"), **{"name-0": "Ann", "kind-1": "bot", **seats})
    return person


def database_text(server: Served) -> str:
    with sqlite3.connect(server.data / "dvergar.sqlite") as connection:
        return "\n".join(connection.iterdump())


def test_everything_that_is_kept_is_listed_and_handed_out(server: Served) -> None:
    ann = ann_at_a_table(server)
    table = ann.path
    ann.go("/mine")
    assert "Ann" in ann.document.text
    assert table in [link["href"] for link in ann.document.find("a")]
    kept = ann.http.get("/mine/data").json()
    (row,) = kept["tables"]
    assert row["my_names"] == ["Ann"]
    assert row["record"] is None, "the deal is a secret as long as the game is played"
    token = ann.http.cookies["dvergar"]
    assert token not in ann.http.get("/mine/data").text


def test_somebody_of_whom_nothing_is_known_is_told_so(server: Served) -> None:
    stranger = Person(server.url)
    stranger.go("/mine")
    assert "0 tables" in stranger.document.text
    assert stranger.http.get("/mine/data").json()["tables"] == []
    assert stranger.http.post("/mine/delete", data={"sure": "yes"}).is_success


@in_tab_too
def test_what_is_deleted_by_mistake_was_asked_for(server: Served) -> None:
    ann = ann_at_a_table(server)
    table = ann.path
    assert_refused(ann.http.post("/mine/delete", data={}), 400)
    assert ann.http.get(table).is_success


@in_tab_too
def test_a_table_of_ones_own_is_deleted_wholly(server: Served) -> None:
    ann = ann_at_a_table(server, **{"name-0": "Annemarie"})
    table = ann.path
    ann.go("/mine")
    ann.send(ann.form("/mine/delete"), sure="yes")
    assert_refused(get(server.url + table), 404)
    assert "dvergar" not in ann.http.cookies
    assert "name" not in ann.http.cookies
    assert "Annemarie" not in database_text(server)


def test_others_keep_their_game_without_the_name(server: Served) -> None:
    host = Program(server.url)
    opened = host.open(["me", "open", "open"])
    cleo, ann = Program(server.url), Person(server.url)
    first, second = invites(opened)
    cleo.join(first, "Cleo")
    ann.go(second.removeprefix(server.url))
    ann.send(ann.form(ann.path), name="Annabella")
    holder = server.events(host.table)
    assert any(event.get("name") == "Annabella" for event in holder)
    ann.go("/mine")
    ann.send(ann.form("/mine/delete"), sure="yes")
    assert "Annabella" not in database_text(server)
    left = host.look()["seats"][2]
    assert (left["name"], left["kind"]) == ("#3", "bot")
    play_out([host, cleo])
    assert host.record().json()["seats"][2] == "#3"


def test_a_host_who_is_forgotten_is_no_host_any_more(server: Served) -> None:
    host, guest = Program(server.url), Program(server.url)
    opened = host.open(["me", "open"])
    guest.join(invites(opened)[0], "Cleo")
    body = server.events(host.table)[0]
    assert body["host"]
    assert host.http.post("/mine/delete", data={"sure": "yes"}).status_code == 303
    assert server.events(host.table)[0]["host"] == ""
    assert body["host"] not in database_text(server)
    assert guest.look()["seats"][0]["kind"] == "bot"
    play_out([guest])


def test_a_table_that_was_opened_for_others_only_goes_with_its_host(server: Served) -> None:
    host = Program(server.url)
    host.open(["open", "open"])
    assert host.http.post("/mine/delete", data={"sure": "yes"}).status_code == 303
    assert_refused(get(f"{server.url}/table/{host.table}"), 404)


def test_the_privacy_page_says_what_is_kept_in_both_languages(server: Served) -> None:
    assert "digest of the token" in get(f"{server.url}/privacy").text
    french = get(f"{server.url}/privacy", headers={"accept-language": "fr"}).text
    assert "empreinte du jeton" in french


def test_whoever_watches_a_table_that_is_deleted_is_left_in_peace(
    server: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.inside.presence, "gather_s", 3600.0)  # that's another message
    host = Program(server.url)
    host.open(["me", "me"])
    with host.http.stream("GET", f"/table/{host.table}/live") as live:
        lines = live.iter_lines()
        next(line for line in lines if line.startswith("data:"))
        Program(server.url, host.token).http.post("/mine/delete", data={"sure": "yes"})
        assert not [line for line in lines if line.startswith("data:")], "the stream ends"
    assert not caplog.records


def test_a_move_that_was_under_way_does_not_bring_a_deleted_table_back(server: Served) -> None:
    host = Program(server.url)
    host.open(["me", "me"])
    inside = server.inside.tables
    table = server.run(inside.get(host.table))
    assert host.http.post("/mine/delete", data={"sure": "yes"}).status_code == 303
    with pytest.raises(WebError):
        server.run(inside.play(table, "dig"))
    assert server.events(host.table) == []
