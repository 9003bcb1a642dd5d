"""The start page: games, a form for a new table, lists of tables, and preferences."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.core.errors import DvergarError
from dvergar.core.registry import games
from dvergar.web.features.lobby import new_table_form as start
from dvergar.web.features.lobby.service import Lobby
from dvergar.web.kernel.errors import status_of
from dvergar.web.kernel.http.requests import read_context, set_cookie
from dvergar.web.kernel.http.responses import page, seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import PREFERENCES, RequestContext
from dvergar.web.kernel.tables.table import SPEEDS
from dvergar.web.kernel.views import table_lists as lists
from dvergar.web.kernel.views.game_cards import by_difficulty, game_cards

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
            plan = start.plan(form, context)
            kernel.check_new_table(context)
            context.identify()
            deal = secrets.randbits(64) if plan.deal is None else plan.deal
            table = await kernel.tables.open(plan, context.user_id, deal)
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
    own = await lists.all_my_tables(kernel.store, context, lists.MINE_READ)
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
