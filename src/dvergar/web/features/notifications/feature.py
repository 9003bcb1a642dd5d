"""Notifications: a mail or a webhook when it is your turn and you are away.

Also the page about them, and the pages that links in messages lead to.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from dvergar.web.features.notifications.contacts import KINDS
from dvergar.web.features.notifications.service import TurnNotifier
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table_events import UserActive, UserDataRequested


class NotificationsFeature(Feature):
    """Addresses, and what is sent to them."""

    slots: ClassVar = {
        "footer": (40, "_turns_link.html"),
        "page.head": (10, "_turns_head.html"),
        "table.menu": (40, "_turns_menu.html"),
        "my_tables.foot": (10, "_turns_foot.html"),
        "my_data.before_tables": (10, "_my_contacts.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.turn_notifier = TurnNotifier(kernel)
        kernel.events.on_check(UserActive, self._user_active)
        kernel.events.on_check(UserDataRequested, self._add_contacts)

    def pages(self) -> APIRouter:
        """Giving, confirming and withdrawing an address."""
        return _routes(self.turn_notifier)

    async def start(self) -> None:
        """Sends what is due."""
        self.turn_notifier.start(self.kernel.keys)

    async def close(self) -> None:
        """Sends nothing more."""
        self.turn_notifier.close()

    async def _user_active(self, event: UserActive) -> None:
        await self.turn_notifier.note_active(event.user_id)

    async def _add_contacts(self, request: UserDataRequested) -> None:
        request.data["contacts"] = [
            {"kind": one.kind, "address": one.address, "confirmed": one.confirmed}
            for one in await self.turn_notifier.contacts.of(request.user_id)
        ]
        request.data["confirmation_requests"] = await self.turn_notifier.limits.of(request.user_id)


Text = Annotated[str, Form()]


def _routes(notifier: TurnNotifier) -> APIRouter:
    """All routes of the feature."""
    router = APIRouter(include_in_schema=False)
    _own_routes(router, notifier)
    _link_routes(router, notifier)
    return router


def _own_routes(router: APIRouter, notifier: TurnNotifier) -> None:
    @router.get("/turns")
    async def turns(request: Request, asked: str = "") -> Response:
        context = read_context(request)
        return await _turns_page(notifier, context, asked=asked == "yes")

    @router.post("/turns/{kind}")
    async def ask(request: Request, kind: str, address: Text = "") -> Response:
        context = read_context(request)
        notifier.limit.check(context.address)
        if kind not in KINDS or not notifier.kinds:
            raise WebError(404, "not_found")
        try:
            if not await notifier.kernel.store.tables_of(context.user_id, 1):
                raise WebError(403, "no_seat")
            await notifier.request_confirmation(
                context.user_id, kind, address.strip(), context.lang, context.address
            )
        except WebError as error:
            return await _turns_page(notifier, context, error=error)
        return RedirectResponse("/turns?asked=yes", 303)

    @router.post("/turns/{kind}/drop")
    async def drop(request: Request, kind: str) -> Response:
        context = read_context(request)
        for contact in await notifier.contacts.of(context.user_id):
            if contact.kind == kind:
                await notifier.contacts.drop(contact.id)
        return RedirectResponse("/turns", 303)


async def _turns_page(
    notifier: TurnNotifier,
    context: RequestContext,
    asked: bool = False,
    error: WebError | None = None,
) -> Response:
    known = {one.kind: one for one in await notifier.contacts.of(context.user_id)}
    facts: dict[str, Any] = {
        "kinds": notifier.kinds if context.token else [],
        "contacts": known,
        "secrets": {kind: notifier.secret(one) for kind, one in known.items()},
        "asked": asked,
        "error": error.text(context.lang) if error else "",
    }
    return page(notifier.kernel, context, "turns.html", error.status if error else 200, **facts)


def _link_routes(router: APIRouter, notifier: TurnNotifier) -> None:
    @router.get("/reach/confirm/{contact_id}/{key}")
    async def confirm_page(request: Request, contact_id: str, key: str) -> Response:
        contact = await notifier.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        return _link_page(
            notifier, request, "confirm", done=contact.confirmed, address=contact.address
        )

    @router.post("/reach/confirm/{contact_id}/{key}")
    async def confirm(request: Request, contact_id: str, key: str) -> Response:
        contact = await notifier.by_link(contact_id, "confirm", key)
        if contact is None:
            raise WebError(404, "not_found")
        await notifier.contacts.confirm(contact.id)
        return _link_page(notifier, request, "confirm", done=True, address=contact.address)

    @router.get("/reach/stop/{contact_id}/{key}")
    async def stop_page(request: Request, contact_id: str, key: str) -> Response:
        """Programs that read mails open their links; only a page or a post stops anything."""
        contact = await notifier.by_link(contact_id, "stop", key)
        return _link_page(notifier, request, "stop", done=contact is None, address="")

    @router.post("/reach/stop/{contact_id}/{key}")
    async def stop(request: Request, contact_id: str, key: str) -> Response:
        contact = await notifier.by_link(contact_id, "stop", key)
        if contact is not None:
            await notifier.stop(contact)
        return _link_page(notifier, request, "stop", done=True, address="")


def _link_page(
    notifier: TurnNotifier, request: Request, what: str, done: bool, address: str
) -> Response:
    facts: dict[str, Any] = {"what": what, "done": done, "address": address}
    return page(notifier.kernel, read_context(request), "contact_link.html", **facts)


FEATURE = NotificationsFeature
