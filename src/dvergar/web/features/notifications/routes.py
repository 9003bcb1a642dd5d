"""How somebody is told that it is his turn: what the browser does, a mail, a call to an address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.notifications.contacts import KINDS
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.request_context import Visit
from dvergar.web.kernel.views.responses import page
from dvergar.web.server import Server

Text = Annotated[str, Form()]


def routes(server: Server) -> APIRouter:
    """The page about one's turns, and the links in messages."""
    router = APIRouter(include_in_schema=False)
    _own_routes(router, server)
    _link_routes(router, server)
    return router


def _own_routes(router: APIRouter, server: Server) -> None:
    @router.get("/turns")
    async def turns(request: Request, asked: str = "") -> Response:
        visit = Visit.of(request)
        return await _turns(server, visit, asked=asked == "yes")

    @router.post("/turns/{kind}")
    async def ask(request: Request, kind: str, address: Text = "") -> Response:
        visit = Visit.of(request)
        server.contacts.check(visit.address)
        if kind not in KINDS or not server.pager.kinds:
            raise WebError(404, "not_found")
        try:
            if not await server.store.tables_of(visit.holder, 1):
                raise WebError(403, "no_seat")
            await server.pager.ask(visit.holder, kind, address.strip(), visit.lang, visit.address)
        except WebError as error:
            return await _turns(server, visit, error=error)
        return RedirectResponse("/turns?asked=yes", 303)

    @router.post("/turns/{kind}/drop")
    async def drop(request: Request, kind: str) -> Response:
        visit = Visit.of(request)
        for contact in await server.pager.contacts.of(visit.holder):
            if contact.kind == kind:
                await server.pager.contacts.drop(contact.id)
        return RedirectResponse("/turns", 303)


async def _turns(
    server: Server, visit: Visit, asked: bool = False, error: WebError | None = None
) -> Response:
    known = {one.kind: one for one in await server.pager.contacts.of(visit.holder)}
    facts: dict[str, Any] = {
        "kinds": server.pager.kinds if visit.token else [],
        "contacts": known,
        "secrets": {kind: server.pager.secret(one) for kind, one in known.items()},
        "asked": asked,
        "error": error.text(visit.lang) if error else "",
    }
    return page(server, visit, "turns.html", error.status if error else 200, **facts)


def _link_routes(router: APIRouter, server: Server) -> None:
    pager = server.pager

    @router.get("/reach/confirm/{contact_id}/{key}")
    async def confirm_page(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        return _reach(server, request, "confirm", done=contact.confirmed, address=contact.address)

    @router.post("/reach/confirm/{contact_id}/{key}")
    async def confirm(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        await pager.contacts.confirm(contact.id)
        return _reach(server, request, "confirm", done=True, address=contact.address)

    @router.get("/reach/stop/{contact_id}/{key}")
    async def stop_page(request: Request, contact_id: str, key: str) -> Response:
        """Programs that read mails open their links; only a page or a post stops anything."""
        contact = await pager.by_link(contact_id, "stop", key)
        return _reach(server, request, "stop", done=contact is None, address="")

    @router.post("/reach/stop/{contact_id}/{key}")
    async def stop(request: Request, contact_id: str, key: str) -> Response:
        contact = await pager.by_link(contact_id, "stop", key)
        if contact is not None:
            await pager.stop(contact)
        return _reach(server, request, "stop", done=True, address="")


def _reach(server: Server, request: Request, what: str, done: bool, address: str) -> Response:
    facts: dict[str, Any] = {"what": what, "done": done, "address": address}
    return page(server, Visit.of(request), "reach.html", **facts)
