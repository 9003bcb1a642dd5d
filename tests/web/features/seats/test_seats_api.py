"""Programs find open tables, sit down, follow what happens line by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.web.players import GAME, JSON, Program, assert_refused, invites, play_out, read_news
from tests.web.serving import PROMPT, Served, serving

Make = Callable[[], Program]


def sit(program: Program, table: str, name: str = "Guest", **body: object) -> httpx.Response:
    return program.http.post(f"/api/tables/{table}/sit", json={"name": name, **body})


def public(host: Program, *seats: str, name: str = "") -> JSON:
    return host.open(["me", *(seats or ["open"])], public=True, name=name)


def test_open_tables_are_listed_with_their_seats(new_program: Make) -> None:
    host = new_program()
    table = public(host, "open", "bold", name="Under the hill")
    host.open(["me", "open"], name="private")
    listed = new_program().http.get("/api/tables").json()
    (mine,) = [one for one in listed if one["id"] == table["id"]]
    assert (mine["game"], mine["name"], mine["phase"]) == (GAME, "Under the hill", "waiting")
    assert [seat["open"] for seat in mine["seats"]] == [False, True, False]
    assert "private" not in {one["name"] for one in listed}


def test_a_public_seat_is_taken_once_and_a_private_one_not_at_all(new_program: Make) -> None:
    host, guest = new_program(), new_program()
    table = public(host, "open", "open")["id"]
    assert sit(guest, table, seat=2).json()["seats"] == [2]
    assert_refused(sit(new_program(), table, "Other", seat=2), 409)
    assert_refused(sit(new_program(), table, "Other", seat=6), 409)
    assert sit(new_program(), table, "Other").json()["seats"] == [1]
    assert_refused(sit(new_program(), table, "Third"), 409)
    private = host.open(["me", "open"])["id"]
    assert "isn’t public" in assert_refused(sit(guest, private), 403)


def test_one_address_takes_only_so_many_public_seats_in_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, joins_per_minute=2)) as server:
        table = public(Program(server.url), "open", "open", "open")["id"]
        statuses = [sit(Program(server.url), table, f"G{n}").status_code for n in range(3)]
    assert statuses == [200, 200, 429]


def test_a_link_in_the_body_leads_to_the_same_seat_as_in_the_address(new_program: Make) -> None:
    host, guest = new_program(), new_program()
    (invite,) = invites(host.open(["me", "open"]))
    for wrong in ("", "nothing", invite[:-3], "/return/x/0/y", "/join/"):
        body = {"link": wrong, "name": "Guest"}
        assert_refused(guest.http.post("/api/join", json=body), 404)
    answer = guest.http.post("/api/join", json={"link": invite, "name": "Guest"}).json()
    assert answer["seats"] == [1]
    assert answer["table"]["options"]["players"] == 2


def test_the_stream_tells_every_move_and_what_was_taken_back(program: Program) -> None:
    program.open(["me", "me"], practice=True)
    program.move("dig")
    (first,) = map(json.loads, read_news(program.http, program.table))
    assert [step["number"] for step in first["steps"]] == [1]
    assert first["steps"][0]["events"][0]["kind"] == "dig"
    assert first["table"] == program.look()
    with program.http.stream("GET", f"/api/tables/{program.table}/stream") as news:
        lines = (json.loads(line) for line in news.iter_lines() if line)
        assert next(lines)["steps"] == []
        program.move("dig")
        told = next(lines)
        assert (told["back_to"], [step["number"] for step in told["steps"]]) == (None, [2])
        program.undo()
        told = next(lines)
        assert (told["back_to"], told["steps"], told["table"]["number"]) == (1, [], 1)


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_the_stream_ends_with_the_game(program: Program, encoding: str) -> None:
    program.open(["me", "me"])
    end = play_out([program])
    program.http.headers["accept-encoding"] = encoding
    (line,) = map(json.loads, read_news(program.http, program.table, lines=2))
    assert len(line["steps"]) == line["table"]["number"] == end["number"]


def test_scores_have_stable_names_in_every_language(server: Served) -> None:
    english, french = Program(server.url), Program(server.url, lang="fr")
    english.open(["me", "me"])
    ours = play_out([english])["scores"]
    french.table = english.table
    theirs = french.look()["scores"]
    assert [row["by_key"] for row in ours] == [row["by_key"] for row in theirs]
    assert [row["lines"] for row in ours] != [row["lines"] for row in theirs]
    assert all(sum(row["by_key"].values()) == row["total"] for row in ours)


def test_the_document_says_where_a_token_belongs(program: Program) -> None:
    document = program.http.get("/api/openapi.json").json()
    assert document["components"]["securitySchemes"]["Token"]["scheme"] == "bearer"
    moves = document["paths"]["/api/tables/{table_id}/moves"]["post"]
    assert moves["security"] == [{"Token": []}]
    look = document["paths"]["/api/tables/{table_id}"]["get"]
    assert look["security"] == [{"Token": []}, {}], "spectators have none"
    assert "security" not in document["paths"]["/api/games"]["get"]
    stream = document["paths"]["/api/tables/{table_id}/stream"]["get"]
    assert "application/x-ndjson" in stream["responses"]["200"]["content"]
    assert "NewsAnswer" in document["components"]["schemas"]
