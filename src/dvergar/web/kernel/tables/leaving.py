"""Leaving a table and coming back: bots that stand in, seats given away, resigning, being late.

Whoever leaves before the game begins frees the seat. Later a bot of the table's level plays on
until the person is back, or until the host has given the seat to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dvergar import bots
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.tables.repository import Event, KeptTables, check_goes_on, move_of
from dvergar.web.kernel.tables.seats import BOT, LEFT
from dvergar.web.kernel.tables.table import WAITING, Table


def usual_bot(slug: str) -> str:
    """The bot that a form begins with."""
    known = bots.names(slug)
    return "normal" if "normal" in known else known[0]


def bot_of_level(table: Table) -> str:
    """The bot that stands in for people: like those at the table, or the usual one."""
    at_table = (seat.bot for seat in table.seats if seat.kind == BOT)
    return next(at_table, "") or usual_bot(table.game.slug)


def coming_back(table: Table, seats: Sequence[int]) -> list[Event]:
    """Whoever acts is back: the bots that stand in for these seats step out."""
    back = [seat for seat in seats if seat in table.stands]
    return [("back", {"seats": back})] if back else []


class Leaving(KeptTables):
    """What changes who plays at a table, while people come and go."""

    async def leave(self, table: Table, seats: Sequence[int]) -> Table:
        """Whoever holds these seats leaves them: for others to take, or for a bot to play on."""

        def events(table: Table) -> list[Event]:
            if table.phase == WAITING:
                return [("leave", {"seats": list(seats)})]
            mine = [n for n in seats if n not in table.stands or table.stands[n].why != LEFT]
            return [("away", {"seats": mine, "bot": bot_of_level(table)})] if mine else []

        def freed(table: Table) -> list[tuple[int, str]]:
            return [(seat, "") for seat in seats] if table.phase == WAITING else []

        return await self._insist(table, seats, events, freed)

    async def come_back(self, table: Table, seats: Sequence[int]) -> Table:
        """Somebody plays himself again."""
        return await self._insist(table, seats, lambda table: coming_back(table, seats))

    async def resign(self, table: Table, seats: Sequence[int], player: str = "") -> Table:
        """Somebody gives up for good; where no other person plays, the game ends without result.

        `player` is the number of the claimed name by which he is rated.
        """
        known = {"player": player} if player else {}

        def events(table: Table) -> list[Event]:
            if table.phase == WAITING:
                raise WebError(409, "waiting")
            end: list[Event] = [] if table.people() - set(seats) else [("close", {})]
            gone = {"seats": list(seats), "bot": bot_of_level(table), **known}
            return [("resign", gone), *end]

        def freed(table: Table) -> list[tuple[int, str]]:
            alone = not table.people() - set(seats)
            return [] if alone else [(seat, "") for seat in seats]

        return await self._insist(table, seats, events, freed)

    async def give(self, table: Table, seat: int, host: bool) -> Table:
        """The host lets somebody else have the seat of a person who has left."""
        if not host:
            raise WebError(403, "not_your_table")

        def events(table: Table) -> list[Event]:
            stand = table.stands.get(seat)
            if stand is None or stand.why != LEFT:
                raise WebError(409, "not_left")
            return [] if stand.offered else [("give", {"seat": seat})]

        return await self._insist(table, [seat], events, lambda _: [(seat, "")])

    async def pass_time(self, table_id: str) -> float | None:
        """Lets a bot move for whoever is late; when somebody will be late next, if ever.

        A move that only waited to be confirmed is made.
        """
        table = await self.get(table_id)
        while (due := table.due()) is not None and due <= self.now():
            seat = table.state.seat
            bot = bot_of_level(table)
            late: Event = "stand", {"seat": seat, "bot": bot, "turn": table.state.turn}
            try:
                table = await self._append(
                    table, [move_of(table, table.held) if table.held else late]
                )
            except WebError as error:
                if error.key != "stale":
                    raise
                table = await self.get(table_id)  # somebody has done something at the same moment
        return due

    async def _insist(
        self,
        table: Table,
        seats: Sequence[int],
        events: Callable[[Table], list[Event]],
        freed: Callable[[Table], list[tuple[int, str]]] = lambda _: [],
    ) -> Table:
        """Stores what does not depend on the position, whoever moves at the same moment."""
        if not seats:
            raise WebError(403, "not_your_seat")
        while not table.state.over:
            check_goes_on(table)
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
