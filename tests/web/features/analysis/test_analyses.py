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
    for _ in range(400):
        person.go(f"{address}?at=0")
        if person.document.find("g", role="img"):
            return
        time.sleep(0.05)
    raise AssertionError("the analysis does not come to its end")


def test_a_replay_shows_a_graph_its_costliest_decisions_and_all_numbers(server: Served) -> None:
    person = replayed(server)
    analysed(person)
    (section,) = person.document.find("section", id="analysis")
    (graph,) = section.find("svg")
    assert len(graph.find("path")) == 2
    marks = [link["href"] for link in graph.find("a")]
    listed = [link["href"] for one in section.find("ol") for link in one.find("a")]
    assert marks == listed
    assert len(listed) <= 3
    shown = [row.find("a")[0].text for row in section.find("tbody")[0].find("tr")]
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
    assert "Le bot aurait choisi" in french.answer.text


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
