"""The lists of the start page as live messages: that of open tables made once for all who look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache

from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_lists import TableRow, Wanted, my_listing, open_listing

MAX_CACHED_LISTS: Final = 100


class ListMessages:
    """Renders the lists; what was looked for lately is kept until the tables are others."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._cache: LRUCache[tuple[str, Wanted], tuple[list[Summary], Fragment]] = LRUCache(
            MAX_CACHED_LISTS
        )

    def open_list(self, found: list[Summary], wanted: Wanted, context: RequestContext) -> Fragment:
        """The open tables that are looked for, for everybody of this language."""
        key = (context.lang, wanted)
        known = self._cache.get(key)
        if known is None or known[0] is not found:
            listing = open_listing(found, wanted, context.lang, context.words)
            html = self._renderer.page(
                "_open_tables.html", context.lang, "", "", open_tables=listing, wanted=wanted
            )
            known = self._cache[key] = (found, Fragment.of(0, html))
        return known[1]

    def mine(self, rows: Sequence[TableRow], page: int, context: RequestContext) -> Fragment:
        """One person's own tables."""
        listing = my_listing(rows, page)
        html = self._renderer.page("_my_tables.html", context.lang, "", "", my_tables=listing)
        return Fragment.of(0, html)
