"""The parts of a running server, put together once and handed to the routes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from dvergar.compiled_engine import Engine, EngineBuilder
from dvergar.core.registry import games, plugin_failures
from dvergar.core.words import LANGUAGES
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.question import BotFailed
from dvergar.web.bot_workers.worker_pool import make_workers
from dvergar.web.features.analysis.service import Analyses
from dvergar.web.features.analysis.views import analysis_seen
from dvergar.web.features.chat.service import Chat
from dvergar.web.features.daily.service import Daily
from dvergar.web.features.hints.service import Hint, Hints, adviser
from dvergar.web.features.lobby.service import Lobby
from dvergar.web.features.notifications.service import Pager
from dvergar.web.features.ratings.service import Players
from dvergar.web.features.statistics.game_results import Results
from dvergar.web.features.statistics.service import Statistics
from dvergar.web.kernel.clock import elapsed, now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.live.notifier import Notifier
from dvergar.web.kernel.live.peers import NoPeers, Peers
from dvergar.web.kernel.live.pg_listener import PgListener
from dvergar.web.kernel.live.presence import Presence
from dvergar.web.kernel.live.presence_view import PresenceMessages, PresenceView, make_presence_view
from dvergar.web.kernel.ops.admin_state import HOST, Host, from_text
from dvergar.web.kernel.ops.log import told
from dvergar.web.kernel.ops.metrics import Measures
from dvergar.web.kernel.ops.open_files import max_streams
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.security.rate_limit import AtOnce, RateLimit
from dvergar.web.kernel.security.secret import load_secret, make_private
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.leases import Leases, NoLeases
from dvergar.web.kernel.storage.pg_leases import PostgresLeases
from dvergar.web.kernel.storage.postgres_database import PostgresDatabase
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables.bot_runner import BotRunner
from dvergar.web.kernel.tables.deadlines import Deadlines
from dvergar.web.kernel.tables.deal_day import closes_on, is_open
from dvergar.web.kernel.tables.events import (
    BotToMove,
    DeadlineChanged,
    GameEnded,
    MovesStored,
    NamesChosen,
    SeatTaken,
    TableChanged,
    TableClosed,
)
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import Table, sample
from dvergar.web.kernel.views.fragments import Fragment, Fragments
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import (
    Links,
    Notice,
    TableView,
    Viewer,
    make_view,
    seat_names,
)
from dvergar.web.settings import Settings

LOG: Final = logging.getLogger("dvergar.server")
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
SKIP: Final = "skip"
"""Tells peers that people don't want to wait for the bots of a table."""
SEATED: Final = "seat"
"""Tells peers that a user has got a seat."""
CONTACTS: Final = 5  # addresses that one visitor may give in a minute
REPORTS: Final = 3  # problems that one visitor may report in a minute


