"""Playing at a table: its page, moves, confirming, undo, the pace of bots; also for programs."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from dvergar.web.features.play import ndjson_stream
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.json_models import (
    MAX_WAIT_S,
    NO_TOKEN_NEEDED,
    RequestBody,
    Switch,
    TableAnswer,
)
from dvergar.web.kernel.http.requests import only_number, read_context, while_connected
from dvergar.web.kernel.http.responses import fragment_answer, page, run_action, table_answer
from dvergar.web.kernel.http.table_json import answer
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import WAITING, Table
from dvergar.web.kernel.views.log_view import LogWriter
from dvergar.web.kernel.views.render import game_file
from dvergar.web.kernel.views.table_view import seat_names

Text = Annotated[str, Form()]
NEVER_CONFIRM = "never"
CONFIRM_IF_NEEDED = "needed"


class MoveBody(RequestBody):
    """A move by its name, and the version of the table that it answers."""

    move: Annotated[str, Field(max_length=60)]
    at: Annotated[int, Field(ge=0)]


class UndoBody(RequestBody):
    """The version of the table at which to undo the last choice, or the whole turn."""

    at: Annotated[int, Field(ge=0)]
    whole_turn: Switch = False


class WishBody(RequestBody):
    """Whether you agree to someone's request to undo a turn."""

    at: Annotated[int, Field(ge=0)]
    agree: Switch


def routes(kernel: Kernel) -> APIRouter:
    """All that is done at a table in play."""
    router = APIRouter(include_in_schema=False)
    _move_routes(router, kernel)
    _back_routes(router, kernel)
    _bot_routes(router, kernel)
    _table_routes(router, kernel)
    return router


