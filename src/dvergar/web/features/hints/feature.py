"""Hints: what a strong bot would do in your place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from fastapi import APIRouter

from dvergar.core.prompt import Prompt
from dvergar.web.features.hints.routes import add_api, routes
from dvergar.web.features.hints.service import Hint, Hints
from dvergar.web.features.hints.views import HintSeen, can_hint, hint_seen, hint_switch, marked
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


@dataclass(frozen=True, slots=True)
class HintView:
    """What the page of a table shows of hints."""

    hint: HintSeen | None
    switch: str
    """Whether the table allows hints; empty for everyone but the host."""


class HintsFeature(Feature):
    """Asking a bot."""

    slots: ClassVar = {
        "table.head": (20, "_hint_head.html"),
        "prompt.advice": (10, "_hint.html"),
        "prompt.actions": (10, "_hint_button.html"),
        "table.settings": (10, "_hint_setting.html"),
        "start.table_options": (10, "_hint_option.html"),
        "keys.lines": (10, "_hint_keys.html"),
    }

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.hints = Hints(kernel)

    def pages(self) -> APIRouter:
        """Asking, and the host's switch."""
        return routes(self.hints)

    def add_api(self, api: ApiRouters) -> None:
        """Asking by program."""
        add_api(api, self.hints)

    async def close(self) -> None:
        """Stops the bots that are asked."""
        await self.hints.close()

    def add_to_viewer(self, table: Table, seats: Sequence[int]) -> Hint | None:
        """The hint that was given to the player to move."""
        return self.hints.known(table) if table.state.seat in seats else None

    def change_prompt(self, viewer: Viewer, prompt: Prompt) -> Prompt:
        """Marks the choice that a hint names."""
        hint: Hint | None = viewer.fact(self.name)
        return marked(prompt, hint) if hint is not None else prompt

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> HintView:
        """The hint in words, and whether one may ask."""
        view.can_hint = view.can_act and can_hint(table)
        hint: Hint | None = viewer.fact(self.name)
        seen = hint_seen(table, view.prompt, hint) if view.can_act and hint else None
        view.advised = seen is not None
        return HintView(
            hint=seen,
            switch=hint_switch(table, viewer.host) if view.live else "",
        )


FEATURE = HintsFeature
