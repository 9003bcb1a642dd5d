"""The pages of deals of the day: to play one, and to compare results afterwards."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info
from dvergar.core.words import words
from dvergar.web.features.daily.service import DailyService, companions
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.stored_rows import Conflict
from dvergar.web.kernel.tables.deal_day import closes_on, is_day, is_open, lasts, today
from dvergar.web.kernel.tables.new_table import game_options
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.player_names import named
from dvergar.web.kernel.tables.table import BOT, FORBIDDEN, PERSON, Seat
from dvergar.web.kernel.views.bot_choices import bot_label, default_bot
from dvergar.web.kernel.views.game_cards import chosen_game, game_links


def routes(kernel: Kernel, daily: DailyService) -> APIRouter:
    """The deal of the day, and those of earlier days."""
    router = APIRouter(include_in_schema=False)

    @router.get("/daily")
    async def now(request: Request, game: str = "") -> Response:
        return await _page(kernel, daily, read_context(request), chosen_game(game), today())

    @router.get("/daily/{day}")
    async def of_a_day(request: Request, day: str, game: str = "") -> Response:
        if not is_day(day) or day > today():
            raise WebError(404, "not_found")
        return await _page(kernel, daily, read_context(request), chosen_game(game), day)

    @router.post("/daily/{game}")
    async def play(request: Request, game: str) -> Response:
        if game not in games():
            raise WebError(404, "not_found")
        context, day = read_context(request), today()
        attempt = await daily.attempt(day, game, context.user_id) if context.token else None
        if attempt is not None:
            return RedirectResponse(f"/table/{attempt.table_id}", 303)
        kernel.check_new_table(context)
        context.identify()
        seed = kernel.keys.seed(f"daily/{game}/{day}")
        plan = await _plan(kernel, context, game, day)
        first = daily.begin(day, game, context.user_id)
        try:
            table = await kernel.tables.open(plan, context.user_id, seed, beside=first)
        except Conflict as error:  # a second click, which was slower
            attempt = await daily.attempt(day, game, context.user_id)
            if attempt is None:
                raise WebError(409, "stale") from error
            return RedirectResponse(f"/table/{attempt.table_id}", 303)
        return seated(context, table)

    return router


async def _plan(kernel: Kernel, context: RequestContext, game: str, day: str) -> Plan:
    """The table of a deal of the day: by the book, without hints, and nothing taken back."""
    me = await kernel.claimed_names.of(context.user_id)
    unnamed = words("dvergar.core", context.lang)("seat.name", n=1)
    bots = companions(game)
    seats = [Seat(PERSON, (me.name if me else context.name) or unnamed)]
    seats += [Seat(BOT, "", default_bot(game)) for _ in range(bots)]
    options = game_options(info(game), {}, len(seats))
    name = context.say("daily.table", day=day)
    return Plan(game, options, named(seats), name, hints=FORBIDDEN, daily=day)


async def _page(
    kernel: Kernel, daily: DailyService, context: RequestContext, game: str, day: str
) -> Response:
    attempt = await daily.attempt(day, game, context.user_id) if context.token else None
    open_to_me = not is_open(day) or (attempt is not None and attempt.over)
    rows = await daily.results(day, game, context.user_id)
    facts: dict[str, Any] = {
        "games": game_links(game, context.lang),
        "slug": game,
        "day": day,
        "lasts": lasts(day),
        "closes": closes_on(day),
        "attempt": attempt,
        "rows": rows if open_to_me else [],
        "finished": len(rows),
        "shown": open_to_me,
        "against": _against(info(game), context),
        "days": await daily.days(game, min(day, today())),
    }
    return page(kernel, context, "daily.html", **facts)


def _against(game: GameInfo, context: RequestContext) -> str:
    """Who else plays."""
    bots = companions(game.slug)
    if not bots:
        return context.say("daily.alone")
    return context.say(
        "daily.against", n=bots, level=bot_label(game, default_bot(game.slug), context.lang)
    )
