"""The services that every feature uses: tables, bots, storage, views and limits of one server.

The kernel plays and shows tables by itself. Features extend it (see `kernel.feature`); it knows
none of them and reaches them only by events and extensions.

A template of the kernel says `{% for part in slot("table.menu") %}{% include part %}{% endfor %}`
(`Extensions`). What a feature knows of a table as one viewer sees it is in `table.features.NAME`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from dvergar.bots import load_plugins
from dvergar.compiled_engine import Engine, EngineBuilder
from dvergar.core.languages import LANGUAGES
from dvergar.core.prompt import Prompt
from dvergar.core.registry import games, plugin_failures
from dvergar.web.bot_workers.fair_queue import FairQueue
from dvergar.web.bot_workers.worker_pool import make_workers
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.live.peers import NoPeers, Notifier, Peers
from dvergar.web.kernel.live.pg_listener import PgListener
from dvergar.web.kernel.live.presence import (
    Presence,
    PresenceMessages,
    PresenceView,
    make_presence_view,
)
from dvergar.web.kernel.ops import admin_state
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.ops.metrics import Metrics
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.security.rate_limit import AtOnce, RateLimit, max_streams
from dvergar.web.kernel.security.tokens import Keys, load_secret, make_private
from dvergar.web.kernel.storage.leases import Leases, NoLeases
from dvergar.web.kernel.storage.pg_connection import PostgresLeases
from dvergar.web.kernel.storage.postgres_database import PostgresDatabase
from dvergar.web.kernel.storage.store import Store
from dvergar.web.kernel.tables import table_events
from dvergar.web.kernel.tables.bot_runner import BotRunner
from dvergar.web.kernel.tables.claimed_names import ClaimedNames
from dvergar.web.kernel.tables.deadlines import Deadlines, GameTime
from dvergar.web.kernel.tables.game_results import GameResults
from dvergar.web.kernel.tables.game_statistics import Statistics
from dvergar.web.kernel.tables.service import TableService
from dvergar.web.kernel.tables.table import Table, sample
from dvergar.web.kernel.views.fragments import Fragment, Fragments
from dvergar.web.kernel.views.log_view import LogPart
from dvergar.web.kernel.views.render import PageLink, Renderer
from dvergar.web.kernel.views.table_view import (
    Links,
    Notice,
    TableView,
    Viewer,
    make_view,
    seat_names,
)
from dvergar.web.settings import Settings

Seats = Sequence[int]
LogParts = tuple[LogPart, ...]


class Extensions:
    """Everything that features have added."""

    def __init__(self) -> None:
        self.slots: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self.links: list[PageLink] = []
        self.player_page = ""
        self.to_viewer: dict[str, Callable[[Table, Seats], Hashable]] = {}
        self.to_view: dict[str, Callable[[Table, Viewer, TableView], Any]] = {}
        self.to_prompt: list[Callable[[Viewer, Prompt], Prompt]] = []
        self.to_page: list[
            Callable[[RequestContext, Table, Seats], Awaitable[Mapping[str, Any]]]
        ] = []
        self.to_log: list[Callable[[Table, LogParts], LogParts]] = []
        self.signals: dict[str, Callable[[str], int]] = {}
        self.to_admin: dict[str, Callable[[], Awaitable[Any]]] = {}
        self.admin_actions: dict[str, Callable[[str, str], Awaitable[None]]] = {}

    def slot(self, name: str) -> list[str]:
        """The templates that features show in a place of a page, in their order there."""
        return [template for _, template in sorted(self.slots.get(name, ()))]

    def page_links(self) -> list[PageLink]:
        """The pages of features that menus lead to, in their order there."""
        return sorted(self.links)

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


LOG: Final = logging.getLogger("dvergar.server")
SKIP: Final = "skip"
"""Tells peers that people don't want to wait for the bots of a table."""
HOUR_S: Final = 3600.0
DAY_S: Final = 24 * HOUR_S


