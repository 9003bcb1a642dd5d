"""Bots from outside: installed packages, files, modules, and programs in any language.

`path.py:Class` and `module:Class` name a class, `run:COMMAND` a program that reads questions from
its standard input and writes answers to its standard output, one line of JSON each
(`docs/write-a-bot.md` describes every line). Limits follow as after any other name. Such a name
runs code, so it only ever comes from a command line or from Python, never from a page, a request or
a record.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import logging
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, ClassVar, Final

from dvergar.bots.spec import Limit, read_limits
from dvergar.core.bot import Bot
from dvergar.core.errors import BotFailed, DvergarError, UnknownBot, error_summary
from dvergar.core.game import State
from dvergar.core.registry import PluginSkipped, import_plugin

PROTOCOL_VERSION: Final = 1
ANSWER_TIMEOUT_S: Final = 60.0
"""Default time limit for an answer, in seconds."""


class ProcessBot:
    """Asks a program; it is started with the first question and ended by `close`."""

    limits: ClassVar[tuple[str, ...]] = ("seconds",)

    def __init__(self, command: str, seconds: float = ANSWER_TIMEOUT_S) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()
        self._announced = ""  # the game and the seat that the program was told of

    def choose(self, state: State) -> int:
        """Sends the question, and reads the name of a move."""
        game = state.game
        setup = f"{game.slug} {game.options} {state.seat}"
        if self._process is None or setup != self._announced:
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
            self._announced = setup
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


RUN_PREFIX: Final = "run:"
FILE_SUFFIX: Final = ".py"
ENTRY_POINT_GROUP: Final = "dvergar.bots"
LOG: Final = logging.getLogger("dvergar.plugins")

Maker = Callable[..., Bot]


@cache
def announced() -> dict[str, Any]:
    """The bots that installed packages announce, by name; each is loaded on first use."""
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINT_GROUP)}


@dataclass(frozen=True, slots=True)
class Announced:
    """An announced bot that was loaded: what makes it, or why it cannot be loaded."""

    maker: Maker | None = None
    games: tuple[str, ...] = ()
    """The games that it says it plays; none: any."""
    why_not: str = ""


@cache
def load_announced(name: str) -> Announced:
    """Loads an announced bot, once; one that fails is in the log."""
    try:
        maker: Maker = import_plugin(announced()[name])
        return Announced(maker, plays(maker))
    except KeyboardInterrupt:
        raise
    except PluginSkipped as error:
        return Announced(why_not=error_summary(error))
    except BaseException as error:  # noqa: BLE001 - also `sys.exit` of a package stops no server
        why = error_summary(error)
        LOG.warning("the bot “%s” of another package cannot be loaded: %s", name, why)
        return Announced(why_not=why)


def is_playable(name: str, game: str) -> bool:
    """Whether an announced bot can be loaded and doesn't exclude a game."""
    found = load_announced(name)
    return not found.why_not and (not found.games or game in found.games)


def plays(maker: Maker) -> tuple[str, ...]:
    """The names of the games that a bot declares; empty if it plays any."""
    said = getattr(maker, "games", ())
    return (
        (said,) if isinstance(said, str) else tuple([one for one in said if isinstance(one, str)])
    )


def check_game(maker: Maker, name: str, game: str) -> None:
    """Raises UnknownBot if a bot doesn't play a game."""
    known = plays(maker)
    if game and known and game not in known:
        raise UnknownBot("bot.games", name=name[:80], game=game, known=", ".join(known))


def is_code_spec(spec: str) -> bool:
    """Whether a text names a class or a program, and not a bot that is known by its name.

    >>> is_code_spec("mine.py:Mine"), is_code_spec("package.bots:Mine:nodes=3")
    (True, True)
    >>> is_code_spec("run:./mine")
    True
    >>> is_code_spec("greedy"), is_code_spec("search:nodes=2000")
    (False, False)
    """
    address, colon, rest = _parts(spec)
    return spec.startswith(RUN_PREFIX) or (
        bool(colon and address) and "=" not in rest.partition(":")[0]
    )


def _parts(spec: str) -> tuple[str, str, str]:
    """The file or module, and what follows it; a path may contain colons."""
    place = spec.find(FILE_SUFFIX + ":")
    if place >= 0:
        place += len(FILE_SUFFIX)
        return spec[:place], ":", spec[place + 1 :]
    return spec.partition(":")


def read_code_spec(spec: str) -> tuple[Maker, dict[str, Limit]]:
    """What makes such a bot, and its limits."""
    if spec.startswith(RUN_PREFIX):
        command, limits = read_limits(spec, spec.removeprefix(RUN_PREFIX))
        return _Program(command), limits
    address, _, rest = _parts(spec)
    name, limits = read_limits(spec, rest)
    return _class_in(spec, _module(spec, address), name), limits


class _Program:
    """Makes a bot of a command."""

    limits: ClassVar[tuple[str, ...]] = ("seconds",)

    def __init__(self, command: str) -> None:
        self.command = command

    def __call__(self, **limits: Any) -> Bot:
        return ProcessBot(self.command, **limits)


def _module(spec: str, address: str) -> Any:
    """A file or a module, loaded once."""
    try:
        return (
            _file(Path(address).resolve())
            if address.endswith(FILE_SUFFIX)
            else import_module(address)
        )
    except Exception as error:
        raise UnknownBot("bot.load", name=spec[:80], why=error_summary(error)) from error


@cache
def _file(path: Path) -> Any:
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"dvergar_bot_{path.stem}"
    found = spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))  # its neighbours are found as Python would find them
    try:
        found.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def _class_in(spec: str, module: Any, name: str) -> Maker:
    maker: Maker | None = getattr(module, name, None)
    if maker is None:
        raise UnknownBot("bot.class", name=spec[:80], missing=name[:40])
    return maker


def build_bot(maker: Maker, name: str, seed: int, limits: dict[str, Any]) -> Bot:
    """Calls a maker, with a seed if it takes one, and with limits that it knows."""
    known = getattr(maker, "limits", ())
    for limit in limits:
        if limit not in known:
            settable = ", ".join(known) or "-"
            raise UnknownBot("bot.limits", name=name[:80], limit=limit[:40], known=settable)
    try:
        given = {**limits, "seed": seed} if _takes_seed(maker) else limits
        bot = maker(**given)
    except DvergarError:
        raise
    except (Exception, SystemExit) as error:
        raise UnknownBot("bot.load", name=name[:80], why=error_summary(error)) from error
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot("bot.choose", name=name[:80])
    return bot


def _takes_seed(maker: Maker) -> bool:
    if isinstance(maker, _Program):
        return False
    try:
        parameters = inspect.signature(maker).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(one.name == "seed" or one.kind is one.VAR_KEYWORD for one in parameters)
