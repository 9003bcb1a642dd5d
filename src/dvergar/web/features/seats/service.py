"""Taking, leaving and passing on seats, for pages and programs alike."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.security.network import is_this_computer, network_url
from dvergar.web.kernel.security.tokens import read_invite
from dvergar.web.kernel.storage.schema import CLAIMS
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.table_events import SpectatorArrived

INVITE: Final = re.compile(r"(?:^|/)join/([^/?#]+)/?$")
RETURN_LINK: Final = re.compile(r"(?:^|/)return/([^/?#]+)/([^/?#]+)/([^/?#]+)/?$")


@dataclass(frozen=True, slots=True)
class LinkReach:
    """Who can open a link to this server."""

    only_here: bool
    """Whether it leads to this computer alone."""
    address: str
    """Where others in the network would find this computer if the server let them in."""


def reach_of(base: str) -> LinkReach:
    """Who can open links that begin with an address."""
    only_here = is_this_computer(base)
    return LinkReach(only_here, network_url(base) if only_here else "")


async def invited(kernel: Kernel, token: str) -> tuple[Table, int]:
    """The table and seat to which an invite leads."""
    read = read_invite(token)
    if read is None:
        raise WebError(404, "not_found")
    table, seat = await kernel.tables.get(read[0]), read[1]
    known = seat < len(table.seats)
    if not known or not kernel.keys.is_invite(token, table.id, seat, table.given[seat]):
        raise WebError(404, "not_found")
    return table, seat


async def join(
    kernel: Kernel, context: RequestContext, token: str, name: str, program: str = ""
) -> Table:
    """Takes the seat to which an invite leads."""
    kernel.joins.check(context.address)
    table, seat = await invited(kernel, token)
    context.identify()
    return await kernel.tables.sit(table, seat, name, context.user_id, program)


async def follow(
    kernel: Kernel, context: RequestContext, link: str, name: str, program: str = ""
) -> Table:
    """Takes the seats to which a link leads: an invite, or a link to one's own seats."""
    if found := RETURN_LINK.search(link):
        return await take_back(kernel, context, *found.groups())
    found = INVITE.search(link)
    if found is None:
        raise WebError(404, "not_found")
    return await join(kernel, context, found[1], name, program)


async def sit(
    kernel: Kernel,
    context: RequestContext,
    table_id: str,
    name: str,
    seat: int | None,
    program: str = "",
) -> Table:
    """A program takes an open seat of a public table; the first one if none is named."""
    kernel.joins.check(context.address)
    table = await kernel.tables.get(table_id)
    if not table.public:
        raise WebError(403, "not_public")
    if not table.bots_welcome:
        raise WebError(403, "no_bots")
    free = table.free()
    wanted = free[:1] if seat is None else [one for one in free if one == seat]
    if not wanted:
        raise WebError(409, "seat_taken")
    context.identify()
    return await kernel.tables.sit(table, wanted[0], name, context.user_id, program)


async def linked_seats(
    kernel: Kernel, context: RequestContext, table_id: str, seats: str, key: str
) -> tuple[Table, list[int]]:
    """The table and the seats to which a private link leads."""
    kernel.joins.check(context.address)
    table = await kernel.tables.get(table_id)
    mine = [int(seat) for seat in seats.split("-") if seat.isdecimal() and len(seat) == 1]
    real = bool(mine) and all(seat < len(table.seats) for seat in mine)
    if not real or not kernel.keys.is_return_key(key, table_id, mine, table.links):
        raise WebError(404, "not_found")
    return table, mine


async def take_back(
    kernel: Kernel, context: RequestContext, table_id: str, seats: str, key: str
) -> Table:
    """Brings one's own seats to this browser or program, by a private link."""
    table, mine = await linked_seats(kernel, context, table_id, seats, key)
    if context.user_id in table.removed:
        raise WebError(403, "removed")
    context.identify()
    await kernel.store.claim(table_id, mine, context.user_id)
    return table


async def remove(kernel: Kernel, context: RequestContext, table: Table, seat: int) -> Table:
    """The host removes the person at a seat, from all seats that they hold at the table."""
    if not kernel.is_host(context, table):
        raise WebError(403, "not_your_table")
    rows = await kernel.store.ask(
        lambda connection: connection.execute(
            select(CLAIMS.c.seat, CLAIMS.c.holder).where(CLAIMS.c.table_id == table.id)
        ).all()
    )
    users = sorted({row.holder for row in rows if row.seat == seat})
    if seat >= len(table.seats) or table.host in users:
        raise WebError(409, "not_removable")
    seats = sorted({seat, *(row.seat for row in rows if row.holder in users)})
    return await kernel.tables.remove(table, seats, users)


async def refuse_removed(event: SpectatorArrived) -> None:
    """Keeps those away from a table whom its host has removed."""
    if event.user_id in event.table.removed:
        raise WebError(403, "removed")


async def resign(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> Table:
    """Gives up for good, in the name that the visitor has claimed."""
    player = await kernel.claimed_names.of(context.user_id)
    return await kernel.tables.resign(table, seats, player.id if player else "")


async def rematch(
    kernel: Kernel, context: RequestContext, table: Table, seats: tuple[int, ...]
) -> Table:
    """Opens a new table for the same people, or takes your seat there if one of them was faster."""
    kernel.check_new_table(context)
    return await kernel.tables.rematch(table, context.user_id, seats, secrets.randbits(64))
