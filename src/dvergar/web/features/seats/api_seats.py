"""Seats for programs: which tables are open, sitting down by a link or freely."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from fastapi import APIRouter, Request

from dvergar.core.registry import info
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.request_models import JoinBody, LinkBody, SitBody
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.response_models import (
    NEWCOMERS,
    OpenSeatAnswer,
    OpenTableAnswer,
    SeatedAnswer,
)
from dvergar.web.kernel.http.responses import invited, taken_back
from dvergar.web.kernel.http.table_json import seated
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.rows import Summary

LOG: Final = logging.getLogger("dvergar.tables")
LISTED: Final = 100
INVITE: Final = re.compile(r"(?:^|/)join/([^/?#]+)/?$")
COME_BACK: Final = re.compile(r"(?:^|/)return/([^/?#]+)/([^/?#]+)/([^/?#]+)/?$")


def add_list(router: APIRouter, kernel: Kernel) -> None:
    """The list of public tables."""

    @router.get("/tables")
    async def open_tables(request: Request) -> list[OpenTableAnswer]:
        """The public tables that are not over, newest first."""
        lang = read_context(request).lang
        rows = [_listed(one, lang) for one in await kernel.store.open_tables(LISTED)]
        return [row for row in rows if row is not None]


def add_routes(router: APIRouter, kernel: Kernel) -> None:
    """Sitting down."""

    @router.post("/join", openapi_extra=NEWCOMERS)
    async def follow(request: Request, body: LinkBody) -> SeatedAnswer:
        """Takes the seat that a link leads to; the link stands in no address and so in no log."""
        context = read_context(request)
        if found := COME_BACK.search(body.link):
            table = await taken_back(kernel, context, *found.groups())
            return await seated(kernel, context, table.id)
        found = INVITE.search(body.link)
        if found is None:
            raise WebError(404, "not_found")
        return await _join(kernel, context, found[1], body.name)

    @router.post("/join/{token}", openapi_extra=NEWCOMERS)
    async def join(request: Request, token: str, body: JoinBody) -> SeatedAnswer:
        """Takes the seat that an invite leads to."""
        return await _join(kernel, read_context(request), token, body.name)

    @router.post("/tables/{table_id}/sit", openapi_extra=NEWCOMERS)
    async def sit(request: Request, table_id: str, body: SitBody) -> SeatedAnswer:
        """Takes an open seat of a public table."""
        context = read_context(request)
        kernel.joins.check(context.address)
        table = await kernel.tables.get(table_id)
        if not table.public:
            raise WebError(403, "not_public")
        if not table.bots_welcome:
            raise WebError(403, "no_bots")
        free = table.free()
        wanted = free[:1] if body.seat is None else [one for one in free if one == body.seat]
        if not wanted:
            raise WebError(409, "seat_taken")
        context.identify()
        table = await kernel.tables.sit(table, wanted[0], body.name, context.user_id)
        return await seated(kernel, context, table.id)


async def _join(kernel: Kernel, context: RequestContext, token: str, name: str) -> SeatedAnswer:
    kernel.joins.check(context.address)
    table, seat = await invited(kernel, token)
    context.identify()
    table = await kernel.tables.sit(table, seat, name, context.user_id)
    return await seated(kernel, context, table.id)


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
