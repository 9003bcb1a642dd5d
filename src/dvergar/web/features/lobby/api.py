"""The lobby for programs: games, open tables, and opening a table."""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final

from fastapi import Request

from dvergar import bots
from dvergar.core.chance import SEEDS
from dvergar.core.registry import games, info
from dvergar.web.features.lobby.models import (
    GameAnswer,
    OpenSeatAnswer,
    OpenTableAnswer,
    OptionAnswer,
    SeatBody,
    TableBody,
    TimingBody,
)
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.response_models import NEWCOMERS, SeatedAnswer
from dvergar.web.kernel.http.table_json import seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.storage.rows import Summary
from dvergar.web.kernel.tables.clocks import FOR_EVER, Timing
from dvergar.web.kernel.tables.new_table import check_bot, game_options
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import BOT, HIDDEN, OPEN, PERSON, Seat

LOG: Final = logging.getLogger("dvergar.tables")
MAX_LISTED_TABLES: Final = 100


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes."""

    @api.public.get("/games")
    async def list_games(request: Request) -> list[GameAnswer]:
        """The games that can be played here."""
        context = read_context(request)
        return [
            GameAnswer(
                game=game.slug,
                title=game.words(context.lang)("game.title"),
                rules_version=game.rules_version,
                players=game.players,
                options=[
                    OptionAnswer(
                        name=option.name,
                        values=list(option.values_for(game.players[1])),
                        players=list(option.players),
                    )
                    for option in game.options
                ],
                bots=bots.names(game.slug),
            )
            for game in games().values()
        ]

    @api.public.get("/tables")
    async def open_tables(request: Request) -> list[OpenTableAnswer]:
        """The public tables that are not over, newest first."""
        lang = read_context(request).lang
        rows = [_listed(one, lang) for one in await kernel.store.open_tables(MAX_LISTED_TABLES)]
        return [row for row in rows if row is not None]

    @api.newcomer.post("/tables", status_code=201, openapi_extra=NEWCOMERS)
    async def open_table(request: Request, body: TableBody) -> SeatedAnswer:
        """Opens a table; whoever asks holds every seat of kind `me`."""
        context = read_context(request)
        kernel.check_new_table(context)
        game = info(body.game)
        seats = [_seat(body.game, seat) for seat in body.seats]
        if body.options.get("players", len(seats)) != len(seats):
            raise WebError(400, "form")
        if body.deal is not None and body.deal >= SEEDS:
            raise WebError(400, "deal_number")
        options = game_options(game, dict(body.options), len(seats))
        context.identify()
        hidden = body.points == HIDDEN
        if hidden and not game.running_points:
            raise WebError(400, "no_points")
        plan = Plan(
            body.game,
            options,
            seats,
            body.name,
            body.public,
            body.practice,
            hidden,
            thinking=body.time,
            hints=body.hints,
            deal=body.deal,
            bots=body.bots,
            timing=_timing(body.timing),
        )
        deal = secrets.randbits(64) if plan.deal is None else plan.deal
        table = await kernel.tables.open(plan, context.user_id, deal)
        return await seated(kernel, context, table.id)


def _timing(body: TimingBody | None) -> Timing:
    """How long a turn may take: until a deadline or by a clock, not both."""
    if body is None:
        return FOR_EVER
    if (body.deadline is None) == (body.move is None) or (body.deadline and body.reserve):
        raise WebError(400, "timing")
    return Timing(body.deadline or 0, body.move or 0, body.reserve)


def _seat(game: str, seat: SeatBody) -> Seat:
    if seat.kind == "bot":
        check_bot(game, seat.bot)
        return Seat(BOT, "", seat.bot)
    if seat.kind == "open":
        return Seat(OPEN, "")
    if not seat.name.strip():
        raise WebError(400, "name_empty")
    return Seat(PERSON, seat.name)


def _listed(summary: Summary, lang: str) -> OpenTableAnswer | None:
    """A table in the list; None, and a line in the log, where it is damaged or its game is gone."""
    try:
        return _open_table(summary, lang)
    except Exception as error:  # noqa: BLE001 - one bad row takes no list down
        LOG.warning("table %s cannot be listed: %s", summary.id, told(error))
        return None


def _open_table(summary: Summary, lang: str) -> OpenTableAnswer:
    facts: dict[str, Any] = summary.facts
    return OpenTableAnswer(
        id=summary.id,
        game=summary.game,
        title=info(summary.game).words(lang)("game.title"),
        name=facts["name"],
        phase=summary.phase,
        round=facts["round"],
        rounds=facts["rounds"],
        seats=[
            OpenSeatAnswer(name=name if taken else "", open=not taken)
            for name, taken in zip(facts["names"], facts["taken"], strict=True)
        ],
    )
