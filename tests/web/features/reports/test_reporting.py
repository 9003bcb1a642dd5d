"""A problem that somebody reports lies in a file, with the game as far as he may know it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar.cli import run
from dvergar.core.record import Record
from dvergar.web.features.reports import service as reports
from tests.web.players import Person, Program, assert_refused, invites, play_out
from tests.web.serving import PROMPT, Served, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, replace(PROMPT)) as served:
        yield served


def report(server: Served, program: Program, text: str = "The dragon slept.") -> dict[str, Any]:
    person = Person(server.url)
    person.http.cookies.set("dvergar", program.token)
    person.go(f"/table/{program.table}")
    (link,) = [one["href"] for one in person.document.find("a") if one["href"].endswith("/report")]
    person.go(link)
    person.send(person.form(link), text=text)
    assert "Thank you" in person.document.text
    (found,) = reports.read_reports(server.data)
    return found[1]


def test_a_running_game_is_reported_as_its_seat_sees_it(server: Served) -> None:
    host, guest = Program(server.url), Program(server.url)
    guest.join(invites(host.open(["me", "open"], name="Hill"))[0])
    told = report(server, host)
    table = server.run(server.inside.tables.get(host.table))
    assert told["text"] == "The dragon slept."
    assert told["version"] == dvergar.__version__
    assert (told["table"], told["event"], told["seats"]) == (host.table, table.version - 1, [0])
    assert told["view"] == host.look()["view"]
    assert told["record"] is None
    whole = json.dumps(told)
    assert str(table.seed) not in whole
    assert host.token not in whole
    assert "/join/" not in whole


def test_a_finished_game_is_reported_with_its_record(server: Served) -> None:
    program = Program(server.url)
    program.open(["me", "me"])
    play_out([program])
    told = report(server, program)
    Record.from_json(json.dumps(told["record"]).encode()).verify()
    assert told["view"] is None


def test_reports_are_private_and_listed_by_a_command(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(server.data)]
    assert run(["tables", "reports", *data]) == 0
    assert "Nobody has reported anything." in capsys.readouterr().out
    program = Program(server.url)
    program.open(["me", "me"])
    report(server, program, "Trouble\x1b[31m here")
    ((path, _),) = reports.read_reports(server.data)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    assert run(["tables", "reports", *data]) == 0
    out = capsys.readouterr().out
    assert program.table in out
    assert "\x1b[31m" not in out
    assert run(["tables", "reports", "--json", *data]) == 0
    assert json.loads(capsys.readouterr().out)[0]["table"] == program.table


def test_reports_are_bounded(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(server.url)
    program.open(["me", "me"])
    path = f"/table/{program.table}/report"
    for text in ("", " ", "x" * 5000):
        assert_refused(program.http.post(path, data={"text": text}), 400)
    monkeypatch.setattr(reports, "MAX_REPORTS", 1)
    assert program.http.post(path, data={"text": "one"}).status_code == 303
    assert_refused(program.http.post(path, data={"text": "two"}), 503)
    assert program.http.post(path, data={"text": "three"}).status_code == 503
    assert_refused(program.http.post(path, data={"text": "four"}), 429)
    assert len(reports.read_reports(server.data)) == 1
    assert_refused(program.http.post("/table/nothing/report", data={"text": "x"}), 404)


def test_what_is_too_big_goes_without_the_game(tmp_path: Path) -> None:
    path = reports.write_report(tmp_path, {"text": "x", "view": "y" * 600_000, "record": None})
    assert path.stat().st_size < reports.MAX_REPORT_BYTES
    (tmp_path / "reports" / "damaged.json").write_text("{")
    assert len(reports.read_reports(tmp_path)) == 1
