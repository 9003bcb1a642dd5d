"""Delivers messages: mails through the SMTP server of the settings, and webhooks of players.

The standard library speaks SMTP; it waits in a thread, which is enough for a mail now and then.

A webhook is a signed POST with a little JSON; nothing of the answer is read. Players choose its
address, so it must not lead into the network of the server: the name is looked up here, every
address behind it has to be public, and those very addresses are called, one after the other until
one can be connected to.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import smtplib
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr
from enum import Enum
from ipaddress import ip_address
from typing import Any, Final

import httpx

from dvergar.web.features.notifications.addresses import ascii_domain, is_public
from dvergar.web.kernel.errors import WebError
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.notifications")
SMTP_TIMEOUT_S: Final = 20.0  # for an answer of the mail server
MAX_SENDING_S: Final = 60.0  # for a whole mail
MAIL_THREADS: Final = 4
PERMANENT_FAILURE: Final = 500  # codes of SMTP from here on won't change
MAX_LINE_LETTERS: Final = 998  # of RFC 5322, without the line break


class Delivery(Enum):
    """What became of a message, and so what to do next."""

    SENT = "sent"
    REFUSED = "refused"
    """There is no such mailbox, or the message can't be sent at all: don't try again."""
    FAILED = "failed"
    """It may work later."""
    DOWN = "down"
    """The mail server itself doesn't answer: trying others now is in vain."""


class PlainHeaders(EmailPolicy):
    """Sends headers in ASCII as they are.

    The standard library breaks long ones at 78 letters, and what has no space to break at becomes
    an encoded word: mail programs can't read a link or an address in it.
    """

    def fold(self, name: str, value: Any) -> str:
        line = f"{name}: {value}"
        plain = line.isascii() and len(line) <= MAX_LINE_LETTERS
        return line + self.linesep if plain else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii")


