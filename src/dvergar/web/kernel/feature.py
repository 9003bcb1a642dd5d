"""The contract of a feature: one folder of `web/features` that extends the server.

A feature's folder has a module `feature` with a subclass of `Feature` called `FEATURE`. The server
finds it and makes one of it. A feature uses the kernel it is given and never another feature: it
reacts to events (`kernel.events.on`), asks peers (other servers), adds routes, shows templates in
the slots of pages, and offers its own pages to menus (`links`). Templates, styles, scripts and
words are found in the folders `templates`, `static` and `words` beside it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from fastapi import APIRouter

from dvergar.core.prompt import Prompt
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.log_view import LogPart
from dvergar.web.kernel.views.render import PageLink
from dvergar.web.kernel.views.table_view import TableView, Viewer

SlotEntry = tuple[int, str]


class Feature:
    """What a feature may add; each method does nothing by itself."""

    slots: ClassVar[Mapping[str, SlotEntry | list[SlotEntry]]] = {}
    """Templates in slots of pages: by the slot, the order in it and the template, or several."""

    links: ClassVar[Sequence[PageLink]] = ()
    """Pages for everybody: header, footer, menus and empty lists lead to them."""

    player_page: ClassVar[str] = ""
    """The address before the number of a claimed name, of the page about that person."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    @property
    def name(self) -> str:
        """The name of the feature's folder."""
        return type(self).__module__.split(".")[-2]

    def pages(self) -> APIRouter:
        """The routes of pages."""
        return APIRouter()

    def add_api(self, api: ApiRouters) -> None:
        """Adds the routes for programs."""

    async def start(self) -> None:
        """Starts background tasks, after the database was opened."""

    async def close(self) -> None:
        """Ends them, before the database is closed."""

    def add_to_viewer(self, table: Table, seats: Sequence[int]) -> Hashable:
        """What the feature knows of someone with these seats, for `add_to_view`; None: nothing."""
        return None

    def change_prompt(self, viewer: Viewer, prompt: Prompt) -> Prompt:
        """The question to a viewer whose turn it is, perhaps with a choice marked."""
        return prompt

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> Any:
        """What templates find in `table.features.NAME`; may change the view."""
        return None

    def change_log(self, table: Table, parts: tuple[LogPart, ...]) -> tuple[LogPart, ...]:
        """The turns of a log, perhaps with marks."""
        return parts

    async def table_page(
        self, context: RequestContext, table: Table, seats: Sequence[int]
    ) -> Mapping[str, Any]:
        """More facts for the whole page of a live table."""
        return {}

    def signal(self, table_id: str) -> int:
        """Another number whenever pages of a table shall load the feature's part again.

        Pages with an element `data-signal="NAME"` get an event `dvergar:NAME` of the document.
        """
        return 0

    async def admin_facts(self) -> Any:
        """What templates in the slot `admin.parts` find in `features.NAME`."""
        return None

    async def admin_action(self, action: str, value: str) -> None:
        """Does what an administrator asks for on that page."""
        raise WebError(404, "not_found")


def install(kernel: Kernel, features: Sequence[Feature]) -> None:
    """Lets the pages of the kernel show what features add."""
    extensions = kernel.extensions
    for feature in features:
        extensions.links += [
            link for link in feature.links if not (kernel.local and link.needs_server)
        ]
        extensions.player_page = feature.player_page or extensions.player_page
        for slot, entry in feature.slots.items():
            extensions.slots[slot] += entry if isinstance(entry, list) else [entry]
        if _has(feature, "add_to_viewer"):
            extensions.to_viewer[feature.name] = feature.add_to_viewer
        if _has(feature, "add_to_view"):
            extensions.to_view[feature.name] = feature.add_to_view
        if _has(feature, "change_prompt"):
            extensions.to_prompt.append(feature.change_prompt)
        if _has(feature, "change_log"):
            extensions.to_log.append(feature.change_log)
        if _has(feature, "table_page"):
            extensions.to_page.append(feature.table_page)
        extensions.to_admin[feature.name] = feature.admin_facts
        extensions.admin_actions[feature.name] = feature.admin_action
        if _has(feature, "signal"):
            extensions.signals[feature.name] = feature.signal


def _has(feature: Feature, method: str) -> bool:
    """Whether a feature does something of its own."""
    return getattr(type(feature), method) is not getattr(Feature, method)
