"""Deletes everything about a user: their own tables, and their name at tables of others.

Other players keep the moves of their games; the seat is named by its number then, and a bot
continues a game that is not over. Damaged rows of a table that may hold a name are blanked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, union, update

from dvergar.core.errors import UnknownGame
from dvergar.web.kernel.clock import now
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.schema import CLAIMS, EVENTS, RESULTS, TABLES
from dvergar.web.kernel.storage.store import Store, delete_table, delete_user
from dvergar.web.kernel.storage.stored_rows import Conflict
from dvergar.web.kernel.tables.claimed_names import withdraw_names
from dvergar.web.kernel.tables.service import TableService

ANY_GAME_BOT: Final = "random"
SHORT_NAME_LETTERS: Final = 3  # letters
BotFor = Callable[[str], str]
"""The bot that takes over in a game."""


@dataclass(slots=True)
class Deleted:
    """The tables that a user has left, and those that were deleted."""

    left: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


async def delete_user_data(
    store: Store, tables: TableService, user_id: str, bot_for: BotFor
) -> None:
    """Deletes everything about a user; bots take over where others still play."""
    try:
        deleted = await store.change(partial(delete_user_rows, user_id=user_id, bot_for=bot_for))
    except Conflict as error:
        raise WebError(409, "stale") from error
    tables.drop_deleted(deleted.gone)
    tables.reload_rewritten(deleted.left)
    await store.database.erase()  # after all pages know, because it may take a while


def delete_user_rows(connection: Connection, user_id: str, bot_for: BotFor) -> Deleted:
    """Deletes everything about a user in one transaction."""
    deleted = Deleted()
    for table_id, seats in _tables_of(connection, user_id).items():
        if _others(connection, table_id, user_id):
            _leave(connection, table_id, user_id, seats, bot_for)
            deleted.left.append(table_id)
        else:
            _delete(connection, table_id)
            deleted.gone.append(table_id)
    withdraw_names(connection, user_id)
    delete_user(connection, user_id)
    return deleted


def _tables_of(connection: Connection, user_id: str) -> dict[str, list[int]]:
    """All tables that a user has opened or sat at, with the seats that are still theirs."""
    found: dict[str, list[int]] = {}
    claims = select(CLAIMS.c.table_id, CLAIMS.c.seat).where(CLAIMS.c.holder == user_id)
    for table_id, seat in connection.execute(claims):
        found.setdefault(table_id, []).append(seat)
    opened = select(EVENTS.c.table_id).where(
        EVENTS.c.number == 0, EVENTS.c.body.contains(f'"host": "{user_id}"')
    )
    sat = select(EVENTS.c.table_id).where(
        EVENTS.c.kind == "sit", EVENTS.c.body.contains(f'"holder": "{user_id}"')
    )
    removed = select(EVENTS.c.table_id).where(
        EVENTS.c.kind == "remove", EVENTS.c.body.contains(f'"{user_id}"')
    )
    for (table_id,) in connection.execute(union(opened, sat, removed)):
        found.setdefault(table_id, [])
    return found


def _others(connection: Connection, table_id: str, user_id: str) -> bool:
    """Whether somebody else sits at a table or has opened it."""
    claims = select(func.count()).select_from(CLAIMS)
    others = claims.where(CLAIMS.c.table_id == table_id, CLAIMS.c.holder != user_id)
    if connection.execute(others).scalar():
        return True
    opening = select(EVENTS.c.body).where(EVENTS.c.table_id == table_id, EVENTS.c.number == 0)
    return _read(connection.execute(opening).scalar() or "").get("host", "") not in ("", user_id)


def _delete(connection: Connection, table_id: str) -> None:
    delete_table(connection, table_id)
    connection.execute(delete(RESULTS).where(RESULTS.c.table_id == table_id))


def _leave(
    connection: Connection, table_id: str, user_id: str, seats: list[int], bot_for: BotFor
) -> None:
    """Takes a user's names out of a table that others keep; bots play on at their seats."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one()
    redaction = _Redaction(user_id, seats)
    _redact(connection, row, redaction)
    if row.phase != "over":
        names = {seat: redaction.new_name(seat) for seat in seats}
        _append(connection, table_id, _taken_over(names, _bot(row.game, bot_for)))
    _redact_rematches(connection, redaction)


def _redact(connection: Connection, row: Any, redaction: _Redaction) -> None:
    """Rewrites what the events and the lists say of one table."""
    summary = _read(row.summary)
    redaction.begin(summary)
    query = select(EVENTS).where(EVENTS.c.table_id == row.id)
    # The name of the table is in the first event: all names of the user are known by then.
    for event in connection.execute(query.order_by(EVENTS.c.number.desc())).all():
        body = redaction.redacted(event.kind, event.body)
        if body is not None:
            this = (EVENTS.c.table_id == row.id) & (EVENTS.c.number == event.number)
            connection.execute(update(EVENTS).where(this).values(body=json.dumps(body)))
    text = json.dumps(redaction.redacted_summary(summary))
    connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(summary=text))


