"""The interface for programs: the same tables and moves as the pages, as JSON.

A program takes a seat or opens a table itself, keeps the token it is given and sends it as
`Authorization: Bearer TOKEN`. Errors are `{"error": sentence}` with a 4xx status. What is sent and
answered is described in `bodies` and `shapes`; taking seats, the stream and the chat have modules
of their own.
"""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Security
from fastapi.responses import Response
from fastapi.security import HTTPBearer

from dvergar import bots
from dvergar.core.chance import SEEDS
from dvergar.core.registry import games, info
from dvergar.web.features.chat import routes as chatting
from dvergar.web.features.lobby.new_table_form import check_bot, game_options
from dvergar.web.features.seats import api_seats as seating
from dvergar.web.features.seats import routes as leaving
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http import ndjson_stream as news
from dvergar.web.kernel.http.disconnects import while_connected
from dvergar.web.kernel.http.request_models import (
    LONGEST_WAIT,
    HintBody,
    MoveBody,
    SeatBody,
    TableBody,
    TimingBody,
    UndoBody,
    WishBody,
)
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.response_models import (
    NEWCOMERS,
    ErrorAnswer,
    GameAnswer,
    HintAnswer,
    OptionAnswer,
    SeatedAnswer,
    TableAnswer,
)
from dvergar.web.kernel.http.responses import record_answer
from dvergar.web.kernel.http.table_json import answer, seated, sight
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.clocks import FOR_EVER, Timing
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import BOT, HIDDEN, OPEN, PERSON, Seat, Table

ANSWERED: Final = (400, 403, 404, 408, 409, 410, 413, 422, 429, 503)
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorAnswer} for status in ANSWERED
}
BEARER: Final = HTTPBearer(
    auto_error=False,
    scheme_name="Token",
    description="The token that opening or joining a table has given. Who has none yet gets one "
    "by taking a seat; without one, a table is seen as a spectator sees it.",
)


NO_TOKEN: Final[dict[int | str, dict[str, Any]]] = {401: {"model": ErrorAnswer}}


async def _holds_token(request: Request) -> None:
    """Whoever acts at a table has taken a seat before, or is known by a token of another one."""
    if not read_context(request).token:
        raise WebError(401, "no_token")


def routes(kernel: Kernel) -> APIRouter:
    """The interface, of a server."""
    anybody = APIRouter(prefix="/api", responses=ERRORS)
    newcomer = APIRouter(prefix="/api", responses=ERRORS, dependencies=[Security(BEARER)])
    holder = APIRouter(
        prefix="/api",
        responses=ERRORS | NO_TOKEN,
        dependencies=[Security(BEARER), Depends(_holds_token)],
    )
    _open_routes(anybody, kernel)
    seating.add_list(anybody, kernel)
    _table_routes(newcomer, kernel)
    seating.add_routes(newcomer, kernel)
    leaving.add_routes(holder, kernel)
    news.add_routes(newcomer, kernel)
    chatting.add_reading(newcomer, kernel)
    chatting.add_routes(holder, kernel)
    _playing_routes(holder, kernel)
    return APIRouter(routes=[*anybody.routes, *newcomer.routes, *holder.routes])


def _open_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/games")
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

    @router.get("/tables/{table_id}/record", response_class=Response)
    async def record(table_id: str) -> Response:
        """The record of a finished game."""
        return record_answer(await kernel.tables.get(table_id))


def _table_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/tables", status_code=201, openapi_extra=NEWCOMERS)
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

    @router.get("/tables/{table_id}", openapi_extra=NEWCOMERS)
    async def look(
        request: Request,
        table_id: str,
        after: Annotated[int | None, Query(ge=0)] = None,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> TableAnswer:
        """The table now, or, with `after` and `wait`, as soon as its version is another one."""
        context = read_context(request)
        table, seats = await kernel.look(context, table_id)
        if wait:
            kernel.streams.check(context.address)
        if wait and table.version == after:
            news = _news(kernel, context, table, wait)
            table, seats = await while_connected(request, news)
        return answer(kernel, context, table, seats)


async def _news(
    kernel: Kernel, context: RequestContext, table: Table, wait: float
) -> tuple[Table, tuple[int, ...]]:
    """A table with its next event, or as it is after so many seconds, and the visitor's seats."""
    end, version = time.monotonic() + wait, table.version
    with kernel.streams.keep(context.address):
        while not kernel.closing and (left := end - time.monotonic()) > 0:
            await kernel.notifier.wait(table.id, left)  # it may have been seen already
            table, seats = await kernel.look(context, table.id)
            if table.version != version:
                return table, seats
        return await kernel.look(context, table.id)


def _playing_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/tables/{table_id}/moves")
    async def move(request: Request, table_id: str, body: MoveBody) -> TableAnswer:
        """Makes a move."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        table = await kernel.tables.move(table, body.move, body.at, seats)
        return answer(kernel, context, table, seats)

    @router.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str, body: UndoBody) -> TableAnswer:
        """Takes the last choice back; among people, `undo_asks` says that they are asked first."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        table = await kernel.tables.undo(table, body.at, seats, body.whole_turn)
        return answer(kernel, context, table, seats)

    @router.post("/tables/{table_id}/wish")
    async def wish(request: Request, table_id: str, body: WishBody) -> TableAnswer:
        """Agrees to what somebody has asked to take back, or does not; who asked may stop."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        table = await kernel.tables.answer_undo_request(table, body.at, seats, body.agree)
        return answer(kernel, context, table, seats)

    @router.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str, body: HintBody) -> HintAnswer:
        """Asks a strong bot what it would do, where `hints` says that one may."""
        context = read_context(request)
        table, seats = await kernel.look_to_act(context, table_id)
        await while_connected(request, kernel.hint(context, table, body.at, seats))
        seen = sight(kernel, context, table, seats).hint
        if seen is None:
            raise WebError(409, "stale")
        return HintAnswer(
            version=table.version,
            move=seen.move,
            label=seen.label,
            anchor=seen.anchor,
            points=seen.points,
        )


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
