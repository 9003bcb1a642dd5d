"""The parts of a running server, and what every request needs to know of who asks.

`House` is made once and handed to the routes; `Visit` is one request: language, theme, the token
of the browser or program, and through it the seats it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from dvergar.core.words import LANGUAGES, words
from dvergar.web.bots import BotRunner
from dvergar.web.desk import Desk, Viewer, make_desk
from dvergar.web.errors import WebError
from dvergar.web.guard import Pace
from dvergar.web.hub import Hub
from dvergar.web.render import Renderer
from dvergar.web.seats import COOKIE, digest, is_token, new_token, return_key
from dvergar.web.settings import Settings
from dvergar.web.store import Store
from dvergar.web.table import OPEN, Table
from dvergar.web.tables import LONGEST_NAME, Tables

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
YEAR = 365 * 24 * 3600


class House:
    """Store, tables, bots and templates of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url())
        self.hub = Hub()
        self.tables = Tables(self.store, self.hub)
        self.bots = BotRunner(self.tables, settings.bot_pace, settings.bot_workers)
        self.renderer = Renderer()
        self.pace = Pace(settings.tables_per_minute)
        self.secret = ""
        self.closing = False

    async def open(self) -> None:
        self.settings.data.mkdir(parents=True, exist_ok=True)
        await self.store.open()
        self.secret = await self.store.secret("return", new_token())

    async def close(self) -> None:
        self.closing = True
        self.hub.notify_all()
        await self.bots.close()
        await self.store.close()

    async def table(self, table_id: str) -> Table:
        """A table, with its bots awake if it is their turn."""
        table = await self.tables.get(table_id)
        if table.acting_bot():
            self.bots.wake(table.id)
        return table

    async def desk(
        self, visit: Visit, table: Table, at: int | None = None, notice: str = ""
    ) -> Desk:
        """What a visitor sees of a table."""
        seats = await self.seats(visit, table)
        host = bool(visit.token) and table.host == visit.holder
        invites: dict[int, str] = {}
        if host and any(seat.kind == OPEN for seat in table.seats):
            tokens = await self.store.invites(table.id)
            invites = {seat: f"{visit.base}join/{token}" for seat, token in tokens.items()}
        viewer = Viewer(tuple(seats), host, visit.lang)
        desk = make_desk(table, viewer, invites, at, notice)
        if seats and desk.live:
            mine = "-".join(map(str, seats))
            key = return_key(self.secret, table.id, mine)
            desk.return_link = f"{visit.base}return/{table.id}/{mine}/{key}"
        return desk

    async def seats(self, visit: Visit, table: Table) -> list[int]:
        """The seats a visitor holds at a table."""
        return await self.store.seats_of(table.id, visit.holder) if visit.token else []


@dataclass(slots=True)
class Visit:
    """One request, as far as routes care who sent it."""

    lang: str
    theme: str
    path: str
    base: str
    address: str
    token: str
    name: str
    htmx: bool
    points: str

    @staticmethod
    def of(request: Request) -> Visit:
        """What a request says of its sender; whatever is malformed counts as absent."""
        query = f"?{request.url.query}" if request.url.query else ""
        name = unquote(request.cookies.get("name", ""))[:LONGEST_NAME]
        return Visit(
            lang=_language(request),
            theme=_one_of(request.cookies.get("theme"), THEMES),
            path=request.url.path + query,
            base=str(request.base_url),
            address=request.client.host if request.client else "",
            token=_token(request),
            name="".join(c for c in name if c.isprintable()).strip(),
            htmx="hx-request" in request.headers,
            points=_one_of(request.cookies.get("points"), SWITCH),
        )

    @property
    def holder(self) -> str:
        """What is stored of the token."""
        return digest(self.token)

    def say(self, key: str, **facts: object) -> str:
        return words("dvergar.web", self.lang)(key, **facts)

    def identify(self) -> None:
        """Gives a newcomer a token of his own."""
        self.token = self.token or new_token()

    def remember(self, response: Response) -> None:
        """Lets the browser keep token and name."""
        secure = self.base.startswith("https:")
        options = {"max_age": YEAR, "httponly": True, "samesite": "lax", "secure": secure}
        if self.token:
            response.set_cookie(COOKIE, self.token, **options)  # type: ignore[arg-type]
        if self.name:
            response.set_cookie("name", quote(self.name), **options)  # type: ignore[arg-type]


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


def _token(request: Request) -> str:
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE)
    return token if token is not None and is_token(token) else ""


def page(
    house: House, visit: Visit, template: str, code: int = 200, /, **facts: object
) -> Response:
    """A whole page as an answer."""
    facts = {"points": visit.points, **facts}
    html = house.renderer.page(template, visit.lang, visit.theme, visit.path, **facts)
    return HTMLResponse(html, code, headers={"cache-control": "no-store"})


def table_answer(house: House, visit: Visit, desk: Desk, status: int = 200) -> Response:
    """A table as an answer: the fragment alone for htmx, the whole page otherwise."""
    if visit.htmx:
        fragment = house.renderer.fragment(desk, visit.lang)
        return HTMLResponse(fragment, status, headers={"cache-control": "no-store"})
    return page(house, visit, "table.html", status, desk=desk)


def only_number(text: str) -> int:
    """A number sent by a form; anything else is a damaged form."""
    if not text.isdecimal() or len(text) > 9:
        raise WebError(400, "form")
    return int(text)
