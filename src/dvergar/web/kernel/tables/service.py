"""Everything people and bots can do at a table: open it, take seats, move, take back, leave.

Each command checks first, then stores (`repository.py`), and everyone hears of it by events. A
request that is too late or comes from the wrong seat is refused with a sentence and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from dvergar.core.options import FIRST_SEAT
from dvergar.core.prompt import PLAN_SEPARATOR
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game, plugin_failures
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.events import Events
from dvergar.web.kernel.security.tokens import new_table_id
from dvergar.web.kernel.storage.stored_rows import (
    Conflict,
    StoreBeside,
    Stored,
    Summary,
    TableStore,
)
from dvergar.web.kernel.tables.plan import Plan, opening_body, record_body
from dvergar.web.kernel.tables.player_names import (
    MAX_NAME_LETTERS,
    bot_name,
    check_free,
    clean,
    program_name,
    those_at,
)
from dvergar.web.kernel.tables.repository import Claims, Event, TableRepository, numbered
from dvergar.web.kernel.tables.seats import LEFT
from dvergar.web.kernel.tables.substitutes import return_events, substitute_for
from dvergar.web.kernel.tables.table import (
    HINTS,
    OPEN,
    PACES,
    PERSON,
    WAITING,
    Seat,
    Table,
)
from dvergar.web.kernel.tables.table_events import BotToMove, NamesChosen, TableChanged, TableClosed
from dvergar.web.kernel.tables.undo import is_decisive, is_final, routine_answer, undo_range

MAX_FREE_MOVES: Final = 40
"""Before the last move of a plan."""
UNLIMITED_EVENTS: Final = frozenset(
    {"move", "sit", "fill", "guide", "rematch", "close", "stand", "back", "resign", "remove"}
)
"""Events that end by themselves, so that a table may have any number of them."""


class UnofferedMove(WebError):
    """A legal move that the guide does not ask for: it is explained, and nothing changes."""

    def __init__(self, move: str) -> None:
        super().__init__(409, "guided")
        self.move = move


class TableService:
    """What people and bots do at the tables of this server."""

    def __init__(
        self,
        store: TableStore,
        events: Events,
        max_events: int = 0,
        check_view: Callable[[Table], None] = lambda _: None,
    ) -> None:
        """`max_events` is the number of events after which nothing can be taken back; 0: no limit.

        `check_view` gets each table before it is stored, and raises if it can't be shown.
        """
        self.repository = TableRepository(store, events)
        self.events = events
        self._max_events = max_events
        self._check_view = check_view
        self.now: Callable[[], float] = now
        """The time in seconds of the epoch; tests replace it."""

    # Finding tables.

    async def get(self, table_id: str) -> Table:
        """The table with all its stored events."""
        return await self.repository.get(table_id)

    async def get_with_seats(self, table_id: str, user_id: str) -> tuple[Table, tuple[int, ...]]:
        """The table, and the seats of a user there."""
        return await self.repository.get_with_seats(table_id, user_id)

    def cached(self, table_id: str) -> Table | None:
        """The table as this process knows it, without asking the database."""
        return self.repository.cached(table_id)

    # Opening.

    async def open(
        self,
        plan: Plan,
        user_id: str,
        seed: int,
        rematch_of: Table | None = None,
        beside: StoreBeside | None = None,
    ) -> Table:
        """Opens a table, perhaps as a rematch; the people at it are the user's.

        `beside` is stored in the same transaction.
        """
        game = make_game(plan.game, {**plan.options, "players": len(plan.seats)})
        if rematch_of is None:
            people = [seat.name for seat in plan.seats if seat.kind == PERSON]
            await self.events.check(NamesChosen(people, user_id))
        body = opening_body(plan, game, user_id, seed)
        claims = [(n, user_id) for n, seat in enumerate(plan.seats) if seat.kind == PERSON]
        return await self._create(body, claims, rematch_of, beside)

    async def open_record(self, record: Record) -> Table:
        """Opens a table that shows a recorded game, finished or not."""
        await self.repository.run_in_thread(record.verify)
        return await self._create(record_body(record), [])

    async def rematch(self, table: Table, user_id: str, seats: Sequence[int], seed: int) -> Table:
        """The same people play again; whoever asks second finds the table that the first opened."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if not table.state.over:
            raise WebError(409, "running")
        if table.rematch:
            return await self._join_rematch(table, user_id, seats)
        others = (table.people() | set(table.resigned)) - set(seats)
        again = [
            Seat(OPEN, "") if number in others else seat for number, seat in enumerate(table.seats)
        ]
        options = {name: value for name, value in table.game.options.items() if name != "players"}
        first = options.get(FIRST_SEAT)
        if isinstance(first, int):
            options[FIRST_SEAT] = (first + 1) % len(again)
        plan = Plan(
            table.game.slug,
            options,
            again,
            table.name,
            public=table.public,
            practice=table.practice,
            hidden_points=table.hidden_points,
            thinking=table.thinking,
            hints=table.hints,
            timing=table.timing,
        )
        try:
            new = await self.open(plan, user_id, seed, rematch_of=table)
        except Conflict:
            return await self._join_rematch(await self.get(table.id), user_id, seats)
        await self.get(table.id)
        self.events.emit(TableChanged(table.id))
        return new

    async def _join_rematch(self, table: Table, user_id: str, seats: Sequence[int]) -> Table:
        """Takes the same seats at the rematch that someone else has opened."""
        new = await self.get(table.rematch)
        while mine := [seat for seat in seats if new.seats[seat].kind == OPEN]:
            names = {seat: table.seats[seat].name for seat in mine}
            for name in names.values():
                check_free(name, those_at(new.seats))
            sits: list[Event] = [
                ("sit", {"seat": n, "name": name, "holder": user_id}) for n, name in names.items()
            ]
            try:
                return await self._append(new, sits, [(seat, user_id) for seat in mine])
            except WebError as error:
                if error.key != "stale":
                    raise
                new = await self.get(new.id)
        return new

    async def _create(
        self,
        body: dict[str, Any],
        claims: Claims,
        rematch_of: Table | None = None,
        beside: StoreBeside | None = None,
    ) -> Table:
        if body.get("timing"):
            body["when"] = self.now()
        opening = Stored(0, "open", body)
        make = partial(Table, new_table_id(), opening)
        with plugin_failures(info(body["game"])):
            table = await self.repository.run_in_thread(make) if "moves" in body else make()
            summary = table.summary()
            self._check_view(table)
        await self.repository.create(table, opening, claims, summary, rematch_of, beside)
        return table

    # Taking seats.

    async def sit(
        self, table: Table, seat: int, name: str, user_id: str, program: str = ""
    ) -> Table:
        """A person takes an open seat, or a `program` that says what it is called."""
        name, program = clean(name, MAX_NAME_LETTERS), program_name(program)
        if user_id in table.removed:
            raise WebError(403, "removed")
        await self.events.check(NamesChosen([name], user_id))

        def event(table: Table) -> Event:
            check_free(name, those_at([*table.seats[:seat], *table.seats[seat + 1 :]]))
            about = {"bot": program} if program else {}
            return "sit", {"seat": seat, "name": name, "holder": user_id, **about}

        return await self._take_seat(table, seat, event, [(seat, user_id)])

    async def fill(self, table: Table, seat: int, bot: str) -> Table:
        """A bot takes an open seat."""

        def event(table: Table) -> Event:
            if table.seats[seat].kind != OPEN:
                raise WebError(409, "seat_taken")
            name = bot_name(seat, those_at(table.seats))
            return "fill", {"seat": seat, "bot": bot, "name": name}

        return await self._take_seat(table, seat, event, [])

    async def _take_seat(
        self, table: Table, seat: int, event: Callable[[Table], Event], claims: Claims
    ) -> Table:
        """Stores who takes a seat, also if others take other seats at the same time."""
        while seat in table.free():
            taking = event(table)
            try:
                return await self._append(table, [taking], claims)
            except WebError as error:
                if error.key != "stale":
                    raise
                table = await self.get(table.id)
        raise WebError(409, "seat_taken")

    async def withdraw_links(self, table: Table, seats: Sequence[int], user_id: str) -> Table:
        """Voids the private links to these seats; other devices that used them lose the seats."""
        if not seats:
            raise WebError(403, "not_your_seat")
        freed = [(seat, user_id) for seat in seats]
        return await self._append(table, [("relink", {"seats": list(seats)})], freed=freed)

    # Leaving: before the game begins the seat is free again; later a substitute takes over.

    async def leave(self, table: Table, seats: Sequence[int]) -> Table:
        """A player leaves: others may take the seats, or in a running game a bot takes over."""

        def events(table: Table) -> list[Event]:
            if table.phase == WAITING:
                return [("leave", {"seats": list(seats)})]
            left = {seat for seat, bot in table.substitutes.items() if bot.why == LEFT}
            mine = [seat for seat in seats if seat not in left]
            return [("away", {"seats": mine, "bot": substitute_for(table)})] if mine else []

        def freed(table: Table) -> Claims:
            return [(seat, "") for seat in seats] if table.phase == WAITING else []

        return await self._append_anyway(table, seats, events, freed)

    async def come_back(self, table: Table, seats: Sequence[int]) -> Table:
        """A player takes over again from their substitute."""
        return await self._append_anyway(table, seats, lambda table: return_events(table, seats))

    async def resign(self, table: Table, seats: Sequence[int], player: str = "") -> Table:
        """A player gives up for good; if nobody else plays, the game ends without a result.

        `player` is the number of the claimed name under which they are rated.
        """
        known = {"player": player} if player else {}

        def events(table: Table) -> list[Event]:
            if table.phase == WAITING:
                raise WebError(409, "waiting")
            end: list[Event] = [] if table.people() - set(seats) else [("close", {})]
            gone = {"seats": list(seats), "bot": substitute_for(table), **known}
            return [("resign", gone), *end]

        def freed(table: Table) -> Claims:
            alone = not table.people() - set(seats)
            return [] if alone else [(seat, "") for seat in seats]

        return await self._append_anyway(table, seats, events, freed)

    async def give(self, table: Table, seat: int, host: bool) -> Table:
        """The host offers the seat of a player who has left to others."""
        if not host:
            raise WebError(403, "not_your_table")

        def events(table: Table) -> list[Event]:
            substitute = table.substitutes.get(seat)
            if substitute is None or substitute.why != LEFT:
                raise WebError(409, "not_left")
            return [] if substitute.offered else [("give", {"seat": seat})]

        return await self._append_anyway(table, [seat], events, lambda _: [(seat, "")])

    async def remove(self, table: Table, seats: Sequence[int], user_ids: Sequence[str]) -> Table:
        """The host removes a person from these seats; those users can't sit down here again.

        Before the game begins the seats are open again; later a bot plays until someone takes them.
        """

        def events(table: Table) -> list[Event]:
            there = [seat for seat in seats if table.seats[seat].kind == PERSON]
            if not there or table.guide is not None:
                raise WebError(409, "not_removable")
            bot = "" if table.phase == WAITING else substitute_for(table)
            return [("remove", {"seats": there, "bot": bot, "holders": list(user_ids)})]

        return await self._append_anyway(
            table, seats, events, lambda _: [(seat, "") for seat in seats]
        )

    async def pass_time(self, table_id: str) -> float | None:
        """Lets a bot move for a late player; returns when the next player is late, if ever.

        A move that waited for its confirmation is made instead.
        """
        table = await self.get(table_id)
        while (due := table.due()) is not None and due <= self.now():
            seat, bot = table.state.seat, substitute_for(table)
            late: Event = "stand", {"seat": seat, "bot": bot, "turn": table.state.turn}
            try:
                table = await self._append(
                    table, [_move_event(table, table.held) if table.held else late]
                )
            except WebError as error:
                if error.key != "stale":
                    raise
                table = await self.get(table_id)  # someone did something at the same moment
        return due

    async def _append_anyway(
        self,
        table: Table,
        seats: Sequence[int],
        events: Callable[[Table], list[Event]],
        freed: Callable[[Table], Claims] = lambda _: [],
    ) -> Table:
        """Stores what does not depend on the position, even if others move at the same time."""
        if not seats:
            raise WebError(403, "not_your_seat")
        while not table.state.over:
            _check_running(table)
            wanted = events(table)
            if not wanted:
                return table
            try:
                return await self._append(table, wanted, freed=freed(table))
            except WebError as error:
                if error.key != "stale":
                    raise
                table = await self.get(table.id)
        raise WebError(409, "over")

    # Settings of a table, and its end.

    async def set_pace(self, table: Table, pace: str, seats: Sequence[int], host: bool) -> Table:
        """Changes how long people can watch the turn of a bot."""
        self.check_pace(table, seats, host)
        if pace not in PACES:
            raise WebError(400, "form")
        return await self._append(table, [("pace", {"pace": pace})])

    def check_pace(self, table: Table, seats: Sequence[int], host: bool) -> None:
        """Refuses people who may not change how quickly bots move."""
        if not table.sets_pace(seats, host):
            raise WebError(403, "not_your_pace")

    async def set_hints(self, table: Table, hints: str, host: bool) -> Table:
        """The host changes who may ask for hints."""
        if not host:
            raise WebError(403, "not_your_hints")
        if hints not in HINTS:
            raise WebError(400, "form")
        return await self._append(table, [("hints", {"hints": hints})])

    async def shut(self, table: Table) -> Table:
        """The administrator closes a table: from now on people can only look at it."""
        return await self._append(table, [("close", {})])

    def drop_deleted(self, table_ids: Sequence[str]) -> None:
        """These tables were deleted from the store."""
        for table_id in table_ids:
            self.repository.forget(table_id)
            self.events.emit(TableChanged(table_id))
            self.events.emit(TableClosed(table_id))

    def reload_rewritten(self, table_ids: Sequence[str]) -> None:
        """Names were deleted from the events of these tables, and bots may have taken seats."""
        for table_id in table_ids:
            self.repository.forget(table_id)
            self.events.emit(TableChanged(table_id))
            self.events.emit(BotToMove(table_id))

    # Playing.

    async def move(
        self, table: Table, name: str, at: int, seats: Sequence[int], routine: str = ""
    ) -> Table:
        """The player of `seats` answers the question of version `at`, by one move or a plan.

        `routine` is what the page answers for these seats from now on; programs leave it empty.
        """
        self.check_turn(table, at, seats)
        moves = _plan_events(table, name)
        if (step := table.asked_step()) is not None:
            if name != step.play:
                table.after(*self._next(table, moves))  # if illegal: refused
                raise UnofferedMove(name)
            return await self._lead(table, table.guide_step + 1)
        settings = [] if self._is_full(table) else _routine_events(table, seats, routine)
        return await self._append(table, [*return_events(table, seats), *settings, *moves])

    async def hold(
        self, table: Table, name: str, at: int, seats: Sequence[int], routine: str, needed: bool
    ) -> Table:
        """Makes a move or a plan, or keeps its last move until it is confirmed if it is decisive.

        With `needed`, only what the player couldn't take back alone is kept.
        """
        self.check_turn(table, at, seats)
        if self._is_full(table):
            return await self.move(table, name, at, seats)
        *first, move = _plan_events(table, name)
        before = [*return_events(table, seats), *_routine_events(table, seats, routine), *first]
        moves = self._next(table, [*before, move])
        with plugin_failures(table.game.info):
            moved = table.after(*moves)
        if is_final(table, moved, seats) if needed else is_decisive(table.state, moved.state):
            return await self._append(table, [*before, ("hold", move[1])])
        return await self._store(moved, moves)

    async def confirm(self, table: Table, at: int, seats: Sequence[int]) -> Table:
        """Makes the move that waits for confirmation."""
        self.check_turn(table, at, seats)
        if not table.held:
            raise WebError(409, "stale")
        move = _move_event(table, table.held)
        return await self._append(table, [*return_events(table, seats), move])

    async def play(self, table: Table, *names: str) -> Table:
        """The seat to move makes a move, or several in a row that are stored together."""
        return await self._append(table, [_move_event(table, name) for name in names])

    async def advance_guide(self, table: Table, at: int, seats: Sequence[int]) -> Table:
        """The player has read a step of the guided game; after the last one they play freely."""
        if not seats:
            raise WebError(403, "not_your_seat")
        step = table.asked_step()
        if at != table.version or step is None or step.play:
            raise WebError(409, "stale")
        return await self._lead(table, table.guide_step + 1)

    async def _lead(self, table: Table, to: int) -> Table:
        """Shows another step of the guided game, with the moves that belong to it."""
        guide = table.guide
        assert guide is not None, "asked before"
        if to < 0:
            raise WebError(409, "undo_none")
        moves, made = guide.moves(to), len(table.steps)
        body: dict[str, Any] = {"step": to, "moves": moves[made:]}
        if len(moves) < made:
            if self._is_full(table):
                raise WebError(409, "table_full")
            body["to"] = len(moves)
        return await self._append(table, [("guide", body)])

    # Taking back.

    async def undo(
        self, table: Table, at: int, seats: Sequence[int], whole_turn: bool = False
    ) -> Table:
        """Takes back the last choice or the whole turn, or asks the others to agree."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if at != table.version:
            raise WebError(409, "stale")
        if table.guide is not None:
            return await self._lead(table, table.guide_step - 1)
        if table.held and table.state.seat in seats:
            return await self._release(table, seats, whole_turn)
        found = undo_range(table, seats)
        if found.closed:
            raise WebError(409, f"undo_{found.closed}")
        body = {"seats": list(seats), "to": found.turn if whole_turn else found.step}
        if found.asks:
            body["asked"] = sorted(table.staying() - set(seats))
        asked: Event = "wish" if found.asks else "undo", body
        return await self._append(table, [*return_events(table, seats), asked])

    async def restart_puzzle(self, table: Table, seats: Sequence[int]) -> Table:
        """Goes back to the position of a puzzle."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if not table.puzzle or len(table.moves) == table.opening_moves:
            return table
        body = {"seats": list(seats), "to": table.opening_moves}
        return await self._append(table, [("undo", body)])

    async def _release(self, table: Table, seats: Sequence[int], whole_turn: bool) -> Table:
        """Drops the move that waits for confirmation, and if wanted the rest of the turn."""
        seat, turn = table.state.seat, table.state.turn
        found = undo_range(table, seats)
        same_turn = not found.closed and table.steps[found.step].turn == turn
        if whole_turn and same_turn:
            undone: Event = "undo", {"seats": [seat], "to": found.turn}
        else:
            undone = "release", {"seat": seat}
        return await self._append(table, [*return_events(table, seats), undone])

    async def answer_undo_request(
        self, table: Table, at: int, seats: Sequence[int], yes: bool
    ) -> Table:
        """A player agrees to what another wants to take back, or not; the asker may cancel."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if at != table.version or table.undo_request is None:
            raise WebError(409, "stale")
        if yes and not table.waits_for() & set(seats):
            raise WebError(409, "stale")
        answer: Event = "agree" if yes else "refuse", {"seats": list(seats)}
        return await self._append(table, [*return_events(table, seats), answer])

    # What all commands share.

    def check_turn(self, table: Table, at: int, seats: Sequence[int]) -> None:
        """Refuses players who are not to move, and answers to another version."""
        if not seats:
            raise WebError(403, "not_your_seat")
        _check_running(table)
        if table.state.over:
            raise WebError(409, "over")
        if table.phase == WAITING:
            raise WebError(409, "waiting")
        if table.is_answered:
            raise WebError(409, "puzzle_answered")
        if at != table.version:
            raise WebError(409, "stale")
        if table.state.seat not in seats:
            raise WebError(409, "not_your_turn")

    def _is_full(self, table: Table) -> bool:
        """Whether a table has so many events that only moves are added from now on."""
        return bool(self._max_events) and table.version >= self._max_events

    async def _append(
        self, table: Table, events: Sequence[Event], claims: Claims = (), freed: Claims = ()
    ) -> Table:
        """Makes the next table and stores what led to it."""
        _check_running(table)
        if self._is_full(table) and any(kind not in UNLIMITED_EVENTS for kind, _ in events):
            raise WebError(409, "table_full")
        stored = self._next(table, events)
        with plugin_failures(table.game.info):
            new = table.after(*stored)
        return await self._store(new, stored, claims, freed)

    async def _store(
        self, new: Table, stored: Sequence[Stored], claims: Claims = (), freed: Claims = ()
    ) -> Table:
        """Stores the events that made a table, with the automatic answers that follow."""
        new, events, summary = self._completed(new, stored)
        await self.repository.append(new, events, summary, claims, freed)
        return new

    def _completed(
        self, new: Table, stored: Sequence[Stored]
    ) -> tuple[Table, list[Stored], Summary]:
        """The table after automatic answers, all its new events and its summary for lists."""
        events = list(stored)
        with plugin_failures(new.game.info):
            while name := routine_answer(new):
                answer = self._next(new, [_move_event(new, name, auto=True)])
                new = new.after(*answer)
                events += answer
            if events[-1].kind == "move":
                events[-1].body["points"] = new.points()
            summary = new.summary()
            self._check_view(new)
        return new, events, summary

    def _next(self, table: Table, events: Sequence[Event]) -> list[Stored]:
        """The next events of a table; at a table with a time limit they carry the time."""
        stored = numbered(table, events)
        if table.timing:
            moment = self.now()
            for event in stored:
                event.body["when"] = moment
        return stored


def _check_running(table: Table) -> None:
    """Refuses to change a table that people can only look at."""
    if table.closed:
        raise WebError(409, "closed" if table.people() else "given_up")
    if table.stopped:
        raise WebError(409, "stopped")


def _move_event(table: Table, name: str, **more: bool) -> Event:
    """A move of the seat whose turn it is, as an event."""
    return "move", {"move": name, "seat": table.state.seat, **more}


def _plan_events(table: Table, names: str) -> list[Event]:
    """The moves of a plan, or the only one; all but the last are free moves of the same seat."""
    *first, last = names.split(PLAN_SEPARATOR)
    if len(first) > MAX_FREE_MOVES or not all(_is_free(table, name) for name in first):
        raise WebError(400, "form")
    return [_move_event(table, name) for name in (*first, last)]


def _is_free(table: Table, name: str) -> bool:
    return table.game.is_free(table.game.move(name))


def _routine_events(table: Table, seats: Sequence[int], routine: str) -> list[Event]:
    """What the page answers for these seats from now on, unless the table knows it already."""
    new = [seat for seat in seats if table.routine[seat] != routine]
    known = not new or not table.game.info.routine
    return [] if known else [("routine", {"seats": new, "routine": routine})]