def _redact_rematches(connection: Connection, redaction: _Redaction) -> None:
    """A rematch has the name of the table before it, also where the user never sat there."""
    visited: set[str] = set()
    while redaction.rematch and redaction.rematch not in visited:
        visited.add(redaction.rematch)
        row = connection.execute(select(TABLES).where(TABLES.c.id == redaction.rematch)).first()
        if row is None:
            return
        redaction.rematch, redaction.seats = "", []
        _redact(connection, row, redaction)


class _Redaction:
    """What is taken out of the events of a table, and what is written in its place."""

    def __init__(self, user_id: str, seats: list[int]) -> None:
        """`seats` are those that the user holds now."""
        self.user_id = user_id
        self.seats = seats
        self.old_names: set[str] = set()
        self.rematch = ""
        """The table of the next game, if there was one."""
        self._taken: list[str] = []
        self._named_by_user = False

    def begin(self, summary: dict[str, Any]) -> None:
        """A table whose lists say this is next."""
        names = summary.get("names")
        self._taken = [str(name) for name in names] if isinstance(names, list) else []
        self._named_by_user = False

    def new_name(self, seat: int) -> str:
        """The number of a seat, as nobody else there is called."""
        name = f"#{seat + 1}"
        while name in self._taken:
            name = f"#{name}"
        return name

    def redacted(self, kind: str, text: str) -> dict[str, Any] | None:
        """The body of an event without the user; None where it stays as it is."""
        body = _read(text)
        if kind == "open":
            self._redact_opening(body)
            return body
        if kind == "rematch":
            self.rematch = str(body.get("table", ""))
        if kind == "remove":
            return self._without_user(body)
        if kind != "sit":
            return None
        if not body:
            return body  # damaged, and a name may be in what is left of it
        mine = body.get("holder") == self.user_id
        if not mine and body.get("seat") not in self.seats:
            return None
        self.old_names.add(str(body.get("name", "")))
        return {**body, "name": self.new_name(body["seat"]), **({"holder": ""} if mine else {})}

    def _without_user(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """A removal from the table that no longer says whom it concerned."""
        users = body.get("holders", [])
        if self.user_id not in users:
            return None
        return {**body, "holders": [one for one in users if one != self.user_id]}

    def _redact_opening(self, body: dict[str, Any]) -> None:
        """Whoever opened a table has named it, and all people that it began with are theirs."""
        self._named_by_user = body.get("host") == self.user_id
        if self._named_by_user:
            body["host"] = ""
        seats = body.get("seats")
        for number, seat in enumerate(seats if isinstance(seats, list) else []):
            if not isinstance(seat, dict) or not seat.get("name") or seat.get("kind") == "bot":
                continue
            if self._named_by_user or number in self.seats:
                self.old_names.add(str(seat["name"]))
                seat["name"] = self.new_name(number)
        if self._is_redacted(str(body.get("name", ""))):
            body["name"] = ""

    def _is_redacted(self, title: str) -> bool:
        """Whether the name of a table may say who the user is."""
        return self._named_by_user or any(_says(title, name) for name in self.old_names)

    def redacted_summary(self, summary: dict[str, Any]) -> dict[str, Any]:
        """What lists show of the table."""
        names = [
            self.new_name(seat) if seat in self.seats or name in self.old_names else name
            for seat, name in enumerate(self._taken)
        ]
        title = str(summary.get("name", ""))
        return {
            **summary,
            **({"names": names} if self._taken else {}),
            **({"name": ""} if self._is_redacted(title) else {}),
        }


def _says(title: str, name: str) -> bool:
    """Whether a title has a name in it; short names count as whole words only.

    >>> _says("ADA's table", "Ada"), _says("Friday", "Fr"), _says("Friday", "")
    (True, False, False)
    """
    title, name = title.casefold(), name.casefold().strip()
    if len(name) < SHORT_NAME_LETTERS:
        return name in re.findall(r"\w+", title)
    return name in title


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


def _taken_over(names: dict[int, str], bot: str) -> list[tuple[str, dict[str, Any]]]:
    """The events by which bots take seats; at least one, so that the table has a new version.

    A move in progress that still knows the old names is refused by that.
    """
    fills = [("fill", {"seat": seat, "bot": bot, "name": name}) for seat, name in names.items()]
    return fills or [("relink", {"seats": []})]


def _append(
    connection: Connection, table_id: str, events: list[tuple[str, dict[str, Any]]]
) -> None:
    last = select(func.max(EVENTS.c.number)).where(EVENTS.c.table_id == table_id)
    first = (connection.execute(last).scalar() or 0) + 1
    for number, (kind, body) in enumerate(events, first):
        row = {"table_id": table_id, "number": number, "kind": kind, "body": json.dumps(body)}
        connection.execute(insert(EVENTS), {**row, "at": now()})
