"""The start page: games, a new table, lists of tables, preferences; the same for programs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar import bots
from dvergar.core.chance import SEEDS
from dvergar.core.errors import DvergarError
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info
from dvergar.web.features.lobby import models, new_table_form as start
from dvergar.web.features.lobby.service import Lobby, open_new_table
from dvergar.web.kernel.errors import WebError, status_of
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.json_models import NO_TOKEN_NEEDED, SeatedAnswer
from dvergar.web.kernel.http.requests import read_context, set_cookie
from dvergar.web.kernel.http.responses import page, seated
from dvergar.web.kernel.http.table_json import seated as seated_answer
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import PREFERENCES, RequestContext
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.tables.clocks import NO_TIME_LIMIT, Timing
from dvergar.web.kernel.tables.plan import Plan, check_bot, game_options
from dvergar.web.kernel.tables.table import BOT, HIDDEN, OPEN, PERSON, SPEEDS, Seat
from dvergar.web.kernel.views import table_lists as lists
from dvergar.web.kernel.views.game_cards import by_difficulty, game_cards

LOG: Final = logging.getLogger("dvergar.tables")
MAX_LISTED_TABLES: Final = 100
Text = Annotated[str, Form()]


def routes(kernel: Kernel, lobby: Lobby) -> APIRouter:
    """The start page and what it sends."""
    router = APIRouter(include_in_schema=False)
    _start_routes(router, kernel, lobby)
    return router


def _start_routes(router: APIRouter, kernel: Kernel, lobby: Lobby) -> None:
    @router.get("/")
    async def start_page(request: Request, game: str = "") -> Response:
        context = read_context(request)
        form = start.blank_form(game if game in games() else by_difficulty()[0].slug, context)
        return await _start(kernel, lobby, context, form, query=request.query_params)

    @router.post("/tables")
    async def open_table(request: Request) -> Response:
        context = read_context(request)
        form = start.read_form(await request.form(), context)
        try:
            table = await open_new_table(kernel, context, start.plan(form, context))
        except DvergarError as error:
            return await _start(kernel, lobby, context, form, error)
        return seated(context, table)

    @router.post("/preferences")
    async def preferences(request: Request, back: Text = "/") -> Response:
        local = back.startswith("/") and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if local and len(back) < 300 else "/", 303)
        chosen = await request.form()
        for name, values in PREFERENCES.items():
            value = chosen.get(name)
            if isinstance(value, str) and value in values:
                set_cookie(response, name, value)
        return response


async def _start(
    kernel: Kernel,
    lobby: Lobby,
    context: RequestContext,
    form: start.NewTable,
    error: DvergarError | None = None,
    query: Mapping[str, str] | None = None,
) -> Response:
    wanted = lists.Wanted.of(query or {})
    mine = max(1, lists.number((query or {}).get("mine", "")))
    own = await lists.all_my_tables(kernel.store, context, lists.MAX_OWN_TABLES_READ)
    found = await lobby.open_tables()
    facts: dict[str, Any] = {
        "games": game_cards(form.slug, context.lang),
        "infos": games(),
        "new": form,
        "my_tables": lists.my_listing(own, mine),
        "open_tables": lists.open_listing(found, wanted, context.lang, context.words),
        "wanted": wanted,
        "speeds": SPEEDS,
        "error": error.text(context.lang) if error else None,
    }
    return page(kernel, context, "start.html", status_of(error) if error else 200, **facts)


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes for programs."""

    @api.public.get("/games")
    async def list_games(request: Request) -> list[models.GameAnswer]:
        """The games that this server offers."""
        lang = read_context(request).lang
        return [_game(game, lang) for game in games().values()]

    @api.public.get("/tables")
    async def open_tables(request: Request) -> list[models.OpenTableAnswer]:
        """The public tables whose games aren't over, newest first."""
        lang = read_context(request).lang
        rows = [_listed(one, lang) for one in await kernel.store.open_tables(MAX_LISTED_TABLES)]
        return [row for row in rows if row is not None]

    @api.newcomer.post("/tables", status_code=201, openapi_extra=NO_TOKEN_NEEDED)
    async def open_table(request: Request, body: models.TableBody) -> SeatedAnswer:
        """Opens a table; you get every seat of kind `me`."""
        context = read_context(request)
        table = await open_new_table(kernel, context, _plan(body))
        return await seated_answer(kernel, context, table.id)


def _game(game: GameInfo, lang: str) -> models.GameAnswer:
    return models.GameAnswer(
        game=game.slug,
        title=game.words(lang)("game.title"),
        rules_version=game.rules_version,
        players=game.players,
        options=[
            models.OptionAnswer(
                name=option.name,
                values=list(option.values_for(game.players[1])),
                players=list(option.players),
            )
            for option in game.options
        ],
        bots=bots.names(game.slug),
    )


def _plan(body: models.TableBody) -> Plan:
    """The table that a program asks for."""
    game = info(body.game)
    seats = [_seat(body.game, seat) for seat in body.seats]
    if body.options.get("players", len(seats)) != len(seats):
        raise WebError(400, "form")
    if body.deal is not None and body.deal >= SEEDS:
        raise WebError(400, "deal_number")
    options = game_options(game, dict(body.options), len(seats))
    hidden = body.points == HIDDEN
    if hidden and not game.running_points:
        raise WebError(400, "no_points")
    return Plan(
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


def _timing(body: models.TimingBody | None) -> Timing:
    """How long a turn may take: until a deadline or by a clock, not both."""
    if body is None:
        return NO_TIME_LIMIT
    if (body.deadline is None) == (body.move is None) or (body.deadline and body.reserve):
        raise WebError(400, "timing")
    return Timing(body.deadline or 0, body.move or 0, body.reserve)


def _seat(game: str, seat: models.SeatBody) -> Seat:
    if seat.kind == "bot":
        check_bot(game, seat.bot)
        return Seat(BOT, "", seat.bot)
    if seat.kind == "open":
        return Seat(OPEN, "")
    if not seat.name.strip():
        raise WebError(400, "name_empty")
    return Seat(PERSON, seat.name, seat.bot)


def _listed(summary: Summary, lang: str) -> models.OpenTableAnswer | None:
    """A table in the list; None, and a line in the log, where it is damaged or its game is gone."""
    try:
        return _open_table(summary, lang)
    except Exception as error:  # noqa: BLE001 - one bad row takes no list down
        LOG.warning("table %s cannot be listed: %s", summary.id, format_error(error))
        return None


def _open_table(summary: Summary, lang: str) -> models.OpenTableAnswer:
    facts: dict[str, Any] = summary.facts
    return models.OpenTableAnswer(
        id=summary.id,
        game=summary.game,
        title=info(summary.game).words(lang)("game.title"),
        name=facts["name"],
        phase=summary.phase,
        round=facts["round"],
        rounds=facts["rounds"],
        seats=[
            models.OpenSeatAnswer(
                name=name if taken else "", open=not taken, bot=number in facts.get("bot_seats", ())
            )
            for number, (name, taken) in enumerate(zip(facts["names"], facts["taken"], strict=True))
        ],
    )
