"""Plays a whole game against a bot with the kernel alone: no web framework, no database.

`python -m tests.web.kernel.local_play GAME` forbids their import, and draws the table after every
move. This is what a game in a browser tab needs.
"""

from __future__ import annotations

import asyncio
import importlib.abc
import sys

FORBIDDEN = {
    *("alembic", "asyncpg", "fastapi", "pydantic", "sqlalchemy", "starlette", "uvicorn"),
}


class Forbid(importlib.abc.MetaPathFinder):
    """Lets nobody import what a browser tab does not have."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Refuses the module; other finders look for any other one."""
        if name.partition(".")[0] in FORBIDDEN:
            raise ImportError(f"the kernel imports {name}")


async def play(slug: str) -> tuple[int, int]:
    """Plays a game to its end; returns the number of moves and of drawn tables."""
    from dvergar import bots
    from dvergar.web.bot_workers.fair_queue import FairQueue
    from dvergar.web.bot_workers.worker_pool import ThreadWorker
    from dvergar.web.kernel.events import Events
    from dvergar.web.kernel.security.tokens import Keys
    from dvergar.web.kernel.storage.memory_store import MemoryStore
    from dvergar.web.kernel.tables.bot_runner import BotRunner
    from dvergar.web.kernel.tables.plan import Plan
    from dvergar.web.kernel.tables.seats import BOT, PERSON, Seat
    from dvergar.web.kernel.tables.service import TableService
    from dvergar.web.kernel.tables.table import AT_ONCE
    from dvergar.web.kernel.tables.table_events import BotToMove, GameEnded, TableChanged
    from dvergar.web.kernel.views.render import Renderer
    from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

    events, changed, ended = Events(), asyncio.Event(), asyncio.Event()
    tables = TableService(MemoryStore(), events)
    queue = FairQueue([ThreadWorker(4)])
    runner = BotRunner(tables, queue, pace=0.0, watched=lambda _: True)
    events.on(BotToMove, lambda event: runner.wake(event.table_id))
    events.on(TableChanged, lambda _: changed.set())
    events.on(GameEnded, lambda _: ended.set())
    renderer, links, drawn = Renderer(), Links(Keys("key"), ""), 0
    me, mine = "me", bots.make("greedy", 1, slug)
    plan = Plan(slug, {}, [Seat(PERSON, "Ann"), Seat(BOT, "", "greedy")], "At home")
    table = await tables.open(plan, me, seed=7)
    table = await tables.set_pace(table, AT_ONCE, [0], host=True)
    while True:
        table, seats = await tables.get_with_seats(table.id, me)
        assert seats == (0,)
        changed.clear()
        html = renderer.fragment(make_view(table, Viewer(seats, True, "en"), links, 1), "en")
        assert f'action="/table/{table.id}/move"' in html
        drawn += 1
        if table.state.over:
            break
        if table.state.seat in seats:
            move = table.game.name(mine.choose(table.state.imagine(0, table.version)))
            await tables.move(table, move, table.version, seats)
        else:
            await asyncio.wait_for(changed.wait(), 60)
    assert ended.is_set()
    assert table.record().verify().over
    await runner.close()
    queue.close()
    tables.repository.close()
    return len(table.steps), drawn


if __name__ == "__main__":
    sys.meta_path.insert(0, Forbid())
    moves, pages = asyncio.run(play(sys.argv[1]))
    sys.stdout.write(f"{moves} moves, {pages} tables drawn\n")
