"""Who asks: what every route needs to know of a request and its sender."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from fastapi import Request, Response

from dvergar.core.words import LANGUAGES, Words, words
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.ops.base_path import base_of
from dvergar.web.kernel.security.client_address import network_key
from dvergar.web.kernel.security.tokens import (
    COOKIE,
    SECURE_COOKIE,
    bearer_token,
    digest,
    has_bearer,
    is_token,
    new_token,
)
from dvergar.web.kernel.tables.automatic_answers import ASK, AUTO
from dvergar.web.kernel.tables.look_alikes import normalize_name
from dvergar.web.kernel.tables.service import LONGEST_NAME
from dvergar.web.settings import Settings

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
FEEDING = (ASK, AUTO)
NEWS = ("off", "on")  # nobody is disturbed who has not asked for it
CONFIRM = ("", "always", "countdown", "never")  # the first leaves it to the game
PREFERENCES = {
    "lang": LANGUAGES,
    "theme": THEMES,
    "points": SWITCH,
    "confirm": CONFIRM[1:],
    "keys": SWITCH,
    "feeding": FEEDING,
    "notify": NEWS,
    "sound": NEWS,
}
"""What a browser may be asked to remember, and what each of it can be."""
PATH_SIGNS = "/:@!$&'()*+,;=~"
"""What need not be escaped in a path."""
YEAR = 365 * 24 * 3600


@dataclass(slots=True)
class RequestContext:
    """One request, as far as routes care who sent it."""

    lang: str
    theme: str
    path: str
    base: str
    """The address of this server for links that people pass on."""
    root: str
    """The path below which the page is served."""
    secure: bool
    """Whether the request came by https."""
    old_cookie: bool
    """Whether the browser has its token under the name that earlier releases used."""
    address: str
    """What counts as one client in limits (`network_key`)."""
    token: str
    name: str
    htmx: bool
    gzip: bool
    points: str
    confirm: str
    keys: str
    """Whether single keys press buttons."""
    feeding: str
    """Whether one is asked where feeding leaves nothing to decide that could not wait."""
    notify: str = NEWS[0]
    """Whether the browser shows a notification when it is one's turn."""
    sound: str = NEWS[0]
    """Whether it makes a sound then."""

    @staticmethod
    def of(request: Request) -> RequestContext:
        """What a request says of its sender; whatever is malformed counts as absent."""
        name = normalize_name(unquote(request.cookies.get("name", "")))[:LONGEST_NAME]
        token, cookie = _token(request)
        return RequestContext(
            lang=_language(request),
            theme=_one_of(request.cookies.get("theme"), THEMES),
            path=quote(request.scope["path"], safe=PATH_SIGNS) + query_of(request),
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
            notify=_one_of(request.cookies.get("notify"), NEWS),
            sound=_one_of(request.cookies.get("sound"), NEWS),
        )

    @property
    def user_id(self) -> str:
        """What is stored of the token; empty for somebody without one."""
        return digest(self.token) if self.token else ""

    @property
    def words(self) -> Words:
        """The words of the page in the visitor's language."""
        return words("dvergar.web", self.lang)

    @property
    def stream_key(self) -> str:
        """What the pages of one browser have in common that may share one stream of news.

        It tells nothing about the token, and is another one with another language or preference.
        """
        return digest(f"stream/{self.token}/{self.lang}/{self.confirm}")[:16]

    def say(self, key: str, **facts: object) -> str:
        return words("dvergar.web", self.lang)(key, **facts)

    def identify(self) -> None:
        """Gives a newcomer a token of his own."""
        self.token = self.token or new_token()

    def remember(self, response: Response) -> None:
        """Lets the browser keep token and name."""
        cookie = SECURE_COOKIE if self.secure and not self.root else COOKIE
        for key, value in ((cookie, self.token), ("name", quote(self.name))):
            if value:
                keep(response, key, value, secure=self.secure)


def keep(response: Response, key: str, value: str, secure: bool = False) -> None:
    """Lets a browser keep a value for a year, out of reach of scripts."""
    response.set_cookie(key, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


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
    settings: Settings = request.app.state.kernel.settings
    if settings.address:
        return settings.address.rstrip("/") + "/"
    return str(request.base_url).rstrip("/") + base_of(request.scope) + "/"


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
