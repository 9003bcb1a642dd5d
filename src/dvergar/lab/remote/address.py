"""What an address leads to: a server, one of its tables, or a seat."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from dvergar.lab.remote.client import RemoteError

_PLACE: Final = re.compile(
    r"(?P<path>.*?)/(?:(?:api/tables|table)/(?P<table>\w+)|(?P<link>(?:join|return)/[^?#]+))/?"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A server, and perhaps a table of it or a link to a seat; the link is a secret."""

    site: str
    table: str = ""
    link: str = field(default="", repr=False)


def read_address(url: str) -> Address:
    """What somebody has typed or copied.

    >>> read_address("http://localhost:8000")
    Address(site='http://localhost:8000', table='')
    >>> read_address("https://games.example/dwarfs/table/abcdefghjkmn?at=3")
    Address(site='https://games.example/dwarfs', table='abcdefghjkmn')
    >>> address = read_address("http://localhost:8000/join/abcdefghjkmn-1-KEY")
    >>> address.site, address.link, "KEY" in repr(address)
    ('http://localhost:8000', 'join/abcdefghjkmn-1-KEY', False)
    >>> read_address("localhost:8000")
    Traceback (most recent call last):
    ...
    dvergar.lab.remote.client.RemoteError: This is not the address of a server...
    """
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise RemoteError("remote.address")
    found = _PLACE.fullmatch(parts.path)
    if found is None:
        return Address(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")
    site = f"{parts.scheme}://{parts.netloc}{found['path']}"
    return Address(site, found["table"] or "", found["link"] or "")
