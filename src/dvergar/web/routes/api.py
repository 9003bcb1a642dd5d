"""The interface for programs: the same tables and moves as the pages, as JSON.

A program takes a seat with an invite or opens a table itself, keeps the token it is given and
sends it as `Authorization: Bearer TOKEN`. Errors are `{"error": sentence}` with a 4xx status.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from dvergar import bots
from dvergar.core.registry import games, info
from dvergar.web.errors import WebError
from dvergar.web.request import Visit
from dvergar.web.routes.answers import invited, record_answer
from dvergar.web.routes.start import check_bot, game_options
from dvergar.web.seen.undo import Asking
from dvergar.web.seen.view import TableView
from dvergar.web.server import Server
from dvergar.web.tables.commands import Plan
from dvergar.web.tables.table import BOT, HIDDEN, OPEN, PERSON, Seat, Table

LONGEST_WAIT: Final = 25.0


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatBody(_Body):
    """A seat of a new table: `me`, `bot` (with `bot`, its name) or `open`."""

    kind: Annotated[str, Field(pattern="^(me|bot|open)$")]
    name: Annotated[str, Field(max_length=24)] = ""
    bot: Annotated[str, Field(max_length=40)] = ""


class TableBody(_Body):
    """A new table."""

    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=7)]
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=30)
    name: Annotated[str, Field(max_length=40)] = ""
    public: bool = False
    practice: bool = False
    """Moves may be taken back past what they revealed."""
    points: Annotated[str, Field(pattern="^(open|hidden)$")] = "open"
    """Whether the points so far are seen, or hidden until the end."""
    time: Annotated[str, Field(pattern="^(quick|normal|long)$")] = "normal"
    """How long the bots may think about a turn."""
    hints: Annotated[str, Field(pattern="^(alone|on|off)$")] = "alone"
    """Who may ask for hints: who plays alone or against bots only, everybody, or nobody."""


class JoinBody(_Body):
    """Who sits down."""

    name: Annotated[str, Field(max_length=24)]


class MoveBody(_Body):
    """A move by its name, and the version of the table that it answers."""

    move: Annotated[str, Field(max_length=60)]
    at: Annotated[int, Field(ge=0)]


class UndoBody(_Body):
    """The version of the table at which the last choice is taken back, or the whole turn."""

    at: Annotated[int, Field(ge=0)]
    whole_turn: bool = False


class WishBody(_Body):
    """Whether one agrees to what another has asked to take back."""

    at: Annotated[int, Field(ge=0)]
    agree: bool


class HintBody(_Body):
    """The version of the table for which a hint is asked for."""

    at: Annotated[int, Field(ge=0)]


class OptionAnswer(BaseModel):
    """An option of a game; the first value is the default, none of `players` means all."""

    name: str
    values: list[str | int | bool]
    players: list[int]


class GameAnswer(BaseModel):
    """A game that can be played here."""

    game: str
    title: str
    rules_version: int
    players: tuple[int, int]
    options: list[OptionAnswer]
    bots: list[str]


class SeatAnswer(BaseModel):
    """A seat at a table."""

    seat: int
    name: str
    kind: str
    mine: bool
    rank: int | None
    invite: str


class ChoiceAnswer(BaseModel):
    """A move that is possible now."""

    move: str
    label: str
    detail: str
    anchor: str
    free: bool


class BlockedAnswer(BaseModel):
    """Something that is not possible now, and why."""

    label: str
    reason: str
    anchor: str
    rule: str


class ScoreAnswer(BaseModel):
    """The final score of a seat."""

    seat: int
    rank: int
    total: int
    lines: list[tuple[str, int]]


class EventAnswer(BaseModel):
    """One thing the last move caused."""

    kind: str
    seat: int | None
    facts: dict[str, int | str]


class WishAnswer(BaseModel):
    """Somebody asks the others to take back a turn that has passed."""

    name: str
    mine: bool
    asked: bool


class HintAnswer(BaseModel):
    """What a strong bot would do in this place, and the points it expects, if it can say."""

    version: int
    move: str
    label: str
    anchor: str
    points: int | None


class ThinkingAnswer(BaseModel):
    """How far a bot has come: positions it has looked at, and the part of its time used up."""

    nodes: int
    share: float


class TableAnswer(BaseModel):
    """A table as the asking seat may see it."""

    id: str
    game: str
    name: str
    version: int
    number: int
    phase: str
    points: str
    seats: list[SeatAnswer]
    my_seats: list[int]
    seat: int | None
    my_turn: bool
    question: str
    choices: list[ChoiceAnswer]
    blocked: list[BlockedAnswer]
    undo: bool
    undo_asks: bool
    wish: WishAnswer | None
    events: list[EventAnswer]
    hints: bool
    thinking: ThinkingAnswer | None
    view: dict[str, Any] | None
    scores: list[ScoreAnswer] | None


class SeatedAnswer(BaseModel):
    """A seat that has been taken: keep the token, it is shown only now."""

    token: str
    seats: list[int]
    table: TableAnswer


class ErrorAnswer(BaseModel):
    """What was wrong and what to do, in one sentence."""

    error: str


ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorAnswer} for status in (400, 403, 404, 408, 409, 410, 413, 422, 429, 503)
}


def routes(server: Server) -> APIRouter:
    """The interface, of a server."""
    router = APIRouter(prefix="/api", responses=ERRORS)

    @router.get("/games")
    async def list_games(request: Request) -> list[GameAnswer]:
        """The games that can be played here."""
        visit = Visit.of(request)
        return [
            GameAnswer(
                game=game.slug,
                title=game.words(visit.lang)("game.title"),
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

    @router.post("/tables", status_code=201)
    async def open_table(request: Request, body: TableBody) -> SeatedAnswer:
        """Opens a table; whoever asks holds every seat of kind `me`."""
        visit = Visit.of(request)
        server.check_new_table(visit)
        game = info(body.game)
        seats = [_seat(body.game, seat) for seat in body.seats]
        if body.options.get("players", len(seats)) != len(seats):
            raise WebError(400, "form")
        options = game_options(game, dict(body.options), len(seats))
        visit.identify()
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
        )
        table = await server.tables.open(plan, visit.holder, secrets.randbits(64))
        return await _seated(server, visit, table.id)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, body: JoinBody) -> SeatedAnswer:
        """Takes the seat that an invite leads to."""
        visit = Visit.of(request)
        server.joins.check(visit.address)
        table, seat = await invited(server, token)
        visit.identify()
        table = await server.tables.sit(table, seat, body.name, visit.holder)
        return await _seated(server, visit, table.id)

    @router.get("/tables/{table_id}")
    async def look(
        request: Request,
        table_id: str,
        after: Annotated[int | None, Query(ge=0)] = None,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> TableAnswer:
        """The table now, or, with `after` and `wait`, as soon as its version is another one."""
        visit = Visit.of(request)
        table, seats = await server.look(visit, table_id)
        if wait:
            server.streams.check(visit.address)
        end = time.monotonic() + wait
        with server.streams.keep(visit.address):
            while (
                table.version == after
                and not server.closing
                and (left := end - time.monotonic()) > 0
            ):
                await server.notifier.wait(table_id, left)  # it may have been seen already
                table, seats = await server.look(visit, table_id)
        return _answer(server, visit, table, seats)

    @router.get("/tables/{table_id}/record", response_class=Response)
    async def record(table_id: str) -> Response:
        """The record of a finished game."""
        return record_answer(await server.tables.get(table_id))

    _playing_routes(router, server)
    return router


def _playing_routes(router: APIRouter, server: Server) -> None:
    @router.post("/tables/{table_id}/moves")
    async def move(request: Request, table_id: str, body: MoveBody) -> TableAnswer:
        """Makes a move."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        table = await server.tables.move(table, body.move, body.at, seats)
        return _answer(server, visit, table, seats)

    @router.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str, body: UndoBody) -> TableAnswer:
        """Takes the last choice back; among people, `undo_asks` says that they are asked first."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        table = await server.tables.undo(table, body.at, seats, body.whole_turn)
        return _answer(server, visit, table, seats)

    @router.post("/tables/{table_id}/wish")
    async def wish(request: Request, table_id: str, body: WishBody) -> TableAnswer:
        """Agrees to what somebody has asked to take back, or does not; who asked may stop."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        table = await server.tables.answer_wish(table, body.at, seats, body.agree)
        return _answer(server, visit, table, seats)

    @router.post("/tables/{table_id}/hint")
    async def hint(request: Request, table_id: str, body: HintBody) -> HintAnswer:
        """Asks a strong bot what it would do, where `hints` says that one may."""
        visit = Visit.of(request)
        table, seats = await server.look_to_act(visit, table_id)
        await server.hint(visit, table, body.at, seats)
        seen = _view(server, visit, table, seats).hint
        if seen is None:
            raise WebError(409, "stale")
        return HintAnswer(
            version=table.version,
            move=seen.move,
            label=seen.label,
            anchor=seen.anchor,
            points=seen.points,
        )


