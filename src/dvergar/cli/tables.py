"""The command `dvergar tables`: what is stored on a server, and what may be done about it.

Everything goes through the database, so it works while the server runs: a table that is closed or
deleted here is so for the next who asks.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.table import Table as Lines

from dvergar.cli.console import OUT, CommandError, note, say, speak, write
from dvergar.cli.serve import faults_told, prepare
from dvergar.core.errors import DvergarError
from dvergar.core.record import Record
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.storage.stored_rows import Summary
from dvergar.web.settings import Settings

DAY_S: Final = 24 * 3600


def list_tables(settings: Settings, as_json: bool) -> None:
    """All tables, those first at which something has happened last."""
    found = with_store(settings, lambda server: server.store.all_tables())
    if as_json:
        _write_json([_facts(summary, updated) for summary, updated in found])
        return
    columns = ("id", "game", "phase", "players", "updated")
    lines = Lines(*(speak()(f"tables.{name}") for name in columns))
    for summary, updated in found:
        names = ", ".join(name or "–" for name in _names(summary))
        lines.add_row(summary.id, summary.game, summary.phase, names, _moment(updated))
    OUT.print(lines)


def show(settings: Settings, table_id: str, as_json: bool) -> None:
    """What is stored of one table."""

    async def look(server: Kernel) -> dict[str, Any]:
        found = await server.store.load(table_id, 0)
        rows = [one for one in await server.store.all_tables() if one[0].id == table_id]
        if not rows:
            raise CommandError("no_table", id=table_id[:40])
        opening = found.events[0].body if found.events else {}
        facts = _facts(*rows[0])
        facts["rules"] = opening.get("rules")
        facts["options"] = opening.get("options")
        facts["events"] = len(found.events)
        return facts

    facts = with_store(settings, look)
    if as_json:
        _write_json(facts)
        return
    for name, value in facts.items():
        write(f"{speak()(f'tables.{name}')}: {_plain(value)}")


def export(settings: Settings, table_id: str, out: Path | None, events: bool) -> None:
    """Writes the record of a table, or all its events; the seed of a running game is in it."""

    async def text_of(server: Kernel) -> str:
        if events:
            found = await server.store.load(table_id, 0)
            if not found.events:
                raise CommandError("no_table", id=table_id[:40])
            told = ({"number": one.number, "kind": one.kind, **one.body} for one in found.events)
            return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in told)
        record: Record = (await _table(server, table_id)).record()
        return record.to_json()

    text = with_store(settings, text_of)
    if out is None:
        write(text.rstrip("\n"))
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError("write", path=out, why=error.strerror) from error
    say("tables.exported", path=out)


def delete(settings: Settings, table_ids: Sequence[str]) -> int:
    """Deletes tables for good, then names those that are not there; 1 if there is such a one."""

    async def work(server: Kernel) -> list[str]:
        unknown = []
        for table_id in dict.fromkeys(table_ids):
            if await server.store.delete(table_id):
                say("tables.deleted", id=table_id)
            else:
                unknown.append(f"“{table_id[:40]}”")
        return unknown

    unknown = with_store(settings, work)
    if unknown:
        note("tables.unknown", n=len(unknown), ids=", ".join(unknown))
    return 1 if unknown else 0


def prune(settings: Settings, days: float) -> None:
    """Deletes the tables at which nothing has happened for so many days."""

    async def work(server: Kernel) -> int:
        idle = await server.store.idle_tables(time.time() - days * DAY_S)
        for table_id in idle:
            await server.store.delete(table_id)
        return len(idle)

    say("tables.pruned", n=with_store(settings, work))


def close(settings: Settings, table_id: str) -> None:
    """Lets nobody go on at a table; it can still be looked at."""

    async def work(server: Kernel) -> None:
        await server.tables.shut(await _table(server, table_id))

    with_store(settings, work)
    say("tables.shut", id=table_id)


def list_reports(settings: Settings, as_json: bool) -> None:
    """What people have reported, newest first, and the files that hold it all."""
    from dvergar.web.features.reports.service import read_reports  # the feature is optional

    found = read_reports(settings.data)
    if as_json:
        _write_json([{"file": str(path), **report} for path, report in found])
        return
    if not found:
        say("tables.no_reports")
    for path, report in found:
        write(f"{path}")
        facts = (str(report.get(name, "–")) for name in ("time", "game", "table", "event"))
        write(f"  {' · '.join(facts)}")
        write(f"  {_plain(report.get('text', ''))}")


async def _table(server: Kernel, table_id: str) -> Any:
    try:
        return await server.tables.get(table_id)
    except DvergarError as error:
        if error.key == "not_found":
            raise CommandError("no_table", id=table_id[:40]) from error
        raise


def with_store(settings: Settings, work: Callable[[Kernel], Awaitable[Any]]) -> Any:
    """Does something with what a server has stored, without serving it."""
    server = Kernel(settings)
    prepare(server)

    async def all_of_it() -> Any:
        try:
            return await work(server)
        finally:
            server.tables.repository.close()
            await server.store.close()

    with faults_told(settings):
        return asyncio.run(all_of_it())


def _facts(summary: Summary, updated: float) -> dict[str, Any]:
    return {
        "id": summary.id,
        "game": summary.game,
        "phase": summary.phase,
        "name": summary.facts.get("name", ""),
        "players": _names(summary),
        "updated": _moment(updated),
    }


def _names(summary: Summary) -> list[str]:
    """Who sits at a table, as far as its row is sound."""
    names = summary.facts.get("names")
    return [str(name) for name in names] if isinstance(names, list) else []


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _write_json(tree: Any) -> None:
    write(json.dumps(tree, ensure_ascii=False, indent=1))
