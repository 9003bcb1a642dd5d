"""Mails and calls that tell somebody of his turn: confirmed first, seldom, and easily ended."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import Connection, text

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from dvergar.web.features.notifications.addresses import is_public
from dvergar.web.features.notifications.delivery import SIGNATURE, Webhooks
from dvergar.web.kernel.errors import WebError
from dvergar.web.settings import Settings
from tests.databases import on_both, place_of
from tests.web.players import Person, assert_refused, post
from tests.web.serving import PROMPT, Served, free_socket, serving

ADDRESS = "https://games.example.org/"
ANNA = "anna@example.org"
HOUR = 3600


@dataclass
class PostOffice:
    """An SMTP server that keeps what it is handed."""

    mails: list[EmailMessage] = field(default_factory=list)
    closed: bool = False

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        if self.closed:
            return "550 no such person anna@example.org"
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"


class Called(BaseHTTPRequestHandler):
    """Somebody's own address: keeps what it is told, and sends everybody elsewhere if asked to."""

    calls: list[tuple[bytes, str]] = []  # noqa: RUF012 - emptied by each test
    status = 204

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        self.calls.append((self.rfile.read(length), self.headers[SIGNATURE]))
        self.send_response(self.status)
        self.send_header("location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    handler = PostOffice()
    with free_socket() as found:
        port = found.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    handler.port = port  # type: ignore[attr-defined]
    yield handler
    controller.stop()


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, office: PostOffice
) -> Iterator[Served]:
    place = place_of(request, tmp_path_factory.mktemp("server"))
    with place.serving(
        address=ADDRESS,
        mail_host="127.0.0.1",
        mail_port=office.port,  # type: ignore[attr-defined]
        mail_tls="off",
        mail_from="dvergar@example.org",
        hooks="all",
        turn_patience=0.0,
    ) as served:
        yield served


@pytest.fixture(autouse=True)
def afresh(server: Served, office: PostOffice) -> None:
    office.mails.clear()
    office.closed = False
    Called.calls.clear()
    Called.status = 204
    server.turn_notifier.limit._seen.clear()
    change(server, "delete from contacts")
    change(server, "delete from contact_requests")


@contextmanager
def listening() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Called) as there:
        threading.Thread(target=there.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{there.server_port}/hook"
        there.shutdown()


def change(server: Served, statement: str, **facts: object) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text(statement), facts)

    server.run(server.inside.store.change(work))


def at_two_seats(server: Served) -> Person:
    """Anna, at a table where it is always her turn."""
    anna = Person(server.url)
    anna.go("/?game=my_gold_mine")
    anna.send(anna.form("/tables"), **{"name-0": "Anna", "kind-1": "here", "table_name": "Hill"})
    return anna


def link_in(text: str, what: str) -> str:
    found = re.search(rf"{re.escape(ADDRESS)}(reach/{what}/\S+)", text)
    assert found, text
    return f"/{found[1]}"


def told(server: Served) -> int:
    return server.run(server.turn_notifier.send_due())


def confirmed(server: Served, office: PostOffice) -> Person:
    anna = at_two_seats(server)
    anna.go("/turns")
    anna.send(anna.form("/turns/mail"), address=ANNA)
    link = link_in(office.mails.pop().get_content(), "confirm")
    assert Person(server.url).http.post(link).is_success
    return anna


def test_nothing_is_sent_before_the_address_was_confirmed(
    server: Served, office: PostOffice
) -> None:
    anna = at_two_seats(server)
    anna.go("/turns")
    anna.send(anna.form("/turns/mail"), address=ANNA)
    assert "on its way" in anna.document.text
    assert f"{ANNA}: not confirmed yet" in anna.document.text
    (asked,) = office.mails
    assert asked["To"] == ANNA
    assert told(server) == 0
    link = link_in(asked.get_content(), "confirm")
    phone = Person(server.url)
    phone.go(link)  # as programs do that look through mails
    assert told(server) == 0
    phone.press(phone.document.find("button", **{"class": "button button-main button-big"})[0])
    assert "you’ll get a message" in phone.document.text
    assert told(server) == 1
    mail = office.mails[-1]
    assert mail["Subject"] == "It’s your turn"
    lines = mail.get_content().splitlines()
    assert lines[lines.index("My Gold Mine: Hill") + 1] == f"{ADDRESS}table/{anna_table(anna)}"
    assert "/return/" not in mail.get_content(), "a mail opens no seat"


def anna_table(anna: Person) -> str:
    (table,) = anna.http.get("/mine/data").json()["tables"]
    return str(table["table"])


