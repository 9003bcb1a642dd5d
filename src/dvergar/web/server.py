"""The parts of a running server, put together once and handed to the routes."""

from __future__ import annotations

import asyncio

from dvergar.lab.building import Builder
from dvergar.lab.engine import Engine
from dvergar.web.errors import WebError
from dvergar.web.request import Visit
from dvergar.web.security.rate_limit import RateLimit
from dvergar.web.security.secret import load_secret, make_private
from dvergar.web.security.tokens import Keys
from dvergar.web.seen.analysing import analysis_seen
from dvergar.web.seen.fragments import Fragment, Fragments
from dvergar.web.seen.render import Renderer
from dvergar.web.seen.view import Links, TableView, Viewer, make_view
from dvergar.web.settings import Settings
from dvergar.web.tables.analyses import Analyses
from dvergar.web.tables.bots import BotRunner
from dvergar.web.tables.commands import Tables
from dvergar.web.tables.hints import Hint, Hints
from dvergar.web.tables.notify import Notifier
from dvergar.web.tables.store import Store
from dvergar.web.tables.table import Table
from dvergar.web.thinking.queue import FairQueue
from dvergar.web.thinking.workers import make_workers


class Server:
    """Store, tables, bots, keys and templates of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url())
        self.notifier = Notifier()
        self.tables = Tables(self.store, self.notifier)
        self.engine = Engine()
        self.builder = Builder(self.engine)
        self.workers = make_workers(settings.bot_workers, settings.bots_kept, self.engine)
        self.queue = FairQueue(self.workers)
        self.bots = BotRunner(self.tables, self.queue, settings.bot_pace)
        self.hints = Hints(self.queue)
        self.analyses = Analyses(self.queue)
        self.tables.wake_bots = self.bots.wake
        self.tables.let_bots_go = self.queue.forget
        self.renderer = Renderer()
        self.fragments = Fragments(self.renderer)
        self.new_tables = RateLimit(
            settings.tables_per_minute, lambda: WebError(429, "too_many_tables")
        )
        self.new_hints = RateLimit(
            settings.hints_per_minute, lambda: WebError(429, "too_many_hints")
        )
        self.new_seats = RateLimit(
            settings.seats_per_minute, lambda: WebError(429, "too_many_seats")
        )
        self.new_analyses = RateLimit(
            settings.analyses_per_minute, lambda: WebError(429, "too_many_analyses")
        )
        self.keys = Keys("")
        self.closing = False
        self._building: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Opens the database and lets the bots go on that were to move."""
        make_private(self.settings.data, self.settings.private_files())
        self.keys = Keys(load_secret(self.settings.data))
        await self.store.open()
        if self.settings.compile_bots and self.settings.bot_workers:
            self._building = asyncio.create_task(self.builder.provide())
        for table in await self.store.running_tables():
            if table.facts.get("bot", True):  # 0.1.0 did not note it
                self.bots.wake(table.id)

    async def close(self) -> None:
        """Lets everybody go who waits, and stops the bots."""
        self.closing = True
        self.notifier.notify_all()
        self.builder.close()
        await self.bots.close()
        await self.hints.close()
        await self.analyses.close()
        self.queue.close()
        await self.store.close()

    async def look(self, visit: Visit, table_id: str) -> tuple[Table, tuple[int, ...]]:
        """A table, and the seats a visitor holds at it."""
        return await self.tables.look(table_id, visit.holder)

    def viewer(self, visit: Visit, table: Table, seats: tuple[int, ...]) -> Viewer:
        """A visitor as far as it matters for what is shown of a table."""
        host = self.is_host(visit, table)
        base = visit.base if seats or host else ""
        hint = self.hints.known(table) if table.state.seat in seats else None
        return Viewer(seats, host, visit.lang, base, self.confirm(visit, table), hint)

    async def hint(self, visit: Visit, table: Table, at: int, seats: tuple[int, ...]) -> Hint:
        """What a bot would do in the place of a visitor, where the table allows to ask."""
        self.tables.check_hint(table, at, seats)
        known = self.hints.known(table)
        if known is not None:
            return known
        self.new_hints.check(visit.address)
        return await self.hints.ask(table)

    def is_host(self, visit: Visit, table: Table) -> bool:
        """Whether a visitor has opened the table."""
        return bool(visit.token) and table.host == visit.holder

    def confirm(self, visit: Visit, table: Table) -> str:
        """Whether a decisive move of a visitor waits: always, for a countdown, or never."""
        if table.guide is not None:
            return "never"  # the guide waits for the right move anyway
        return visit.confirm or ("always" if table.game.info.confirms else "never")

    def view(
        self,
        table: Table,
        viewer: Viewer,
        at: int | None = None,
        notice: str = "",
        explained: str = "",
    ) -> TableView:
        """What a viewer sees of a table, of all that is hidden an imagined deal."""
        seed = self.keys.seed(f"{table.id}/{table.version}")
        links = Links(self.keys, viewer.base)
        view = make_view(table, viewer, links, seed, at, notice, explained)
        if not view.live and self.analyses.possible(table):
            known = self.analyses.known(table)
            view.analysis = analysis_seen(table, view.number, known, view.names, viewer.lang)
        return view

    def analyse(self, visit: Visit, table: Table) -> None:
        """Begins the analysis of a finished game that a visitor has asked for."""
        if self.analyses.known(table) is None:
            self.new_analyses.check(visit.address)
        self.analyses.start(table)

    def fragment(self, table: Table, viewer: Viewer, part: str = "") -> Fragment:
        """The live part of a table for a viewer, looked up before it is built."""
        return self.fragments.get(table, viewer, lambda: self.view(table, viewer), part)
