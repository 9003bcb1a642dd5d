"""Mails as they leave: every header checked in the bytes that the mail server receives."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.utils import parseaddr
from pathlib import Path

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from dvergar.web.features.notifications.delivery import Delivery, Mailer
from dvergar.web.settings import Settings
from tests.web.features.notifications.mail_server import (
    ADDRESS,
    MailServer,
    give_address,
    link_in,
    running_mail_server,
    seated,
)
from tests.web.players import Person, post
from tests.web.serving import Place

MAY_BE_ENCODED = {"subject", "from"}
LONGEST_ADDRESS = "a" * 64 + "@" + ".".join(["b" * 59] * 3) + ".org"
LONG_SITE = "https://games.example.org/" + "a-rather-long-path/" * 20


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with running_mail_server() as server:
        yield server


@pytest.fixture(autouse=True)
def fresh(mail: MailServer) -> None:
    mail.clear()


def headers(raw: bytes) -> dict[str, bytes]:
    """The headers of a mail, each unfolded as RFC 5322 says."""
    head = raw.partition(b"\r\n\r\n")[0]
    lines = re.sub(rb"\r\n(?=[ \t])", b"", head).split(b"\r\n")
    found = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        assert colon, line
        key = name.decode("ascii").lower()
        assert key not in found, "each header comes once"
        found[key] = value.strip()
    return found


def assert_well_formed(raw: bytes) -> dict[str, bytes]:
    for line in raw.split(b"\r\n"):
        assert len(line) <= 998
        assert b"\n" not in line
    found = headers(raw)
    for name, value in found.items():
        assert value.isascii(), name
        if name not in MAY_BE_ENCODED:
            assert b"=?" not in value, (name, value)
        for word in re.findall(rb"=\?\S*\?=", value):
            assert len(word) <= 75, "RFC 2047 allows no longer words"
    assert re.fullmatch(rb"<https://[!-;=?-~]+>", found["list-unsubscribe"])
    assert found["list-unsubscribe-post"] == b"List-Unsubscribe=One-Click"
    assert re.fullmatch(rb"<[^<>@\s]+@[^<>@\s]+>", found["message-id"])
    return found


def send(mail: MailServer, to: str, subject: str, text: str, stop: str, sender: str) -> bytes:
    settings = Settings(Path(), **{**mail.settings(), "mail_from": sender})
    assert asyncio.run(Mailer(settings).send(to, subject, text, stop)) is Delivery.SENT
    return mail.raw.pop()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["mail.confirm_subject", "turns.waits"])
@pytest.mark.parametrize(
    ("to", "site", "sender"),
    [
        ("a@b.org", ADDRESS, "dvergar@example.org"),
        ("anna@xn--bcher-kva.example", LONG_SITE, "Les nains à la mine <d@example.org>"),
        (LONGEST_ADDRESS, LONG_SITE, LONGEST_ADDRESS),
        (LONGEST_ADDRESS, ADDRESS, f"Les nains à la mine <{LONGEST_ADDRESS}>"),
    ],
)
def test_every_header_is_plain(
    mail: MailServer, lang: str, key: str, to: str, site: str, sender: str
) -> None:
    say = words("dvergar.web", lang)
    stop = f"{site}reach/stop/{'i' * 32}/{'k' * 32}"
    text = say("mail.turn", tables=f"Caverna: Forêt\n{site}table/x", stop=stop, server=site)
    raw = send(mail, to, say(key), text, stop, sender)
    found = assert_well_formed(raw)
    assert found["list-unsubscribe"] == f"<{stop}>".encode()
    assert found["to"] == to.encode()
    parsed = message_from_bytes(raw, policy=policy.default)
    assert parsed["Subject"] == say(key)
    assert parseaddr(str(parsed["From"])) == parseaddr(sender)
    assert parsed.get_content().replace("\r\n", "\n").strip() == text.strip()
    assert found["message-id"].endswith(f"@{parseaddr(sender)[1].rpartition('@')[2]}>".encode())


def test_a_site_with_a_name_in_its_own_script_has_a_plain_link(mail: MailServer) -> None:
    raw = send(mail, "a@b.org", "x", "text", "https://forêt.example/stop/é", "d@example.org")
    found = assert_well_formed(raw)
    assert found["list-unsubscribe"] == b"<https://xn--fort-ipa.example/stop/%C3%A9>"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_one_click_of_a_mail_program_ends_the_mails(
    mail: MailServer, tmp_path: Path, lang: str
) -> None:
    with Place(tmp_path).serving(**mail.settings()) as server:
        anna = seated(server, lang=lang, table="Forêt d’été")
        give_address(anna, "anna@example.org")
        confirm = link_in(mail.mails[-1].get_content(), "confirm")
        assert Person(server.url).http.post(confirm).is_success
        assert server.run(server.turn_notifier.send_due()) == 1
        for raw in mail.raw:
            assert_well_formed(raw)
        found = headers(mail.raw[-1])
        stop = link_in(found["list-unsubscribe"].decode("ascii"), "stop")
        page = Person(server.url, lang)
        page.go(stop)
        assert page.document.find("form", method="post"), "a button"
        assert len(anna.http.get("/mine/data").json()["contacts"]) == 1
        # As RFC 8058 has it: no cookie, no referrer, a form of one field, an origin of its own.
        field = found["list-unsubscribe-post"].decode("ascii").split("=")
        for encoded in ({"data": dict([field])}, {"files": {field[0]: (None, field[1])}}):
            assert post(server.url + stop, **encoded).is_success
        assert anna.http.get("/mine/data").json()["contacts"] == []


@pytest.mark.parametrize("bad", ["a@b.org\r\nBcc: c@d.org", "a@b.org\nX: y", "a\r\n\r\nbody"])
@pytest.mark.parametrize("field", ["to", "subject", "stop", "sender"])
def test_no_header_can_be_smuggled_in(mail: MailServer, field: str, bad: str) -> None:
    parts = {"to": "a@b.org", "subject": "x", "stop": "https://x/", "sender": "d@example.org"}
    parts[field] = bad
    settings = Settings(Path(), **{**mail.settings(), "mail_from": parts["sender"]})
    mailer = Mailer(settings)
    sending = mailer.send(parts["to"], parts["subject"], "text", parts["stop"])
    assert asyncio.run(sending) is Delivery.REFUSED
    assert mail.raw == []
