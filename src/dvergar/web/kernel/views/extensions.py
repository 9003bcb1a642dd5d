"""What features add to the pages of the kernel: templates in named slots, and facts for them.

A template of the kernel says `{% for part in slot("table.menu") %}{% include part %}{% endfor %}`.
What a feature knows of a table as one viewer sees it is in `table.features.NAME`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dvergar.core.prompt import Prompt
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.log_view import LogPart
from dvergar.web.kernel.views.table_view import TableView, Viewer

Seats = Sequence[int]
LogParts = tuple[LogPart, ...]


class Extensions:
    """Everything that features have added."""

    def __init__(self) -> None:
        self.slots: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self.to_viewer: dict[str, Callable[[Table, Seats], Hashable]] = {}
        self.to_view: dict[str, Callable[[Table, Viewer, TableView], Any]] = {}
        self.to_prompt: list[Callable[[Viewer, Prompt], Prompt]] = []
        self.to_page: list[
            Callable[[RequestContext, Table, Seats], Awaitable[Mapping[str, Any]]]
        ] = []
        self.to_log: list[Callable[[Table, LogParts], LogParts]] = []
        self.signals: dict[str, Callable[[str], int]] = {}

    def slot(self, name: str) -> list[str]:
        """The templates that features show in a place of a page, in their order there."""
        return [template for _, template in sorted(self.slots.get(name, ()))]

    def viewer_facts(self, table: Table, seats: Seats) -> tuple[tuple[str, Hashable], ...]:
        """What features know of someone who holds these seats; part of the key of a cached page."""
        found = ((name, add(table, seats)) for name, add in self.to_viewer.items())
        return tuple((name, facts) for name, facts in found if facts is not None)

    def change_prompt(self, viewer: Viewer, prompt: Prompt) -> Prompt:
        """The question to a viewer, as features change it."""
        for change in self.to_prompt:
            prompt = change(viewer, prompt)
        return prompt

    def change_log(self, table: Table, parts: LogParts, advice: str) -> LogParts:
        """The turns of a log, as features mark them for people who want that."""
        for change in self.to_log if advice != "none" else ():
            parts = change(table, parts)
        return parts

    def extend(self, table: Table, viewer: Viewer, view: TableView) -> None:
        """Adds to a view what features know."""
        parts = self.change_log(table, view.log.parts, viewer.advice)
        view.log = replace(view.log, parts=parts)
        for name, add in self.to_view.items():
            view.features[name] = add(table, viewer, view)

    async def page_facts(
        self, context: RequestContext, table: Table, seats: Seats
    ) -> dict[str, Any]:
        """What features know for the whole page of a live table."""
        facts: dict[str, Any] = {}
        for add in self.to_page:
            facts |= await add(context, table, seats)
        return facts

    def signals_of(self, table_id: str) -> dict[str, int]:
        """For each feature a number that changes when pages of the table shall ask it."""
        return {name: signal(table_id) for name, signal in self.signals.items()}
