"""Requests to a server that may be away for a while: whoever asks waits, and gives up in the end.

The token of a seat goes into a header and never into an address, and nothing that a server says is
shown without being cleaned: it is somebody else's text. An address leads to a server, one of its
tables, or a seat.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from dvergar.core.errors import DvergarError
from dvergar.core.printable import printable

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


JSON = dict[str, Any]

SERVER_AWAY_TIMEOUT_S: Final = 300.0
"""Seconds that a server may be away before it counts as gone for good."""
FIRST_RETRY_S: Final = 0.25
MAX_RETRY_S: Final = 10.0
STREAM_TIMEOUT_S: Final = 45.0
"""Seconds without a word after which a connection counts as lost; a stream speaks every 15."""
TOO_MANY_REQUESTS: Final = 429
SERVER_AWAY_STATUSES: Final = (502, 503, 504)
"""What stands before a server says so while it is started anew."""


class RemoteError(DvergarError):
    """A server that is not there, does not let a bot play, or is none."""


class Refused(RemoteError):
    """A request that the server has refused with a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__("remote.refused", why=why)
        self.status = status


class Lost(Exception):
    """The server did not answer, or not yet as it should."""


class Client:
    """One program at one server."""

    def __init__(
        self,
        site: str,
        lang: str = "en",
        patience: float = SERVER_AWAY_TIMEOUT_S,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """`lost` is called when the connection is lost, once for each time."""
        self.site = site
        self._patience = patience
        self._lost = lost
        self._away_since: float | None = None
        self._pause = FIRST_RETRY_S
        self._http = httpx.Client(
            base_url=site,
            timeout=httpx.Timeout(STREAM_TIMEOUT_S, connect=10.0),
            headers={"accept-language": lang, "accept": "application/json"},
            verify=site.startswith("https:"),  # reading all certificates takes a while
        )

    def hold(self, token: str) -> None:
        """Sends the token of a seat from now on."""
        self._http.headers["authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Ends all connections."""
        self._http.close()

    def get(self, path: str) -> Any:
        """The answer to a question, however often it has to be asked."""
        return self._insist("GET", path, None)

    def post(self, path: str, body: JSON) -> JSON:
        """The answer to a request; what is sent again after a lost answer counts once."""
        answer: JSON = self._insist("POST", path, body)
        return answer

    def try_once(self, path: str) -> None:
        """A last request, whether it is heard or not."""
        try:
            self._http.post(path, json={}, timeout=5)
        except httpx.HTTPError:
            return

    @contextmanager
    def lines(self, path: str) -> Iterator[Iterator[JSON]]:
        """A stream of lines of JSON; Lost when the connection breaks."""
        try:
            with self._http.stream("GET", path) as answer:
                if answer.status_code != httpx.codes.OK:
                    answer.read()
                    self._read(answer)
                yield self._lines(answer)
        except httpx.HTTPError as error:
            raise Lost from error

    def _lines(self, answer: httpx.Response) -> Iterator[JSON]:
        for line in answer.iter_lines():
            self._is_back()
            if line.strip():
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise RemoteError("remote.foreign", site=self.site) from error

    def wait(self) -> None:
        """Waits before the next try, longer each time; RemoteError if it takes too long."""
        now = time.monotonic()
        if self._away_since is None:
            self._away_since = now
            self._lost()
        if now - self._away_since >= self._patience:
            raise RemoteError("remote.gone", site=self.site, seconds=round(self._patience))
        time.sleep(self._pause)
        self._pause = min(2 * self._pause, MAX_RETRY_S)

    def _is_back(self) -> None:
        self._away_since = None
        self._pause = FIRST_RETRY_S

    def _insist(self, method: str, path: str, body: JSON | None) -> Any:
        while True:
            try:
                answer = self._read(self._http.request(method, path, json=body))
            except (httpx.HTTPError, Lost):
                self.wait()
            else:
                self._is_back()
                return answer

    def _read(self, answer: httpx.Response) -> Any:
        """The answer as data; Lost where one has to ask again."""
        if answer.status_code in (TOO_MANY_REQUESTS, *SERVER_AWAY_STATUSES):
            raise Lost
        try:
            told = answer.json()
            if answer.is_success:
                return told
            why = plain(told["error"])
        except (ValueError, KeyError, TypeError) as error:
            raise RemoteError("remote.foreign", site=self.site) from error
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise Lost
        raise Refused(answer.status_code, why)


def plain(text: object, most: int = 300) -> str:
    """What somebody else has written, fit for a terminal.

    >>> plain("so\\x1b[31m it\\nis")
    'so[31m it is'
    """
    return printable(str(text)[:most])
