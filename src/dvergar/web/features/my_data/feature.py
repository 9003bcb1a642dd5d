"""Your data: pages to read, download and delete what this server stores about you."""

from __future__ import annotations

import json
import logging
from typing import Annotated, Any, ClassVar, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.exc import DBAPIError

from dvergar.core.errors import DvergarError
from dvergar.web.features.my_data.service import delete_user_data
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import PREFERENCES, RequestContext
from dvergar.web.kernel.security.tokens import COOKIE, SECURE_COOKIE
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.table_events import UserDataRequested
from dvergar.web.kernel.views.bot_choices import default_bot
from dvergar.web.kernel.views.table_lists import all_my_tables


class MyDataFeature(Feature):
    """Export and deletion."""

    slots: ClassVar = {
        "footer": (50, "_my_data_link.html"),
        "about.privacy": (10, "_privacy_link.html"),
    }

    def pages(self) -> APIRouter:
        """The pages about one's own data."""
        return _routes(self.kernel)


LOG: Final = logging.getLogger("dvergar.tables")
TOKENS: Final = (COOKIE, SECURE_COOKIE)
COOKIES: Final = (*TOKENS, "name", *PREFERENCES)
MAX_TABLES: Final = 10_000  # more than anyone has


def _routes(kernel: Kernel) -> APIRouter:
    """The pages about one's own data."""
    router = APIRouter(include_in_schema=False)
    exports = kernel.rate_limit(kernel.settings.exports_per_minute, "too_many_exports")

    @router.get("/privacy")
    async def privacy(request: Request) -> Response:
        return page(kernel, read_context(request), "privacy.html")

    @router.get("/mine")
    async def mine(request: Request) -> Response:
        context = read_context(request)
        facts: dict[str, Any] = {
            "tables": await all_my_tables(kernel.store, context, MAX_TABLES),
            "name": context.name,
            "player": await kernel.claimed_names.of(context.user_id),
            "known": bool(context.token),
            "cookies": [name for name in COOKIES if name in request.cookies],
            "data": await _from_features(kernel, context),
        }
        return page(kernel, context, "my_data.html", **facts)

    @router.get("/mine/data")
    async def data(request: Request) -> Response:
        context = read_context(request)
        exports.check(context.address)
        headers = {"content-disposition": 'attachment; filename="dvergar-my-data.json"'}
        headers["cache-control"] = "no-store"
        text = json.dumps(await _export(kernel, context, dict(request.cookies)), indent=1)
        return Response(text, media_type="application/json", headers=headers)

    @router.post("/mine/delete")
    async def delete(request: Request, sure: Annotated[str, Form()] = "") -> Response:
        context = read_context(request)
        if sure != "yes":
            raise WebError(400, "not_sure")
        if context.token:
            await delete_user_data(kernel.store, kernel.tables, context.user_id, default_bot)
        response = RedirectResponse("/mine", 303)
        for name in COOKIES:
            response.delete_cookie(name, secure=context.secure)
        return response

    return router


async def _export(
    kernel: Kernel, context: RequestContext, cookies: dict[str, str]
) -> dict[str, Any]:
    """Everything except what is still hidden in a running game."""
    rows = await kernel.store.tables_of(context.user_id, MAX_TABLES) if context.token else []
    tables = [await _export_table(kernel, context, summary, seats) for summary, seats in rows]
    stored = {name: cookies[name] for name in COOKIES if name in cookies and name not in TOKENS}
    player = await kernel.claimed_names.of(context.user_id)
    return {
        "name": context.name,
        "cookies": stored,
        "tables": tables,
        **await _from_features(kernel, context),
        "player": {"name": player.name, "profile": player.shown} if player else None,
    }


async def _from_features(kernel: Kernel, context: RequestContext) -> dict[str, Any]:
    """What features have stored about someone."""
    data: dict[str, Any] = {}
    await kernel.events.check(UserDataRequested(context.user_id, data))
    return data


async def _export_table(
    kernel: Kernel, context: RequestContext, summary: Summary, seats: list[int]
) -> dict[str, Any]:
    """One table; if it can't be loaded, what lists show of it and the reason."""
    try:
        return _table_data(await kernel.tables.get(summary.id), summary.facts, seats)
    except DBAPIError:
        raise
    except Exception as error:  # noqa: BLE001 - one bad table takes no others along
        LOG.warning("table %s cannot be exported: %s", summary.id, format_error(error))
        ours = error if isinstance(error, DvergarError) else WebError(410, "damaged")
    return {
        "table": summary.id,
        "game": summary.game,
        "phase": summary.phase,
        "my_seats": seats,
        "listed": summary.facts,
        "error": ours.text(context.lang),
    }


def _table_data(table: Table, facts: dict[str, Any], seats: list[int]) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game.slug,
        "name": table.name,
        "phase": table.phase,
        "my_seats": seats,
        "my_names": [table.names[seat] for seat in seats],
        "round": facts.get("round"),
        "my_moves": [step.move for step in table.steps if step.seat in seats],
        "record": json.loads(table.record().to_json()) if table.is_known else None,
    }


FEATURE = MyDataFeature
