"""Deleting what is kept of somebody: tables of his own wholly, at those of others his name.

Others keep the moves of a game they have played; the seat is called by its number then, and in a
game that is not over a bot plays on. What cannot be read of a damaged table and may hold a name is
blanked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from dvergar.core.errors import UnknownGame
from dvergar.web.operating.clock import now
from dvergar.web.tables.schema import (
    ATTEMPTS,
    BROWSERS,
    CHATS,
    CLAIMS,
    CONTACT_REQUESTS,
    CONTACTS,
    EVENTS,
    HINTED,
    MESSAGES,
    MUTES,
    PLAYERS,
    RESULTS,
    TABLES,
)

ANY_GAME_BOT: Final = "random"
BotFor = Callable[[str], str]
"""The bot that takes over in a game."""


@dataclass(slots=True)
class Forgotten:
    """The tables that somebody has left, and those that are gone."""

    left: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def forget_holder(connection: Connection, holder: str, bot_for: BotFor) -> Forgotten:
    """Deletes what is kept of a holder."""
    forgotten = Forgotten()
    for table_id, seats in _tables_of(connection, holder).items():
        if _others(connection, table_id, holder):
            _leave(connection, table_id, holder, seats, bot_for)
            forgotten.left.append(table_id)
        else:
            _delete(connection, table_id)
            forgotten.gone.append(table_id)
    connection.execute(delete(CLAIMS).where(CLAIMS.c.holder == holder))
    _forget_words(connection, holder)
    _forget_player(connection, holder)
    connection.execute(delete(CONTACTS).where(CONTACTS.c.holder == holder))
    # The rest of the row keeps a mailbox safe for a day, and says nothing about the person.
    mine = update(CONTACT_REQUESTS).where(CONTACT_REQUESTS.c.holder == holder)
    connection.execute(mine.values(holder=""))
    return forgotten


def _forget_words(connection: Connection, holder: str) -> None:
    """What somebody said, whom he muted and who muted him, and which deals of a day he tried."""
    for column in (MESSAGES.c.holder, MUTES.c.holder, MUTES.c.author, ATTEMPTS.c.holder):
        connection.execute(delete(column.table).where(column == holder))


def _forget_player(connection: Connection, holder: str) -> None:
    """The name that was claimed; results keep a number that nobody is called by any more."""
    mine = select(BROWSERS.c.player).where(BROWSERS.c.holder == holder)
    for player in connection.execute(mine).scalars().all():
        connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))
        connection.execute(delete(BROWSERS).where(BROWSERS.c.player == player))


def delete_beside(connection: Connection, table_id: str) -> None:
    """Deletes what is kept beside the events of a table; its result is a number and stays."""
    for column in (MESSAGES.c.table_id, CHATS.c.table_id, HINTED.c.table_id):
        connection.execute(delete(column.table).where(column == table_id))


def _tables_of(connection: Connection, holder: str) -> dict[str, list[int]]:
    """All tables at which a holder sits or which he has opened, with his seats."""
    found: dict[str, list[int]] = {}
    claims = select(CLAIMS.c.table_id, CLAIMS.c.seat).where(CLAIMS.c.holder == holder)
    for table_id, seat in connection.execute(claims):
        found.setdefault(table_id, []).append(seat)
    opened = select(EVENTS.c.table_id).where(
        EVENTS.c.number == 0, EVENTS.c.body.contains(f'"host": "{holder}"')
    )
    for (table_id,) in connection.execute(opened):
        found.setdefault(table_id, [])
    return found


def _others(connection: Connection, table_id: str, holder: str) -> bool:
    claims = select(func.count()).select_from(CLAIMS)
    others = claims.where(CLAIMS.c.table_id == table_id, CLAIMS.c.holder != holder)
    return bool(connection.execute(others).scalar())


def _delete(connection: Connection, table_id: str) -> None:
    for table, column in ((EVENTS, EVENTS.c.table_id), (CLAIMS, CLAIMS.c.table_id)):
        connection.execute(delete(table).where(column == table_id))
    connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
    connection.execute(delete(RESULTS).where(RESULTS.c.table_id == table_id))
    delete_beside(connection, table_id)


def _leave(
    connection: Connection, table_id: str, holder: str, seats: list[int], bot_for: BotFor
) -> None:
    """Takes a holder's name out of a table that others keep; a bot plays on for him."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one()
    summary = _read(row.summary)
    taken = summary.get("names")
    names = _numbers(seats, taken if isinstance(taken, list) else [])
    last = _rename(connection, table_id, holder, names)
    if isinstance(taken, list):
        summary["names"] = [names.get(seat, name) for seat, name in enumerate(taken)]
    changed: dict[str, Any] = {"summary": json.dumps(summary)}
    if row.phase != "over":
        _append_bots(connection, table_id, last + 1, names, _bot(row.game, bot_for))
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(changed))


def _bot(game: str, bot_for: BotFor) -> str:
    """The bot that takes over; where the game is not installed any more, one that plays any."""
    try:
        return bot_for(game)
    except UnknownGame:
        return ANY_GAME_BOT


def _read(text: str) -> dict[str, Any]:
    """What is stored as JSON; nothing where it is damaged."""
    try:
        tree = json.loads(text)
    except ValueError:
        return {}
    return tree if isinstance(tree, dict) else {}


def _numbers(seats: Iterable[int], taken: list[str]) -> dict[int, str]:
    """What the seats are called from now on: by their numbers, as nobody else is called."""
    found = {}
    for seat in seats:
        name = f"#{seat + 1}"
        while name in taken:
            name = f"#{name}"
        found[seat] = name
    return found


def _rename(connection: Connection, table_id: str, holder: str, names: dict[int, str]) -> int:
    """Rewrites the events that hold a name of his; the number of the last event."""
    last = 0
    query = select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.number)
    for event in connection.execute(query).all():
        last = event.number
        body = _read(event.body)
        if event.kind == "open":
            _rename_opening(body, holder, names)
        elif event.kind == "sit" and body.get("seat") in names:
            body["name"] = names[body["seat"]]
        elif event.kind != "sit" or body:
            continue
        this = (EVENTS.c.table_id == table_id) & (EVENTS.c.number == event.number)
        connection.execute(update(EVENTS).where(this).values(body=json.dumps(body)))
    return last


def _rename_opening(body: dict[str, Any], holder: str, names: dict[int, str]) -> None:
    if body.get("host") == holder:
        body["host"] = ""
    seats = body.get("seats")
    for number, seat in enumerate(seats if isinstance(seats, list) else []):
        if number in names and isinstance(seat, dict) and seat.get("name"):
            seat["name"] = names[number]


def _append_bots(
    connection: Connection, table_id: str, number: int, names: dict[int, str], bot: str
) -> None:
    for place, (seat, name) in enumerate(names.items()):
        body = json.dumps({"seat": seat, "bot": bot, "name": name})
        row = {"table_id": table_id, "number": number + place, "kind": "fill", "body": body}
        connection.execute(insert(EVENTS), {**row, "at": now()})