def _wish(asking: Asking) -> WishAnswer:
    return WishAnswer(name=asking.name, mine=asking.mine, asked=asking.asked)


def _seat(game: str, seat: SeatBody) -> Seat:
    if seat.kind == "bot":
        check_bot(game, seat.bot)
        return Seat(BOT, "", seat.bot)
    if seat.kind == "open":
        return Seat(OPEN, "")
    if not seat.name.strip():
        raise WebError(400, "name_empty")
    return Seat(PERSON, seat.name)


async def _seated(server: Server, visit: Visit, table_id: str) -> SeatedAnswer:
    table, seats = await server.look(visit, table_id)
    answer = _answer(server, visit, table, seats)
    return SeatedAnswer(token=visit.token, seats=answer.my_seats, table=answer)


def _view(server: Server, visit: Visit, table: Table, seats: tuple[int, ...]) -> TableView:
    viewer = replace(server.viewer(visit, table, seats), confirm="never")  # programs never wait
    return server.view(table, viewer)


def _answer(server: Server, visit: Visit, table: Table, seats: tuple[int, ...]) -> TableAnswer:
    view = _view(server, visit, table, seats)
    thought = server.bots.thought(table.id)
    return TableAnswer(
        id=view.id,
        game=view.slug,
        name=table.name,
        version=view.version,
        number=view.number,
        phase=view.phase,
        points=HIDDEN if view.hidden_points else "open",
        seats=[
            SeatAnswer(
                seat=seat.seat,
                name=seat.name,
                kind=seat.kind,
                mine=seat.mine,
                rank=seat.rank,
                invite=seat.invite,
            )
            for seat in view.seats
        ],
        my_seats=view.me,
        seat=None if view.view is None else table.state.seat,
        my_turn=view.can_act,
        question=view.prompt.question,
        choices=_choices(view),
        blocked=[
            BlockedAnswer(label=one.label, reason=one.reason, anchor=one.anchor, rule=one.rule)
            for one in view.prompt.blocked
        ],
        undo=view.undo.possible and not view.undo.asks,
        undo_asks=view.undo.possible and view.undo.asks,
        wish=_wish(view.asking) if view.asking else None,
        events=[
            EventAnswer(kind=event.kind, seat=event.seat, facts=event.facts)
            for event in view.events
        ],
        hints=view.can_hint,
        thinking=ThinkingAnswer(nodes=thought.nodes, share=thought.share) if thought else None,
        view=view.view,
        scores=[
            ScoreAnswer(seat=row.seat, rank=row.rank, total=row.total, lines=row.lines)
            for row in view.scores
        ]
        if view.scores
        else None,
    )


def _choices(view: TableView) -> list[ChoiceAnswer]:
    return [
        ChoiceAnswer(
            move=choice.name,
            label=choice.label,
            detail=choice.detail,
            anchor=choice.anchor,
            free=choice.free,
        )
        for choice in view.prompt.choices
        if view.can_act
    ]
