"""The log is for people who run a server: one line each, with request and table, without names."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from dvergar.web.kernel.ops import log
from dvergar.web.kernel.ops.log import REQUEST, DuplicateFilter, OneLineFormatter, format_error
from dvergar.web.kernel.ops.metrics import pattern
from tests.web.players import Program, assert_refused, invites
from tests.web.serving import serving


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    facts = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("dvergar.x", logging.ERROR, "file", 1, message, (), facts)


def failed(depth: int = 30) -> ValueError:
    def deeper(left: int) -> None:
        if not left:
            raise ValueError("two\nlines\x1b[31m")
        deeper(left - 1)

    with pytest.raises(ValueError, match="two") as caught:
        deeper(depth)
    return caught.value


def test_an_error_is_one_line_with_the_last_places_it_passed() -> None:
    line = OneLineFormatter().format(record("it went wrong", failed()))
    assert "\n" not in line
    assert line.count("in deeper") == log.MAX_TRACE_PLACES
    assert "ValueError: two lines" in line
    assert len(format_error(failed())) < 400


def test_who_wants_everything_gets_the_traceback() -> None:
    assert OneLineFormatter(whole=True).format(record("it went wrong", failed())).count("\n") > 5


def test_a_line_has_the_time_the_request_and_the_table() -> None:
    mark = REQUEST.set("GET /table/* table abcdefghjkmn")
    try:
        line = OneLineFormatter().format(record("hello"))
    finally:
        REQUEST.reset(mark)
    assert line[10] == "T"
    assert line.split(" ")[0].endswith("Z")
    assert line.endswith("dvergar.x [GET /table/* table abcdefghjkmn]: hello")


def test_what_is_said_again_and_again_is_said_once_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    once = DuplicateFilter()
    said = [once.filter(record("accept failed")) for _ in range(1000)]
    assert said.count(True) == 1
    assert once.filter(record("something else"))
    now[0] += log.DUPLICATE_PAUSE_S
    later = record("accept failed")
    assert once.filter(later)
    assert later.getMessage() == "accept failed (and 999 times more)"


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/join/abcdefghjkmn-0-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "/join/*"),
        ("/return/abcdefghjkmn/0/SECRET", "/return/*"),
        ("/api/join/SECRET", "/api/join/*"),
        ("/table/abcdefghjkmn/move", "/table/*/move"),
        ("/api/tables/abcdefghjkmn", "/api/tables/*"),
        ("/" + "x" * 5000, "other"),
        ("/static/tokens.css", "/static"),
        ("/", "/"),
    ],
)
def test_the_pattern_of_an_address_holds_no_secret(path: str, seen: str) -> None:
    assert pattern(path) == seen


def test_a_failing_request_is_one_line_without_names_or_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("deliberate")

    caplog.set_level(logging.INFO)
    caplog.handler.setFormatter(OneLineFormatter())
    with serving(tmp_path) as served:
        program = Program(served.url)
        (invite,) = invites(program.open(["me", "open"]))
        token = invite.rsplit("/", 1)[1]
        monkeypatch.setattr(served.inside.tables, "sit", fail)
        answer = program.http.post(f"/api/join/{token}", json={"name": "Secretive"})
        assert_refused(answer, 500)
    lines = [line for line in caplog.text.splitlines() if "a request failed" in line]
    assert len(lines) == 1
    assert "RuntimeError: deliberate" in lines[0]
    assert "Secretive" not in caplog.text
    assert token not in "".join(line for line in caplog.text.splitlines() if "dvergar" in line)
