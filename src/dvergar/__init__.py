"""Dvergar: three complete board games about dwarfs in caves.

>>> import dvergar
>>> game = dvergar.game("my_gold_mine", players=3)
>>> state = game.start(seed=7)
>>> state.named_moves()
[dig, draw exit]
>>> state.play(game.move("draw exit"))
>>> bot = dvergar.bots.make("careful", seed=1)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dvergar.core import game as engine
from dvergar.core.chance import derive
from dvergar.core.errors import DvergarError, IllegalMove, OptionError, PositionError, RecordError
from dvergar.core.game import Game, State
from dvergar.core.moves import Move
from dvergar.core.record import Record
from dvergar.core.registry import evaluate, make_game

__version__ = "0.1.0"

compiled = not engine.__file__.endswith(".py")
"""Whether the engine was compiled to machine code when Dvergar was installed."""

__all__ = [
    "DvergarError",
    "Game",
    "IllegalMove",
    "Move",
    "OptionError",
    "PositionError",
    "Record",
    "RecordError",
    "State",
    "compiled",
    "derive",
    "evaluate",
    "game",
]


def __getattr__(name: str) -> Any:
    """Imports `dvergar.bots`, `dvergar.envs` and `dvergar.lab` when they are first used."""
    if name in ("bots", "envs", "lab"):
        return import_module(f"dvergar.{name}")
    raise AttributeError(f"module 'dvergar' has no attribute {name!r}")


def game(name: str, /, **options: Any) -> Game:
    """Make a game.

    Args:
        name: the game's short name, such as `caverna`.
        **options: `players` and the game's own options; those left out have their defaults.

    Returns:
        The game. Its `start` deals positions.

    Raises:
        UnknownGame: no installed game has this name.
        OptionError: an option or its value is not possible; the message says which are.

    >>> game("my_gold_mine", players=3).players
    3
    >>> game("my_gold_mine", players=9)
    Traceback (most recent call last):
    ...
    dvergar.core.errors.OptionError: My Gold Mine is for 2 to 6 players, not for 9.
    """
    return make_game(name, options)
