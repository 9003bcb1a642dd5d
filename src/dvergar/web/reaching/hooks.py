"""Calls an address of a player with a few words of JSON, signed, and takes no notice of the answer.

Players choose these addresses, so they must not lead into the network of the server: the name is
looked up here, every address behind it has to be public, and that very address is called.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import socket
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final

import httpx

from dvergar.web.errors import WebError
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.reaching")
LONGEST: Final = 500
PATIENCE: Final = 5.0
ALTOGETHER: Final = 10.0
HTTPS: Final = 443
SIGNATURE: Final = "x-dvergar-signature"
PASSED_ON: Final = [ip_network(one) for one in ("64:ff9b::/96", "2002::/16", "2001::/32")]
"""Addresses of the new kind that stand for one of the old kind, wherever that may be."""

for _name in ("httpx", "httpcore"):  # they would log the addresses
    logging.getLogger(_name).setLevel(logging.WARNING)


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet.

    >>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif any(address in network for network in PASSED_ON):
            return False
    return address.is_global and not address.is_multicast


class Hooks:
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
        if len(address) > LONGEST or not address.isascii() or not address.isprintable():
            return None
        try:
            url = httpx.URL(address)
        except httpx.InvalidURL:
            return None
        if url.userinfo or not url.host or url.scheme not in ("https", "http"):
            return None
        if not self._any and (url.scheme != "https" or (url.port or HTTPS) != HTTPS):
            return None
        return url

    async def call(self, address: str, body: Mapping[str, Any], secret: str) -> bool:
        """Sends something there; whether it was taken."""
        try:
            async with asyncio.timeout(ALTOGETHER):
                return await self._call(address, body, secret)
        except (TimeoutError, OSError, httpx.HTTPError) as error:
            LOG.warning("an address was not reached: %s", type(error).__name__)
            return False

    async def _call(self, address: str, body: Mapping[str, Any], secret: str) -> bool:
        url = self._read(address)
        behind = await self._behind(url) if url is not None else ""
        if url is None or not behind:
            LOG.warning("an address was not called: it does not lead to the open internet")
            return False
        content = json.dumps(body).encode()
        signed = hmac.digest(secret.encode(), content, "sha256").hex()
        headers = {
            "host": url.netloc.decode("ascii"),
            "content-type": "application/json",
            SIGNATURE: f"sha256={signed}",
        }
        async with (
            httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, trust_env=False) as client,
            client.stream(
                "POST",
                url.copy_with(host=behind),
                content=content,
                headers=headers,
                extensions={"sni_hostname": url.host},
            ) as answer,  # of which nothing is read but its first line
        ):
            return answer.is_success

    async def _behind(self, url: httpx.URL) -> str:
        """The address behind a name; empty if it is not to be called."""
        port = url.port or (HTTPS if url.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        allowed = self._any or all(is_public(one) for one in addresses)
        return addresses[0] if addresses and allowed else ""
