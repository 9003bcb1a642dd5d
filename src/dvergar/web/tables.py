"""Everything that can be done at a table, in the order: check, store, take over, tell everybody.

A request that comes too late or from the wrong seat is refused with a sentence and changes
nothing. Tables are kept in memory as long as they are in use; the stored events are the truth.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from dvergar.core.chance import SEEDS
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.web.errors import WebError
from dvergar.web.hub import Hub
from dvergar.web.seats import new_table_id, new_token
from dvergar.web.store import Change, Conflict, Invite, Store, Stored, Summary
from dvergar.web.table import BOT, OPEN, PERSON, WAITING, Seat, Table

KEPT: Final = 500  # tables in memory
LONGEST_NAME: Final = 24
LONGEST_TABLE_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """A table somebody wants to open."""

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    name: str
    public: bool = False


class Tables:
    """All tables of this server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self._kept: OrderedDict[str, Table] = OrderedDict()

    async def get(self, table_id: str) -> Table:
        """The table with everything that has been stored of it."""
        table = self._kept.get(table_id)
        stored = await self.store.events(table_id, table.version if table else 0)
        # Another request may have taken the same events over while this one waited.
        table = self._kept.get(table_id, table)
        if table is None:
            if not stored:
                raise WebError(404, "not_found")
            table = Table(table_id, stored[0])
        for event in stored:
            if event.number == table.version:
                table.apply(event)
        self._kept[table_id] = table
        self._kept.move_to_end(table_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return table

    async def open(self, plan: Plan, holder: str, seed: int, after: Table | None = None) -> Table:
        """Opens a table, perhaps as the rematch `after` another; its people are the holder's."""
        game = make_game(plan.game, {**plan.options, "players": len(plan.seats)})
        body = {
            "game": game.slug,
            "rules": game.info.rules_version,
            "options": game.options,
            "seed": seed % SEEDS,
            "name": clean(plan.name, LONGEST_TABLE_NAME) if plan.name.strip() else "",
            "public": plan.public,
            "host": holder,
            "seats": [asdict(_checked(seat)) for seat in plan.seats],
        }
        claims = [(n, holder) for n, seat in enumerate(plan.seats) if seat.kind == PERSON]
        return await self._create(body, claims, after)

    async def show(self, record: Record) -> Table:
        """Opens a table on which a finished game can be looked at."""
        if not record.verify().over:
            raise WebError(400, "record_unfinished")
        body = {
            "game": record.game,
            "rules": record.rules,
            "options": record.options,
            "seed": record.seed,
            "name": "",
            "public": False,
            "host": "",
            "imported": True,
            "seats": [asdict(Seat(PERSON, name[:LONGEST_NAME])) for name in record.seats],
            "moves": record.moves,
        }
        return await self._create(body, [])

    async def _create(
        self,
        body: dict[str, Any],
        claims: Sequence[tuple[int, str]],
        after: Table | None = None,
    ) -> Table:
        table = Table(new_table_id(), Stored(0, "open", body))
        invites = [
            Invite(new_token(), table.id, number)
            for number, seat in enumerate(table.seats)
            if seat.kind == OPEN
        ]
        changes = [Change(table.id, 0, "open", body, claims, invites)]
        if after is not None:
            changes.append(Change(after.id, after.version, "rematch", {"table": table.id}))
        summary = Summary(table.id, table.game.slug, table.phase, table.summary())
        await self.store.create(changes, summary, table.public)
        self._kept[table.id] = table
        return table

    async def sit(self, table: Table, seat: int, name: str, holder: str) -> None:
        """Somebody takes an open seat."""
        body = {"seat": seat, "name": clean(name, LONGEST_NAME)}
        await self._take_seat(table, "sit", body, [(seat, holder)])

    async def fill(self, table: Table, seat: int, bot: str, name: str) -> None:
        """A bot takes an open seat."""
        await self._take_seat(table, "fill", {"seat": seat, "bot": bot, "name": name}, [])

    async def _take_seat(
        self, table: Table, kind: str, body: dict[str, Any], claims: Sequence[tuple[int, str]]
    ) -> None:
        """Stores who takes a seat; others who sit down beside at the same moment do no harm."""
        while table.seats[body["seat"]].kind == OPEN:
            try:
                return await self._append(table, kind, body, claims)
            except WebError:
                table = await self.get(table.id)
        raise WebError(409, "seat_taken")

    async def move(self, table: Table, name: str, at: int, seats: list[int]) -> None:
        """Somebody who holds `seats` answers the question of version `at`."""
        if not seats:
            raise WebError(403, "not_your_seat")
        self._check_playing(table)
        if at != table.version:
            raise WebError(409, "stale")
        if table.state.seat not in seats:
            raise WebError(409, "not_your_turn")
        await self.play(table, name)

    async def play(self, table: Table, name: str) -> None:
        """The seat whose turn it is makes a move."""
        probe = table.state.copy()
        probe.play(table.game.move(name))
        await self._append(table, "move", {"move": name, "seat": table.state.seat})

    async def undo(self, table: Table, at: int, seats: list[int]) -> None:
        """Takes the last move back, if nothing was revealed and the turn has not passed."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if at != table.version:
            raise WebError(409, "stale")
        closed = table.undo_closed(seats)
        if closed:
            raise WebError(409, f"undo_{closed}")
        await self._append(table, "undo", {"seat": table.steps[-1].seat})

    async def rematch(self, table: Table, holder: str, seats: list[int], seed: int) -> Table:
        """The same people play the same game once more; the second to ask finds the table there."""
        if not seats:
            raise WebError(403, "not_your_seat")
        if not table.state.over:
            raise WebError(409, "running")
        if table.rematch:
            return await self._sit_again(table, holder, seats)
        again = [
            Seat(OPEN, "") if seat.kind == PERSON and number not in seats else seat
            for number, seat in enumerate(table.seats)
        ]
        options = {name: value for name, value in table.game.options.items() if name != "players"}
        plan = Plan(table.game.slug, options, again, table.name, table.public)
        try:
            new = await self.open(plan, holder, seed, after=table)
        except Conflict:
            return await self._sit_again(await self.get(table.id), holder, seats)
        await self.get(table.id)
        self.hub.notify(table.id)
        return new

    async def _sit_again(self, table: Table, holder: str, seats: list[int]) -> Table:
        """Leads to the rematch that somebody else has opened, and to the same seats there."""
        new = await self.get(table.rematch)
        for seat in seats:
            if new.seats[seat].kind == OPEN:
                await self.sit(new, seat, table.seats[seat].name, holder)
        return new

    def _check_playing(self, table: Table) -> None:
        if table.state.over:
            raise WebError(409, "over")
        if table.phase == WAITING:
            raise WebError(409, "waiting")

    async def _append(
        self, table: Table, kind: str, body: dict[str, Any], claims: Sequence[tuple[int, str]] = ()
    ) -> None:
        """Stores an event that has been checked, takes it over and tells everybody."""
        try:
            await self.store.append(Change(table.id, table.version, kind, body, claims))
        except Conflict as error:
            raise WebError(409, "stale") from error
        await self.get(table.id)
        self.hub.notify(table.id)
        await self.store.note(table.id, table.phase, table.summary())


def _checked(seat: Seat) -> Seat:
    name = "" if seat.kind == OPEN else clean(seat.name, LONGEST_NAME)
    return Seat(seat.kind, name, seat.bot if seat.kind == BOT else "")


def clean(name: str, longest: int) -> str:
    """A name as it is kept: printable, without surplus space, not too long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not name:
        raise WebError(400, "name_empty")
    if len(name) > longest:
        raise WebError(400, "name_long", most=longest)
    return name
