"""Rules and help: the searchable rule book of each game, explanations, keys, and the about page."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Annotated, Any, ClassVar, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

import dvergar
from dvergar.compiled_engine import COMPILED, PLAIN
from dvergar.core.registry import info
from dvergar.web.features.rules.views import Books, CachedPages, books, explained, reading
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.views.assets import credits
from dvergar.web.kernel.views.game_cards import game_cards


class RulesFeature(Feature):
    """Texts to read."""

    slots: ClassVar = {
        "footer": (10, "_about_link.html"),
        "start.footer": (10, "_rules_footer.html"),
        "table.styles": (10, "_rules_styles.html"),
        "table.head": (5, "_rules_head.html"),
        "table.top": (20, "_rules_top.html"),
        "table.menu": (20, "_rules_menu.html"),
        "table.banners": (10, "_help.html"),
        "table.dialogs": (10, "_keys_dialog.html"),
        "guide.end": (10, "_guide_rules.html"),
        "rule.link": (10, "_rule_link.html"),
        "help.link": (10, "_help_link.html"),
        "keys.lines": (20, "_rules_keys.html"),
    }

    def pages(self) -> APIRouter:
        """All pages to read."""
        return _routes(self.kernel)


MAX_SEARCH_LETTERS: Final = 80
MAX_ANCHOR_LETTERS: Final = 60
_TABLE: Final = re.compile(r"[a-z0-9]{1,20}")

Wanted = Annotated[str, Query(max_length=MAX_SEARCH_LETTERS)]


def _routes(kernel: Kernel) -> APIRouter:
    """The pages to read of a server."""
    router = APIRouter(include_in_schema=False)
    pages = CachedPages()
    _rules_route(router, kernel, pages)
    _help_routes(router, kernel, pages)

    @router.get("/keys/{slug}")
    async def keys(request: Request, slug: str) -> Response:
        return page(kernel, read_context(request), "keys.html", slug=info(slug).slug)

    @router.get("/about")
    async def about(request: Request) -> Response:
        facts: dict[str, Any] = {
            "credits": credits(),
            "engine": COMPILED if dvergar.compiled else PLAIN,
            "bots_engine": kernel.engine.kind,
        }
        return page(kernel, read_context(request), "about.html", **facts)

    return router


def _rules_route(router: APIRouter, kernel: Kernel, pages: CachedPages) -> None:
    @router.get("/rules/{slug}")
    async def rules(request: Request, slug: str, q: Wanted = "", table: str = "") -> Response:
        context = read_context(request)
        found = books(info(slug).slug)

        def make() -> str:
            shown = reading(slug, context.lang, q)
            facts = _facts(found, context, table)
            facts |= {"reading": shown, "games": game_cards(slug, context.lang)}
            return _page(kernel, context, "rules.html", facts)

        return _cached_page(request, pages, ("rules", *_reader(context)), make)


def _help_routes(router: APIRouter, kernel: Kernel, pages: CachedPages) -> None:
    @router.get("/help/{slug}")
    async def help_page(request: Request, slug: str, table: str = "") -> Response:
        context = read_context(request)
        found = books(info(slug).slug)

        def make() -> str:
            kinds = [
                (kind, [explained(found, topic, context.lang) for topic in topics])
                for kind, topics in found.help.kinds.items()
            ]
            return _page(
                kernel, context, "help.html", _facts(found, context, table) | {"kinds": kinds}
            )

        return _cached_page(request, pages, ("help", *_reader(context)), make)

    @router.get("/help/{slug}/names")
    async def names(request: Request, slug: str) -> Response:
        """What everything is called, for those who do not see it."""
        context = read_context(request)
        found = books(info(slug).slug)
        speak = found.info.words(context.lang)
        titles = {topic.anchor: topic.title(speak) for topic in found.help.topics()}
        return JSONResponse(titles, headers={"cache-control": "private, max-age=600"})

    @router.get("/help/{slug}/{anchor}")
    async def help_for(request: Request, slug: str, anchor: str, table: str = "") -> Response:
        context = read_context(request)
        found = books(info(slug).slug)
        topic = found.help.get(anchor) if len(anchor) <= MAX_ANCHOR_LETTERS else None
        if topic is None:
            raise WebError(404, "no_help")

        def make() -> str:
            template = "_explained.html" if context.htmx else "help_topic.html"
            facts = _facts(found, context, table) | {"one": explained(found, topic, context.lang)}
            return _page(kernel, context, template, facts)

        return _cached_page(request, pages, ("topic", context.htmx, *_reader(context)), make)


def _facts(found: Books, context: RequestContext, table: str) -> dict[str, Any]:
    """What every page to read is told; an address that is no table's leads nowhere."""
    return {
        "info": found.info,
        "title": found.info.words(context.lang)("game.title"),
        "table_id": table if _TABLE.fullmatch(table) else "",
        "points": context.points,
    }


def _page(kernel: Kernel, context: RequestContext, template: str, facts: dict[str, Any]) -> str:
    return kernel.renderer.page(template, context.lang, context.theme, context.path, **facts)


def _reader(context: RequestContext) -> tuple[str, ...]:
    """All that a page to read hangs on."""
    return context.lang, context.theme, context.points, context.path


def _cached_page(request: Request, pages: CachedPages, key: Hashable, make: Any) -> Response:
    """A page that is made once; a browser that has it already is told so."""
    found = pages.get(key, make)
    headers = {"cache-control": "private, no-cache", "etag": found.tag}
    headers["vary"] = "Accept-Encoding, Accept-Language, Cookie, HX-Request"
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type="text/html; charset=utf-8", headers=headers)


FEATURE = RulesFeature
