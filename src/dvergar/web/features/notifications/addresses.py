"""Addresses of players: which mail addresses are accepted, and which IP addresses are public.

Many spellings lead to one mailbox: capitals, `name+tag`, dots at Gmail, a second domain of the same
provider, a domain in its own script. Limits count the mailbox, not the spelling.

IANA reserves some IP addresses for special purposes. They are listed here because those of
`ipaddress` differ between versions of Python. All of them are refused, also those that could be
reached: nobody's webhook is there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

import idna

MAX_DOMAIN_LETTERS: Final = 253
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
_SPECIAL_IPV4: Final = [
    IPv4Network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",  # leads to the machine below, in the cloud of Microsoft
    )
]
_UNICAST_IPV6: Final = IPv6Network("2000::/3")
"""All that IANA has given out; what stands for an IPv4 address is mostly outside."""
_SPECIAL_IPV6: Final = [
    IPv6Network(one)
    for one in (
        "2001::/23",  # protocols, Teredo among them
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",
        "3fff::/20",
    )
]


def ascii_domain(text: str) -> str:
    """A name in the letters that the network uses; empty if it can't be one.

    A name that ends in a number isn't one: resolvers take it for an address.

    >>> ascii_domain("Bücher.example"), ascii_domain("a..b"), ascii_domain("127.1")
    ('xn--bcher-kva.example', '', '')
    """
    if not text.isprintable() or text.endswith(".") or len(text) > MAX_DOMAIN_LETTERS:
        return ""
    try:
        domain = idna.encode(text, uts46=True, std3_rules=True).decode("ascii").lower()
    except idna.IDNAError:
        return ""
    labels = domain.split(".")
    if len(domain) > MAX_DOMAIN_LETTERS or _NUMBER.fullmatch(labels[-1]):
        return ""
    return domain if all(_LABEL.fullmatch(label) for label in labels) else ""


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet.

    >>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_IPV4)
    return address in _UNICAST_IPV6 and not any(address in network for network in _SPECIAL_IPV6)


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
