"""Finds games and the bots that belong to them.

A game of ours is a folder of `dvergar.games` whose package has an `INFO`; a game of somebody else's
package announces its `INFO` under the entry point group `dvergar.games`. Games are made here, once
for each choice of options.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from dvergar.core.errors import UnknownGame
from dvergar.core.game import Game, State, made_again_by
from dvergar.core.info import GameInfo, load
from dvergar.core.options import Value

if TYPE_CHECKING:
    from dvergar.core.bot import Bot


@cache
def games() -> dict[str, GameInfo]:
    """Every game that is installed, ours first.

    >>> "caverna" in games()
    True
    """
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
    """What is known of the game with this name.

    >>> info("my_gold_mine").slug
    'my_gold_mine'
    """
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


made_again_by(make_game)  # a game that is stored is read back as the one that is here


def own_bot(slug: str, name: str) -> Callable[..., Bot]:
    """What makes a bot that belongs to one game."""
    maker: Callable[..., Bot] = load(info(slug).bots[name])
    return maker


def evaluate(slug: str) -> Callable[[State, int], float] | None:
    """The game's estimate of a seat's final score, if it has one."""
    address = info(slug).evaluate
    return load(address) if address else None


def features(slug: str) -> Callable[[State, int], list[float]] | None:
    """What a learnt estimate of the game is told of a position, if it has one."""
    address = info(slug).features
    return load(address) if address else None


def settled(slug: str) -> Callable[[State, int], bool] | None:
    """What says that only the ending is left for a seat, if the game has it."""
    address = info(slug).settled
    return load(address) if address else None


def whole_turns(slug: str) -> Callable[[State, int], list[tuple[list[int], State]]] | None:
    """What lists the turns of a game that are worth a try, if it can."""
    address = info(slug).whole_turns
    return load(address) if address else None
