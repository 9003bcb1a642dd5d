"""Puzzles: find the best turn of a position on a real table."""

from __future__ import annotations

from typing import ClassVar

from fastapi import APIRouter

from dvergar.web.features.puzzles.routes import add_api, routes
from dvergar.web.features.puzzles.service import PuzzleView, puzzle_view
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.render import PageLink
from dvergar.web.kernel.views.table_view import TableView, Viewer


class PuzzlesFeature(Feature):
    """Positions in which one turn is clearly best."""

    slots: ClassVar = {
        "start.side": (5, "_puzzles_start.html"),
        "table.head": (35, "_puzzle_head.html"),
        "table.before_prompt": (15, "_puzzle.html"),
    }
    links: ClassVar = (PageLink(25, "/puzzles", "puzzles.title", play=True),)

    def pages(self) -> APIRouter:
        """The list of puzzles, opening one, trying again, and the next one."""
        return routes(self.kernel)

    def add_api(self, api: ApiRouters) -> None:
        """The same for programs."""
        add_api(api, self.kernel)

    def add_to_view(self, table: Table, viewer: Viewer, view: TableView) -> PuzzleView | None:
        """The task, and what the search says of the turn that was played."""
        if not view.live or not viewer.seats:
            return None
        return puzzle_view(table, view.names, viewer.lang)


FEATURE = PuzzlesFeature
