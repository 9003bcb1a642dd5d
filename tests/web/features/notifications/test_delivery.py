"""One mailbox, mail server or webhook that fails delays neither the others nor a move."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from sqlalchemy import Connection, text

from dvergar.web.features.notifications.delivery import Delivery
from dvergar.web.features.notifications.service import RETRY_DELAYS_S
from dvergar.web.kernel.security.tokens import COOKIE, digest
from tests.databases import on_both, place_of
from tests.web.features.notifications.mail_server import (
    MailServer,
    link_in,
    running_mail_server,
    seated,
)
from tests.web.players import Person, assert_refused
from tests.web.serving import Served, free_socket


class Clock:
    """The time of day, and what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Receiver(BaseHTTPRequestHandler):
    """A webhook; `/slow` answers when it is let go, `/broken` with an error."""

    calls: list[str] = []  # noqa: RUF012 - emptied by each test
    let_go = threading.Event()
    reached = threading.Event()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.calls.append(self.path)
        if self.path == "/slow":
            self.reached.set()
            self.let_go.wait(30)
        self.send_response(500 if self.path == "/broken" else 204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with running_mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def hook() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as there:
        there.daemon_threads = True
        threading.Thread(target=there.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{there.server_port}"
        there.shutdown()


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, mail: MailServer
) -> Iterator[Served]:
    place = place_of(request, tmp_path_factory.mktemp("server"))
    with place.serving(**mail.settings()) as served:
        served.loop.call_soon_threadsafe(served.turn_notifier.outbox.close)  # rounds are the test's
        yield served


@pytest.fixture(autouse=True)
def clock(server: Served, mail: MailServer) -> Clock:
    mail.clear()
    Receiver.calls.clear()
    Receiver.let_go.clear()
    Receiver.reached.clear()
    change(server, "delete from contacts")
    found = Clock()
    notifier = server.turn_notifier
    notifier._clock = notifier.contacts._clock = notifier.retries._clock = found
    return found


def change(server: Served, statement: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text(statement))

    server.run(server.inside.store.change(work))


def waiting(server: Served, address: str, kind: str = "mail") -> Person:
    """Somebody whose turn it is, with a confirmed address."""
    person = seated(server)
    contacts = server.turn_notifier.contacts
    holder = _holder(person)
    contact, _ = server.run(contacts.put(holder, kind, address, "en"))
    server.run(contacts.confirm(contact.id))
    return person


def _holder(person: Person) -> str:
    return digest(person.http.cookies[COOKIE])


def rounds(server: Served) -> int:
    return server.run(server.turn_notifier.send_due())


@on_both
def test_a_mail_that_could_not_be_sent_is_sent_later(
    server: Served, mail: MailServer, clock: Clock
) -> None:
    waiting(server, "anna@example.org")
    mail.closed = "451 try later"
    assert rounds(server) == 0
    mail.closed = ""
    assert rounds(server) == 0, "not at once"
    clock.ahead += RETRY_DELAYS_S[0] + 1
    assert rounds(server) == 1
    assert rounds(server) == 0, "and only once"
    assert mail.recipients == ["anna@example.org"]


def test_nobody_is_tried_for_ever(server: Served, mail: MailServer, clock: Clock) -> None:
    waiting(server, "anna@example.org")
    tries = count_sends(server)
    mail.closed = "451 try later"
    for _ in range(200):
        clock.ahead += max(RETRY_DELAYS_S) / 10
        rounds(server)
    assert len(tries) == len(RETRY_DELAYS_S) + 1
    assert not server.turn_notifier.retries.pending


def count_sends(server: Served) -> list[str]:
    mailer = server.turn_notifier.mailer
    tries: list[str] = []
    real = type(mailer)._hand_over

    def hand_over(message: Any) -> None:
        tries.append(message["To"])
        real(mailer, message)

    mailer._hand_over = hand_over  # type: ignore[method-assign]
    return tries


@pytest.fixture(autouse=True)
def undo_counting(server: Served) -> Iterator[None]:
    yield
    server.turn_notifier.mailer.__dict__.pop("_hand_over", None)


def test_a_mailbox_that_does_not_exist_is_not_tried_again(
    server: Served, mail: MailServer, clock: Clock
) -> None:
    waiting(server, "anna@example.org")
    tries = count_sends(server)
    mail.closed = "550 no such mailbox"
    for _ in range(20):
        rounds(server)
        clock.ahead += max(RETRY_DELAYS_S)
    assert len(tries) == 1


@on_both
def test_a_mail_server_that_is_down_is_asked_once_a_round_and_stops_no_webhook(
    server: Served, hook: str, clock: Clock
) -> None:
    for name in ("anna", "bert", "carl"):
        waiting(server, f"{name}@example.org")
    waiting(server, f"{hook}/fine", "hook")
    tries = count_sends(server)
    with free_socket() as closed:
        port = closed.getsockname()[1]
        mailer = server.turn_notifier.mailer
        settings, mailer._settings = mailer._settings, replace(mailer._settings, mail_port=port)
        assert rounds(server) == 1, "the webhook"
        mailer._settings = settings
    assert len(tries) == 1
    assert Receiver.calls == ["/fine"]
    assert rounds(server) == 2, "those who weren't tried yet"
    clock.ahead += RETRY_DELAYS_S[0] + 1
    assert rounds(server) == 1


def test_one_refused_address_stops_no_other(server: Served, mail: MailServer) -> None:
    for name in ("anna", "refused", "carl"):
        waiting(server, f"{name}@example.org")
    mail.refused = "refused@example.org"
    assert rounds(server) == 2
    assert sorted(mail.recipients) == ["anna@example.org", "carl@example.org"]


def test_an_error_nobody_expected_stops_no_other(
    server: Served, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("anna", "bert"):
        waiting(server, f"{name}@example.org")
    notifier = server.turn_notifier
    real = notifier._notify

    async def tell(contact: Any, tables: Any) -> Delivery:
        if contact.address.startswith("anna"):
            raise RuntimeError("a game of another package")
        return await real(contact, tables)

    monkeypatch.setattr(notifier.outbox, "_send", tell)
    assert rounds(server) == 1
    assert mail.recipients == ["bert@example.org"]


def test_a_webhook_that_hangs_delays_no_other_message_and_no_move(
    server: Served, mail: MailServer, hook: str
) -> None:
    slow = waiting(server, f"{hook}/slow", "hook")
    waiting(server, f"{hook}/fine", "hook")
    waiting(server, "anna@example.org")
    working = threading.Thread(target=lambda: rounds(server))
    working.start()
    assert Receiver.reached.wait(20)
    slow.go(slow.path)
    slow.press(slow.choices()[0])
    assert slow.answer.is_success
    until(lambda: "/fine" in Receiver.calls and mail.recipients == ["anna@example.org"])
    assert working.is_alive(), "all this while the webhook hangs"
    Receiver.let_go.set()
    working.join(20)


def until(true: Any) -> None:
    while not true():
        time.sleep(0.01)


def test_a_broken_webhook_is_called_a_few_times(server: Served, hook: str, clock: Clock) -> None:
    waiting(server, f"{hook}/broken", "hook")
    for _ in range(30):
        rounds(server)
        clock.ahead += max(RETRY_DELAYS_S)
    assert Receiver.calls == ["/broken"] * (len(RETRY_DELAYS_S) + 1)


@pytest.mark.parametrize("how", ["drop", "delete", "stop"])
def test_an_address_that_is_given_up_gets_no_further_try(
    server: Served, mail: MailServer, clock: Clock, how: str
) -> None:
    anna = waiting(server, "anna@example.org")
    (contact,) = server.run(server.turn_notifier.contacts.of(_holder(anna)))
    mail.closed = "451 try later"
    assert rounds(server) == 0
    mail.closed = ""
    if how == "drop":
        anna.post("/turns/mail/drop", {})
    elif how == "delete":
        anna.go("/mine")
        anna.send(anna.form("/mine/delete"), sure="yes")
    else:
        stop = link_in(server.turn_notifier.link(contact, "stop"), "stop")
        assert Person(server.url).http.post(stop).is_success
    clock.ahead += RETRY_DELAYS_S[0] + 1
    assert rounds(server) == 0
    assert mail.raw == []
    confirm = link_in(server.turn_notifier.link(contact, "confirm"), "confirm")
    assert_refused(Person(server.url).http.post(confirm), 404)


def test_whoever_gives_up_an_address_between_choice_and_sending_gets_no_mail(
    server: Served, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = waiting(server, "anna@example.org")
    contacts = server.turn_notifier.contacts
    real = contacts.due

    async def due(*arguments: Any) -> Any:
        found = await real(*arguments)
        for contact in await contacts.of(_holder(anna)):
            await contacts.drop(contact.id)
        return found

    monkeypatch.setattr(contacts, "due", due)
    assert rounds(server) == 0
    assert mail.raw == []
