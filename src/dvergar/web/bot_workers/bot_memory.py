"""The bots that a worker keeps alive, by table and seat, for as long as their games last.

What a bot remembers (a tree, a plan) stays with it from turn to turn. There is room for some bots:
the least recently used is dropped first. A bot whose moves were taken back, or that was dropped, is
made again; every bot plays soundly without its memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cachetools import LRUCache

from dvergar import bots
from dvergar.core.bot import Bot, ask, thought_of
from dvergar.core.chance import derive
from dvergar.lab.move_evaluation import TurnAdvice, advise, evaluate_move
from dvergar.web.bot_workers.question import Answer, Key, Question


@dataclass(frozen=True, slots=True)
class Kept:
    """A bot, who it is, and the moves of the game up to the end of its last turn."""

    bot: Bot
    kind: str
    played: tuple[str, ...]

    def knows(self, question: Question) -> bool:
        """Whether the game has continued from the last turn of this bot."""
        same_bot = self.kind == question.kind
        return same_bot and question.played[: len(self.played)] == self.played


class Memory:
    """The bots that one worker keeps."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: LRUCache[Key, Kept] = LRUCache(most)
        self.thinking: Bot | None = None
        """The bot that is thinking now, to show its progress."""

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    def think(self, question: Question) -> Answer:
        """The moves of a bot's turn, or of its part in someone else's; for a hint, advice.

        A turn of a game that is over is evaluated instead, by a bot that remembers nothing.
        """
        begun = time.monotonic()
        if question.adviser is not None:
            evaluation = evaluate_move(question.state, question.turn, question.adviser)
            return Answer(evaluation.best, None, time.monotonic() - begun, evaluation=evaluation)
        kept = self._kept.pop(question.key, None)
        known = kept is not None and kept.knows(question)
        bot = kept.bot if kept is not None and known else _made(question)
        advice: tuple[TurnAdvice, ...] = ()
        with self._watched(bot):
            if question.hint:
                advice = advise(bot, question.state, derive(question.seed, 2))
                moves: tuple[str, ...] = ()
                over = False
            else:
                moves, over = _turn(bot, question)
        if not over:
            self._keep(question.key, Kept(bot, question.kind, question.played + moves))
        return Answer(moves, thought_of(bot), time.monotonic() - begun, advice, known)

    @contextmanager
    def _watched(self, bot: Bot) -> Iterator[None]:
        self.thinking = bot
        try:
            yield
        finally:
            self.thinking = None

    def forget(self, table: str) -> None:
        """Lets the bots of a table go: its game is over."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    def _keep(self, key: Key, kept: Kept) -> None:
        if self._most:
            self._kept[key] = kept


def _made(question: Question) -> Bot:
    """A bot without memory; its seed hangs on the table and the version, like all it is shown."""
    seed = derive(question.seed, 1)
    return bots.make(question.bot, seed, question.state.game.slug, **question.limits)


def _turn(bot: Bot, question: Question) -> tuple[tuple[str, ...], bool]:
    """The moves of a bot as long as it is its turn, and whether the game ends with them."""
    state = question.state.copy()
    seat, turn = state.seat, state.turn
    moves: list[str] = []
    while not state.over and (state.seat, state.turn) == (seat, turn):
        move = ask(bot, state, derive(question.seed, 2 * len(moves) + 2))
        moves.append(state.game.name(move))
        state.play(move)
    return tuple(moves), state.over