def _move_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/move")
    async def move(
        request: Request, table_id: str, move: Text = "", plan: Text = "", at: Text = ""
    ) -> Response:
        context, version, move = read_context(request), only_number(at), plan or move

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            wish = kernel.confirm(context, table)
            if wish == NEVER_CONFIRM:
                return await kernel.tables.move(table, move, version, seats, context.feeding)
            needed = wish == CONFIRM_IF_NEEDED
            return await kernel.tables.hold(table, move, version, seats, context.feeding, needed)

        return await run_action(kernel, context, table_id, act)

    @router.post("/table/{table_id}/confirm")
    async def confirm(request: Request, table_id: str, at: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.confirm(table, version, seats)

        return await run_action(kernel, read_context(request), table_id, act)


def _back_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/undo")
    async def undo(request: Request, table_id: str, at: Text = "", back: Text = "") -> Response:
        version = only_number(at)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.undo(table, version, seats, whole_turn=back == "turn")

        return await run_action(kernel, read_context(request), table_id, act)

    @router.post("/table/{table_id}/wish")
    async def wish(request: Request, table_id: str, at: Text = "", answer: Text = "") -> Response:
        version = only_number(at)
        if answer not in ("yes", "no"):
            raise WebError(400, "form")

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.answer_undo_request(table, version, seats, answer == "yes")

        return await run_action(kernel, read_context(request), table_id, act)


def _bot_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/pace")
    async def pace(request: Request, table_id: str, pace: Text = "") -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            host = kernel.is_host(context, table)
            return await kernel.tables.set_pace(table, pace, seats, host)

        return await run_action(kernel, context, table_id, act)

    @router.post("/table/{table_id}/skip")
    async def skip(request: Request, table_id: str) -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            kernel.tables.check_pace(table, seats, kernel.is_host(context, table))
            kernel.skip(table.id)
            return table

        return await run_action(kernel, context, table_id, act)

    @router.get("/table/{table_id}/thinking")
    async def thinking(request: Request, table_id: str) -> Response:
        """How far the bot of a table has come, as a few words; nothing where nobody can say."""
        context = read_context(request)
        thought = kernel.bots.thought(table_id)
        return page(kernel, context, "_progress.html", thought=thought)


def _table_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/table/{table_id}")
    async def table_page(
        request: Request, table_id: str, at: Annotated[str, Query(max_length=9)] = ""
    ) -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        number = only_number(at) if at else (0 if table.imported else None)
        live = number is None and not context.htmx
        facts = await kernel.extensions.page_facts(context, table, seats) if live else {}
        return table_answer(kernel, context, table, seats, number, facts=facts)

    @router.get("/table/{table_id}/part/{name}")
    async def part(request: Request, table_id: str, name: str) -> Response:
        """A part of the table that live messages leave out; every whole page has it."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        hidden = table.imported or table.phase == WAITING
        if hidden or not game_file(table.game.slug, f"part_{name}.html"):
            raise WebError(404, "not_found")
        if not context.htmx:
            return RedirectResponse(f"/table/{table.id}#{name}", 303)
        viewer = kernel.viewer(context, table, seats)
        return fragment_answer(context, kernel.fragment(table, viewer, name))

    @router.get("/table/{table_id}/log")
    async def log(
        request: Request,
        table_id: str,
        before: Annotated[str, Query(max_length=9)] = "",
        at: Annotated[str, Query(max_length=9)] = "",
    ) -> Response:
        """All that happened, or for a page that has the rest what it has not."""
        context = read_context(request)
        table, _ = await kernel.get_table(context, table_id)
        number = only_number(at) if at else len(table.steps)
        log_writer = LogWriter(table, context.lang, seat_names(table, context.lang))
        begun = table.imported or table.phase != WAITING
        most = only_number(before) if before else None
        parts = log_writer.all(number, most) if begun else ()
        facts: dict[str, Any] = {
            "parts": kernel.extensions.change_log(table, parts, context.advice),
            "slug": table.game.slug,
            "title": table.game.info.words(context.lang)("game.title"),
            "name": table.name or context.say("page.unnamed"),
            "url": f"/table/{table.id}",
            "back": f"/table/{table.id}" + (f"?at={number}" if at else ""),
        }
        return page(kernel, context, "_older.html" if context.htmx else "log.html", **facts)


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes for programs."""
    ndjson_stream.add_routes(api.newcomer, kernel)

    @api.newcomer.get("/tables/{table_id}", openapi_extra=NO_TOKEN_NEEDED)
    async def look(
        request: Request,
        table_id: str,
        after: Annotated[int | None, Query(ge=0)] = None,
        wait: Annotated[float, Query(ge=0, le=MAX_WAIT_S)] = 0,
    ) -> TableAnswer:
        """The table now, or with `after` and `wait`, as soon as its version has changed."""
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        if wait:
            kernel.streams.check(context.address)
        if wait and table.version == after:
            news = _news(kernel, context, table, wait)
            table, seats = await while_connected(request, news)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/moves")
    async def move(request: Request, table_id: str, body: MoveBody) -> TableAnswer:
        """Makes a move."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.move(table, body.move, body.at, seats)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/undo")
    async def undo(request: Request, table_id: str, body: UndoBody) -> TableAnswer:
        """Undoes the last choice; if `undo_asks` is true, this asks the others first."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.undo(table, body.at, seats, body.whole_turn)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/wish")
    async def wish(request: Request, table_id: str, body: WishBody) -> TableAnswer:
        """Agrees to a request to undo a turn, or refuses it; its author can withdraw it."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.answer_undo_request(table, body.at, seats, body.agree)
        return answer(kernel, context, table, seats)


async def _news(
    kernel: Kernel, context: RequestContext, table: Table, wait: float
) -> tuple[Table, tuple[int, ...]]:
    """A table with its next event, or as it is after so many seconds, and the visitor's seats."""
    end, version = time.monotonic() + wait, table.version
    with kernel.streams.keep(context.address):
        while not kernel.closing and (left := end - time.monotonic()) > 0:
            await kernel.notifier.wait(table.id, left)  # it may have been seen already
            table, seats = await kernel.get_table(context, table.id)
            if table.version != version:
                return table, seats
        return await kernel.get_table(context, table.id)
