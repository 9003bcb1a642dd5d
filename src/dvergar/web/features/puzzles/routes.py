"""The pages of puzzles: the list, opening one as a table, trying again, and the next one."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dvergar.core.puzzles import Puzzle, puzzles_of
from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.web.features.puzzles.service import (
    SOLVED,
    Verdict,
    find_puzzle,
    games_with_puzzles,
    next_puzzle,
    puzzle_view,
    table_verdict,
)
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.json_models import NO_TOKEN_NEEDED, SeatedAnswer
from dvergar.web.kernel.http.requests import read_context, set_cookie
from dvergar.web.kernel.http.responses import page, run_action, seated
from dvergar.web.kernel.http.table_json import seated as seated_answer
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.player_names import named
from dvergar.web.kernel.tables.table import BOT, FORBIDDEN, PERSON, Seat, Table
from dvergar.web.kernel.views.bot_choices import default_bot
from dvergar.web.kernel.views.game_cards import game_links

COOKIE: Final = "puzzles"
"""The cookie with the ids of the puzzles that were solved in this browser."""
MAX_REMEMBERED: Final = 300


def routes(kernel: Kernel) -> APIRouter:
    """What people open and press."""
    router = APIRouter(include_in_schema=False)

    @router.get("/puzzles")
    async def listed(request: Request, game: str = "") -> Response:
        context, slugs = read_context(request), games_with_puzzles()
        slug = game if game in slugs else slugs[0] if slugs else ""
        found = puzzles_of(slug) if slug else None
        solved = _solved(request)
        links = [one for one in game_links(slug, context.lang) if one.slug in slugs]
        puzzles = found.puzzles if found else ()
        count = sum(one.id in solved for one in puzzles)
        facts = {"games": links, "slug": slug, "puzzles": puzzles, "solved": solved}
        return page(kernel, context, "puzzles.html", count=count, **facts)

    @router.post("/puzzles/{game}/{puzzle_id}")
    async def begin(request: Request, game: str, puzzle_id: str) -> Response:
        context = read_context(request)
        return seated(context, await _open(kernel, context, game, puzzle_id))

    @router.post("/table/{table_id}/puzzle")
    async def again(request: Request, table_id: str) -> Response:
        return await run_action(
            kernel, read_context(request), table_id, kernel.tables.restart_puzzle
        )

    @router.post("/table/{table_id}/puzzle/next")
    async def go_on(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, solved = await _noted(kernel, context, table_id, _solved(request))
        following = next_puzzle(table.game.slug, table.puzzle, solved)
        if following is None:
            raise WebError(404, "not_found")
        answer = seated(context, await _open(kernel, context, table.game.slug, following.id))
        return _remember(context, answer, solved)

    @router.post("/table/{table_id}/puzzle/all")
    async def back(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, solved = await _noted(kernel, context, table_id, _solved(request))
        answer = RedirectResponse(f"/puzzles?game={table.game.slug}", 303)
        return _remember(context, answer, solved)

    return router


async def _open(kernel: Kernel, context: RequestContext, game: str, puzzle_id: str) -> Table:
    """A table at the position of a puzzle, for one person."""
    puzzle = find_puzzle(game, puzzle_id)
    if puzzle is None:
        raise WebError(404, "not_found")
    kernel.check_new_table(context)
    context.identify()
    return await kernel.tables.open(_plan(puzzle, context), context.user_id, puzzle.seed)


def _plan(puzzle: Puzzle, context: RequestContext) -> Plan:
    position = puzzle.position()
    bot = Seat(BOT, "", default_bot(puzzle.game))
    unnamed = words("dvergar.core", context.lang)("seat.name", n=position.seat + 1)
    me = Seat(PERSON, context.name or unnamed)
    players = range(position.game.players)
    return Plan(
        puzzle.game,
        {name: value for name, value in position.game.options.items() if name != "players"},
        named([me if seat == position.seat else bot for seat in players]),
        context.say("puzzles.table"),
        hints=FORBIDDEN,
        deal=puzzle.seed,
        moves=puzzle.moves,
        puzzle=puzzle.id,
    )


async def _noted(
    kernel: Kernel, context: RequestContext, table_id: str, solved: set[str]
) -> tuple[Table, set[str]]:
    """The table of a puzzle, and what is solved now."""
    table, seats = await kernel.get_table(context, table_id)
    if not table.puzzle:
        raise WebError(404, "not_found")
    return table, solved | {table.puzzle} if seats and table_verdict(table) == SOLVED else solved


def _solved(request: Request) -> set[str]:
    known = {one.id for slug in games_with_puzzles() for one in _puzzles(slug)}
    return known.intersection(request.cookies.get(COOKIE, "").split("."))


def _puzzles(slug: str) -> tuple[Puzzle, ...]:
    found = puzzles_of(slug)
    return found.puzzles if found else ()


def _remember(context: RequestContext, response: Response, solved: set[str]) -> Response:
    if solved:
        ids = ".".join(sorted(solved)[:MAX_REMEMBERED])
        set_cookie(response, COOKIE, ids, secure=context.secure)
    return response


# Programs.


class PuzzleAnswer(BaseModel):
    """A puzzle, without its solution."""

    id: str
    game: str
    difficulty: str
    players: int
    margin: float = Field(description="points by which the best turn beats the second-best")


class TurnAnswer(BaseModel):
    """A turn in words, and the points that the search expects after it, if it compared it."""

    words: list[str]
    points: str
    less: str


class VerdictAnswer(BaseModel):
    """The state of the puzzle at a table; the turns are there once you have answered it."""

    id: str
    verdict: Verdict
    turn: TurnAnswer | None = None
    best: TurnAnswer | None = None
    second: TurnAnswer | None = None
    played: TurnAnswer | None = None


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """The same for programs."""

    @api.public.get("/puzzles/{game}")
    async def puzzles(game: str) -> list[PuzzleAnswer]:
        """The puzzles of a game."""
        info(game)
        return [
            PuzzleAnswer(
                id=one.id,
                game=one.game,
                difficulty=one.difficulty,
                players=int(one.options["players"]),
                margin=one.margin,
            )
            for one in _puzzles(game)
        ]

    @api.newcomer.post(
        "/puzzles/{game}/{puzzle_id}", status_code=201, openapi_extra=NO_TOKEN_NEEDED
    )
    async def begin(request: Request, game: str, puzzle_id: str) -> SeatedAnswer:
        """Opens a table at the position of a puzzle; it stops after one turn."""
        context = read_context(request)
        table = await _open(kernel, context, game, puzzle_id)
        return await seated_answer(kernel, context, table.id)

    @api.seated.get("/tables/{table_id}/puzzle")
    async def verdict(request: Request, table_id: str) -> VerdictAnswer:
        """Whether the puzzle at a table is solved, and the best turn once you have answered it."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        view = puzzle_view(table, table.names, context.lang) if seats else None
        if view is None:
            raise WebError(404, "not_found")
        turns = {
            name: TurnAnswer(words=list(one.words), points=one.points, less=one.less)
            for name in ("turn", "best", "second", "played")
            if (one := getattr(view, name)) is not None
        }
        return VerdictAnswer(id=view.id, verdict=view.verdict, **turns)

    @api.seated.post("/tables/{table_id}/puzzle")
    async def again(request: Request, table_id: str) -> VerdictAnswer:
        """Goes back to the position of the puzzle."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.restart_puzzle(table, seats)
        if not table.puzzle:
            raise WebError(404, "not_found")
        return VerdictAnswer(id=table.puzzle, verdict=table_verdict(table))
