"""Seats: joining, coming back, filling with bots, leaving, resigning, rematch."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from dvergar.web.features.seats import service
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.json_models import (
    NO_TOKEN_NEEDED,
    RequestBody,
    SeatedAnswer,
    TableAnswer,
)
from dvergar.web.kernel.http.requests import only_number, read_context
from dvergar.web.kernel.http.responses import (
    page,
    qr_picture,
    run_action,
    seated,
    table_answer,
)
from dvergar.web.kernel.http.table_json import answer, seated as seated_answer
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.plan import check_bot
from dvergar.web.kernel.tables.player_names import MAX_NAME_LETTERS, clean
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import SYMBOLS, seat_names

Text = Annotated[str, Form()]


Program = Annotated[str, Field(max_length=MAX_NAME_LETTERS)]
"""What the program is called that plays: everyone sees it is no human. Empty: a human plays."""


class JoinBody(RequestBody):
    """Who sits down; a program gives its name in `bot`."""

    name: Annotated[str, Field(max_length=24)]
    bot: Program = ""


class LinkBody(RequestBody):
    """A link to a seat, complete or from `/join/` or `/return/` on, and who sits down.

    An invite leads to an open seat; a link to your own seats takes them to another program. A
    program gives its name in `bot`.
    """

    link: Annotated[str, Field(max_length=300)]
    name: Annotated[str, Field(max_length=24)] = ""
    bot: Program = ""


class SitBody(RequestBody):
    """Who takes which open seat of a public table; the first one if you name none.

    A program gives its name in `bot`.
    """

    name: Annotated[str, Field(max_length=24)]
    bot: Program = ""
    seat: Annotated[int | None, Field(ge=0, lt=7)] = None


class GiveBody(RequestBody):
    """The seat of a person who has left, to be given to someone else."""

    seat: Annotated[int, Field(ge=0, lt=7)]


class RemoveBody(RequestBody):
    """The seat of the person whom the host removes."""

    seat: Annotated[int, Field(ge=0, lt=7)]


def routes(kernel: Kernel) -> APIRouter:
    """All pages about seats."""
    router = APIRouter(include_in_schema=False)
    _seat_routes(router, kernel)
    _filling_routes(router, kernel)
    _leaving_routes(router, kernel)
    _host_routes(router, kernel)
    _link_routes(router, kernel)
    _picture_routes(router, kernel)
    return router


def _seat_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.get("/join/{token}")
    async def join_page(request: Request, token: str) -> Response:
        context = read_context(request)
        return await _join_page(kernel, context, token)

    @router.post("/join/{token}")
    async def join(request: Request, token: str, name: Text = "") -> Response:
        context = read_context(request)
        try:
            context.name = clean(name, MAX_NAME_LETTERS)
            table = await service.join(kernel, context, token, context.name)
        except WebError as error:
            return await _join_page(kernel, context, token, error)
        return seated(context, table)

    @router.get("/return/{table_id}/{seats}/{key}")
    async def return_page(request: Request, table_id: str, seats: str, key: str) -> Response:
        """Asks first: programs that read mails and chats open every link they find."""
        context = read_context(request)
        table, mine = await service.linked_seats(kernel, context, table_id, seats, key)
        if set(mine) <= set((await kernel.get_table(context, table.id))[1]):
            return RedirectResponse(f"/table/{table.id}", 303)
        facts: dict[str, Any] = {
            "table": table.name or context.say("page.unnamed"),
            "game": table.game.info.words(context.lang)("game.title"),
            "names": ", ".join(seat_names(table, context.lang)[seat] for seat in mine),
            "seat": mine[0],
        }
        return page(kernel, context, "return.html", **facts)

    @router.post("/return/{table_id}/{seats}/{key}")
    async def come_back(request: Request, table_id: str, seats: str, key: str) -> Response:
        context = read_context(request)
        table = await service.take_back(kernel, context, table_id, seats, key)
        return seated(context, table)


def _filling_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/sit")
    async def sit(table_id: str) -> Response:
        table = await kernel.tables.get(table_id)
        free = table.free()
        if not table.public or not free:
            raise WebError(409, "seat_taken")
        invite = kernel.keys.invite(table.id, free[0], table.given[free[0]])
        return RedirectResponse(f"/join/{invite}", 303)

    @router.post("/table/{table_id}/fill")
    async def fill(request: Request, table_id: str, seat: Text = "", bot: Text = "") -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        if not context.token or table.host != context.user_id:
            raise WebError(403, "not_your_seat")
        number = only_number(seat)
        if number >= len(table.seats):
            raise WebError(400, "form")
        check_bot(table.game.slug, bot)
        table = await kernel.tables.fill(table, number, bot)
        if context.htmx:
            return table_answer(kernel, context, table, seats)
        return RedirectResponse(f"/table/{table.id}", 303)


def _leaving_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> Response:
        return await run_action(kernel, read_context(request), table_id, kernel.tables.leave)

    @router.post("/table/{table_id}/back")
    async def back(request: Request, table_id: str) -> Response:
        return await run_action(kernel, read_context(request), table_id, kernel.tables.come_back)

    @router.post("/table/{table_id}/resign")
    async def resign(request: Request, table_id: str, sure: Text = "") -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            if sure != "yes":
                raise WebError(409, "not_sure_resign")
            return await service.resign(kernel, context, table, seats)

        return await run_action(kernel, context, table_id, act)

    @router.post("/table/{table_id}/give")
    async def give(request: Request, table_id: str, seat: Text = "") -> Response:
        context, number = read_context(request), only_number(seat)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            return await kernel.tables.give(table, number, kernel.is_host(context, table))

        return await run_action(kernel, context, table_id, act)


def _host_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/remove")
    async def remove(request: Request, table_id: str, seat: Text = "", sure: Text = "") -> Response:
        context, number = read_context(request), only_number(seat)

        async def act(table: Table, _: tuple[int, ...]) -> Table:
            if sure != "yes":
                raise WebError(409, "not_sure_remove")
            return await service.remove(kernel, context, table, number)

        return await run_action(kernel, context, table_id, act)


def _picture_routes(router: APIRouter, kernel: Kernel) -> None:
    """Links as pictures, for the camera of a phone."""

    @router.get("/join/{token}/code.svg")
    async def invite_code(request: Request, token: str) -> Response:
        await service.invited(kernel, token)
        return qr_picture(f"{read_context(request).base}join/{token}")

    @router.get("/return/{table_id}/{seats}/{key}/code.svg")
    async def return_code(request: Request, table_id: str, seats: str, key: str) -> Response:
        context = read_context(request)
        await service.linked_seats(kernel, context, table_id, seats, key)
        return qr_picture(f"{context.base}return/{table_id}/{seats}/{key}")


def _link_routes(router: APIRouter, kernel: Kernel) -> None:
    @router.post("/table/{table_id}/withdraw")
    async def withdraw(request: Request, table_id: str) -> Response:
        context = read_context(request)

        async def act(table: Table, seats: tuple[int, ...]) -> Table:
            return await kernel.tables.withdraw_links(table, seats, context.user_id)

        return await run_action(kernel, context, table_id, act)

    @router.post("/table/{table_id}/rematch")
    async def rematch(request: Request, table_id: str) -> Response:
        context = read_context(request)
        table, seats = await kernel.get_table(context, table_id)
        new = await service.rematch(kernel, context, table, seats)
        return seated(context, new)


def add_api(api: ApiRouters, kernel: Kernel) -> None:
    """Adds the routes for programs."""
    _add_sitting(api, kernel)
    _add_leaving(api, kernel)
    _add_passing_on(api, kernel)


def _add_sitting(api: ApiRouters, kernel: Kernel) -> None:
    """Sitting down, for programs."""

    @api.newcomer.post("/join", openapi_extra=NO_TOKEN_NEEDED)
    async def follow(request: Request, body: LinkBody) -> SeatedAnswer:
        """Takes the seat that a link leads to; the link isn't part of the address, so it doesn't
        end up in logs.
        """
        context = read_context(request)
        table = await service.follow(kernel, context, body.link, body.name, body.bot)
        return await seated_answer(kernel, context, table.id)

    @api.newcomer.post("/join/{token}", openapi_extra=NO_TOKEN_NEEDED)
    async def join(request: Request, token: str, body: JoinBody) -> SeatedAnswer:
        """Takes the seat that an invite leads to."""
        context = read_context(request)
        table = await service.join(kernel, context, token, body.name, body.bot)
        return await seated_answer(kernel, context, table.id)

    @api.newcomer.post("/tables/{table_id}/sit", openapi_extra=NO_TOKEN_NEEDED)
    async def sit(request: Request, table_id: str, body: SitBody) -> SeatedAnswer:
        """Takes an open seat of a public table."""
        context = read_context(request)
        table = await service.sit(kernel, context, table_id, body.name, body.seat, body.bot)
        return await seated_answer(kernel, context, table.id)


def _add_leaving(api: ApiRouters, kernel: Kernel) -> None:
    """Leaving, for programs."""

    @api.seated.post("/tables/{table_id}/leave")
    async def leave(request: Request, table_id: str) -> TableAnswer:
        """Leaves your seats: they are free again before the game starts; later a bot plays on
        until you call `back`.
        """
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await kernel.tables.leave(table, seats)
        return answer(kernel, context, *await kernel.get_table(context, table_id))

    @api.seated.post("/tables/{table_id}/back")
    async def back(request: Request, table_id: str) -> TableAnswer:
        """Takes over again from the bot that plays for you because you had left or were late."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.come_back(table, seats)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/resign")
    async def resign(request: Request, table_id: str) -> TableAnswer:
        """Resigns for good: a bot finishes your game; if no other person plays, the game ends."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        await service.resign(kernel, context, table, seats)
        return answer(kernel, context, *await kernel.get_table(context, table_id))


def _add_passing_on(api: ApiRouters, kernel: Kernel) -> None:
    """Seats that go to other people, and the next game, for programs."""

    @api.seated.post("/tables/{table_id}/give")
    async def give(request: Request, table_id: str, body: GiveBody) -> TableAnswer:
        """Gives the seat of a person who has left to someone else: send them the `invite`."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await kernel.tables.give(table, body.seat, kernel.is_host(context, table))
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/remove")
    async def remove(request: Request, table_id: str, body: RemoveBody) -> TableAnswer:
        """The host removes a person for good; a bot plays until someone else takes the seat."""
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        table = await service.remove(kernel, context, table, body.seat)
        return answer(kernel, context, table, seats)

    @api.seated.post("/tables/{table_id}/rematch", status_code=201)
    async def rematch(request: Request, table_id: str) -> SeatedAnswer:
        """Opens a new table for the same people, or takes your seat there if one of them was
        faster.
        """
        context = read_context(request)
        table, seats = await kernel.get_table_for_update(context, table_id)
        new = await service.rematch(kernel, context, table, seats)
        return await seated_answer(kernel, context, new.id)


async def _join_page(
    kernel: Kernel, context: RequestContext, token: str, error: WebError | None = None
) -> Response:
    table, seat = await service.invited(kernel, token)
    taken = seat not in table.free()
    if taken and seat in (await kernel.get_table(context, table.id))[1]:
        return RedirectResponse(f"/table/{table.id}", 303)
    speak = table.game.info.words(context.lang)
    host = next((one.name for one in table.seats if one.kind == "person"), "")
    facts: dict[str, Any] = {
        "seat": {"seat": seat, "css": f"s{seat}", "symbol": SYMBOLS[seat]},
        "table": {
            "name": table.name or context.say("page.unnamed"),
            "title": speak("game.title"),
            "host": host,
            "url": f"/table/{table.id}",
        },
        "token": token,
        "name": context.name,
        "taken": taken,
        "error": error.text(context.lang) if error else None,
    }
    return page(kernel, context, "join.html", error.status if error else 200, **facts)
