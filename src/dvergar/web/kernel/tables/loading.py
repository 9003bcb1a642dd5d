"""Rebuilds a table from its stored events, also one that was begun under older rules.

Such a table continues if its moves lead to the same position under today's rules; the event
`rules` then says so. Otherwise it is stopped where it differs, and people can only look at it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from dvergar.core.errors import GameFailed, OptionError, UnknownGame
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.storage.stored_rows import Listed, Stored
from dvergar.web.kernel.tables.table import OVER, Table

LOG: Final = logging.getLogger("dvergar.tables")
COMPARED: Final = ("seat", "round", "winners")
"""The facts of a list that today's rules have to lead to as the older ones did."""


def build_table(table_id: str, events: Sequence[Stored], listed: Listed) -> Table:
    """A table made from all its events; WebError if that fails."""
    try:
        if [event.number for event in events] != list(range(len(events))):
            raise ValueError("events are missing")
        table = Table(table_id, events[0]).loaded(*events[1:])
        if table.is_older and not table.stopped:
            table = _compared(table, listed)
        table.summary()  # fails here if a list can't show it
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise load_error(table_id, error) from error
    return table


def load_error(table_id: str, error: BaseException) -> WebError:
    """The error that people see when a table can't be rebuilt."""
    if isinstance(error, UnknownGame):
        LOG.warning("table %s cannot be shown: %s", table_id, error)
        return WebError(404, "game_missing", name=error.facts["name"])
    if isinstance(error, OptionError):
        return WebError(410, "old_rules")
    if isinstance(error, GameFailed):
        LOG.error("table %s cannot be shown: %s", table_id, error)
        return WebError(503, "game_failed", name=error.facts["name"])
    LOG.error("table %s is damaged: %s %s", table_id, type(error).__name__, error)
    return WebError(410, "damaged")


def _compared(table: Table, listed: Listed) -> Table:
    """A table of older rules as it is if it led to what lists show, else without its last step."""
    if listed.phase == OVER and not table.state.over:
        table = table.ended()
    then, now = listed.facts(), table.summary()
    same = all(then.get(name) == now.facts.get(name) for name in COMPARED)
    return table if same and listed.phase == now.phase else table.cut()


def migrate_rules(table: Table) -> tuple[str, dict[str, object]]:
    """The event by which a table continues under today's rules, with the moves that led there."""
    moves = [step.move for step in table.steps]
    return "rules", {"rules": table.game.info.rules_version, "moves": moves}