class Kernel:
    """Store, tables, bots, keys and templates of one server."""

    local = False
    """Whether this runs in the browser of its one user, without a server."""

    def __init__(self, settings: Settings) -> None:
        load_plugins()  # before workers start: they leave out what blocks here
        self.settings = settings
        self.events = Events()
        self.extensions = Extensions()
        self.store = Store(settings.database_url())
        self.admin_state = admin_state.AdminState(None if self.store.shared else settings.data)
        self.metrics = Metrics()
        self.notifier = Notifier()
        self.tables = TableService(
            self.store, self.events, settings.longest_table, self._check_view
        )
        self.peers, leases = self._make_peers()
        self.claimed_names = ClaimedNames(self.store)
        self.results = GameResults(self.tables, self.store)
        self.statistics = Statistics(self.store, self.results)
        self.presence = Presence(self.notifier, self.peers)
        self.time = GameTime(self.store)
        self.tables.now = self.time.now
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
        self.renderer = Renderer(
            settings.base_path, self.extensions.slot, self.extensions.page_links
        )
        self.fragments = Fragments(self.renderer)
        self.presence_messages = PresenceMessages(self.renderer)
        self.new_tables = self.rate_limit(settings.tables_per_minute, "too_many_tables")
        self.joins = self.rate_limit(settings.joins_per_minute, "too_many_joins")
        self.moves = self.rate_limit(settings.moves_per_minute, "too_many_moves")
        self.streams = AtOnce(
            settings.streams_per_address,
            "too_many_streams",
            settings.ipv6_site_factor,
            max_streams(),
        )
        self.serves_network = False
        """Whether other machines can reach this server under the address of this one."""
        self.keys = Keys("")
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._subscribe()
        self._measure()

    def _subscribe(self) -> None:
        """Connects the parts of the kernel with what happens at tables."""
        on = self.events.on
        on(table_events.TableChanged, lambda event: self.notifier.notify(event.table_id))
        on(
            table_events.DeadlineChanged,
            lambda event: self.deadlines.note(event.table_id, event.due),
        )
        on(table_events.BotToMove, lambda event: self.bots.wake(event.table_id))
        on(table_events.TableClosed, lambda event: self.queue.forget(event.table_id))
        on(table_events.GameEnded, lambda event: self.results.note(event.table))
        self.events.on_check(
            table_events.HintGiven, lambda event: self.results.hinted(event.table_id)
        )
        on(
            table_events.MovesStored,
            lambda event: self.metrics.moves.labels(event.game).inc(event.count),
        )
        self.peers.on(SKIP, lambda message: self.bots.skip(message.key))
        self.peers.on_takeover(self._take_over)
        self.events.on_check(
            table_events.NamesChosen,
            lambda event: self.claimed_names.check_owned(event.names, event.user_id),
        )

    def rate_limit(self, per_minute: int, error: str) -> RateLimit:
        """A limit of requests per minute and client; `error` is the sentence of a refusal."""
        return RateLimit(per_minute, error, site_factor=self.settings.ipv6_site_factor)

    async def open(self) -> None:
        """Opens the database and lets the bots go on that were to move."""
        self.make_private()
        await self.store.open()
        await self.time.start()
        if self.settings.compile_bots and self.settings.bot_workers:
            self.run_in_background(self.builder.provide())
        if self.settings.warm:
            self.run_in_background(asyncio.to_thread(self._warm))
        if self.settings.keep_days:
            self.run_in_background(self._prune())
        self.run_in_background(self._note_results())
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
        await self.deadlines.check()
        if not since:
            await self.results.catch_up()

    async def _read_admin_state(self) -> None:
        """Reads what the administrator has changed for all servers."""
        self.admin_state.set(
            admin_state.from_text(await self.store.read_value(admin_state.ADMIN_STATE))
        )

    def skip(self, table_id: str) -> None:
        """Lets nobody wait for the bots of a table, whichever server lets them move."""
        self.bots.skip(table_id)
        self.peers.tell(SKIP, table_id)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something until it is done or the server closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Waits for everything that runs in the background and ends by itself."""
        await asyncio.gather(*self._tasks)

    async def _note_results(self) -> None:
        """Stores the results of games that ended without one, such as when a server was killed."""
        try:
            await self.results.catch_up()
        except Exception as error:  # noqa: BLE001 - the next start tries again
            LOG.error("results of finished games could not be stored: %s", format_error(error))

    def make_private(self) -> None:
        """Makes the data folder and its key, for nobody but their owner."""
        make_private(self.settings.data, self.settings.private_files())
        self.keys = Keys(load_secret(self.settings.data))

    async def close(self) -> None:
        """Lets everybody go who waits, and stops the bots."""
        self.begin_closing()
        for task in self._tasks:
            task.cancel()
        await self.results.settle()
        self.builder.close()
        await self.deadlines.close()
        await self.bots.close()
        self.queue.close()
        await self.peers.close()
        await self.time.close()
        self.tables.repository.close()
        await self.store.close()

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
        gauge = self.metrics.gauge
        gauge("streams", "Live pages and waiting programs.", lambda: len(self.streams))
        gauge("tables_watched", "Tables that somebody looked at.", self.presence.watched_tables)
        gauge("tables_in_memory", "Tables that are in memory.", lambda: len(self.tables.repository))
        gauge("bots_at_work", "Tables at which bots move now.", lambda: len(self.bots))
        gauge("bots_waiting", "Thoughts that wait for a worker.", self.queue.waiting)
        gauge("bots_waiting_seconds", "How long the oldest waits.", self.queue.longest_wait)
        gauge("draining", "Whether no new tables are opened.", lambda: self.admin_state.draining)

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
                LOG.error("a table of %s could not be drawn: %s", slug, format_error(error))

    async def _prune(self) -> None:
        """Deletes tables that nobody has touched for as long as the settings say, every hour."""
        while True:
            try:
                await self.delete_idle(self.time.idle_since(self.settings.keep_days * DAY_S))
            except Exception as error:  # noqa: BLE001 - the next hour is another try
                LOG.error("tables that are too old could not be deleted: %s", format_error(error))
            await asyncio.sleep(HOUR_S)

    async def delete_idle(self, before: float) -> None:
        """Deletes the tables that nobody has touched since a moment."""
        for table_id in await self.store.idle_tables(before):
            try:
                await self.store.delete(table_id)
                LOG.info("table %s was deleted: nobody has touched it for long", table_id)
            except Exception as error:  # noqa: BLE001 - one table holds up no other
                LOG.error("table %s could not be deleted: %s", table_id, format_error(error))

    def check_new_table(self, context: RequestContext) -> None:
        """Refuses a new table where there are too many, and before a restart."""
        if self.admin_state.draining:
            raise WebError(503, "draining")
        self.new_tables.check(context.address)

    def begin_closing(self) -> None:
        """Ends what would wait for ever: live pages and programs that wait for news."""
        self.closing = True
        self.notifier.notify_all()
        self.events.emit(table_events.Closing())

    async def set_admin_state(self, state: admin_state.ServerState) -> None:
        """Drains this server or bans addresses, and all others on its database."""
        if self.store.shared:
            await self.store.set_value(admin_state.ADMIN_STATE, admin_state.to_text(state))
        else:
            await asyncio.to_thread(admin_state.write, self.settings.data, state)
        self.admin_state.set(state)

    async def player_pages(self) -> dict[str, str]:
        """The pages about people who show others something, by the number of their name."""
        if not (address := self.extensions.player_page):
            return {}
        return {id: address + id for id in await self.claimed_names.shown_to_others()}

    async def get_table(
        self, context: RequestContext, table_id: str
    ) -> tuple[Table, tuple[int, ...]]:
        """A table, and the seats a visitor holds at it; bots that are alone there go on."""
        table, seats = await self.tables.get_with_seats(table_id, context.user_id)
        if not seats:
            await self.events.check(table_events.SpectatorArrived(table, context.user_id))
        self.presence.note_watched(table.id)
        if not table.people() and table.acting_bot():
            self.bots.wake(table.id)
        return table, seats

    async def get_table_for_update(
        self, context: RequestContext, table_id: str
    ) -> tuple[Table, tuple[int, ...]]:
        """The same for somebody who is about to change something there."""
        self.moves.check(context.address)
        return await self.get_table(context, table_id)

    def viewer(self, context: RequestContext, table: Table, seats: tuple[int, ...]) -> Viewer:
        """A visitor as far as it matters for what is shown of a table."""
        host = self.is_host(context, table)
        base = context.base if seats or host else ""
        features = self.extensions.viewer_facts(table, seats)
        news = context.say("table.draining") if self.admin_state.draining else ""
        confirm = self.confirm(context, table)
        return Viewer(
            seats, host, context.lang, base, confirm, news, features, advice=context.advice
        )

    def is_host(self, context: RequestContext, table: Table) -> bool:
        """Whether a visitor has opened the table."""
        return bool(context.token) and table.host == context.user_id

    def confirm(self, context: RequestContext, table: Table) -> str:
        """Whether a move of a visitor waits: `needed`, `always`, `countdown` or `never`.

        `needed` is for moves that the player couldn't take back alone, the others for all that end
        a turn or reveal something.
        """
        if table.guide is not None or table.puzzle:
            return "never"  # the guide waits for the right move, a puzzle can be tried again
        return context.confirm or ("needed" if table.game.info.confirms else "never")

    def view(
        self,
        table: Table,
        viewer: Viewer,
        at: int | None = None,
        notice: Notice | None = None,
        explained: str = "",
        for_page: bool = True,
    ) -> TableView:
        """What a viewer sees of a table, of all that is hidden an imagined deal."""
        seed = self.keys.seed(f"{table.id}/{table.version}")
        links = Links(self.keys, viewer.base)
        with plugin_failures(table.game.info):
            change = self.extensions.change_prompt
            view = make_view(table, viewer, links, seed, at, notice, explained, change, for_page)
        self.extensions.extend(table, viewer, view)
        if self.local:
            view.return_link = ""  # it would lead nowhere
        return view

    def presence_view(self, table: Table, lang: str, looking: Iterable[int] = ()) -> PresenceView:
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
