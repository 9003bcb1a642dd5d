"""A deal of the day is a secret as long as somebody can still play it for a result.

Its number leaves the server by no route, and only those who have finished the deal see how others
play it: each game shows what comes in later rounds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from dvergar.core.registry import games
from dvergar.web.app import create_app
from dvergar.web.kernel import clock as day
from dvergar.web.settings import Settings
from tests.web.features.daily.test_daily import SOLO, begin, hrefs
from tests.web.features.statistics.test_statistics import finish
from tests.web.players import Person, assert_refused
from tests.web.serving import Served

SHOWS_NO_POSITION = ("/table/{table_id}/thinking", "/api/tables/{table_id}/puzzle")
OURS = [game for game in games() if not games()[game].is_plugin]


@cache
def routes() -> list[str]:
    """Every address that can be looked at."""
    app = create_app(Settings(Path("nowhere")))
    found = [
        one for one in app.routes if isinstance(one, APIRoute) and "GET" in (one.methods or ())
    ]
    return [one.path for one in found]


def addresses(table: str, game: str) -> Iterator[tuple[str, str]]:
    """Each of them, filled in; and the ways to look back."""
    for path in routes():
        filled = path.replace("{table_id}", table).replace("{slug}", game).replace("{name}", "log")
        filled = filled.replace("{day}", day.today())
        if "{" not in filled:
            yield path, filled
    for path in ("/table/{table_id}?at=1", "/table/{table_id}/log?at=1", "/live?tables={table_id}"):
        yield path, path.replace("{table_id}", table)


def read(http: httpx.Client, address: str) -> tuple[int, str]:
    """What is answered; of a stream that goes on its first messages."""
    with http.stream("GET", address, headers={"accept-encoding": "identity"}) as answer:
        kind = answer.headers.get("content-type", "")
        if not kind.startswith(("text/event-stream", "application/x-ndjson")):
            return answer.status_code, answer.read().decode()
        text = ""
        for line in answer.iter_lines():
            text += line
            of_programs = kind.startswith("application/x-ndjson")
            if (
                line.startswith(("data:", "{"))
                or "still here" in line
                or (of_programs and not line)
            ):
                break
        return answer.status_code, text


def resign(person: Person) -> None:
    answer = person.http.post(f"{person.path}/resign", data={"sure": "yes"})
    assert answer.status_code == 200


def seed_of(server: Served, table: str) -> int:
    return server.run(server.inside.tables.get(table)).seed


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("how", ["running", "resigned", "finished"])
def test_no_route_tells_the_number_of_the_deal(server: Served, game: str, how: str) -> None:
    player, other = begin(server, game), begin(server, game)
    table = player.table
    if how == "resigned":
        resign(player)
    elif how == "finished":
        finish(server, table)
    seed = str(seed_of(server, table))
    stranger = Person(server.url)
    for visitor in (player, other, stranger):
        for path, address in addresses(table, game):
            status, text = read(visitor.http, address)
            assert status < 500, address
            assert seed not in text, (path, how)
        assert_refused(visitor.http.post(f"/table/{table}/play-on", data={"at": "0"}), 409)
    for visitor in (player, other, stranger):
        for address in (f"/table/{table}/record", f"/api/tables/{table}/record"):
            sentence = assert_refused(visitor.http.get(address), 403, 409)
            assert day.day_text(day.closes_on(day.today()), "en") in sentence
        report = visitor.http.post(f"/table/{table}/report", data={"text": "It hangs"})
        assert seed not in report.text


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("how", ["running", "resigned", "finished"])
def test_only_those_who_have_finished_see_how_others_play(
    server: Served, game: str, how: str
) -> None:
    player, still_plays, done = begin(server, game), begin(server, game), begin(server, game)
    table, theirs = player.table, done.table
    finish(server, theirs)
    if how == "resigned":
        resign(player)
    elif how == "finished":
        finish(server, table)
    for visitor in (Person(server.url), still_plays):
        for path, address in addresses(table, game):
            if "{table_id}" in path and path not in SHOWS_NO_POSITION:
                status, text = read(visitor.http, address)
                if path.startswith("/live"):
                    assert table not in text
                else:
                    assert status in (403, 404, 409), (path, status)
    sentence = assert_refused(still_plays.http.get(f"/table/{table}"), 403)
    assert day.day_text(day.closes_on(day.today()), "en") in sentence
    for visitor in (player, done):
        for address in (f"/table/{table}", f"/table/{table}/log", f"/api/tables/{table}"):
            assert visitor.http.get(address).status_code == 200


def test_the_deal_stays_secret_while_a_game_of_yesterday_may_end(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, still_plays = begin(server), begin(server)
    table, today = player.table, day.today()
    finish(server, table)
    seed = seed_of(server, table)
    monkeypatch.setattr(day, "today", lambda: day.day_after(today))
    assert_refused(player.http.get(f"/table/{table}/record"), 409)
    assert_refused(Person(server.url).http.get(f"/table/{table}"), 403)
    assert f"/table/{table}?at=0" not in hrefs(still_plays, f"/daily/{today}?game={SOLO}")
    assert f"/table/{table}?at=0" in hrefs(player, f"/daily/{today}?game={SOLO}")
    monkeypatch.setattr(day, "today", lambda: day.closes_on(today))
    stranger = Person(server.url)
    assert stranger.http.get(f"/table/{table}/record").json()["seed"] == seed
    assert stranger.http.get(f"/table/{table}").status_code == 200
    assert f"/table/{table}?at=0" in hrefs(stranger, f"/daily/{today}?game={SOLO}")


def test_a_game_that_ends_after_the_deal_has_closed_does_not_count(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = begin(server)
    table, today = late.table, day.today()
    ended = day.end_of(day.day_after(today)) + 1
    monkeypatch.setattr("dvergar.web.kernel.tables.game_results.now", lambda: ended)
    finish(server, table)
    monkeypatch.setattr(day, "today", lambda: day.closes_on(today))
    assert f"/table/{table}?at=0" not in hrefs(late, f"/daily/{today}?game={SOLO}")


def test_my_data_holds_the_record_when_the_deal_is_closed(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = begin(server)
    table, today = player.table, day.today()
    finish(server, table)
    seed = str(seed_of(server, table))
    assert seed not in player.http.get("/mine/data").text
    monkeypatch.setattr(day, "today", lambda: day.closes_on(today))
    assert seed in json.dumps(player.http.get("/mine/data").json())