class Kernel:
    """Store, tables, bots, keys and templates of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url())
        self.host = Host(None if self.store.shared else settings.data)
        self.measures = Measures()
        self.notifier = Notifier()
        self.events = Events()
        self.tables = TableService(
            self.store, self.events, settings.longest_table, self._check_view
        )
        self.peers, leases = self._make_peers()
        self.results = Results(self.tables, self.store)
        self.statistics = Statistics(self.store)
        self.players = Players(self.store)
        self.daily = Daily(self.store)
        self.chat = Chat(self.store, self.notifier, self.peers)
        self.lobby = Lobby(self.store.open_tables, self._may_be_public)
        self.presence = Presence(self.notifier, self.peers)
        self.deadlines = Deadlines(self.tables, self.store)
        self.engine = Engine()
        self.builder = EngineBuilder(self.engine)
        self.workers = make_workers(
            settings.bot_workers, settings.bots_kept, self.engine, settings.bot_seconds
        )
        self.queue = FairQueue(self.workers)
        self.bots = BotRunner(
            self.tables, self.queue, settings.bot_pace, self.presence.is_watched, leases
        )
        self.hints = Hints(self.queue)
        self.analyses = Analyses(self.queue)
        self.renderer = Renderer(settings.base_path)
        self.fragments = Fragments(self.renderer)
        self.presence_messages = PresenceMessages(self.renderer)
        limit = partial(RateLimit, site_factor=settings.ipv6_site_factor)
        self.new_tables = limit(settings.tables_per_minute, "too_many_tables")
        self.new_hints = limit(settings.hints_per_minute, "too_many_hints")
        self.new_analyses = limit(settings.analyses_per_minute, "too_many_analyses")
        self.joins = limit(settings.joins_per_minute, "too_many_joins")
        self.moves = limit(settings.moves_per_minute, "too_many_moves")
        self.messages = limit(settings.messages_per_minute, "too_many_messages")
        self.exports = limit(settings.exports_per_minute, "too_many_exports")
        self.contacts = limit(CONTACTS, "too_many_requests")
        self.reports = limit(REPORTS, "too_many_reports")
        self.streams = AtOnce(
            settings.streams_per_address,
            "too_many_streams",
            settings.ipv6_site_factor,
            max_streams(),
        )
        self.pager = Pager(settings, self.store)
        self.keys = Keys("")
        self.closing = False
        self._started = elapsed()
        self._building: asyncio.Task[None] | None = None
        self._pruning: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._subscribe()
        self._measure()

    def _subscribe(self) -> None:
        """Connects the parts of the server with what happens at tables."""
        on = self.events.on
        on(TableChanged, lambda event: self.notifier.notify(event.table_id))
        on(TableChanged, lambda event: self.lobby.heard(event.table_id))
        on(SeatTaken, lambda event: self._seat_taken(event.user_id))
        on(DeadlineChanged, lambda event: self.deadlines.note(event.table_id, event.due))
        on(BotToMove, lambda event: self.bots.wake(event.table_id))
        on(TableClosed, lambda event: self.queue.forget(event.table_id))
        on(GameEnded, lambda event: self.results.note(event.table))
        on(MovesStored, lambda event: self.measures.moves.labels(event.game).inc(event.count))
        self.events.on_check(
            NamesChosen, lambda event: self.players.check_owned(event.names, event.user_id)
        )
        self.peers.on(SKIP, lambda message: self.bots.skip(message.key))
        self.peers.on(SEATED, lambda message: self.lobby.sat(message.key))
        self.peers.on_takeover(self._take_over)

    async def open(self) -> None:
        """Opens the database and lets the bots go on that were to move."""
        self.make_private()
        await self.store.open()
        if self.settings.compile_bots and self.settings.bot_workers:
            self._building = asyncio.create_task(self.builder.provide())
        if self.settings.warm:
            self._warming = asyncio.create_task(asyncio.to_thread(self._warm))
        if self.settings.keep_days:
            self._pruning = asyncio.create_task(self._prune())
        self.pager.start(self.keys)
        self._catching_up = asyncio.create_task(self._count_games())
        self.deadlines.start()
        await self._wake_bots()
        await self.peers.start()

    def _make_peers(self) -> tuple[Peers, Leases]:
        """The other servers on the same database, and the leases shared with them."""
        database = self.store.database
        if not isinstance(database, PostgresDatabase):
            return NoPeers(), NoLeases()
        leases = PostgresLeases()
        tables, seconds = self.tables.repository, self.settings.takeover_seconds
        listener = PgListener(
            database, tables, self.notifier, leases, self._read_admin_state, seconds
        )
        return listener, leases

    async def _wake_bots(self, since: float = 0.0) -> None:
        """Lets all bots move whose turn it is, at tables that changed since then."""
        for table in await self.store.running_tables(since):
            if table.facts.get("bot", True):  # 0.1.0 did not note it
                self.bots.wake(table.id)

    async def _take_over(self, since: float) -> None:
        """Continues what another server may have left undone, at tables touched since then."""
        await self._wake_bots(since)
        await self.deadlines.look()
        if not since:
            await self.results.catch_up()

    async def _read_admin_state(self) -> None:
        """Reads what the administrator has changed for all servers."""
        self.host.tell(from_text(await self.store.said(HOST)))

    def skip(self, table_id: str) -> None:
        """Lets nobody wait for the bots of a table, whichever server lets them move."""
        self.bots.skip(table_id)
        self.peers.tell(SKIP, table_id)

    def _seat_taken(self, user_id: str) -> None:
        """Someone got a seat: their list of tables changes on all servers."""
        self.lobby.sat(user_id)
        self.peers.tell(SEATED, user_id)

    async def _count_games(self) -> None:
        """Notes what became of games that ended unnoted, and counts all of them."""
        try:
            await self.results.catch_up()
            await self.statistics.refresh()
        except Exception as error:  # noqa: BLE001 - whoever looks at statistics tries again
            LOG.error("finished games could not be counted: %s", told(error))

    def make_private(self) -> None:
        """Makes the data folder and its key, for nobody but their owner."""
        make_private(self.settings.data, self.settings.private_files())
        self.keys = Keys(load_secret(self.settings.data))

    async def close(self) -> None:
        """Lets everybody go who waits, and stops the bots."""
        self.begin_closing()
        for task in (self._pruning, self._catching_up):
            if task is not None:
                task.cancel()
        self.pager.close()
        await self.results.settle()
        self.builder.close()
        await self.deadlines.close()
        await self.bots.close()
        await self.hints.close()
        await self.analyses.close()
        self.queue.close()
        await self.peers.close()
        self.tables.repository.close()
        await self.store.close()

    def _may_be_public(self, table_id: str) -> bool:
        kept = self.tables.cached(table_id)
        return kept is None or kept.public

    def _check_view(self, table: Table) -> None:
        """Draws the table of a game of another package for everybody, before it is stored.

        A request whose answer could not be drawn is refused then, and has changed nothing.
        """
        if not table.game.info.is_plugin:
            return
        for seats in ((), *((seat,) for seat in range(len(table.seats)))):
            viewer = Viewer(seats, host=True, lang=LANGUAGES[0])
            with plugin_failures(table.game.info):
                self.fragments.make(self.view(table, viewer), LANGUAGES[0])

    def _measure(self) -> None:
        """What can be read of the parts of the server at any time."""
        gauge = self.measures.gauge
        gauge("streams", "Live pages and waiting programs.", lambda: len(self.streams))
        gauge("tables_watched", "Tables that somebody looked at.", self.presence.watched_tables)
        gauge("tables_in_memory", "Tables that are in memory.", lambda: len(self.tables.repository))
        gauge("bots_at_work", "Tables at which bots move now.", lambda: len(self.bots))
        gauge("draining", "Whether no new tables are opened.", lambda: self.host.draining)

    def _warm(self) -> None:
        """Draws a table of each game once: reading its templates in takes most of a second."""
        for slug, info in games().items():
            try:
                table = sample(slug, info.default_players)
                for lang in LANGUAGES:
                    if self.closing:
                        return
                    self.fragments.make(self.view(table, Viewer((), False, lang)), lang)
            except Exception as error:  # noqa: BLE001 - a game that fails holds up no other
                LOG.error("a table of %s could not be drawn: %s", slug, told(error))

    async def _prune(self) -> None:
        """Deletes tables that nobody has touched for as long as the settings say, every hour."""
        while True:
            try:
                await self.delete_idle(await self.idle_since())
            except Exception as error:  # noqa: BLE001 - the next hour is another try
                LOG.error("tables that are too old could not be deleted: %s", told(error))
            await asyncio.sleep(HOUR)

    async def idle_since(self) -> float:
        """Tables that nobody has touched since this moment are too old.

        A server that starts can't know whether the clock of the machine is right. On its first day
        it therefore counts from the last thing that happened here, not from the present.
        """
        present = now()
        if elapsed() - self._started < DAY:
            present = min(present, await self.store.last_touched())
        return present - self.settings.keep_days * DAY

    async def delete_idle(self, before: float) -> None:
        """Deletes the tables that nobody has touched since a moment."""
        for table_id in await self.store.idle_tables(before):
            try:
                await self.store.delete(table_id)
                LOG.info("table %s was deleted: nobody has touched it for long", table_id)
            except Exception as error:  # noqa: BLE001 - one table holds up no other
                LOG.error("table %s could not be deleted: %s", table_id, told(error))

    def check_new_table(self, context: RequestContext) -> None:
        """Refuses a new table where there are too many, and before a restart."""
        if self.host.draining:
            raise WebError(503, "draining")
        self.new_tables.check(context.address)

    def begin_closing(self) -> None:
        """Ends what would wait for ever: live pages and programs that wait for news."""
        self.closing = True
        self.notifier.notify_all()
        self.lobby.close()

    async def look(self, context: RequestContext, table_id: str) -> tuple[Table, tuple[int, ...]]:
        """A table, and the seats a visitor holds at it; bots that are alone there go on."""
        table, seats = await self.tables.get_with_seats(table_id, context.user_id)
        if not seats and is_open(table.daily):
            await self._check_finished(context, table)
        self.presence.note_watched(table.id)
        if not table.people() and table.acting_bot():
            self.bots.wake(table.id)
        return table, seats

    async def _check_finished(self, context: RequestContext, table: Table) -> None:
        """Lets only those watch a deal of the day who have finished it, as long as it is open."""
        game = table.game.slug
        attempt = (
            await self.daily.attempt(table.daily, game, context.user_id) if context.token else None
        )
        if attempt is None or not attempt.over:
            raise WebError(403, "daily_watch", day=closes_on(table.daily))

    async def look_to_act(
        self, context: RequestContext, table_id: str
    ) -> tuple[Table, tuple[int, ...]]:
        """The same for somebody who is about to change something there."""
        self.moves.check(context.address)
        return await self.look(context, table_id)

    def viewer(self, context: RequestContext, table: Table, seats: tuple[int, ...]) -> Viewer:
        """A visitor as far as it matters for what is shown of a table."""
        host = self.is_host(context, table)
        base = context.base if seats or host else ""
        hint = self.hints.known(table) if table.state.seat in seats else None
        news = context.say("table.draining") if self.host.draining else ""
        return Viewer(seats, host, context.lang, base, self.confirm(context, table), hint, news)

    async def hint(
        self, context: RequestContext, table: Table, at: int, seats: tuple[int, ...]
    ) -> Hint:
        """What a bot would do in the place of a visitor, where the table allows to ask."""
        self.tables.check_hint(table, at, seats)
        if not adviser(table.game.slug):
            raise WebError(403, "no_hints")
        if self.hints.known(table) is None:
            self.new_hints.check(context.address)
        try:
            hint = await self.hints.ask(table)
        except BotFailed as error:
            LOG.error("a hint failed at table %s: %s", table.id, told(error))
            raise WebError(503, "hint_failed") from error
        await self.results.hinted(table.id)
        return hint

    def is_host(self, context: RequestContext, table: Table) -> bool:
        """Whether a visitor has opened the table."""
        return bool(context.token) and table.host == context.user_id

    def confirm(self, context: RequestContext, table: Table) -> str:
        """Whether a decisive move of a visitor waits: always, for a countdown, or never."""
        if table.guide is not None:
            return "never"  # the guide waits for the right move anyway
        return context.confirm or ("always" if table.game.info.confirms else "never")

    def view(
        self,
        table: Table,
        viewer: Viewer,
        at: int | None = None,
        notice: Notice | None = None,
        explained: str = "",
    ) -> TableView:
        """What a viewer sees of a table, of all that is hidden an imagined deal."""
        seed = self.keys.seed(f"{table.id}/{table.version}")
        links = Links(self.keys, viewer.base)
        with plugin_failures(table.game.info):
            view = make_view(table, viewer, links, seed, at, notice, explained)
        if not view.live and self.analyses.possible(table):
            known = self.analyses.known(table)
            view.analysis = analysis_seen(table, view.number, known, view.names, viewer.lang)
        return view

    def analyse(self, context: RequestContext, table: Table) -> None:
        """Begins the analysis of a finished game that a visitor has asked for."""
        if self.analyses.known(table) is None:
            self.new_analyses.check(context.address)
        self.analyses.start(table)

    def company(self, table: Table, lang: str, looking: Iterable[int] = ()) -> PresenceView:
        """Who is at a table now, and whose time runs; those who are just shown it are there too."""
        here = self.presence.here(table.id)
        here = replace(here, seats=here.seats.union(looking))
        return make_presence_view(table, here, seat_names(table, lang), lang)

    def fragment(self, table: Table, viewer: Viewer, part: str = "") -> Fragment:
        """The live part of a table for a viewer, looked up before it is built.

        All who only watch in one language share it, whatever else their browsers remember.
        """
        if not viewer.seats and not viewer.host:
            viewer = replace(viewer, confirm="never")
        return self.fragments.get(table, viewer, lambda: self.view(table, viewer), part)
