"""Substitutes: bots that take over (a takeover) from players who are late or have left.

Which bot plays, and when it steps out. Whether a player is late is found by `deadlines.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dvergar import bots
from dvergar.web.kernel.tables.repository import Event
from dvergar.web.kernel.tables.seats import BOT
from dvergar.web.kernel.tables.table import Table


def default_bot(slug: str) -> str:
    """The bot that is preselected in forms."""
    known = bots.names(slug)
    return "normal" if "normal" in known else known[0]


def substitute_for(table: Table) -> str:
    """The bot that takes over for people: like the bots at the table, or the default one."""
    at_table = (seat.bot for seat in table.seats if seat.kind == BOT)
    return next(at_table, "") or default_bot(table.game.slug)


def return_events(table: Table, seats: Sequence[int]) -> list[Event]:
    """Players who act are back: their substitutes step out."""
    back = [seat for seat in seats if seat in table.substitutes]
    return [("back", {"seats": back})] if back else []
