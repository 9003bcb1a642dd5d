"""Sends mails through the SMTP server of the settings.

The standard library speaks SMTP; it waits in a thread, which is enough for a mail now and then.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr
from enum import Enum
from typing import Any, Final

import httpx

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
