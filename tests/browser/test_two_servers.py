"""Two browsers at two servers of one database: they see each other's moves, and outlive a server.

A small gate stands where a proxy would: it passes on to the first server that answers.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import MOVES, VERSION, Guests, Windows, act, open_table, version
from tests.web.serving import Place, ServerProcess, free_socket

pytestmark = pytest.mark.browser


@contextmanager
def gate(ports: Sequence[int]) -> Iterator[str]:
    """An address behind which the first server is found that is there."""
    with free_socket() as bound:
        bound.listen(50)

        def pass_on(source: socket.socket, target: socket.socket) -> None:
            with suppress(OSError):
                while data := source.recv(65536):
                    target.sendall(data)
            for one in (source, target):
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

        def serve() -> None:
            with suppress(OSError):
                while True:
                    visitor, _ = bound.accept()
                    server = first_there(ports)
                    for pair in ((visitor, server), (server, visitor)):
                        threading.Thread(target=pass_on, args=pair, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        bound.shutdown(socket.SHUT_RDWR)


def first_there(ports: Sequence[int]) -> socket.socket:
    for port in ports:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port), timeout=60)
    raise AssertionError("no server is left")


@pytest.fixture
def pair(shared: Place) -> Iterator[list[ServerProcess]]:
    started = [ServerProcess(shared.data, database=shared.database) for _ in range(2)]
    for process in started:
        process.start()
    yield started
    for process in started:
        process.close()


def move(pages: Sequence[Page]) -> None:
    """Whoever is asked moves, and both see it."""
    before = version(pages[0])
    expect(pages[1].locator(VERSION)).to_have_value(before)
    mover = next(page for page in pages if page.locator(MOVES).count())
    act(mover, "dig")
    for page in pages:
        expect(page.locator(VERSION)).not_to_have_value(before)


def test_two_browsers_at_two_servers_play_on_when_one_is_killed(
    browser: Browser, pair: list[ServerProcess]
) -> None:
    one, two = pair
    with gate([one.port, two.port]) as first, gate([two.port, one.port]) as second:
        guests = Guests(Windows(browser), first)
        anna, balin = guests.arrive(spoils=True), guests.arrive(base_url=second, spoils=True)
        open_table(anna, name_0="Anna", kind_1="link")
        table = anna.url.removeprefix(first)
        balin.goto(anna.locator("#invite-1").input_value().replace(first, second))
        balin.get_by_label("Your name").fill("Balin")
        balin.get_by_role("button", name="Sit down").click()
        balin.wait_for_url(f"**{table}")
        for _ in range(4):
            move([anna, balin])
        for page in (anna, balin):
            page.evaluate("window.neverReloaded = true")
        one.kill()
        for _ in range(4):
            move([anna, balin])
        assert all(page.evaluate("window.neverReloaded") for page in (anna, balin))
        guests.troubles.clear()  # of the line that was cut
        guests.leave()
