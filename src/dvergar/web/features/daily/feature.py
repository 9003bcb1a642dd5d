"""The deal of the day: everyone plays the same deal once, and compares.

On each day everyone gets the same deal of a game; the first table that someone opens for it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection, insert, select

from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info, make_game, plugin_failures
from dvergar.core.words import words
from dvergar.web.features.daily.schema import ATTEMPTS
from dvergar.web.kernel.clock import (
    Day,
    closes_on,
    day_after,
    day_text,
    end_of,
    is_day,
    is_open,
    lasts,
    today,
)
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.schema import RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.storage.stored_rows import Conflict, StoreBeside
from dvergar.web.kernel.tables.game_results import MAX_LISTED_GAMES, GameResults, Played
from dvergar.web.kernel.tables.plan import Plan, game_options
from dvergar.web.kernel.tables.player_names import named
from dvergar.web.kernel.tables.table import BOT, FORBIDDEN, PERSON, Seat
from dvergar.web.kernel.tables.table_events import SpectatorArrived
from dvergar.web.kernel.views.bot_choices import bot_label, default_bot
from dvergar.web.kernel.views.game_cards import chosen_game, game_links
from dvergar.web.kernel.views.render import PageLink

MAX_LISTED_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first game of someone for a deal of the day."""

    table_id: str
    over: bool


def companions(slug: str) -> int:
    """How many bots play along: none if the game can be played alone and the deal matters then."""
    least, most = info(slug).players
    if least > 1:
        return min(least, most - 1)
    game = make_game(slug, {"players": 1})
    with plugin_failures(game.info):
        deals = game.start(1).key(), game.start(2).key()
    return 0 if deals[0] != deals[1] else 1


class DailyService:
    """Who has played which deal of a day."""

    def __init__(self, store: Store, results: GameResults) -> None:
        self._store = store
        self._results = results

    async def attempt(self, day: str, game: str, user_id: str) -> Attempt | None:
        """The game of a user for a day, or None."""
        query = (
            select(ATTEMPTS.c.table_id, RESULTS.c.number)
            .outerjoin(RESULTS, RESULTS.c.table_id == ATTEMPTS.c.table_id)
            .where(ATTEMPTS.c.day == day, ATTEMPTS.c.game == game, ATTEMPTS.c.holder == user_id)
        )
        row = await self._store.ask(lambda connection: connection.execute(query).first())
        return None if row is None else Attempt(row.table_id, row.number is not None)

    def begin(self, day: str, game: str, user_id: str) -> StoreBeside:
        """Notes the table of a first attempt as it is stored; Conflict if there was one before."""

        def store(connection: Connection, table_id: str) -> None:
            row = {"day": day, "game": game, "holder": user_id, "table_id": table_id}
            connection.execute(insert(ATTEMPTS), row)

        return store

    async def results(self, day: str, game: str, user_id: str) -> list[Played]:
        """The games of a day that are over, the best first."""
        query = (
            select(RESULTS, TABLES.c.summary, ATTEMPTS.c.holder)
            .join(ATTEMPTS, ATTEMPTS.c.table_id == RESULTS.c.table_id)
            .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .where(RESULTS.c.day == day, RESULTS.c.game == game)
            .where(RESULTS.c.ended < end_of(day_after(day)))
            .order_by(RESULTS.c.points.desc(), RESULTS.c.number)
            .limit(MAX_LISTED_GAMES)
        )
        return await self._results.listed(query, user_id)

    async def days(self, game: str, before: str) -> list[str]:
        """The days before a day on which somebody has finished a game."""
        query = (
            select(RESULTS.c.day)
            .where(RESULTS.c.game == game, RESULTS.c.day != "", RESULTS.c.day < before)
            .distinct()
            .order_by(RESULTS.c.day.desc())
            .limit(MAX_LISTED_DAYS)
        )
        return await self._store.ask(lambda connection: list(connection.execute(query).scalars()))


class DailyFeature(Feature):
    """Deals of the day, which stay secret while others can play them."""

    slots: ClassVar = {
        "scores.deal": (20, "_daily_next.html"),
    }
    links: ClassVar = (PageLink(20, "/daily", "daily.title", play=True),)

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.daily = DailyService(kernel.store, kernel.results)
        kernel.events.on_check(SpectatorArrived, self._check_finished)

    def pages(self) -> APIRouter:
        """Today's deal, earlier ones, and playing."""
        return _routes(self.kernel, self.daily)

    async def _check_finished(self, event: SpectatorArrived) -> None:
        """Lets only those watch an open deal who have finished it."""
        day = event.table.daily
        if not is_open(day):
            return
        user, game = event.user_id, event.table.game.slug
        attempt = await self.daily.attempt(day, game, user) if user else None
        if attempt is None or not attempt.over:
            raise WebError(403, "daily_watch", day=Day(closes_on(day)))


def _routes(kernel: Kernel, daily: DailyService) -> APIRouter:
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
    name = context.say("daily.table", day=day_text(day, context.lang))
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


FEATURE = DailyFeature
