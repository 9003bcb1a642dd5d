"""Mail addresses: which ones are accepted, and which of them reach the same mailbox.

Many spellings lead to one mailbox: capitals, `name+tag`, dots at Gmail, a second domain of the same
provider, a domain in its own script. Limits count the mailbox, not the spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dvergar.web.features.notifications.internet_addresses import ascii_domain

MAX_ADDRESS_LETTERS: Final = 254
_ATOM: Final = r"[A-Za-z0-9_%+'-]+"
_LOCAL: Final = re.compile(rf"(?=.{{1,64}}\Z){_ATOM}(\.{_ATOM})*")

_SAME_PROVIDER: Final = {
    "googlemail.com": "gmail.com",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "protonmail.com": "proton.me",
    "protonmail.ch": "proton.me",
    "pm.me": "proton.me",
    "ya.ru": "yandex.ru",
    "yandex.com": "yandex.ru",
}
"""Domains at which a name is the same mailbox as at the other one."""
_IGNORED_LETTERS: Final = {"gmail.com": ".", "proton.me": "._-"}
"""What a provider leaves out of a name before it looks for the mailbox."""
PUBLIC_PROVIDERS: Final = frozenset(
    {
        *("gmail.com", "icloud.com", "proton.me", "yandex.ru", "outlook.com", "hotmail.com"),
        *("live.com", "msn.com", "yahoo.com", "aol.com", "fastmail.com", "zoho.com", "mail.ru"),
        *(
            "gmx.de",
            "gmx.net",
            "gmx.at",
            "gmx.ch",
            "gmx.com",
            "web.de",
            "t-online.de",
            "freenet.de",
        ),
        *(
            "mailbox.org",
            "posteo.de",
            "orange.fr",
            "wanadoo.fr",
            "free.fr",
            "laposte.net",
            "sfr.fr",
        ),
        *("yahoo.fr", "hotmail.fr", "outlook.fr", "live.fr", "yahoo.co.uk", "hotmail.co.uk"),
        *("btinternet.com", "bluewin.ch", "videotron.ca", "skynet.be", "qq.com", "163.com"),
    }
)
"""Where many people have a mailbox each, so that the domain says nothing about one of them."""


@dataclass(frozen=True, slots=True)
class MailAddress:
    """An address that mail can be sent to."""

    address: str
    """As mail is sent to it, in ASCII."""
    mailbox: str
    """The same for every spelling that leads to the same mailbox."""
    domain: str
    """The domain somebody has registered; empty at a provider for everybody."""


def parse_mail_address(text: str) -> MailAddress | None:
    """Reads a mail address that somebody typed; None if mail can't be sent to it.

    >>> parse_mail_address("An.Na+games@GoogleMail.com").mailbox
    'anna@gmail.com'
    >>> parse_mail_address("anna@bücher.example").address
    'anna@xn--bcher-kva.example'
    >>> parse_mail_address("a@b.c, d@e.f"), parse_mail_address("anna")
    (None, None)
    """
    local, at, typed_domain = text.rpartition("@")
    if not at or len(text) > MAX_ADDRESS_LETTERS or not _LOCAL.fullmatch(local):
        return None
    domain = ascii_domain(typed_domain)
    address = f"{local}@{domain}"
    mailbox_local = local.partition("+")[0].lower()
    if not domain or not mailbox_local or len(address) > MAX_ADDRESS_LETTERS:
        return None
    provider = _SAME_PROVIDER.get(domain, domain)
    for letter in _IGNORED_LETTERS.get(provider, ""):
        mailbox_local = mailbox_local.replace(letter, "")
    registered = "" if provider in PUBLIC_PROVIDERS else _registered_domain(provider)
    return MailAddress(address, f"{mailbox_local}@{provider}", registered)


def _registered_domain(domain: str) -> str:
    """The part of a domain that one owner has, as far as it can be told without a list.

    >>> _registered_domain("a.b.example.org"), _registered_domain("mail.example.co.uk")
    ('example.org', 'example.co.uk')
    """
    labels = domain.split(".")
    short = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3 if short else -2 :])
