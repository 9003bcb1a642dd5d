"""Calls webhooks of players: a signed POST with a little JSON; nothing of the answer is read.

Players choose these addresses, so they must not lead into the network of the server: the name is
looked up here, every address behind it has to be public, and those very addresses are called, one
after the other until one can be connected to.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any, Final

import httpx

from dvergar.web.features.notifications.internet_addresses import ascii_domain, is_public
from dvergar.web.kernel.errors import WebError
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.notifications")
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
