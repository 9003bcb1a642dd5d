"""A real SMTP server for tests, and people who give mail addresses from any network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import httpx
from aiosmtpd.controller import Controller

from tests.web.players import Person
from tests.web.serving import Served, free_socket

ADDRESS = "https://games.example.org/"


@dataclass
class MailServer:
    """Keeps every mail as it came over the wire; refuses them all while it is closed."""

    raw: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    closed: str = ""
    """The reply to every mail, such as `550 no such mailbox`; empty: mails are taken."""
    refused: str = ""
    """An address whose mails are refused."""
    port: int = 0

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802
        if self.closed:
            return self.closed
        if self.refused in envelope.rcpt_tos:
            return "550 no such mailbox"
        self.raw.append(bytes(envelope.original_content))
        self.recipients += envelope.rcpt_tos
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"

    def clear(self) -> None:
        self.raw.clear()
        self.recipients.clear()
        self.mails.clear()
        self.closed = self.refused = ""

    def settings(self) -> dict[str, Any]:
        """Settings of a server that sends its mails here."""
        return {
            "address": ADDRESS,
            "mail_host": "127.0.0.1",
            "mail_port": self.port,
            "mail_tls": "off",
            "mail_from": "dvergar@example.org",
            "hooks": "all",
            "turn_patience": 0.0,
        }


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    """A mail server on a free port until the block ends."""
    with free_socket() as found:
        server = MailServer(port=found.getsockname()[1])
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def seated(server: Served, client: str = "", lang: str = "en", table: str = "Hill") -> Person:
    """Anna at a table where it's always her turn, from this network."""
    anna = Person(server.url, lang)
    if client:
        anna.http.headers["x-forwarded-for"] = client
    anna.go("/?game=my_gold_mine")
    anna.send(anna.form("/tables"), **{"name-0": "Anna", "kind-1": "here", "table_name": table})
    return anna


def give_address(person: Person, address: str, kind: str = "mail") -> httpx.Response:
    """Asks for messages at an address; the answer after redirects."""
    return person.http.post(f"/turns/{kind}", data={"address": address})


def link_in(text: str, what: str) -> str:
    """The path of a link in a message."""
    found = re.search(rf"{re.escape(ADDRESS)}(reach/{what}/[^\s>]+)", text)
    assert found, text
    return f"/{found[1]}"
