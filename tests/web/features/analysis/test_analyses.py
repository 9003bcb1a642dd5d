"""What the decisions of a finished game cost, on its replay: asked for once, seen by everybody."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dvergar.core.record import Record
from dvergar.lab import move_evaluation
from dvergar.lab.analyse import analyse
from tests.databases import in_tab_too
from tests.web.players import Person, Program, assert_refused, finished, play_out, upload
from tests.web.serving import PROMPT, Served, serving


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thoughts that take no time."""
    monkeypatch.setattr(move_evaluation, "DEFAULT_NODES", {"cunning": 2})


def replayed(server: Served) -> Person:
    person = Person(server.url)
    person._see(upload(person, json.dumps(finished()).encode()))
    return person


def analysed(person: Person) -> None:
    """Asks for the analysis, and looks until it is there."""
    address = person.path
    person.press(person.form(f"{address}/analyse").find("button")[0])
    wait_until_done(person, f"{address}?at=0")


def wait_until_done(person: Person, address: str) -> bool:
    for _ in range(400):
        person.go(address)
        if person.document.find("g", role="img"):
            return True
        time.sleep(0.05)
    raise AssertionError("the analysis does not come to its end")


@in_tab_too
def test_a_replay_shows_a_graph_its_costliest_decisions_and_all_numbers(server: Served) -> None:
    person = replayed(server)
    analysed(person)
    (section,) = person.document.find("section", id="analysis")
    graph = section.find("svg")[0]
    assert len(graph.find("path")) == 2
    marks = [link["href"] for link in graph.find("a")]
    listed = [link["href"] for one in section.find("ol") for link in one.find("a")]
    assert marks == listed
    assert len(listed) <= 3
    shown = [row.find("a")[0].text for row in section.find("tbody")[1].find("tr")]
    record = Record.from_json(json.dumps(finished()))
    assert shown == [str(one.number) for one in analyse(record).decisions], "as in the laboratory"
    table = person.path
    person.go(listed[0])
    assert person.document.find("g", role="img"), "every position of the replay has it"
    part = person.http.get(f"{table}/analysis?at=3", headers={"hx-request": "true"})
    assert part.text.strip().startswith("<section"), "scripts fetch only this"
    person.go(f"{table}/analysis?at=3")
    assert (person.path, person.answer.url.query) == (table, b"at=3")
    french = Person(server.url, "fr")
    french.go(f"{table}?at=0")
    assert french.document.find("h2", id="analysis-title")[0].text == "Analyse"
    assert "Les décisions les plus coûteuses" in french.answer.text
    assert "Tout de suite" in french.answer.text
    french.http.post("/preferences", data={"advice": "marks"})
    french.go(f"{table}?at=0")
    assert "Tout de suite" not in french.answer.text


def test_the_end_of_a_game_offers_an_analysis_that_marks_the_log(program: Program) -> None:
    program.open(["me", "me"])
    play_out([program])
    person = Person(program.url)
    person.http.headers["authorization"] = f"Bearer {program.token}"
    person.go(f"/table/{program.table}")
    (offer,) = [one for one in person.document.find("section", id="scores")[0].find("form")
                if one["action"].endswith("/analyse")]  # fmt: skip
    person.press(offer.find("button")[0])
    assert person.path == f"/table/{program.table}"
    assert wait_until_done(person, f"/table/{program.table}")
    (log,) = person.document.find("ol", id="log-parts")
    words = {one.text for one in log.find("span") if "log-mark" in one["class"].split()}
    assert words <= {"✓ Good", "? Doubtful", "✗ Costly"}
    assert len(words) > 1
    older = person.http.get(f"/table/{program.table}/log")
    assert "log-mark" in older.text
    part = person.http.get(f"/table/{program.table}/analysis", headers={"hx-request": "true"})
    assert 'id="log-parts" hx-swap-oob' in part.text, "the log of the page gets its marks"
    person.http.post("/preferences", data={"advice": "none"})
    person.go(f"/table/{program.table}")
    assert "log-mark" not in person.answer.text


def test_a_decision_is_tried_again_against_the_same_bots(server: Served, program: Program) -> None:
    program.open(["me", "timid", "bold"])
    play_out([program])
    person = Person(program.url)
    person.go(f"/table/{program.table}?at=0")
    analysed(person)
    (section,) = person.document.find("section", id="analysis")
    forms = [one for one in section.find("form") if one["action"].endswith("/try-again")]
    person.press(forms[0].find("button")[0])
    old, new = (server.run(server.inside.tables.get(one)) for one in (program.table, person.table))
    assert old.id != new.id
    number = len(new.steps)
    assert new.state == old.position(number), "the same position"
    mine = new.state.seat
    assert new.seats[mine].kind == "person"
    for seat, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
        if seat != mine:
            assert after.kind == "bot"
            assert before.kind != "bot" or after.bot == before.bot
    assert_refused(person.http.post(f"/table/{program.table}/try-again", data={"at": "x"}), 400)
    assert_refused(person.http.post(f"/table/{program.table}/try-again", data={"at": "9999"}), 400)


def test_only_finished_games_are_analysed(program: Program) -> None:
    program.open(["me", "me"])
    answer = program.http.post(f"/table/{program.table}/analyse", data={"at": "0"})
    assert "finished game" in assert_refused(answer, 409)
    assert "/analyse" not in program.http.get(f"/table/{program.table}?at=0").text
    play_out([program])
    assert "/analyse" in program.http.get(f"/table/{program.table}?at=0").text
    assert_refused(program.http.post("/table/nothing/analyse", data={"at": "0"}), 404)
    assert_refused(program.http.post(f"/table/{program.table}/analyse", data={"at": "x"}), 400)


def test_one_address_asks_for_only_so_many_analyses_in_a_minute(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, analyses_per_minute=1)) as server:
        first, second = replayed(server), replayed(server)
        analysed(first)
        answer = second.http.post(f"{second.path}/analyse", data={"at": "0"})
        assert_refused(answer, 429)
        analysed_again = first.http.post(f"{first.path}/analyse", data={"at": "0"})
        assert analysed_again.status_code == 200, "what is known costs nobody anything"
