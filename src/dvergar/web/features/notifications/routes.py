"""How somebody is told that it is his turn: what the browser does, a mail, a call to an address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.notifications.contacts import KINDS
from dvergar.web.features.notifications.service import Pager
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.request_context import RequestContext

Text = Annotated[str, Form()]


def routes(pager: Pager) -> APIRouter:
    """The page about one's turns, and the links in messages."""
    router = APIRouter(include_in_schema=False)
    _own_routes(router, pager)
    _link_routes(router, pager)
    return router


def _own_routes(router: APIRouter, pager: Pager) -> None:
    @router.get("/turns")
    async def turns(request: Request, asked: str = "") -> Response:
        context = read_context(request)
        return await _turns(pager, context, asked=asked == "yes")

    @router.post("/turns/{kind}")
    async def ask(request: Request, kind: str, address: Text = "") -> Response:
        context = read_context(request)
        pager.limit.check(context.address)
        if kind not in KINDS or not pager.kinds:
            raise WebError(404, "not_found")
        try:
            if not await pager.kernel.store.tables_of(context.user_id, 1):
                raise WebError(403, "no_seat")
            await pager.ask(context.user_id, kind, address.strip(), context.lang, context.address)
        except WebError as error:
            return await _turns(pager, context, error=error)
        return RedirectResponse("/turns?asked=yes", 303)

    @router.post("/turns/{kind}/drop")
    async def drop(request: Request, kind: str) -> Response:
        context = read_context(request)
        for contact in await pager.contacts.of(context.user_id):
            if contact.kind == kind:
                await pager.contacts.drop(contact.id)
        return RedirectResponse("/turns", 303)


async def _turns(
    pager: Pager, context: RequestContext, asked: bool = False, error: WebError | None = None
) -> Response:
    known = {one.kind: one for one in await pager.contacts.of(context.user_id)}
    facts: dict[str, Any] = {
        "kinds": pager.kinds if context.token else [],
        "contacts": known,
        "secrets": {kind: pager.secret(one) for kind, one in known.items()},
        "asked": asked,
        "error": error.text(context.lang) if error else "",
    }
    return page(pager.kernel, context, "turns.html", error.status if error else 200, **facts)


def _link_routes(router: APIRouter, pager: Pager) -> None:
    @router.get("/reach/confirm/{contact_id}/{key}")
    async def confirm_page(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        return _reach(pager, request, "confirm", done=contact.confirmed, address=contact.address)

    @router.post("/reach/confirm/{contact_id}/{key}")
    async def confirm(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        await pager.contacts.confirm(contact.id)
        return _reach(pager, request, "confirm", done=True, address=contact.address)

    @router.get("/reach/stop/{contact_id}/{key}")
    async def stop_page(request: Request, contact_id: str, key: str) -> Response:
        """Programs that read mails open their links; only a page or a post stops anything."""
        contact = await pager.by_link(contact_id, "stop", key)
        return _reach(pager, request, "stop", done=contact is None, address="")

    @router.post("/reach/stop/{contact_id}/{key}")
    async def stop(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "stop", key)
        if contact is not None:
            await pager.stop(contact)
        return _reach(pager, request, "stop", done=True, address="")


def _reach(pager: Pager, request: Request, what: str, done: bool, address: str) -> Response:
    facts: dict[str, Any] = {"what": what, "done": done, "address": address}
    return page(pager.kernel, read_context(request), "reach.html", **facts)
