"""Notifications: a mail or a webhook when it is your turn and you are away."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.notifications.routes import routes
from dvergar.web.features.notifications.service import TurnNotifier
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table_events import UserDataRequested, UserSeen


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
        kernel.events.on_check(UserSeen, self._user_seen)
        kernel.events.on_check(UserDataRequested, self._add_contacts)

    def pages(self) -> APIRouter:
        """Giving, confirming and withdrawing an address."""
        return routes(self.turn_notifier)

    async def start(self) -> None:
        """Sends what is due."""
        self.turn_notifier.start(self.kernel.keys)

    async def close(self) -> None:
        """Sends nothing more."""
        self.turn_notifier.close()

    async def _user_seen(self, event: UserSeen) -> None:
        await self.turn_notifier.note_seen(event.user_id)

    async def _add_contacts(self, request: UserDataRequested) -> None:
        request.data["contacts"] = [
            {"kind": one.kind, "address": one.address, "confirmed": one.confirmed}
            for one in await self.turn_notifier.contacts.of(request.user_id)
        ]
        request.data["confirmation_requests"] = await self.turn_notifier.limits.of(request.user_id)


FEATURE = NotificationsFeature
