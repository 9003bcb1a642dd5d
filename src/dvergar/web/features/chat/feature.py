"""The chat of a table: messages beside the game, for seated players and, if allowed, spectators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fastapi import APIRouter

from dvergar.web.features.chat.routes import (
    add_newcomer_routes,
    add_seated_routes,
    may_read,
    page_routes,
)
from dvergar.web.features.chat.schema import MAX_MESSAGE_LETTERS
from dvergar.web.features.chat.service import PEER_WORD, ChatService
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.table_events import UserDataRequested


class ChatFeature(Feature):
    """Messages, and the panel on the page of a table."""

    slots: ClassVar = {
        "table.head": (10, "_chat_head.html"),
        "log.tabs": (10, "_chat_tab.html"),
        "log.panels": (10, "_chat_place.html"),
        "table.waiting": (90, "_chat_waiting.html"),
        "table.menu": (10, "_chat_menu.html"),
        "table.menu_button": (10, "_chat_badge.html"),
        "table.panels": (10, "_chat_panel.html"),
        "my_data.after_tables": (10, "_my_messages.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.chat = ChatService(kernel)
        kernel.peers.on(PEER_WORD, lambda message: self.chat.note_change(message.key))
        kernel.events.on_check(UserDataRequested, self._add_messages)

    def pages(self) -> APIRouter:
        """The chat of a table as a page, and its forms."""
        return page_routes(self.chat)

    def add_api(self, api: ApiRouters) -> None:
        """The same for programs."""
        add_newcomer_routes(api.newcomer, self.chat)
        add_seated_routes(api.seated, self.chat)

    async def table_page(
        self, context: RequestContext, table: Table, seats: Sequence[int]
    ) -> Mapping[str, Any]:
        """Whether the page of a table shows the chat."""
        shown = await may_read(self.chat, context, table, tuple(seats))
        return {"chat": shown, "longest": MAX_MESSAGE_LETTERS}

    def signal(self, table_id: str) -> int:
        """Changes whenever someone has written."""
        return self.chat.changes(table_id)

    async def _add_messages(self, request: UserDataRequested) -> None:
        request.data["messages"] = await self.chat.messages_of(request.user_id)


FEATURE = ChatFeature
