"""kill -9 of one of two servers: the other goes on with everything, bots included."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.faults.postgres import Postgres
from tests.web.kernel.live.streams import LOCKED_S, listening
from tests.web.players import Program, play_out, port_of
from tests.web.serving import ServerProcess


@pytest.fixture(scope="module")
def servers(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ServerProcess]]:
    """Two servers; the first lets people watch its bots for longer than anybody would wait."""
    data, database = tmp_path_factory.mktemp("servers"), postgres.new_database()
    started = [ServerProcess(data, bot_pace=pace, database=database) for pace in (600, 0)]
    started[1].start()
    yield started
    for process in started:
        process.close()


@pytest.fixture
def pair(servers: list[ServerProcess]) -> list[ServerProcess]:
    """Both of them, the first as every test finds it: just started."""
    servers[0].start()
    return servers


def elsewhere(process: ServerProcess, program: Program) -> Program:
    other = Program(process.url, program.token)
    other.table = program.table
    return other


def test_another_server_takes_the_bots_of_a_killed_one_over(pair: list[ServerProcess]) -> None:
    one, two = pair
    program = Program(one.url)
    table = program.open(["random", "me"], options={"first_seat": 0})
    there = elsewhere(two, program)
    with listening(there.http, program.table, f"?after={table['version']}") as heard:
        seen = there.look(after=table["version"], wait=1)
        assert seen["version"] == table["version"], "the first has the bots"
        one.kill()
        assert int(heard.get(timeout=LOCKED_S).id) > table["version"]
    assert play_out([there])["phase"] == "over"


def test_seats_and_links_of_one_server_are_good_at_the_other(pair: list[ServerProcess]) -> None:
    one, two = pair
    host = Program(one.url)
    table = host.open(["me", "open"])
    guest = Program(two.url)
    guest.join(table["seats"][1]["invite"], "Anna")
    there = elsewhere(two, host)
    assert there.look()["my_seats"] == [0]
    page = there.http.get(f"/table/{host.table}").text.replace(port_of(two.url), port_of(one.url))
    assert page == host.http.get(f"/table/{host.table}").text
    one.kill()
    assert play_out([there, guest])["phase"] == "over"
