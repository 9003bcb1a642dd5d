"""A bot that is a program of its own, in any language, and speaks lines of JSON.

It reads questions from its standard input and writes answers to its standard output, one line each.
What it prints to standard error is shown as it is. `docs/write-a-bot.md` describes every line.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, ClassVar, Final

from dvergar.core.errors import BotFailed
from dvergar.core.game import State

PROTOCOL_VERSION: Final = 1
ANSWER_TIMEOUT_S: Final = 60.0
"""Seconds that an answer may take, unless it is said otherwise."""


class ProcessBot:
    """Asks a program; it is started with the first question and ended by `close`."""

    limits: ClassVar[tuple[str, ...]] = ("seconds",)

    def __init__(self, command: str, seconds: float = ANSWER_TIMEOUT_S) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()
        self._told = ""  # the game and the seat that the program was told of

    def choose(self, state: State) -> int:
        """Sends the question, and reads the name of a move."""
        game = state.game
        told = f"{game.slug} {game.options} {state.seat}"
        if self._process is None or told != self._told:
            self._send(
                {
                    "type": "game",
                    "protocol": PROTOCOL_VERSION,
                    "game": game.slug,
                    "rules": game.info.rules_version,
                    "options": game.options,
                    "seat": state.seat,
                }
            )
            self._told = told
        moves = state.moves()
        names = [game.name(move) for move in moves]
        free = [game.name(move) for move in moves if game.is_free(move)]
        seat = state.seat
        self._send(
            {"type": "ask", "seat": seat, "moves": names, "free": free, "view": state.view(seat)}
        )
        return moves[names.index(self._answer(names))]

    def close(self) -> None:
        """Ends the program: its input is closed, and it has a second to go by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:
            raise BotFailed("bot.start", name=self.command[:80], why=str(error)) from error
        self._lines = Queue()
        Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        return process

    def _send(self, message: dict[str, Any]) -> None:
        if self._process is None:
            self._process = self._start()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._gone() from error

    def _answer(self, names: list[str]) -> str:
        """The move that the program names."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except Empty:
            self._kill()
            raise BotFailed(
                "bot.slow", name=self.command[:80], seconds=f"{self.seconds:g}"
            ) from None
        if not line:
            raise self._gone()
        try:
            move = json.loads(line)["move"]
        except (ValueError, TypeError, KeyError) as error:
            raise BotFailed("bot.line", name=self.command[:80], line=line[:80].strip()) from error
        if move not in names:
            raise BotFailed("bot.illegal", name=self.command[:80], move=str(move)[:60])
        answer: str = move
        return answer

    def _gone(self) -> BotFailed:
        code = "?"
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = str(self._process.wait(1))
        self.close()
        return BotFailed("bot.ended", name=self.command[:80], code=code)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self.close()


def _read(lines: IO[str] | None, heard: Queue[str]) -> None:
    """Hands on what a program writes, and an empty text when it is gone."""
    assert lines is not None
    with contextlib.suppress(ValueError, OSError):
        for line in lines:
            heard.put(line)
    heard.put("")
