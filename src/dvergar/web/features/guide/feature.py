"""The guide of a first game: a table on which each step is explained."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.guide.routes import routes
from dvergar.web.features.guide.views import Coach, coach
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import TableView, Viewer


class GuideFeature(Feature):
    """Guided first games."""

    slots: ClassVar = {
        "table.head": (30, "_guide_head.html"),
        "table.before_prompt": (10, "_guide.html"),
        "start.newcomer_help": (10, "_guide_help.html"),
        "start.newcomer_button": (10, "_guide_button.html"),
        "keys.lines": (30, "_guide_keys.html"),
    }

    def pages(self) -> APIRouter:
        """Starting a guided game, and reading on in it."""
        return routes(self.kernel)

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> Coach | None:
        """What the guide says now to the learner."""
        if not view.live or not viewer.seats:
            return None
        names, lang = view.names, viewer.lang
        return coach(table, view.state, view.prompt, names, lang, view.explained)


FEATURE = GuideFeature