def _failure(error: Exception) -> Delivery:
    """Whether the mail, its address or the mail server is to blame."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _by_code(max(code for code, _ in error.recipients.values()))
    if isinstance(error, smtplib.SMTPDataError):
        return _by_code(error.smtp_code)
    if isinstance(error, (OSError, smtplib.SMTPException)):
        return Delivery.DOWN
    return Delivery.REFUSED


def _by_code(code: int) -> Delivery:
    return Delivery.REFUSED if code >= PERMANENT_FAILURE else Delivery.FAILED


class Mailer:
    """Hands mails to a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        # Of its own, so that a mail server that hangs takes no thread from others.
        self._threads = ThreadPoolExecutor(MAIL_THREADS, "mail")
        self.possible = bool(settings.mail_host and settings.mail_from and settings.address)

    def close(self) -> None:
        """Hands over nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, subject: str, text: str, stop: str) -> Delivery:
        """Sends a mail; `stop` is the link by which no more come."""
        loop = asyncio.get_running_loop()
        try:
            message = self._compose(to, subject, text, stop)
            async with asyncio.timeout(MAX_SENDING_S):
                await loop.run_in_executor(self._threads, self._hand_over, message)
        except (OSError, ValueError, httpx.InvalidURL, smtplib.SMTPException) as error:
            # Its own words may hold the address.
            code = getattr(error, "smtp_code", getattr(error, "errno", None))
            LOG.error("a mail was not taken: %s %s", type(error).__name__, code or "")
            return _failure(error)
        return Delivery.SENT

    def _compose(self, to: str, subject: str, text: str, stop: str) -> EmailMessage:
        """A mail with all its headers; ValueError if one of them would hold a line break."""
        sender = self._settings.mail_from
        message = EmailMessage(policy=PlainHeaders())
        message["From"] = sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{httpx.URL(stop)}>"  # which is ASCII, whatever the host
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        return message

    def _hand_over(self, message: EmailMessage) -> None:
        chosen = self._settings
        where = (chosen.mail_host, chosen.mail_port)
        secure = ssl.create_default_context() if chosen.mail_tls != "off" else None
        if chosen.mail_tls == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=SMTP_TIMEOUT_S, context=secure)
        else:
            server = smtplib.SMTP(*where, timeout=SMTP_TIMEOUT_S)
        with server:
            if chosen.mail_tls == "starttls":
                server.starttls(context=secure)
            if chosen.mail_user:
                server.login(chosen.mail_user, chosen.mail_password)
            server.send_message(message)


MAX_URL_LETTERS: Final = 500
ANSWER_TIMEOUT_S: Final = 5.0
CALL_TIMEOUT_S: Final = 10.0  # for all addresses of a name
MAX_ADDRESSES: Final = 4  # of one name that are tried
HTTPS: Final = 443
MAX_PORT: Final = 65_535
SIGNATURE: Final = "x-dvergar-signature"

for _name in ("httpx", "httpcore"):  # they would log the addresses
    logging.getLogger(_name).setLevel(logging.WARNING)


def _is_host(host: str) -> bool:
    """Whether a host is an IP address or a name; names of containers may have underscores."""
    try:
        ip_address(host)
    except ValueError:
        return bool(ascii_domain(host.replace("_", "a")))
    return "%" not in host


class Webhooks:
    """Calls addresses, as far as the settings allow it."""

    def __init__(self, settings: Settings) -> None:
        self._any = settings.hooks == "all"
        self.possible = settings.hooks != "off" and bool(settings.address)

    def check(self, address: str) -> httpx.URL:
        """The URL of an address; WebError if it is not one that may be called."""
        url = self._read(address)
        if url is None:
            raise WebError(400, "hook_address")
        return url

    def _read(self, address: str) -> httpx.URL | None:
        if len(address) > MAX_URL_LETTERS or not address.isascii() or not address.isprintable():
            return None
        try:
            url = httpx.URL(address)
            plain = not url.userinfo and _is_host(url.raw_host.decode("ascii"))
        except (httpx.InvalidURL, UnicodeError):  # the latter from names in other scripts
            return None
        if not plain or "\\" in address or url.scheme not in ("https", "http"):
            return None
        if not self._any and (url.scheme != "https" or (url.port or HTTPS) != HTTPS):
            return None
        return url if url.port is None or 0 < url.port <= MAX_PORT else None

    async def call(self, address: str, body: Mapping[str, Any], secret: str) -> bool:
        """Sends something there; whether it was taken."""
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                return await self._call(address, body, secret)
        except (OSError, OverflowError, UnicodeError, httpx.HTTPError) as error:
            LOG.warning("an address was not reached: %s", type(error).__name__)
            return False

    async def _call(self, address: str, body: Mapping[str, Any], secret: str) -> bool:
        url = self._read(address)
        addresses = await self._resolve(url) if url is not None else []
        if url is None or not addresses:
            LOG.warning("an address was not called: it does not lead to the open internet")
            return False
        content = json.dumps(body).encode()
        signed = hmac.digest(secret.encode(), content, "sha256").hex()
        headers = {
            "host": url.netloc.decode("ascii"),
            "content-type": "application/json",
            SIGNATURE: f"sha256={signed}",
        }
        return await _post(url, addresses, content, headers)

    async def _resolve(self, url: httpx.URL) -> list[str]:
        """The addresses behind a name; none if it is not to be called."""
        port = url.port or (HTTPS if url.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        allowed = self._any or all(is_public(one) for one in addresses)
        return addresses[:MAX_ADDRESSES] if allowed else []


async def _post(
    url: httpx.URL, addresses: Sequence[str], content: bytes, headers: Mapping[str, str]
) -> bool:
    """Sends to the first of some addresses that can be connected to; whether it was taken."""
    # An address that doesn't answer leaves time for all others.
    connect = min(ANSWER_TIMEOUT_S, CALL_TIMEOUT_S / (len(addresses) + 1))
    timeout = httpx.Timeout(ANSWER_TIMEOUT_S, connect=connect)
    async with httpx.AsyncClient(
        timeout=timeout, follow_redirects=False, trust_env=False
    ) as client:
        for place, address in enumerate(addresses, start=1):
            try:
                async with client.stream(
                    "POST",
                    url.copy_with(host=address),
                    content=content,
                    headers=headers,
                    extensions={"sni_hostname": url.host},
                ) as answer:  # of which nothing is read but its first line
                    return answer.is_success
            except (httpx.ConnectError, httpx.ConnectTimeout):  # nothing was sent yet
                if place == len(addresses):
                    raise
    return False
