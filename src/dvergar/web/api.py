"""The interface for programs: the same tables and moves as the pages, as JSON.

A program takes a seat with an invite or opens a table itself, keeps the token it is given and
sends it as `Authorization: Bearer TOKEN`. Errors are `{"error": sentence}` with a 4xx status.
"""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from dvergar import bots
from dvergar.core.registry import games, info
from dvergar.web.desk import Desk
from dvergar.web.errors import WebError
from dvergar.web.house import House, Visit
from dvergar.web.pages import invited, record_answer
from dvergar.web.start import bot_name, game_options
from dvergar.web.table import BOT, OPEN, PERSON, Seat, Table
from dvergar.web.tables import Plan

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


class JoinBody(_Body):
    """Who sits down."""

    name: Annotated[str, Field(max_length=24)]


class MoveBody(_Body):
    """A move by its name, and the version of the table that it answers."""

    move: Annotated[str, Field(max_length=60)]
    at: Annotated[int, Field(ge=0)]


class UndoBody(_Body):
    """The version of the table at which the last move is taken back."""

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


class TableAnswer(BaseModel):
    """A table as the asking seat may see it."""

    id: str
    game: str
    name: str
    version: int
    number: int
    phase: str
    seats: list[SeatAnswer]
    my_seats: list[int]
    seat: int | None
    my_turn: bool
    question: str
    choices: list[ChoiceAnswer]
    blocked: list[BlockedAnswer]
    undo: bool
    events: list[EventAnswer]
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
    status: {"model": ErrorAnswer} for status in (400, 403, 404, 409, 413, 422, 429)
}


def routes(house: House) -> APIRouter:
    """The interface, bound to one house."""
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
        house.pace.check(visit.address)
        game = info(body.game)
        seats = [_seat(body.game, number, seat) for number, seat in enumerate(body.seats)]
        if body.options.get("players", len(seats)) != len(seats):
            raise WebError(400, "form")
        options = game_options(game, dict(body.options), len(seats))
        visit.identify()
        plan = Plan(body.game, options, seats, body.name, body.public)
        table = await house.tables.open(plan, visit.holder, secrets.randbits(64))
        return await _seated(house, visit, table)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, body: JoinBody) -> SeatedAnswer:
        """Takes the seat that an invite leads to."""
        visit = Visit.of(request)
        table, seat = await invited(house, token)
        visit.identify()
        await house.tables.sit(table, seat, body.name, visit.holder)
        return await _seated(house, visit, table)

    @router.get("/tables/{table_id}")
    async def look(
        request: Request,
        table_id: str,
        after: Annotated[int | None, Query(ge=0)] = None,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    ) -> TableAnswer:
        """The table now, or, with `after` and `wait`, as soon as its version is another one."""
        visit = Visit.of(request)
        table = await house.table(table_id)
        end = time.monotonic() + wait
        while table.version == after and not house.closing and (left := end - time.monotonic()) > 0:
            await house.hub.wait(table_id, left)  # what wakes it may have been seen already
            table = await house.table(table_id)
        return await _answer(house, visit, table)

    @router.post("/tables/{table_id}/moves")
    async def move(request: Request, table_id: str, body: MoveBody) -> TableAnswer:
        """Makes a move."""
        visit = Visit.of(request)
        table = await house.table(table_id)
        seats = await house.seats(visit, table)
        await house.tables.move(table, body.move, body.at, seats)
        return await _answer(house, visit, await house.table(table_id))

    @router.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str, body: UndoBody) -> TableAnswer:
        """Takes the last move back, if nothing was revealed and the turn has not passed."""
        visit = Visit.of(request)
        table = await house.table(table_id)
        await house.tables.undo(table, body.at, await house.seats(visit, table))
        return await _answer(house, visit, table)

    @router.get("/tables/{table_id}/record", response_class=Response)
    async def record(table_id: str) -> Response:
        """The record of a finished game."""
        return record_answer(await house.table(table_id))

    return router


def _seat(game: str, number: int, seat: SeatBody) -> Seat:
    if seat.kind == "bot":
        return Seat(BOT, bot_name(game, seat.bot, number), seat.bot)
    if seat.kind == "open":
        return Seat(OPEN, "")
    if not seat.name.strip():
        raise WebError(400, "name_empty")
    return Seat(PERSON, seat.name)


async def _seated(house: House, visit: Visit, table: Table) -> SeatedAnswer:
    table = await house.table(table.id)
    answer = await _answer(house, visit, table)
    return SeatedAnswer(token=visit.token, seats=answer.my_seats, table=answer)


async def _answer(house: House, visit: Visit, table: Table) -> TableAnswer:
    desk = await house.desk(visit, table)
    return TableAnswer(
        id=desk.id,
        game=desk.slug,
        name=table.name,
        version=desk.version,
        number=desk.number,
        phase=desk.phase,
        seats=[
            SeatAnswer(
                seat=seat.seat,
                name=seat.name,
                kind=seat.kind,
                mine=seat.mine,
                rank=seat.rank,
                invite=seat.invite,
            )
            for seat in desk.seats
        ],
        my_seats=desk.me,
        seat=None if desk.view is None else table.state.seat,
        my_turn=desk.can_act,
        question=desk.prompt.question,
        choices=_choices(desk),
        blocked=[
            BlockedAnswer(label=one.label, reason=one.reason, anchor=one.anchor, rule=one.rule)
            for one in desk.prompt.blocked
        ],
        undo=desk.undo.possible,
        events=[
            EventAnswer(kind=event.kind, seat=event.seat, facts=event.facts)
            for event in desk.events
        ],
        view=desk.view,
        scores=[
            ScoreAnswer(seat=row.seat, rank=row.rank, total=row.total, lines=row.lines)
            for row in desk.scores
        ]
        if desk.scores
        else None,
    )


def _choices(desk: Desk) -> list[ChoiceAnswer]:
    return [
        ChoiceAnswer(
            move=choice.name,
            label=choice.label,
            detail=choice.detail,
            anchor=choice.anchor,
            free=choice.free,
        )
        for choice in desk.prompt.choices
        if desk.can_act
    ]
