"""Clients that leave while they wait: their places are free at once, and nobody else notices."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from dvergar.web.bot_workers.question import Answer, Failure, Question
from dvergar.web.bot_workers.worker import Memory, answer_of
from dvergar.web.features.analysis import service as analyses
from dvergar.web.features.hints import service as hints
from tests.web.players import Person, Program, assert_refused, finished, upload, wait_until
from tests.web.serving import Served

FIRST = {"first_seat": 0}


@contextmanager
def busy_worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The only worker of the server thinks until the event that this gives is set."""
    finish = threading.Event()

    def think(memory: Memory, question: Question) -> Answer | Failure:
        finish.wait(60)
        return answer_of(memory, question)

    monkeypatch.setattr("dvergar.web.bot_workers.worker_pool.answer_of", think)
    try:
        yield finish
    finally:
        finish.set()


def send(
    program: Program, method: str, path: str, body: dict[str, object] | None = None
) -> socket.socket:
    """Sends a request and leaves the connection open."""
    address = urlsplit(program.url)
    text = json.dumps(body) if body else ""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"host: {address.netloc}",
        f"authorization: Bearer {program.token}",
        "content-type: application/json",
        f"content-length: {len(text)}",
    ]
    client = socket.create_connection((address.hostname, address.port))
    client.sendall(("\r\n".join(lines) + "\r\n\r\n" + text).encode())
    return client


def ask_for_hint(program: Program) -> socket.socket:
    at = {"at": program.look()["version"]}
    return send(program, "POST", f"/api/tables/{program.table}/hint", at)


def test_a_hint_that_nobody_waits_for_any_more_leaves_the_queue(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = server.inside.queue
    programs = [Program(server.url) for _ in range(3)]
    for program in programs:
        program.open(["me", "easy"], options=FIRST)
    with busy_worker(monkeypatch):
        clients = [ask_for_hint(program) for program in programs]
        wait_until(lambda: len(queue._waiting) == 2)
        for client in clients:
            client.close()
        wait_until(lambda: not queue._waiting)
        wait_until(lambda: not server.hints._asked)
    wait_until(lambda: len(queue._free) == 1)


def test_more_hints_than_can_wait_are_refused(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "MAX_UNDER_WAY", 1)
    first, second = Program(server.url), Program(server.url)
    for program in (first, second):
        program.open(["me", "easy"], options=FIRST)
    with busy_worker(monkeypatch):
        client = ask_for_hint(first)
        wait_until(lambda: server.hints._asked)
        at = {"at": second.look()["version"]}
        assert_refused(second.http.post(f"/api/tables/{second.table}/hint", json=at), 429)
        client.close()


def test_a_hint_that_somebody_else_waits_for_is_given(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Program(server.url), Program(server.url)
    for program in (first, second):
        program.open(["me", "easy"], options=FIRST)
    with busy_worker(monkeypatch) as finish, ThreadPoolExecutor(1) as other:
        blocking = ask_for_hint(first)
        leaving = ask_for_hint(second)
        wait_until(lambda: server.inside.queue._waiting)
        address = f"/table/{second.table}/hint"
        staying = other.submit(second.http.post, address, data={"at": second.look()["version"]})
        wait_until(lambda: server.hints._asked[second.table].askers == 2)
        leaving.close()
        wait_until(lambda: server.hints._asked[second.table].askers == 1)
        finish.set()
        assert staying.result(60).status_code == 303
        blocking.close()


@pytest.mark.parametrize("path", ["?after={version}&wait=25", "/chat?wait=25"])
def test_a_program_that_leaves_while_it_waits_for_news_frees_its_place(
    server: Served, path: str
) -> None:
    program = Program(server.url)
    version = program.open(["me", "me"])["version"]
    query = path.format(version=version)
    client = send(program, "GET", f"/api/tables/{program.table}{query}")
    wait_until(lambda: program.table in server.inside.notifier.waited_for())
    assert len(server.inside.streams) == 1
    client.close()
    wait_until(lambda: not len(server.inside.streams))
    assert program.table not in server.inside.notifier.waited_for()


def test_analyses_that_nobody_looks_at_give_way_to_others(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_WAITING", 1)
    people = [Person(server.url) for _ in range(5)]
    for seed, person in enumerate(people):
        person._see(upload(person, json.dumps(finished(seed + 1)).encode()))

    def ask(person: Person) -> int:
        return person.http.post(f"{person.path}/analyse", data={"at": "0"}).status_code

    with busy_worker(monkeypatch):
        assert [ask(person) for person in people[:4]] == [200, 200, 200, 429]
        monkeypatch.setattr(analyses, "UNWATCHED_S", -1.0)
        assert ask(people[3]) == 200, "nobody looks at the third"
        monkeypatch.setattr(analyses, "UNWATCHED_S", 60.0)
        assert ask(people[4]) == 429
