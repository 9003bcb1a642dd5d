"""Profiles: the finished games of a person as charts and a list, for them and whom they let see."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.core.registry import games, info
from dvergar.web.features.profile.service import FinishedGame, own_games, shown_games
from dvergar.web.features.profile.views import LISTED_GAMES, ProfileView
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.claimed_names import GAMES, PRIVATE, PROFILE_LEVELS, Player
from dvergar.web.kernel.views.game_cards import by_difficulty, game_links
from dvergar.web.kernel.views.render import PageLink


class ProfileFeature(Feature):
    """One's own finished games, and those that others show."""

    slots: ClassVar = {
        "my_tables.foot": (5, "_profile_link.html"),
        "my_data.after_tables": (30, "_profile_data.html"),
    }
    player_page = "/profile/"
    links: ClassVar = (PageLink(10, "/profile", "profile.title"),)

    def pages(self) -> APIRouter:
        """Profiles, and the setting of who sees one's own."""
        return _routes(self.kernel)


Text = Annotated[str, Form()]


def _routes(kernel: Kernel) -> APIRouter:
    """One's own profile, those of others, and the setting."""
    router = APIRouter(include_in_schema=False)

    @router.get("/profile")
    async def mine(request: Request, game: str = "", players: str = "", all: str = "") -> Response:
        context = read_context(request)
        me = await kernel.claimed_names.of(context.user_id)
        slug = await _chosen(kernel, game, me, context.user_id)
        found = await kernel.statistics.of(slug)
        rows: list[FinishedGame] = []
        if context.token:
            rows = await own_games(kernel.store, slug, found, me, context.user_id)
        facts = await _facts(kernel, context, slug, rows, me, players)
        others = await kernel.claimed_names.shown_to_others()
        others = {id: name for id, name in others.items() if me is None or id != me.id}
        listed = len(rows) if all else LISTED_GAMES
        return page(
            kernel, context, "profile.html", **facts, mine=True, others=others, listed=listed
        )

    @router.get("/profile/{player_id}")
    async def of_a_player(
        request: Request, player_id: str, game: str = "", players: str = "", all: str = ""
    ) -> Response:
        context = read_context(request)
        player = await kernel.claimed_names.by_id(player_id[:24])
        me = await kernel.claimed_names.of(context.user_id)
        if player is None or (player.shown == PRIVATE and (me is None or me.id != player.id)):
            raise WebError(404, "no_profile")  # the same for both: nobody learns who has a name
        slug = await _chosen(kernel, game, player, "")
        found = await kernel.statistics.of(slug)
        rows = await shown_games(kernel.store, slug, found, player)
        facts = await _facts(kernel, context, slug, rows, player, players)
        listed = 0 if player.shown != GAMES else len(rows) if all else LISTED_GAMES
        return page(kernel, context, "profile.html", **facts, mine=False, others={}, listed=listed)

    @router.post("/profile/show")
    async def show(request: Request, shown: Text = "") -> Response:
        context = read_context(request)
        kernel.joins.check(context.address)
        me = await kernel.claimed_names.of(context.user_id)
        if me is None:
            raise WebError(409, "profile_unclaimed")
        if shown not in PROFILE_LEVELS:
            raise WebError(400, "form")
        await kernel.claimed_names.show(me, shown)
        return RedirectResponse("/profile", 303)

    return router


async def _chosen(kernel: Kernel, game: str, player: Player | None, user_id: str) -> str:
    """The game that is asked for, or else the one that the person has played most."""
    if game in games():
        return game
    counts = {}
    for one in by_difficulty():
        found = await kernel.statistics.of(one.slug)
        counts[one.slug] = len(found.played.get(player.id, [])) if player else 0
    if not any(counts.values()) and user_id:
        for summary, _ in await kernel.store.tables_of(user_id, 200):
            if summary.phase == "over" and summary.game in counts:
                counts[summary.game] += 1
    return max(counts, key=lambda slug: counts[slug])


async def _facts(
    kernel: Kernel,
    context: RequestContext,
    slug: str,
    rows: list[FinishedGame],
    player: Player | None,
    players: str,
) -> dict[str, Any]:
    found = await kernel.statistics.of(slug)
    size = int(players) if players.isdecimal() and len(players) < 3 else 0
    who = player.id if player else ""
    view = ProfileView(info(slug), rows, found, who, size, context.lang)
    return {
        "games": game_links(slug, context.lang),
        "slug": slug,
        "size": size,
        "view": view,
        "player": player,
        "name": player.name if player else context.name or context.say("profile.this_browser"),
        "levels": PROFILE_LEVELS,
        "since": rows[-1].day if rows else "",
    }


FEATURE = ProfileFeature
