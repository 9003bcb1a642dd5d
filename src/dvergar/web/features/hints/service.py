"""Hints: the best turns for the person who is asked, as a strong bot sees them, with reasons.

The bot is shown what that seat knows and nothing else, and thinks where all bots think. A hint
belongs to one version of a table; it is no event, and the game does not depend on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cachetools import LRUCache

from dvergar import bots
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.lab.move_evaluation import TurnAdvice
from dvergar.web.bot_workers.question import BotFailed, Question
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.log import format_error
from dvergar.web.kernel.request_context import RequestContext
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.tables.table_events import HintGiven
from dvergar.web.kernel.tables.thinking_limits import QUICK, limits_of

LOG: Final = logging.getLogger("dvergar.bots")
ADVISERS: Final = ("expert", "hard", "greedy")
"""Who is asked: the strongest that the game has."""
SEEDS: Final = 2_000_000
MAX_CACHED_HINTS: Final = 500
MAX_UNDER_WAY: Final = 30
"""Hints that are worked out or wait at the same time; further ones are refused."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best turns for the seat that is asked, the best first."""

    version: int
    turns: tuple[TurnAdvice, ...]
    state: State = field(compare=False, repr=False)
    """The imagined position that the bot was shown: the turns can be played on it."""


@dataclass(slots=True)
class _Asked:
    """A hint that a bot is working out, and how many requests wait for it."""

    version: int
    task: asyncio.Task[Hint]
    askers: int = 0


def adviser(game: str) -> str:
    """The bot that gives hints in a game; an empty text if none is good enough."""
    known = bots.names(game)
    return next((name for name in ADVISERS if name in known), "")


class Hints:
    """The hints that were asked for lately."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._queue = kernel.queue
        self._limit = kernel.rate_limit(kernel.settings.hints_per_minute, "too_many_hints")
        self._cache: LRUCache[str, Hint] = LRUCache(MAX_CACHED_HINTS)
        self._asked: dict[str, _Asked] = {}

    def known(self, table: Table) -> Hint | None:
        """The hint that was given for a table as it is now."""
        hint = self._cache.get(table.id)
        return hint if hint is not None and hint.version == table.version else None

    async def give(
        self, context: RequestContext, table: Table, at: int, seats: Sequence[int]
    ) -> Hint:
        """What a bot would do in place of someone, where the table allows hints."""
        self.kernel.tables.check_turn(table, at, seats)
        if not table.gives_hints() or not adviser(table.game.slug):
            raise WebError(403, "no_hints")
        if self.known(table) is None:
            self._limit.check(context.address)
        try:
            hint = await self.ask(table)
        except BotFailed as error:
            LOG.error("a hint failed at table %s: %s", table.id, format_error(error))
            raise WebError(503, "hint_failed") from error
        await self.kernel.events.check(HintGiven(table.id))
        return hint

    async def ask(self, table: Table) -> Hint:
        """A hint for the seat whose turn it is; who asks twice waits for the same answer."""
        known = self.known(table)
        if known is not None:
            return known
        asked = self._asked.get(table.id)
        if asked is None or asked.version != table.version:
            if len(self._asked) >= MAX_UNDER_WAY:
                raise WebError(429, "too_many_hints")
            asked = _Asked(table.version, asyncio.create_task(self._think(table)))
            self._asked[table.id] = asked
        asked.askers += 1
        try:
            return await asyncio.shield(asked.task)
        finally:
            asked.askers -= 1
            if not asked.askers and not asked.task.done():
                asked.task.cancel()
                self._drop(table.id, asked.task)

    async def close(self) -> None:
        """Stops the bots that are thinking."""
        tasks = [asked.task for asked in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop(self, table_id: str, task: asyncio.Task[Any] | None) -> None:
        """Lets the next one who asks start again."""
        asked = self._asked.get(table_id)
        if asked is not None and asked.task is task:
            del self._asked[table_id]

    async def _think(self, table: Table) -> Hint:
        seed = derive(table.seed, SEEDS + table.version)
        bot = adviser(table.game.slug)
        state = table.state.imagine(table.state.seat, derive(seed, 0))
        played = tuple(step.move for step in table.steps)
        limits = limits_of(table.game, bot, QUICK)
        try:
            answer = await self._queue.think(
                Question(table.id, bot, state, seed, played, limits, hint=True)
            )
        finally:
            self._drop(table.id, asyncio.current_task())
        hint = Hint(table.version, answer.advice, state)
        self._cache[table.id] = hint
        return hint
