"""Behind a reverse proxy: forwarded client addresses, and serving below a base path.

Only proxies that the administrator trusts are believed. Of `X-Forwarded-For` the right-most address
that is no trusted proxy counts: everything to the left of it was written by that client.
`Forwarded` and `X-Forwarded-Host` are never read.

With a base path, `/dvergar/about` is answered as `/about`, and all links lead back below it.
Inside, every address is what it is without the path. Links get it where templates are read
(`views.render`); redirections and cookies get it here. A proxy may pass the path on or cut it off.
"""

from __future__ import annotations

import re
from typing import Final

from dvergar.web.bot_workers.question import CLIENT
from dvergar.web.kernel.security.client_address import (
    IPNetwork,
    is_among,
    network_key,
    parse_exact_ip,
    parse_ip,
)
from dvergar.web.kernel.security.guard import App, Message, Receive, Scope, Send

LOCAL: Final = "dvergar.local"
"""The key of a request's scope that says whether it comes from this machine, without a proxy."""
_MARKS: Final = frozenset(
    (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", b"x-real-ip")
) | {b"via", b"cf-connecting-ip", b"true-client-ip", b"x-client-ip"}
"""Headers that only a request through a proxy has, or one that pretends to."""
_SCHEMES: Final = ("http", "https")


class ForwardedHeaders:
    """Wraps the application: sets the client and the scheme of each request.

    What a request starts, bots that think among it, counts as its client's.
    """

    def __init__(self, app: App, trusted: tuple[IPNetwork, ...]) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = self._seen_from_here(scope)
            CLIENT.set(_remote_network((scope.get("client") or ("",))[0]))
        await self._app(scope, receive, send)

    def _seen_from_here(self, scope: Scope) -> Scope:
        peer = (scope.get("client") or ("",))[0]
        address = parse_ip(peer)
        forwarded = any(name in _MARKS for name, _ in scope["headers"])
        local = address is not None and address.is_loopback and not forwarded
        found: Scope = {**scope, LOCAL: local}
        if is_among(peer, self._trusted):
            found["client"] = (self._client(scope, peer), 0)
            scheme = _values(scope, b"x-forwarded-proto")[-1:]
            if scheme and scheme[0].lower() in _SCHEMES:
                found["scheme"] = scheme[0].lower()
        return found

    def _client(self, scope: Scope, peer: str) -> str:
        """The nearest address that no trusted proxy has; the last known one before nonsense."""
        for hop in reversed(_values(scope, b"x-forwarded-for")):
            address = parse_exact_ip(hop)
            if address is None:
                break
            peer = str(address)
            if not is_among(peer, self._trusted):
                break
        return peer


def is_local(scope: Scope) -> bool:
    """Whether a request comes from this machine and through no proxy; no header can claim it."""
    return bool(scope.get(LOCAL, False))


def _remote_network(address: str) -> str:
    """The network of a client; empty for this machine, where a proxy may ask for anyone."""
    found = parse_ip(address)
    return "" if found is not None and found.is_loopback else network_key(address)


def _values(scope: Scope, name: bytes) -> list[str]:
    """What all headers of this name list, in order."""
    lines = [text.decode("latin-1") for key, text in scope["headers"] if key == name]
    return [one.strip() for one in ",".join(lines).split(",")] if lines else []


KEY: Final = "dvergar.base"
_COOKIE_PATH: Final = re.compile(rb"(?i)(;\s*path=)/(?=;|$)")


def base_of(scope: Scope) -> str:
    """The path below which a request is answered."""
    base: str = scope.get(KEY, "")
    return base


class BasePath:
    """Wraps the whole application."""

    def __init__(self, app: App, base: str) -> None:
        self._app = app
        self._base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        base = self._base
        if scope["type"] != "http" or not base:
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path == base:
            path = "/"
        elif path.startswith(f"{base}/"):
            path = path[len(base) :]
        inside = {**scope, "path": path, "raw_path": path.encode(), KEY: base}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._below(*header) for header in message["headers"]]
            await send(message)

        await self._app(inside, receive, sending)

    def _below(self, name: bytes, text: bytes) -> tuple[bytes, bytes]:
        base = self._base.encode()
        if name == b"location" and text.startswith(b"/") and not text.startswith(b"//"):
            return name, base + text
        if name == b"set-cookie":
            return name, _COOKIE_PATH.sub(rb"\1" + base, text)
        return name, text
