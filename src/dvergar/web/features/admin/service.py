"""What administrators see and do on their page: the key to it, tables, bans, drain, backups.

The key is made on the command line. The server stores only its digest, in the database, so that all
servers know it. Whoever sends the key gets a session: a text that the server can prove, valid until
a moment and as long as the key is the same.
"""

from __future__ import annotations

import asyncio
import hmac
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

import dvergar
from dvergar.core.registry import games
from dvergar.web.kernel.clock import calendar
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.admin_state import ServerState
from dvergar.web.kernel.security.client_address import parse_ban
from dvergar.web.kernel.security.tokens import digest
from dvergar.web.kernel.storage.database_copy import copy_file, copy_out
from dvergar.web.settings import DATABASE

ADMIN_KEY: Final = "admin_key"
"""The name of the key's digest in the database."""
SESSION_S: Final = 12 * 3600
BACKUPS: Final = "backups"
MAX_TABLES: Final = 100
_BACKUP: Final = re.compile(r"dvergar-[0-9]{8}-[0-9]{6}\.sqlite")
_SCHEMA: Final = text("select version_num from alembic_version")


class AdminKey:
    """The key to the page, and the sessions of those who have it."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def exists(self) -> bool:
        """Whether there is a key: without one there is no page either."""
        return bool(await self._stored())

    async def begin_session(self, key: str) -> str:
        """The session of somebody who knows the key; WebError for anyone else."""
        stored = await self._stored()
        if not stored or not hmac.compare_digest(digest(key.strip()), stored):
            raise WebError(403, "admin_key")
        until = int(calendar()) + SESSION_S
        return f"{until}.{self._proof(stored, until)}"

    async def is_session(self, session: str) -> bool:
        """Whether a text is a session that holds now."""
        until, _, proof = session.partition(".")
        if not until.isdecimal() or len(until) > 12 or int(until) <= calendar():
            return False
        stored = await self._stored()
        return bool(stored) and hmac.compare_digest(
            proof.encode(), self._proof(stored, int(until)).encode()
        )

    def _proof(self, stored: str, until: int) -> str:
        return self._kernel.keys.pseudonym("admin", f"{stored}/{until}")

    async def _stored(self) -> str:
        return await self._kernel.store.read_value(ADMIN_KEY)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the list."""

    id: str
    game: str
    phase: str
    name: str
    players: str
    updated: str


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A copy of the database."""

    name: str
    megabytes: float


class Admin:
    """What the page shows, and what its buttons do."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._since = calendar()

    async def status(self) -> dict[str, str]:
        """Health, versions and load, by the keys of their words."""
        kernel = self._kernel
        waiting = f"{kernel.queue.waiting()} ({kernel.queue.longest_wait():.1f} s)"
        facts = {
            "health": await self.health(),
            "version": dvergar.__version__,
            "python": f"{platform.python_version()}, {platform.system()} {platform.machine()}",
            "engine": kernel.engine.kind,
            "games": ", ".join(f"{slug} {info.rules_version}" for slug, info in games().items()),
            "since": moment(self._since),
            "bots_at_work": str(len(kernel.bots)),
            "bots_waiting": waiting,
            "streams": str(len(kernel.streams)),
            "tables_in_memory": str(len(kernel.tables.repository)),
        }
        if facts["health"] != "no database":
            rows = await kernel.store.ask(lambda asked: asked.execute(_SCHEMA).scalar())
            kind = "PostgreSQL" if kernel.store.shared else "SQLite"
            size = await kernel.store.size() / 1e6
            facts["database"] = f"{kind}, {size:.1f} MB, {rows}"
        return facts

    async def health(self) -> str:
        """`ok`, `draining` or `no database`."""
        try:
            await self._kernel.store.check()
        except DBAPIError:
            return "no database"
        return "draining" if self._kernel.admin_state.draining else "ok"

    async def tables(self, find: str = "") -> list[TableRow]:
        """The tables, or those that are looked for; the latest changed first."""
        found = await self._kernel.store.all_tables(find.strip(), MAX_TABLES)
        return [
            TableRow(
                summary.id,
                summary.game,
                summary.phase,
                str(summary.facts.get("name") or ""),
                ", ".join(str(name or "–") for name in _list(summary.facts.get("names"))),
                moment(updated),
            )
            for summary, updated in found
        ]

    async def table(self, table_id: str) -> TableRow:
        """One table."""
        rows = [row for row in await self.tables(table_id) if row.id == table_id]
        if not rows:
            raise WebError(404, "not_found")
        return rows[0]

    async def events(self, table_id: str) -> list[dict[str, Any]]:
        """Everything that is stored of a table; the seed of its deal is in it."""
        found = await self._kernel.store.load(table_id, 0)
        if not found.events:
            raise WebError(404, "not_found")
        return [{"number": one.number, "kind": one.kind, **one.body} for one in found.events]

    async def close(self, table_id: str) -> None:
        """Ends the game at a table; people can still look at it."""
        await self._kernel.tables.shut(await self._kernel.tables.get(table_id))

    async def delete(self, table_id: str) -> None:
        """Deletes a table for good."""
        if not await self._kernel.store.delete(table_id):
            raise WebError(404, "not_found")
        self._kernel.tables.drop_deleted([table_id])

    def state(self) -> ServerState:
        """Whether the server drains, and who is banned."""
        return self._kernel.admin_state.state()

    async def drain(self, on: bool) -> None:
        """Opens no new tables, or again."""
        await self._kernel.set_admin_state(replace(self.state(), drain=on))

    async def ban(self, address: str, on: bool) -> None:
        """Keeps an address or a network out, or lets it in again."""
        try:
            network = str(parse_ban(address.strip()))
        except ValueError as error:
            raise WebError(400, "admin_address") from error
        others = tuple(one for one in self.state().banned if one != network)
        banned = (*others, network) if on else others
        await self._kernel.set_admin_state(replace(self.state(), banned=banned))

    def backups(self) -> list[BackupFile]:
        """The copies of the database that were made here, newest first."""
        paths = sorted(self._backups.glob("dvergar-*.sqlite"), reverse=True)
        return [
            BackupFile(path.name, path.stat().st_size / 1e6)
            for path in paths
            if _BACKUP.fullmatch(path.name)
        ]

    async def back_up(self) -> None:
        """Copies the database as it is now."""
        self._backups.mkdir(mode=0o700, exist_ok=True)
        file = (
            self._backups
            / f"dvergar-{datetime.fromtimestamp(calendar(), UTC):%Y%m%d-%H%M%S}.sqlite"
        )
        if file.exists():
            return  # pressed twice within a second
        part = file.with_suffix(".part")
        part.unlink(missing_ok=True)
        if self._kernel.store.shared:
            await self._kernel.store.database.change(partial(copy_out, file=part))
        else:
            await asyncio.to_thread(copy_file, self._kernel.settings.data / DATABASE, part)
        part.rename(file)

    def backup(self, name: str) -> Path:
        """The file of a backup."""
        path = self._backups / name
        if not _BACKUP.fullmatch(name) or not path.is_file():
            raise WebError(404, "not_found")
        return path

    async def features(self) -> dict[str, Any]:
        """What the parts of other features show."""
        found = self._kernel.extensions.to_admin
        return {name: await facts() for name, facts in found.items()}

    async def feature_action(self, feature: str, action: str, value: str) -> None:
        """Does what the part of another feature offers."""
        if (act := self._kernel.extensions.admin_actions.get(feature)) is None:
            raise WebError(404, "not_found")
        await act(action, value)

    @property
    def _backups(self) -> Path:
        return self._kernel.settings.data / BACKUPS


def moment(seconds: float) -> str:
    """A moment as administrators read it.

    >>> moment(0)
    '1970-01-01 00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def _list(value: object) -> Sequence[object]:
    """What should be a list in a row that may be damaged."""
    return value if isinstance(value, list) else []
