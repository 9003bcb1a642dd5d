"""Names of machines and domains, as the network writes them."""

from __future__ import annotations

import re
from typing import Final

import idna

MAX_DOMAIN_LETTERS: Final = 253
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")


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
