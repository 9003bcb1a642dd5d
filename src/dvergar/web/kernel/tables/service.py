"""Everything that can be done at a table, in the order: check, store, take over, tell everybody.

A request that comes too late or from the wrong seat is refused with a sentence and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from dvergar.core.chance import SEEDS
from dvergar.core.options import FIRST_SEAT
from dvergar.core.record import Record
from dvergar.core.registry import make_game, plugin_failures
from dvergar.web.bot_workers.thinking_limits import NORMAL
from dvergar.web.features.hints.service import adviser
from dvergar.web.features.my_data.service import BotFor
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.store import Conflict, StoreBeside
from dvergar.web.kernel.tables.clocks import FOR_EVER, Timing
from dvergar.web.kernel.tables.events import BotToMove, NamesChosen, TableChanged, TableClosed
from dvergar.web.kernel.tables.leaving import Leaving, coming_back
from dvergar.web.kernel.tables.player_names import (
    bot_name,
    check_free,
    clean,
    named,
    those_at,
    told_apart,
)
from dvergar.web.kernel.tables.repository import Event, check_goes_on, move_of
from dvergar.web.kernel.tables.table import (
    ALONE,
    BOT,
    HINTS,
    OPEN,
    PACES,
    PERSON,
    WAITING,
    Seat,
    Table,
)
from dvergar.web.kernel.tables.undo import is_decisive, reach

LONGEST_NAME: Final = 24
LONGEST_TABLE_NAME: Final = 40
MAX_RECORD_NAME_LETTERS: Final = 60  # before it is cut to that of a seat


@dataclass(frozen=True, slots=True)
class Plan:
    """A table somebody wants to open."""

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    name: str
    public: bool = False
    practice: bool = False
    """Whether moves may be taken back past what they revealed."""
    hidden_points: bool = False
    """Whether nobody sees how many points there are before the game is over."""
    thinking: str = NORMAL
    """How long the bots may think about a turn."""
    hints: str = ALONE
    """Who may ask for hints."""
    guide: str = ""
    """The digest of the guided game that is played."""
    deal: int | None = None
    """The number of the deal, where somebody has chosen it."""
    daily: str = ""
    """The day whose deal is played."""
    moves: tuple[str, ...] = ()
    """What has been played already, where a known game is gone on with."""
    bots: bool = True
    """Whether programs may take an open seat of a public table."""
    timing: Timing = FOR_EVER
    """How long a turn may take."""


class NotAsked(WebError):
    """A legal move that the guide does not ask for: it is explained, and nothing changes."""

    def __init__(self, move: str) -> None:
        super().__init__(409, "guided")
        self.move = move


class Tables(Leaving):
    """What people and bots do at the tables of this server."""

    # Opening.

    async def open(
        self,
        plan: Plan,
        holder: str,
        seed: int,
        after: Table | None = None,
        beside: StoreBeside | None = None,
    ) -> Table:
        """Opens a table, perhaps as the rematch `after` another; its people are the holder's.

        `beside` is stored with it, or neither of them.
        """
        game = make_game(plan.game, {**plan.options, "players": len(plan.seats)})
        if after is None:
            people = [seat.name for seat in plan.seats if seat.kind == PERSON]
            await self.events.check(NamesChosen(people, holder))
        body = {
            "game": game.slug,
            "rules": game.info.rules_version,
            "options": game.options,
            "seed": seed % SEEDS,
            "name": clean(plan.name, LONGEST_TABLE_NAME) if plan.name.strip() else "",
            "public": plan.public,
            "practice": plan.practice,
            "hidden_points": plan.hidden_points,
            "thinking": plan.thinking,
            "hints": plan.hints,
            "host": holder,
            "seats": [asdict(seat) for seat in named([_checked(seat) for seat in plan.seats])],
            **({"guide": plan.guide} if plan.guide else {}),
            **({"chosen_deal": True} if plan.deal is not None else {}),
            **({"daily": plan.daily} if plan.daily else {}),
            **({"moves": list(plan.moves)} if plan.moves else {}),
            **({} if plan.bots else {"bots": False}),
            **({"timing": plan.timing.facts()} if plan.timing else {}),
        }
        claims = [(n, holder) for n, seat in enumerate(plan.seats) if seat.kind == PERSON]
        return await self._create(body, claims, after, beside)

    async def show(self, record: Record) -> Table:
        """Opens a table on which a game can be looked at, finished or not."""
        await self.aside(record.verify)
        body = {
            "game": record.game,
            "rules": record.rules,
            "options": record.options,
            "seed": record.seed,
            "name": "",
            "public": False,
            "host": "",
            "imported": True,
            "seats": [asdict(Seat(PERSON, name)) for name in _record_names(record)],
            "moves": record.moves,
        }
        return await self._create(body, [])

    # Taking seats.

    async def sit(self, table: Table, seat: int, name: str, holder: str) -> Table:
        """Somebody takes an open seat."""
        name = clean(name, LONGEST_NAME)
        await self.events.check(NamesChosen([name], holder))

        def event(table: Table) -> Event:
            check_free(name, those_at([*table.seats[:seat], *table.seats[seat + 1 :]]))
            return "sit", {"seat": seat, "name": name, "holder": holder}

        return await self._take_seat(table, seat, event, [(seat, holder)])

    async def fill(self, table: Table, seat: int, bot: str) -> Table:
        """A bot takes an open seat."""

        def event(table: Table) -> Event:
            if table.seats[seat].kind != OPEN:
                raise WebError(409, "seat_taken")
            name = bot_name(seat, those_at(table.seats))
            return "fill", {"seat": seat, "bot": bot, "name": name}

        return await self._take_seat(table, seat, event, [])

    async def _take_seat(
        self,
        table: Table,
        seat: int,
        event: Callable[[Table], Event],
        claims: Sequence[tuple[int, str]],
    ) -> Table:
        """Stores who takes a seat; others who sit down beside at the same moment do no harm."""
        while seat in table.free():
            taking = event(table)
            try:
                return await self._append(table, [taking], claims)
            except WebError as error:
                if error.key != "stale":
                    raise
                table = await self.get(table.id)
        raise WebError(409, "seat_taken")

    async def set_pace(self, table: Table, pace: str, seats: Sequence[int], host: bool) -> Table:
        """Says how long people watch the turn of a bot."""
        self.check_pace(table, seats, host)
        if pace not in PACES:
            raise WebError(400, "form")
        return await self._append(table, [("pace", {"pace": pace})])

    def check_pace(self, table: Table, seats: Sequence[int], host: bool) -> None:
        """Refuses whoever may not say how quickly bots move."""
        if not table.sets_pace(seats, host):
            raise WebError(403, "not_your_pace")

    async def set_hints(self, table: Table, hints: str, host: bool) -> Table:
        """The host says who may ask for hints."""
        if not host:
            raise WebError(403, "not_your_hints")
        if hints not in HINTS:
            raise WebError(400, "form")
        return await self._append(table, [("hints", {"hints": hints})])

    def check_hint(self, table: Table, at: int, seats: Sequence[int]) -> None:
        """Refuses a hint to whoever is not asked anything, and where the table gives none."""
        self._check_answer(table, at, seats)
        if not table.gives_hints() or not adviser(table.game.slug):
            raise WebError(403, "no_hints")

    async def withdraw_links(self, table: Table, seats: Sequence[int], holder: str) -> Table:
        """Voids the private links to these seats, and whatever other devices hold through them."""
        if not seats:
            raise WebError(403, "not_your_seat")
        freed = [(seat, holder) for seat in seats]
        return await self._append(table, [("relink", {"seats": list(seats)})], freed=freed)

    async def forget(self, holder: str, bot_for: BotFor) -> None:
        """Deletes what is kept of somebody; bots play on for him where others play."""
        try:
            forgotten = await self.store.forget(holder, bot_for)
        except Conflict as error:
            raise WebError(409, "stale") from error
        for table_id in forgotten.gone + forgotten.left:
            self._kept.pop(table_id, None)
            self.events.emit(TableChanged(table_id))
        for table_id in forgotten.gone:
            self.events.emit(TableClosed(table_id))
        for table_id in forgotten.left:
            self.events.emit(BotToMove(table_id))
        await self.store.database.erase()  # nobody who watches waits for it

    async def shut(self, table: Table) -> Table:
        """Whoever runs the server closes a table: it can only be looked at from now on."""
        return await self._append(table, [("close", {})])

    # Playing.

    async def move(
        self, table: Table, name: str, at: int, seats: Sequence[int], routine: str = ""
    ) -> Table:
        """Somebody who holds `seats` answers the question of version `at`.

        `routine` says what the page answers for these seats from now on; programs say nothing.
        """
        self._check_answer(table, at, seats)
        if (step := table.asked_step()) is not None:
            if name != step.play:
                table.after(*self._next(table, [move_of(table, name)]))  # refuses an illegal move
                raise NotAsked(name)
            return await self._lead(table, table.guide_step + 1)
        told = [] if self.is_full(table) else _told(table, seats, routine)
        return await self._append(table, [*coming_back(table, seats), *told, move_of(table, name)])

    async def hold(
        self, table: Table, name: str, at: int, seats: Sequence[int], routine: str
    ) -> Table:
        """Makes a move, or keeps it until it is confirmed where it cannot simply be taken back."""
        self._check_answer(table, at, seats)
        if self.is_full(table):
            return await self.move(table, name, at, seats)
        told = [*coming_back(table, seats), *_told(table, seats, routine)]
        move = move_of(table, name)
        moves = self._next(table, [*told, move])
        with plugin_failures(table.game.info):
            moved = table.after(*moves)
        if is_decisive(table.state, moved.state):
            return await self._append(table, [*told, ("hold", move[1])])
        return await self._store(moved, moves)

    async def confirm(self, table: Table, at: int, seats: Sequence[int]) -> Table:
        """Makes the move that waits."""
        self._check_answer(table, at, seats)
        if not table.held:
            raise WebError(409, "stale")
        back = coming_back(table, seats)
        return await self._append(table, [*back, move_of(table, table.held)])

    async def play(self, table: Table, *names: str) -> Table:
        """The seat whose turn it is makes a move, or several in a row that are stored as one."""
        return await self._append(table, [move_of(table, name) for name in names])

    async def read_on(self, table: Table, at: int, seats: Sequence[int]) -> Table:
        """Somebody has read a step of the guided game; after the last one nobody is led."""
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
            if self.is_full(table):
                raise WebError(409, "table_full")
            body["to"] = len(moves)
        return await self._append(table, [("guide", body)])

    # Taking back.

    async def undo(
        self, table: Table, at: int, seats: Sequence[int], whole_turn: bool = False
    ) -> Table:
        """Takes the last choice back or the whole turn, or asks the others whether one may."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if at != table.version:
            raise WebError(409, "stale")
        if table.guide is not None:
            return await self._lead(table, table.guide_step - 1)
        if table.held and table.state.seat in seats:
            return await self._release(table, seats, whole_turn)
        found = reach(table, seats)
        if found.closed:
            raise WebError(409, f"undo_{found.closed}")
        body = {"seats": list(seats), "to": found.turn if whole_turn else found.step}
        asked: Event = "wish" if found.asks else "undo", body
        return await self._append(table, [*coming_back(table, seats), asked])

    async def _release(self, table: Table, seats: Sequence[int], whole_turn: bool) -> Table:
        """Does not make the move that waits, nor, if wanted, those of the same turn before it."""
        seat, turn = table.state.seat, table.state.turn
        found = reach(table, seats)
        same_turn = not found.closed and table.steps[found.step].turn == turn
        if whole_turn and same_turn:
            undone: Event = "undo", {"seats": [seat], "to": found.turn}
        else:
            undone = "release", {"seat": seat}
        return await self._append(table, [*coming_back(table, seats), undone])

    async def answer_wish(self, table: Table, at: int, seats: Sequence[int], yes: bool) -> Table:
        """Somebody agrees to what another wishes to take back, or does not; who asked may stop."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if at != table.version or table.wish is None:
            raise WebError(409, "stale")
        if yes and not table.waits_for() & set(seats):
            raise WebError(409, "stale")
        answer: Event = "agree" if yes else "refuse", {"seats": list(seats)}
        return await self._append(table, [*coming_back(table, seats), answer])

    async def rematch(self, table: Table, holder: str, seats: Sequence[int], seed: int) -> Table:
        """The same people play the same game once more; the second to ask finds the table there."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if not table.state.over:
            raise WebError(409, "running")
        if table.rematch:
            return await self._sit_again(table, holder, seats)
        elsewhere = (table.people() | set(table.resigned)) - set(seats)
        again = [
            Seat(OPEN, "") if number in elsewhere else seat
            for number, seat in enumerate(table.seats)
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
            new = await self.open(plan, holder, seed, after=table)
        except Conflict:
            return await self._sit_again(await self.get(table.id), holder, seats)
        await self.get(table.id)
        self.events.emit(TableChanged(table.id))
        return new

    async def _sit_again(self, table: Table, holder: str, seats: Sequence[int]) -> Table:
        """Leads to the rematch that somebody else has opened, and to the same seats there."""
        new = await self.get(table.rematch)
        while mine := [seat for seat in seats if new.seats[seat].kind == OPEN]:
            names = {seat: table.seats[seat].name for seat in mine}
            for name in names.values():
                check_free(name, those_at(new.seats))
            sits: list[Event] = [
                ("sit", {"seat": n, "name": name, "holder": holder}) for n, name in names.items()
            ]
            try:
                return await self._append(new, sits, [(seat, holder) for seat in mine])
            except WebError as error:
                if error.key != "stale":
                    raise
                new = await self.get(new.id)
        return new

    def _check_answer(self, table: Table, at: int, seats: Sequence[int]) -> None:
        """Whether the holder of these seats is asked something, and by this version."""
        if not seats:
            raise WebError(403, "not_your_seat")
        check_goes_on(table)
        if table.state.over:
            raise WebError(409, "over")
        if table.phase == WAITING:
            raise WebError(409, "waiting")
        if at != table.version:
            raise WebError(409, "stale")
        if table.state.seat not in seats:
            raise WebError(409, "not_your_turn")


def _told(table: Table, seats: Sequence[int], routine: str) -> list[Event]:
    """What the page is to answer for these seats, as far as the table does not know it yet."""
    new = [seat for seat in seats if table.routine[seat] != routine]
    known = not new or not table.game.info.routine
    return [] if known else [("routine", {"seats": new, "routine": routine})]


def _checked(seat: Seat) -> Seat:
    unnamed = seat.kind == OPEN or (seat.kind == BOT and not seat.name)
    name = "" if unnamed else clean(seat.name, LONGEST_NAME)
    return Seat(seat.kind, name, seat.bot if seat.kind == BOT else "")


def _record_names(record: Record) -> list[str]:
    """The names of a record, cleaned like names that people type; a bad one refuses no record."""
    names = []
    for seat, name in enumerate(record.seats, start=1):
        try:
            names.append(clean(name, MAX_RECORD_NAME_LETTERS))
        except WebError:
            names.append(f"#{seat}")
    return told_apart(names, LONGEST_NAME)
