"""Names of domains as the network writes them, and which IP addresses are public.

IANA reserves some IP addresses for special purposes. They are listed here because those of
`ipaddress` differ between versions of Python. All of them are refused, also those that could be
reached: nobody's webhook is there.
"""

from __future__ import annotations

import re
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
