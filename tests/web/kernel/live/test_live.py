"""The live stream: what happens at a table reaches every page that is open there."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from tests.databases import on_both
from tests.web.documents import read_document
from tests.web.kernel.live.streams import LOCKED_S, Message, listening
from tests.web.players import Program, assert_refused, get, invites
from tests.web.serving import Served, ServerProcess, serving


def is_silent(heard: queue.Queue[Message]) -> bool:
    try:
        heard.get(timeout=0.4)
    except queue.Empty:
        return True
    return False


@on_both
def test_a_move_reaches_every_page_with_its_version(program: Program, server: Served) -> None:
    table = program.open(["me", "me"])
    version = table["version"]
    spectator = Program(server.url)
    after = f"?after={version}"
    with (
        listening(Program(server.url, program.token).http, program.table, after) as mine,
        listening(spectator.http, program.table, after) as theirs,
    ):
        assert is_silent(mine)
        program.move("dig", version)
        for heard, can_act in ((mine, True), (theirs, False)):
            message = heard.get(timeout=LOCKED_S)
            assert message.id == str(version + 1)
            assert ('name="move"' in message.html) is can_act
            assert f'value="{version + 1}"' in message.html
        program.move("dig", version + 1)
        assert mine.get(timeout=LOCKED_S).id == str(version + 2)


def test_the_fragment_is_what_the_page_shows(program: Program) -> None:
    program.open(["me", "me"])
    with listening(program.http, program.table) as heard:
        fragment = read_document(heard.get(timeout=LOCKED_S).html)
    page = read_document(program.http.get(f"/table/{program.table}").text)
    (main,) = page.find("main", id="table")
    for id_ in ("prompt", "log-lines", "move"):  # who may chat is known to the page alone
        assert fragment.find(id=id_)[0].text == main.find(id=id_)[0].text
    assert [one["value"] for one in fragment.find("button", name="move")] == [
        one["value"] for one in main.find("button", name="move")
    ]


@on_both
def test_a_page_that_was_away_catches_up(program: Program) -> None:
    version = program.open(["me", "me"])["version"]
    for _ in range(3):
        table = program.look()
        program.move(table["choices"][0]["move"], table["version"])
    now = str(version + 3)
    for query, last in (
        (f"?after={version}", ""),
        (f"?after={version}", str(version + 1)),
        ("", ""),
        ("?after=garbage", ""),
        ("?after=99999999999", ""),
        ("", "garbage"),
        ("?after=500", "500"),
    ):
        with listening(program.http, program.table, query, last) as heard:
            assert heard.get(timeout=LOCKED_S).id == now


def test_a_page_that_is_up_to_date_hears_nothing(program: Program) -> None:
    version = program.open(["me", "me"])["version"]
    with listening(program.http, program.table, f"?after={version}") as heard:
        assert is_silent(heard)
    with listening(program.http, program.table, "?after=0", str(version)) as heard:
        assert is_silent(heard), "what the browser has seen itself counts more"


@on_both
def test_sitting_down_and_bots_are_told_too(program: Program, server: Served) -> None:
    table = program.open(["me", "open", "bold"])
    with listening(Program(server.url).http, program.table, "?after=1") as heard:
        guest = Program(server.url)
        guest.join(invites(table)[0], "Latecomer")
        assert "Latecomer" in heard.get(timeout=LOCKED_S).html
        for one in (program, guest):
            seen = one.look()
            if seen["my_turn"]:
                one.move("dig", seen["version"])
        assert heard.get(timeout=LOCKED_S).id


def test_there_is_no_stream_without_a_table(server: Served) -> None:
    assert_refused(get(f"{server.url}/table/nothing/live"), 404)


def test_the_stream_is_never_kept(program: Program) -> None:
    program.open(["me", "me"])
    with program.http.stream("GET", f"/table/{program.table}/live") as live:
        assert live.headers["content-type"].startswith("text/event-stream")
        assert live.headers["cache-control"] == "no-store"


def test_many_pages_are_served_at_once(program: Program, server: Served) -> None:
    version = program.open(["me", "me"])["version"]
    clients = [Program(server.url) for _ in range(40)]
    streams = [listening(one.http, program.table, f"?after={version}") for one in clients]
    heard = [one.__enter__() for one in streams]
    program.move("dig", version)
    assert {one.get(timeout=LOCKED_S).id for one in heard} == {str(version + 1)}
    for one in streams:
        one.__exit__(None, None, None)


def test_a_server_with_open_pages_stops_when_it_is_asked_to(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, command=True)
    process.start()
    program = Program(process.url)
    program.open(["me", "me"])
    with listening(program.http, program.table) as heard:
        heard.get(timeout=LOCKED_S)
        process.ask_to_stop(LOCKED_S)
    process.close()


def test_a_page_that_goes_away_leaves_no_trace(
    program: Program, caplog: pytest.LogCaptureFixture
) -> None:
    """Leaving in the middle of a question to the database is nobody's fault."""
    program.open(["me", "me"])
    for _ in range(30):
        with program.http.stream("GET", f"/table/{program.table}/live") as live:
            next(live.iter_lines())
    program.look()
    assert not caplog.records


def test_a_stream_ends_when_its_server_does(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        program = Program(served.url)
        program.open(["me", "me"])
        with listening(program.http, program.table) as heard:
            heard.get(timeout=LOCKED_S)


def test_what_messages_leave_out_is_in_every_page_and_can_be_fetched(program: Program) -> None:
    program.open(["me", "me"], game="caverna")
    with listening(program.http, program.table) as heard:
        message = read_document(heard.get(timeout=LOCKED_S).html)
    address = f"/table/{program.table}"
    page = read_document(program.http.get(address).text)
    places = {one["hx-get"]: one["id"] for one in message.find("div") if "hx-get" in one}
    assert sorted(places) == [f"{address}/part/others", f"{address}/part/tiles"]
    for part, place in places.items():
        (empty,), (whole,) = message.find(id=place), page.find(id=place)
        assert not empty.text
        fetched = program.http.get(part, headers={"hx-request": "true"})
        assert read_document(fetched.text).text == whole.text != ""
        plain = program.http.get(part)
        assert (plain.status_code, plain.headers["location"]) == (
            303,
            f"{address}#{place.partition('-')[0]}",
        )
    assert_refused(program.http.get(f"{address}/part/loot"), 404)
    program.open(["me", "open"], game="caverna")
    assert_refused(program.http.get(f"/table/{program.table}/part/tiles"), 404)
