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
from typing import Any, Literal, TypedDict, Unpack

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
    "cave_vs_cave",
    "caverna",
    "compiled",
    "derive",
    "evaluate",
    "game",
    "my_gold_mine",
]


def __getattr__(name: str) -> Any:
    """Imports `dvergar.bots`, `dvergar.envs` and `dvergar.lab` when they are first used."""
    if name in ("bots", "envs", "lab"):
        return import_module(f"dvergar.{name}")
    raise AttributeError(f"module 'dvergar' has no attribute {name!r}")


class CavernaOptions(TypedDict, total=False):
    """The options of Caverna: The Cave Farmers."""

    players: int
    tiles: Literal["full", "introductory"]
    harvest_reveal: Literal["round_start", "before_harvest"]
    solo_purge: Literal["printed", "six", "excess"]
    first_seat: Literal["random"] | int


class CaveVsCaveOptions(TypedDict, total=False):
    """The options of Caverna: Cave vs Cave."""

    players: int
    first_seat: Literal["random"] | int
    additional_cavern_two_wall_side: Literal["corner", "opposite"]
    dungeon_same_turn: bool
    junction_room_gold: bool
    retting_room_full_flax: bool
    wood_storeroom_timing: Literal["before", "after"]
    solo_reveal: Literal["turn", "action"]


class MyGoldMineOptions(TypedDict, total=False):
    """The options of My Gold Mine."""

    players: int
    two_player_variant: bool
    first_seat: Literal["random"] | int
    open_gold: bool
    exit_deck: Literal["dvergar"]
    red_door_at_dragon: Literal["stay", "forbid", "burn"]
    dragon_timing: Literal["after_move", "before_move"]
    no_winner_starter: Literal["next_seat", "same_seat"]
    final_tie_no_slot: Literal["shared", "round_two_slot"]


def caverna(**options: Unpack[CavernaOptions]) -> Game:
    """`dvergar.game("caverna", ...)`, with options that editors and type checkers know.

    Args:
        **options: `players` and the game's options; those left out have their defaults.

    Returns:
        The game. Its `start` deals positions.

    Raises:
        OptionError: an option or its value is not possible.

    >>> caverna(players=2, tiles="introductory").options["tiles"]
    'introductory'
    """
    return make_game("caverna", {**options})


def cave_vs_cave(**options: Unpack[CaveVsCaveOptions]) -> Game:
    """`dvergar.game("cave_vs_cave", ...)`, with options that editors and type checkers know.

    Args:
        **options: `players` and the game's options; those left out have their defaults.

    Returns:
        The game. Its `start` deals positions.

    Raises:
        OptionError: an option or its value is not possible.

    >>> cave_vs_cave(players=1, solo_reveal="action").players
    1
    """
    return make_game("cave_vs_cave", {**options})


def my_gold_mine(**options: Unpack[MyGoldMineOptions]) -> Game:
    """`dvergar.game("my_gold_mine", ...)`, with options that editors and type checkers know.

    Args:
        **options: `players` and the game's options; those left out have their defaults.

    Returns:
        The game. Its `start` deals positions.

    Raises:
        OptionError: an option or its value is not possible.

    >>> my_gold_mine(players=4, open_gold=True).players
    4
    """
    return make_game("my_gold_mine", {**options})


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
