"""Finds games and the bots that belong to them.

A game of ours is a folder of `dvergar.games` whose package has an `INFO`; a game of somebody else's
package announces its `INFO` under the entry point group `dvergar.games`. An `INFO` says what a
start page needs to know and is cheap to import; rules, bots and words are loaded when they are
asked for.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from dvergar.core.errors import UnknownBot, UnknownGame
from dvergar.core.options import Option, Value, check_options
from dvergar.core.rulebook import Rulebook
from dvergar.core.words import Words, words

if TYPE_CHECKING:
    from dvergar.core.bot import Bot
    from dvergar.core.game import Game, State


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before its rules are loaded.

    `game`, `bots`, `evaluate` and `scene` are addresses such as `package.module:Name`.
    """

    slug: str
    package: str
    game: str
    players: tuple[int, int]
    default_players: int
    minutes: tuple[int, int]
    difficulty: int
    rules_version: int
    options: tuple[Option, ...] = ()
    bots: Mapping[str, str] = field(default_factory=dict)
    evaluate: str = ""
    scene: str = ""
    """What prepares a position for the game's own table page; see `core.scene`."""
    sign: str = "gi-dwarf-face"
    """The icon that stands for the game in lists."""

    def words(self, lang: str) -> Words:
        """The game's own words."""
        return words(self.package, lang)

    def rulebook(self) -> Rulebook:
        """The game's living rule book."""
        return Rulebook.load(self.folder().joinpath("rulebook.toml"))

    def folder(self) -> Traversable:
        """Where the game's files lie."""
        return files(self.package)

    def check(self, options: Mapping[str, Any]) -> dict[str, Value]:
        """The options completed, or a clear error."""
        return check_options(self.slug, self.options, self.players, self.default_players, options)


@cache
def games() -> dict[str, GameInfo]:
    """Every game that is installed, ours first."""
    ours = import_module("dvergar.games")
    found: dict[str, GameInfo] = {}
    for module in pkgutil.iter_modules(ours.__path__, ours.__name__ + "."):
        info = import_module(module.name).INFO
        found[info.slug] = info
    for entry in entry_points(group="dvergar.games"):
        info = entry.load()
        found.setdefault(info.slug, info)
    return found


def register(info: GameInfo) -> None:
    """Adds a game that no installed package announces, for this process: tests and notebooks."""
    games()[info.slug] = info


def info(slug: str) -> GameInfo:
    """What is known of the game with this name."""
    found = games().get(slug)
    if found is None:
        raise UnknownGame("game.unknown", name=slug[:40], known=", ".join(games()))
    return found


def make_game(slug: str, options: Mapping[str, Any]) -> Game:
    """The game with these options; `dvergar.game` is the friendlier way to say it."""
    found = info(slug)
    checked = found.check(options)
    return _made(found.slug, tuple(checked.items()))


@cache
def _made(slug: str, options: tuple[tuple[str, Value], ...]) -> Game:
    found = info(slug)
    made: Game = load(found.game)(found, dict(options))
    return made


def make_own_bot(slug: str, name: str, seed: int, limits: Mapping[str, Any]) -> Bot:
    """A bot that belongs to one game."""
    address = info(slug).bots.get(name)
    if address is None:
        raise UnknownBot("bot.unknown", name=name[:40], known=", ".join(info(slug).bots))
    bot: Bot = load(address)(seed=seed, **limits)
    return bot


def evaluate(slug: str) -> Callable[[State, int], float] | None:
    """The game's estimate of a seat's final score, if it has one."""
    address = info(slug).evaluate
    return load(address) if address else None


def load(address: str) -> Any:
    """What stands at `package.module:Name`."""
    module, _, name = address.partition(":")
    return getattr(import_module(module), name)
