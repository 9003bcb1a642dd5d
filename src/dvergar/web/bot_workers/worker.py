"""The process in which bots think: it answers question after question until its server is gone.

It keeps bots alive by table and seat for as long as their games last (`Memory`). What a bot
remembers (a tree, a plan) stays with it from turn to turn. There is room for some bots: the least
recently used is dropped first. A bot whose moves were taken back, or that was dropped, is made
again; every bot plays soundly without its memory.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from cachetools import LRUCache

import dvergar
from dvergar import bots
from dvergar.core.bot import Bot, ask, thought_of
from dvergar.core.chance import derive
from dvergar.lab.move_evaluation import TurnAdvice, advise, evaluate_move
from dvergar.lab.parallel import end_with_parent
from dvergar.web.bot_workers.question import Answer, Failure, Key, Question


@dataclass(frozen=True, slots=True)
class RememberedBot:
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
        self._bots: LRUCache[Key, RememberedBot] = LRUCache(most)
        self.thinking: Bot | None = None
        """The bot that is thinking now, to show its progress."""

    def __len__(self) -> int:
        return len(self._bots)

    def __contains__(self, key: Key) -> bool:
        return key in self._bots

    def think(self, question: Question) -> Answer:
        """The moves of a bot's turn, or of its part in someone else's; for a hint, advice.

        A turn of a game that is over is evaluated instead, by a bot that remembers nothing.
        """
        begun = time.monotonic()
        if question.adviser is not None:
            evaluation = evaluate_move(question.state, question.turn, question.adviser)
            return Answer(evaluation.best, None, time.monotonic() - begun, evaluation=evaluation)
        remembered = self._bots.pop(question.key, None)
        known = remembered is not None and remembered.knows(question)
        bot = remembered.bot if remembered is not None and known else _made(question)
        advice: tuple[TurnAdvice, ...] = ()
        with self._watched(bot):
            if question.hint:
                advice = advise(bot, question.state, derive(question.seed, 2))
                moves: tuple[str, ...] = ()
                over = False
            else:
                moves, over = _turn(bot, question)
        if not over:
            self._keep(question.key, RememberedBot(bot, question.kind, question.played + moves))
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
        for key in [key for key in self._bots if key[0] == table]:
            del self._bots[key]

    def _keep(self, key: Key, remembered: RememberedBot) -> None:
        if self._most:
            self._bots[key] = remembered


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


PROGRESS_S: Final = 0.25  # between two messages about the progress of a bot
WORKER_NICENESS: Final = 10  # on a busy machine the server goes first, as `nice` counts it


def work(connection: Connection, most: int) -> None:
    """Says which engine it runs on, then answers questions; a text names a table that is over."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    if hasattr(os, "nice"):
        os.nice(WORKER_NICENESS)
    memory = Memory(most)
    lock = threading.Lock()
    connection.send(dvergar.compiled)
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            asked = connection.recv()
            if isinstance(asked, str):
                memory.forget(asked)
                continue
            with _shown(connection, memory, lock):
                answer = answer_of(memory, asked)
            with lock:
                _send(connection, answer)


def answer_of(memory: Memory, question: Question) -> Answer | Failure:
    """What a bot answers, or what it has stumbled over."""
    try:
        return memory.think(question)
    except BaseException:  # noqa: BLE001 - whatever a bot raises, its process serves others too
        return Failure(traceback.format_exc())


def _send(connection: Connection, answer: Answer | Failure) -> None:
    try:
        connection.send(answer)
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - a bot of another package may think of what cannot be sent
        connection.send(Failure(traceback.format_exc()))


@contextmanager
def _shown(connection: Connection, memory: Memory, lock: threading.Lock) -> Iterator[None]:
    """Tells the server now and then how far the bot has come.

    Compiled code keeps the interpreter to itself, so a bot is seen when it lets others run.
    """
    done = threading.Event()

    def report_progress() -> None:
        while not done.wait(PROGRESS_S):
            thought = _thought(memory.thinking)
            with lock, suppress(Exception):  # the server is gone, or the thought cannot be sent
                if thought is not None and not done.is_set():
                    connection.send(thought)

    reporter = threading.Thread(target=report_progress, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def _thought(bot: Bot | None) -> object:
    return None if bot is None else thought_of(bot)
