"""The finished games of this server: statistics, ratings, and the best that were played alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.core.registry import games, info
from dvergar.web.features.lobby import new_table_form as start
from dvergar.web.features.ratings.service import Player
from dvergar.web.features.statistics.views import Standing
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.request_context import Visit
from dvergar.web.kernel.views.responses import page
from dvergar.web.server import Server

Text = Annotated[str, Form()]


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game among those to look at."""

    slug: str
    title: str
    chosen: bool


def game_links(chosen: str, lang: str) -> list[GameLink]:
    """All games, the easiest first."""
    return [
        GameLink(one.slug, one.words(lang)("game.title"), one.slug == chosen)
        for one in start.by_difficulty()
    ]


def chosen_game(game: str) -> str:
    """The game that is asked for, or the first one."""
    return game if game in games() else start.by_difficulty()[0].slug


def routes(server: Server) -> APIRouter:
    """All pages about finished games but the deals of the day."""
    router = APIRouter(include_in_schema=False)
    _reading_routes(router, server)
    _name_routes(router, server)
    return router


def _reading_routes(router: APIRouter, server: Server) -> None:
    @router.get("/statistics")
    async def statistics(request: Request, game: str = "") -> Response:
        visit, slug = Visit.of(request), chosen_game(game)
        return page(server, visit, "statistics.html", **await _facts(server, visit, slug))

    @router.get("/ratings")
    async def ratings(request: Request, game: str = "") -> Response:
        visit, slug = Visit.of(request), chosen_game(game)
        me = await server.players.of(visit.holder)
        facts = await _facts(server, visit, slug)
        link = _link(server, visit, me) if me else ""
        return page(server, visit, "ratings.html", me=me, link=link, typed=visit.name, **facts)

    @router.get("/best")
    async def best(request: Request, game: str = "") -> Response:
        visit = Visit.of(request)
        alone = [one for one in game_links("", visit.lang) if info(one.slug).players[0] == 1]
        slug = game if game in [one.slug for one in alone] else alone[0].slug
        links = [GameLink(one.slug, one.title, one.slug == slug) for one in alone]
        rows = await server.daily.best(slug)
        return page(server, visit, "best.html", here="best", games=links, rows=rows)


async def _facts(server: Server, visit: Visit, slug: str) -> dict[str, Any]:
    found = await server.statistics.of(slug)
    names = await server.players.names()
    standing = Standing(info(slug), found, names, visit.lang)
    return {"games": game_links(slug, visit.lang), "standing": standing, "slug": slug}


def _link(server: Server, visit: Visit, me: Player) -> str:
    return f"{visit.base}player/{me.id}/{server.keys.player_key(me.id, me.links)}"


def _name_routes(router: APIRouter, server: Server) -> None:
    @router.post("/ratings/claim")
    async def claim(request: Request, name: Text = "") -> Response:
        visit = Visit.of(request)
        server.joins.check(visit.address)
        visit.identify()
        player = await server.players.claim(name, visit.holder)
        visit.name = player.name
        return _back(visit)

    @router.get("/player/{player_id}/{key}")
    async def take_page(request: Request, player_id: str, key: str) -> Response:
        """Asks first: programs that read mails and chats open every link they find."""
        visit = Visit.of(request)
        player = await _linked_player(server, visit, player_id, key)
        if await server.players.of(visit.holder) is not None:
            return RedirectResponse("/ratings", 303)
        return page(server, visit, "player.html", name=player.name)

    @router.post("/player/{player_id}/{key}")
    async def take(request: Request, player_id: str, key: str) -> Response:
        """The private link by which a name comes to another browser."""
        visit = Visit.of(request)
        player = await _linked_player(server, visit, player_id, key)
        visit.identify()
        await server.players.take(player, visit.holder)
        return _back(visit)

    @router.post("/ratings/link")
    async def renew_link(request: Request) -> Response:
        visit = Visit.of(request)
        await server.players.renew_link(await _me(server, visit), visit.holder)
        return _back(visit)

    @router.post("/ratings/withdraw")
    async def withdraw(request: Request) -> Response:
        visit = Visit.of(request)
        await server.players.withdraw(await _me(server, visit))
        return _back(visit)


async def _linked_player(server: Server, visit: Visit, player_id: str, key: str) -> Player:
    """Whose name a private link leads to; a link of someone else takes no name away."""
    server.joins.check(visit.address)
    player = await server.players.by_id(player_id[:24])
    if player is None or not server.keys.is_player_key(key, player.id, player.links):
        raise WebError(404, "not_found")
    me = await server.players.of(visit.holder)
    if me is not None and me.id != player.id:
        raise WebError(409, "claimed_already")
    return player


async def _me(server: Server, visit: Visit) -> Player:
    server.joins.check(visit.address)
    me = await server.players.of(visit.holder)
    if me is None:
        raise WebError(409, "no_name_claimed")
    return me


def _back(visit: Visit) -> Response:
    response = RedirectResponse("/ratings", 303)
    visit.remember(response)
    return response