@on_both
def test_at_most_one_mail_comes_in_an_hour(server: Served, office: PostOffice) -> None:
    anna = confirmed(server, office)
    assert told(server) == 1
    anna.go(f"/table/{anna_table(anna)}")
    anna.press(anna.choices()[0])
    assert told(server) == 0, "within the hour"
    now = time.time()
    change(server, "update contacts set sent = :sent", sent=now - HOUR - 1)
    assert told(server) == 1, "something new after it"
    change(server, "update contacts set sent = :sent", sent=now - HOUR - 1)
    change(server, "update tables set updated = :at", at=now - HOUR - 2)
    assert told(server) == 0, "nobody is reminded of the same turn"


@on_both
def test_whoever_looks_gets_no_mail(server: Served, office: PostOffice) -> None:
    anna = confirmed(server, office)
    with anna.http.stream("GET", "/live") as news:
        next(line for line in news.iter_lines() if line.startswith("data:"))
        assert told(server) == 0
    assert told(server) == 0, "who has seen it knows it"
    change(server, "update contacts set looked = 0")
    with anna.http.stream("GET", "/live?away=true") as news:
        next(line for line in news.iter_lines() if line.startswith("data:"))
        assert told(server) == 1, "a page that is open in the background is not looked at"


@on_both
def test_one_click_ends_it(server: Served, office: PostOffice) -> None:
    anna = confirmed(server, office)
    assert told(server) == 1
    mail = office.mails[-1]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = link_in(mail["List-Unsubscribe"].strip("<>"), "stop")
    assert link == link_in(mail.get_content(), "stop")
    assert Person(server.url).http.get(link).is_success
    anna.go("/turns")
    assert ANNA in anna.answer.text, "opening it alone changes nothing"
    answer = post(f"{server.url}{link}", data={"List-Unsubscribe": "One-Click"})
    assert answer.is_success
    anna.go("/turns")
    assert ANNA not in anna.answer.text
    assert post(f"{server.url}{link}").is_success, "twice is as good as once"


def test_links_are_proved_and_do_one_thing_each(server: Served, office: PostOffice) -> None:
    anna = at_two_seats(server)
    anna.post("/turns/mail", {"address": ANNA})
    link = link_in(office.mails[-1].get_content(), "confirm")
    for wrong in (f"{link}x", link.replace("confirm", "stop"), "/reach/confirm/x/é"):
        assert_refused(anna.http.post(wrong), 404)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_mails_are_in_the_language_of_who_asked_for_them(
    server: Served, office: PostOffice, lang: str
) -> None:
    say = words("dvergar.web", lang)
    anna = Person(server.url, lang)
    anna.go("/?game=my_gold_mine")
    anna.send(anna.form("/tables"), **{"name-0": "Anna", "kind-1": "here"})
    anna.post("/turns/mail", {"address": ANNA})
    asked = office.mails[-1]
    assert asked["Subject"] == say("mail.confirm_subject")
    assert post(f"{server.url}{link_in(asked.get_content(), 'confirm')}").is_success
    assert told(server) == 1
    turn = office.mails[-1]
    assert turn["Subject"] == say("turns.waits")
    assert turn.get_content().startswith(say("mail.turn", tables="", stop="", server="")[:12])


@pytest.mark.parametrize("address", ["", "anna", "a@b@c", "a b@c.d", "x\r\nBcc: y@z", "a" * 300])
def test_what_is_no_address_is_refused(server: Served, office: PostOffice, address: str) -> None:
    anna = at_two_seats(server)
    assert_refused(anna.http.post("/turns/mail", data={"address": address}), 400)
    assert office.mails == []


def test_nobody_is_flooded(server: Served, office: PostOffice) -> None:
    first, second = at_two_seats(server), at_two_seats(server)
    first.post("/turns/mail", {"address": ANNA})
    assert_refused(second.http.post("/turns/mail", data={"address": ANNA.upper()}), 429)
    assert len(office.mails) == 1
    stranger = Person(server.url)
    assert_refused(stranger.http.post("/turns/mail", data={"address": "b@example.org"}), 403)


def test_a_mail_that_is_not_taken_is_told_and_logged_without_the_address(
    server: Served, office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    anna = at_two_seats(server)
    office.closed = True
    with caplog.at_level(logging.DEBUG):
        assert_refused(anna.http.post("/turns/mail", data={"address": ANNA}), 502)
    assert any("a mail was not taken" in record.message for record in caplog.records)
    theirs = ("mail.log", "asyncio")  # of the post office
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith(theirs)]
    assert "anna@" not in "\n".join(ours)


