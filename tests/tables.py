"""Every game there is, ours and the toy, with every player count and every option."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dvergar.core.game import Game
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, make_game
from dvergar.core.rulebook import Rulebook
from tests import toy

INFOS: list[GameInfo] = [*games().values(), toy.INFO]


def every_count() -> list[Any]:
    """A table of every game for every number of players, as parameters of a test."""
    return [_parameter(info, {"players": count}) for info in INFOS for count in _counts(info)]


def every_option() -> list[Any]:
    """The same, and other values of every option, for the fewest and the most players it fits."""
    tables = every_count()
    for info in INFOS:
        tables += [_parameter(info, options) for options in _other_options(info)]
    return tables


def _counts(info: GameInfo) -> range:
    return range(info.players[0], info.players[1] + 1)


def _other_options(info: GameInfo) -> Iterator[dict[str, Any]]:
    for option in info.options:
        counts = [count for count in _counts(info) if option.fits(count)]
        for count in dict.fromkeys([*counts[:1], *counts[-1:]]):
            others = option.values_for(count)[1:]
            for value in dict.fromkeys([*others[:1], *others[-1:]]):
                yield {"players": count, option.name: value}


def _parameter(info: GameInfo, options: dict[str, Any]) -> Any:
    name = "-".join([info.slug, *(f"{name}={value}" for name, value in options.items())])
    return pytest.param((info.slug, options), id=name)


def made(table: tuple[str, dict[str, Any]]) -> Game:
    """The game of a parameter."""
    slug, options = table
    return make_game(slug, options)


@cache
def rulebook(slug: str) -> Rulebook:
    """The rule book of a game, read once: that takes longer than most tests."""
    return games()[slug].rulebook()
