"""kill -9 in the middle of a game: nobody loses a move that was shown."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.players import Program, play_out
from tests.web.serving import ServerProcess


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path)
    started.start()
    yield started
    started.close()


def test_a_killed_server_has_kept_every_move_that_was_shown(process: ServerProcess) -> None:
    players = []
    for seats in (["me", "me"], ["me", "bold", "careful"], ["me", "random", "random", "me"]):
        player = Program(process.url)
        player.open(seats)
        players.append(player)
    chance = random.Random(1)
    for _ in range(3):
        shown: dict[str, list[str]] = {player.table: [] for player in players}
        versions = {player.table: player.look()["version"] for player in players}
        workers = [
            threading.Thread(target=play_until_killed, args=(player, shown, versions))
            for player in players
        ]
        for worker in workers:
            worker.start()
        threading.Event().wait(chance.uniform(0.3, 0.8))
        process.kill()
        for worker in workers:
            worker.join(20)
            assert not worker.is_alive()
        process.start()
        for player in players:
            after = player.look()
            assert after["version"] >= versions[player.table], "the version never goes back"
    for player in players:
        end = play_out([player])
        assert end["phase"] == "over"
        record = player.record().json()
        for position in shown[player.table]:
            number, move = position.split(" ", 1)
            assert record["moves"][int(number)] == move


def play_until_killed(
    player: Program, shown: dict[str, list[str]], versions: dict[str, int]
) -> None:
    """Plays as fast as it goes and notes every move that the server has answered."""
    try:
        while True:
            table = player.look(after=versions[player.table], wait=1)
            versions[player.table] = max(versions[player.table], table["version"])
            if table["phase"] == "over":
                return
            if table["my_turn"]:
                move = table["choices"][0]["move"]
                number = table["number"]
                table = player.move(move, table["version"])
                shown[player.table].append(f"{number} {move}")
                versions[player.table] = max(versions[player.table], table["version"])
    except httpx.TransportError:
        return


def test_a_move_sent_again_after_the_restart_counts_once(process: ServerProcess) -> None:
    """The answer got lost with the server; whoever presses again is told so, and loses nothing."""
    player = Program(process.url)
    table = player.open(["me", "me"])
    player.move("dig", table["version"])
    process.kill()
    process.start()
    assert player.try_move("dig", table["version"]).status_code == 409
    assert player.look()["number"] == 1


def test_seats_invites_and_links_outlive_the_server(process: ServerProcess) -> None:
    host = Program(process.url)
    table = host.open(["me", "open"])
    invite = table["seats"][1]["invite"]
    page = host.http.get(f"/table/{host.table}").text
    process.kill()
    process.start()
    assert host.look()["my_seats"] == [0]
    assert host.http.get(f"/table/{host.table}").text == page
    guest = Program(process.url)
    guest.join(invite, "Anna")
    assert play_out([host, guest])["phase"] == "over"


def test_no_worker_outlives_a_killed_server(process: ServerProcess) -> None:
    """A worker has thought before; when the server is killed, it thinks again or waits."""
    player = Program(process.url)
    opened = player.open(["bold", "me"], options={"first_seat": 0})
    moved = player.look(after=opened["version"], wait=25)
    assert moved["version"] > opened["version"], "no worker has thought yet"
    process.kill()
    assert process.is_wholly_gone(30)
