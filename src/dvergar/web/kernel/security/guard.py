"""What every request passes: bounds on its size and time, where it may come from, what it may do.

Written as plain ASGI, so that live streams pass through untouched.

`AllowedHosts` decides by which names a server may be addressed, so that no `Host` header can make
it use another. With a public address, that and `allowed_hosts` are its names. Without one it
answers on this machine and in a private network, where names have no dot or an ending that no
public name has. Anyone could point a public name at a private address (DNS rebinding), so a public
name has to be set.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network
from typing import Any, Final

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.client_address import IPAddress, parse_exact_ip, parse_ip
from dvergar.web.kernel.security.tokens import bearer_token
from dvergar.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


PRIVATE_ENDINGS: Final = (
    *(".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain"),
    *(".fritz.box", ".test"),
)
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_.-]{1,253})(?::([0-9]{1,5}))?")
_SHARED: Final = IPv4Network("100.64.0.0/10")  # of providers, and of private networks over them


class AllowedHosts:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        self._names = frozenset(_plain(name) for name in settings.host_names())
        self._own = _plain(socket.gethostname())

    def allows(self, scope: Scope) -> bool:
        """Whether a request asks for this server; one without `Host` names no other."""
        found = [text.decode("latin-1") for name, text in scope["headers"] if name == b"host"]
        if not found:
            return True
        match = _HOST.fullmatch(found[0]) if len(found) == 1 else None
        if match is None or int(match[2] or 0) > 65535:
            return False
        name = _plain(match[1])
        if name in self._names or name == "localhost":
            return True
        address = parse_exact_ip(name)
        if address is None:
            return not self._names and self._is_private_name(name)
        return self._is_own(address, scope)

    def _is_private_name(self, name: str) -> bool:
        return bool(name) and ("." not in name or name == self._own or _ends_privately(name))

    def _is_own(self, address: IPAddress, scope: Scope) -> bool:
        """Whether this machine has an address, as far as can be known."""
        here = (scope.get("server") or ("",))[0]
        if address.is_loopback or address == parse_ip(str(here)):
            return True
        shared = isinstance(address, IPv4Address) and address in _SHARED
        return not self._names and (address.is_private or shared)


def _ends_privately(name: str) -> bool:
    return name.endswith(PRIVATE_ENDINGS) and not name.startswith(".")


def _plain(name: str) -> str:
    return name.lower().rstrip(".").strip("[]")


LOG: Final = logging.getLogger("dvergar.security")
Refuse = Callable[[Scope, WebError], App]

WITHOUT_CACHE: Final = (b"cache-control", b"no-store")
STATIC_PATH: Final = "/static/"
"""What browsers may keep; all else is what it is now."""
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
UNUSED_FEATURES: Final = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *("magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
"""What no page of ours asks a browser for, and so nothing on it may."""
SECURITY_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES),
}


class TooBig(Exception):
    """A body that went on past its bound."""


class TooSlow(Exception):
    """A body that was not there in time."""


class Guard:
    """Wraps the application; `refuse` makes the answer to a request that may not pass."""

    def __init__(
        self, app: App, settings: Settings, refuse: Refuse, banned: Callable[[str], bool]
    ) -> None:
        self._app = app
        self._banned = banned
        self._hosts = AllowedHosts(settings)
        self._settings = settings
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        if scope["method"] == "HEAD":  # as GET, but for the body
            scope["method"], send = "GET", _without_body(send)
        most = self._longest(scope["path"])
        if not self._hosts.allows(scope):
            LOG.warning("refused a request for an unknown host; see the setting allowed_hosts")
            scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"host"]}
            await self._refuse(scope, WebError(421, "unknown_host"))(scope, receive, send)
        elif (error := self._fault(scope, most)) is not None:
            await self._refuse(scope, error)(scope, receive, send)
        else:
            await self._bounded(scope, receive, send, most)

    def _fault(self, scope: Scope, most: int) -> WebError | None:
        """Why a request may not pass, as far as its head tells."""
        headers = {
            name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]
        }
        if self._banned((scope.get("client") or ("",))[0]):
            return WebError(403, "banned")
        if "\0" in scope["path"]:
            return WebError(404, "not_found")
        if _length(headers) > most:
            return _too_big(most)
        if scope["method"] not in SAFE_METHODS and _is_foreign(scope, headers):
            return WebError(403, "foreign_origin")
        return None

    async def _bounded(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Stops reading a body as soon as it is too long, or takes too long."""
        received = 0
        answered = slow = False
        body_ends = asyncio.get_running_loop().time() + self._settings.request_seconds
        more = True

        async def counting() -> Message:
            nonlocal received, more, slow
            try:
                # Behind the body there is only the news that somebody has gone, at any time.
                async with asyncio.timeout_at(body_ends if more else None):
                    message = await receive()
            except TimeoutError as error:
                slow = True
                raise TooSlow from error
            more = message.get("more_body", False)
            received += len(message.get("body", b""))
            if received > most:
                raise TooBig
            return message

        async def watching(message: Message) -> None:
            nonlocal answered
            if answered or (received <= most and not slow):  # what is said to half a body is none
                answered = True
                await send(message)

        with suppress(TooBig, TooSlow):
            await self._app(scope, counting, watching)
        if answered:
            return
        if slow:
            await self._refuse(scope, WebError(408, "slow"))(scope, receive, send)
        elif received > most:
            await self._refuse(scope, _too_big(most))(scope, receive, send)

    def _longest(self, path: str) -> int:
        settings = self._settings
        return settings.longest_record if path == "/records" else settings.longest_form


def _too_big(most: int) -> WebError:
    return WebError(413, "too_big", most=most // 1024)


def _length(headers: dict[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isdecimal() and len(text) < 16 else 1 << 62


def _is_foreign(scope: Scope, headers: dict[str, str]) -> bool:
    """Whether another site sent this request through somebody's browser.

    Browsers send no bearer tokens by themselves, and with one the cookie does not count. Any other
    `Authorization`, such as a password for the proxy, is sent by browsers and proves nothing.
    """
    if bearer_token(scope["headers"]):
        return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _without_body(send: Send) -> Send:
    """Sends what comes before a body, and then its end."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b""})

    return sending


def _with_headers(send: Send, path: str) -> Send:
    extra = [(name.encode(), text.encode()) for name, text in SECURITY_HEADERS.items()]
    if not path.startswith(STATIC_PATH):
        extra.append(WITHOUT_CACHE)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(pair for pair in extra if pair[0] not in present),
            ]
        await send(message)

    return sending
