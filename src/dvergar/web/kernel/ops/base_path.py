"""Serving below a path: `/dvergar/about` is answered as `/about`, and all links lead back below it.

Inside, every address is what it is without the path. Links are given it where templates are read
(`seen.render`); redirections and cookies are given it here. A proxy may pass the path on or cut it
off: both are understood.
"""

from __future__ import annotations

import re
from typing import Final

from dvergar.web.kernel.security.asgi import App, Message, Receive, Scope, Send

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