def test_ones_data_has_the_address_and_deleting_takes_it_away(
    server: Served, office: PostOffice
) -> None:
    anna = confirmed(server, office)
    anna.go("/mine")
    assert ANNA in anna.document.text
    kept = anna.http.get("/mine/data").json()["contacts"]
    assert kept == [{"kind": "mail", "address": ANNA, "confirmed": True}]
    anna.send(anna.form("/mine/delete"), sure="yes")
    with sqlite3.connect(server.data / "dvergar.sqlite") as connection:
        assert ANNA not in "\n".join(connection.iterdump())


@on_both
def test_addresses_that_nobody_needs_are_forgotten(server: Served, office: PostOffice) -> None:
    anna = confirmed(server, office)
    other = at_two_seats(server)
    other.post("/turns/mail", {"address": "other@example.org"})
    contacts = server.turn_notifier.contacts
    change(server, "update contacts set made = made - 200000")
    server.run(contacts.forget_unused())
    other.go("/turns")
    assert "other@example.org" not in other.answer.text, "it was never confirmed"
    anna.go("/turns")
    assert ANNA in anna.answer.text
    server.run(server.inside.store.delete(anna_table(anna)))
    server.run(contacts.forget_unused())
    anna.go("/turns")
    assert ANNA not in anna.answer.text, "there is nothing to tell of any more"


@on_both
def test_an_address_is_called_with_a_signed_message(server: Served) -> None:
    anna = at_two_seats(server)
    with listening() as address:
        anna.post("/turns/hook", {"address": address})
        body, _ = Called.calls.pop()
        assert anna.http.post(link_in(json.loads(body)["content"], "confirm")).is_success
        assert told(server) == 1
    body, signature = Called.calls.pop()
    said = json.loads(body)
    table = anna_table(anna)
    assert said["event"] == "turn"
    assert (said["table"], said["game"]) == (table, "my_gold_mine")
    assert said["link"] == f"{ADDRESS}table/{table}"
    shown = {"text", "content", "allowed_mentions"}
    assert set(said) == {"event", "table", "game", "link", "time", *shown}
    anna.go("/turns")
    (secret,) = anna.document.find("code")
    assert signature == "sha256=" + hmac.digest(secret.text.encode(), body, "sha256").hex()


def test_nobody_is_led_elsewhere(server: Served) -> None:
    anna = at_two_seats(server)
    Called.status = 307
    with listening() as address:
        assert_refused(anna.http.post("/turns/hook", data={"address": address}), 502)
    assert len(Called.calls) == 1


@on_both
def test_two_processes_send_one_message(server: Served, office: PostOffice) -> None:
    confirmed(server, office)
    contacts = server.turn_notifier.contacts
    ((contact, _),) = server.run(contacts.due(["mail"], 0.0))
    assert server.run(contacts.take(contact))
    assert not server.run(contacts.take(contact))


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "https://example.org:22/",
        "https://me:secret@example.org/",
        "ftp://example.org/",
        "https:///x",
        "https://example.org/" + "x" * 500,
        "nonsense",
        "https://exa\nmple.org",
    ],
)
def test_only_plain_addresses_of_the_web_are_taken(address: str) -> None:
    hooks = Webhooks(Settings(Path(), address=ADDRESS, hooks="public"))
    with pytest.raises(WebError, match="can’t be called"):
        hooks.check(address)
    hooks.check("https://example.org/hook?x=1")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:192.168.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_a_name_that_leads_inside_is_not_called(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    assert not is_public(address)
    called = []

    async def resolve(*_: object, **__: object) -> list[Any]:
        inside = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
        return [(*inside[:4], ("93.184.215.14", 443)), inside]

    async def scene() -> bool:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)
        return await hooks.call("https://rebind.example.org/", {}, "key")

    hooks = Webhooks(Settings(Path(), address=ADDRESS, hooks="public"))
    monkeypatch.setattr("httpx.AsyncClient", lambda **_: called.append(1))
    assert asyncio.new_event_loop().run_until_complete(scene()) is False
    assert called == []


def test_a_server_without_mail_offers_none(tmp_path: Path) -> None:
    with serving(tmp_path, replace(PROMPT, mail_host="localhost")) as plain:
        anna = at_two_seats(plain)
        anna.go("/turns")
        assert anna.document.find("form", action="/turns/mail") == []
        assert_refused(anna.http.post("/turns/mail", data={"address": ANNA}), 404)
        assert plain.turn_notifier.outbox._tasks == []
