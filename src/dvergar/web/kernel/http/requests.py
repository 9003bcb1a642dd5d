"""Requests of browsers and programs: what FastAPI knows of them, as a `RequestContext`.

A request that waits for something stops waiting when its client is gone (`while_connected`).
Only waiting is stopped: whatever a request has begun to change is finished.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar
from urllib.parse import quote, unquote

from fastapi import Request, Response
from starlette.requests import ClientDisconnect

from dvergar.core.languages import LANGUAGES
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.request_context import (
    ADVICE,
    BOARD_SIZES,
    COLUMNS,
    CONFIRM,
    FEEDING,
    NOTIFICATIONS,
    SWITCH,
    THEMES,
    RequestContext,
)
from dvergar.web.kernel.security.client_address import network_key
from dvergar.web.kernel.security.network import is_this_computer, network_url
from dvergar.web.kernel.security.reverse_proxy import base_of
from dvergar.web.kernel.security.tokens import (
    COOKIE,
    SECURE_COOKIE,
    bearer_token,
    has_bearer,
    is_token,
)
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS, normalize_name
from dvergar.web.settings import Settings

SAFE_PATH_LETTERS: Final = "/:@!$&'()*+,;=~"
COOKIE_LIFETIME_S: Final = 365 * 24 * 3600


def read_context(request: Request) -> RequestContext:
    """What a request says of its sender; whatever is malformed counts as absent."""
    name = normalize_name(unquote(request.cookies.get("name", "")))[:MAX_NAME_LETTERS]
    token, cookie = _token(request)
    return RequestContext(
        lang=_language(request),
        theme=_one_of(request.cookies.get("theme"), THEMES),
        path=quote(request.scope["path"], safe=SAFE_PATH_LETTERS) + query_of(request),
        base=_public_url(request),
        root=base_of(request.scope),
        secure=request.scope["scheme"] == "https",
        old_cookie=cookie == COOKIE and _has_own_host(request),
        address=network_key(request.client.host if request.client else ""),
        token=token,
        name=name,
        htmx="hx-request" in request.headers,
        gzip="gzip" in request.headers.get("accept-encoding", ""),
        points=_one_of(request.cookies.get("points"), SWITCH),
        confirm=_one_of(request.cookies.get("confirm"), CONFIRM),
        keys=_one_of(request.cookies.get("keys"), SWITCH),
        feeding=_one_of(request.cookies.get("feeding"), FEEDING),
        notify=_one_of(request.cookies.get("notify"), NOTIFICATIONS),
        sound=_one_of(request.cookies.get("sound"), NOTIFICATIONS),
        board=_one_of(request.cookies.get("board"), BOARD_SIZES),
        columns=_one_of(request.cookies.get("columns"), COLUMNS),
        advice=_one_of(request.cookies.get("advice"), ADVICE),
    )


def remember(context: RequestContext, response: Response) -> None:
    """Lets the browser keep token and name."""
    cookie = SECURE_COOKIE if context.secure and not context.root else COOKIE
    for key, value in ((cookie, context.token), ("name", quote(context.name))):
        if value:
            set_cookie(response, key, value, secure=context.secure)


def set_cookie(response: Response, key: str, value: str, secure: bool = False) -> None:
    """Sets a cookie for a year that scripts cannot read."""
    response.set_cookie(
        key, value, max_age=COOKIE_LIFETIME_S, httponly=True, samesite="lax", secure=secure
    )


def only_number(text: str) -> int:
    """A number sent by a form; anything else is a damaged form."""
    if not text.isdecimal() or len(text) > 9:
        raise WebError(400, "form")
    return int(text)


def query_of(request: Request) -> str:
    """The query of a request with its question mark; empty without one."""
    query: str = request.scope["query_string"].decode("latin-1")
    return f"?{query}" if query else ""


def _public_url(request: Request) -> str:
    """The address that is set, or else that of the request, whose host the guard has checked."""
    kernel = request.app.state.kernel
    settings: Settings = kernel.settings
    if settings.address:
        return settings.address.rstrip("/") + "/"
    url = str(request.base_url).rstrip("/") + base_of(request.scope) + "/"
    if kernel.serves_network and is_this_computer(url):
        return network_url(url) or url  # `localhost` would lead others to their own machine
    return url


def _one_of(text: str | None, allowed: tuple[str, ...]) -> str:
    return text if text in allowed else allowed[0]


def _language(request: Request) -> str:
    chosen = request.query_params.get("lang") or request.cookies.get("lang")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        lang = part.split(";")[0].strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


def _has_own_host(request: Request) -> bool:
    """Whether this server can have a cookie that no other site on its host or domain can set."""
    return request.scope["scheme"] == "https" and not base_of(request.scope)


def _token(request: Request) -> tuple[str, str]:
    """The token of a program, or else that of a cookie, never both; and the name of the cookie."""
    if has_bearer(request.scope["headers"]):
        return bearer_token(request.scope["headers"]), ""
    for name in (SECURE_COOKIE, COOKIE) if _has_own_host(request) else (COOKIE,):
        token = request.cookies.get(name, "")
        if is_token(token):
            return token, name
    return "", ""


T = TypeVar("T")


async def while_connected(request: Request, waiting: Coroutine[Any, Any, T]) -> T:
    """Waits for something as long as the client does; ClientDisconnect when it has left."""
    task = asyncio.ensure_future(waiting)
    gone = asyncio.ensure_future(_until_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return await task
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _until_disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
