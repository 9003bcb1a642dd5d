"""Hints: what a strong bot would do in your place, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fastapi import APIRouter

from dvergar.core.prompt import Prompt
from dvergar.web.features.hints import views
from dvergar.web.features.hints.routes import add_api, routes
from dvergar.web.features.hints.service import Hint, Hints
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


class HintsFeature(Feature):
    """Asking a bot."""

    slots: ClassVar = {
        "table.head": (20, "_hint_head.html"),
        "table.after_prompt": (10, "_hint.html"),
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
        """Marks the choices that a hint names."""
        hint = _hint(viewer)
        return views.mark_choices(prompt, hint) if hint is not None else prompt

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> views.HintView:
        """The hint in words, and whether one may ask."""
        view.can_hint = view.can_act and viewer.advice != "none" and views.can_hint(table)
        hint = _hint(viewer) if view.can_act else None
        turns = (
            views.hinted_turns(table, view.prompt, hint, viewer.lang, view.names) if hint else ()
        )
        switch = views.hint_switch(table, viewer.host) if view.live else ""
        return views.HintView(turns, viewer.advice, switch)


def _hint(viewer: Viewer) -> Hint | None:
    """The hint that a viewer was given and wants to see."""
    hint: Hint | None = viewer.fact("hints")
    return hint if viewer.advice != "none" else None


FEATURE = HintsFeature
