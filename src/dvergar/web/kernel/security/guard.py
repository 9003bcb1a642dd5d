"""What every request passes: bounds on its size and time, where it may come from, what it may do.

Written as plain ASGI, so that live streams pass through untouched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.security.asgi import App, Message, Receive, Scope, Send
from dvergar.web.kernel.security.hosts import AllowedHosts
from dvergar.web.kernel.security.tokens import bearer_token
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.security")
Refuse = Callable[[Scope, WebError], App]

WITHOUT_CACHE: Final = (b"cache-control", b"no-store")
KEPT: Final = "/static/"
"""What browsers may keep; all else is what it is now."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
UNUSED_FEATURES: Final = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *("magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
"""What no page of ours asks a browser for, and so nothing on it may."""
HEADERS: Final = {
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
        self, app: App, settings: Settings, refuse: Refuse, barred: Callable[[str], bool]
    ) -> None:
        self._app = app
        self._barred = barred
        self._hosts = AllowedHosts(settings)
        self._settings = settings
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        if scope["method"] == "HEAD":  # as GET, but for the body
            scope, send = {**scope, "method": "GET"}, _without_body(send)
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
        if self._barred((scope.get("client") or ("",))[0]):
            return WebError(403, "barred")
        if "\0" in scope["path"]:
            return WebError(404, "not_found")
        if _length(headers) > most:
            return _too_big(most)
        if scope["method"] not in SAFE and _is_foreign(scope, headers):
            return WebError(403, "foreign_origin")
        return None

    async def _bounded(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Stops reading a body as soon as it is too long, or takes too long."""
        seen = 0
        answered = slow = False
        body_ends = asyncio.get_running_loop().time() + self._settings.request_seconds
        more = True

        async def counting() -> Message:
            nonlocal seen, more, slow
            try:
                # Behind the body there is only the news that somebody has gone, at any time.
                async with asyncio.timeout_at(body_ends if more else None):
                    message = await receive()
            except TimeoutError as error:
                slow = True
                raise TooSlow from error
            more = message.get("more_body", False)
            seen += len(message.get("body", b""))
            if seen > most:
                raise TooBig
            return message

        async def watching(message: Message) -> None:
            nonlocal answered
            if answered or (seen <= most and not slow):  # what is said to half a body is none
                answered = True
                await send(message)

        with suppress(TooBig, TooSlow):
            await self._app(scope, counting, watching)
        if answered:
            return
        if slow:
            await self._refuse(scope, WebError(408, "slow"))(scope, receive, send)
        elif seen > most:
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
    extra = [(name.encode(), text.encode()) for name, text in HEADERS.items()]
    if not path.startswith(KEPT):
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
