"""Pages about the finished games of this server: statistics, ratings, records, claimed names."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.core.registry import info
from dvergar.web.features.statistics.views import StatisticsView
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import read_context, remember
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.claimed_names import Player
from dvergar.web.kernel.views.game_cards import GameLink, chosen_game, game_links

Text = Annotated[str, Form()]


def routes(kernel: Kernel) -> APIRouter:
    """All pages about finished games but the deals of the day."""
    router = APIRouter(include_in_schema=False)
    _reading_routes(router, kernel)
    _name_routes(router, kernel)
    return router


def _reading_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/statistics")
    async def statistics(request: Request, game: str = "") -> Response:
        context, slug = read_context(request), chosen_game(game)
        return page(kernel, context, "statistics.html", **await _facts(kernel, context, slug))

    @router.get("/ratings")
    async def ratings(request: Request, game: str = "") -> Response:
        context, slug = read_context(request), chosen_game(game)
        me = await kernel.claimed_names.of(context.user_id)
        facts = await _facts(kernel, context, slug)
        link = _link(kernel, context, me) if me else ""
        return page(kernel, context, "ratings.html", me=me, link=link, typed=context.name, **facts)

    @router.get("/best")
    async def best(request: Request, game: str = "") -> Response:
        context = read_context(request)
        alone = [one for one in game_links("", context.lang) if info(one.slug).players[0] == 1]
        slug = game if game in [one.slug for one in alone] else alone[0].slug
        links = [GameLink(one.slug, one.title, one.slug == slug) for one in alone]
        rows = await kernel.statistics.best_alone(slug)
        return page(kernel, context, "best.html", here="best", games=links, rows=rows)


async def _facts(kernel: Kernel, context: RequestContext, slug: str) -> dict[str, Any]:
    found = await kernel.statistics.of(slug)
    names = await kernel.claimed_names.names()
    pages = await kernel.player_pages()
    view = StatisticsView(info(slug), found, names, context.lang, pages)
    return {"games": game_links(slug, context.lang), "view": view, "slug": slug}


def _link(kernel: Kernel, context: RequestContext, me: Player) -> str:
    return f"{context.base}player/{me.id}/{kernel.keys.player_key(me.id, me.links)}"


def _name_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/ratings/claim")
    async def claim(request: Request, name: Text = "") -> Response:
        context = read_context(request)
        kernel.joins.check(context.address)
        context.identify()
        player = await kernel.claimed_names.claim(name, context.user_id)
        context.name = player.name
        return _back(context)

    @router.get("/player/{player_id}/{key}")
    async def take_page(request: Request, player_id: str, key: str) -> Response:
        """Asks first: programs that read mails and chats open every link they find."""
        context = read_context(request)
        player = await _linked_player(kernel, context, player_id, key)
        if await kernel.claimed_names.of(context.user_id) is not None:
            return RedirectResponse("/ratings", 303)
        return page(kernel, context, "claimed_name.html", name=player.name)

    @router.post("/player/{player_id}/{key}")
    async def take(request: Request, player_id: str, key: str) -> Response:
        """Takes over a claimed name in the browser that opened its private link."""
        context = read_context(request)
        player = await _linked_player(kernel, context, player_id, key)
        context.identify()
        await kernel.claimed_names.take(player, context.user_id)
        return _back(context)

    @router.post("/ratings/link")
    async def renew_link(request: Request) -> Response:
        context = read_context(request)
        await kernel.claimed_names.renew_link(await _me(kernel, context), context.user_id)
        return _back(context)

    @router.post("/ratings/withdraw")
    async def withdraw(request: Request) -> Response:
        context = read_context(request)
        await kernel.claimed_names.withdraw(await _me(kernel, context))
        return _back(context)


async def _linked_player(
    kernel: Kernel, context: RequestContext, player_id: str, key: str
) -> Player:
    """Whose name a private link leads to; a link of someone else takes no name away."""
    kernel.joins.check(context.address)
    player = await kernel.claimed_names.by_id(player_id[:24])
    if player is None or not kernel.keys.is_player_key(key, player.id, player.links):
        raise WebError(404, "not_found")
    me = await kernel.claimed_names.of(context.user_id)
    if me is not None and me.id != player.id:
        raise WebError(409, "claimed_already")
    return player


async def _me(kernel: Kernel, context: RequestContext) -> Player:
    kernel.joins.check(context.address)
    me = await kernel.claimed_names.of(context.user_id)
    if me is None:
        raise WebError(409, "no_name_claimed")
    return me


def _back(context: RequestContext) -> Response:
    response = RedirectResponse("/ratings", 303)
    remember(context, response)
    return response
