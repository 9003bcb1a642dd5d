"""Handling positions in tests: what is offered, who has what, what has changed."""

from __future__ import annotations

from typing import Any

import dvergar
from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.shapes import Goods, View


def table(players: int = 2, **options: Any) -> Any:
    """A game in which the first seat begins."""
    return dvergar.game("caverna", **{"players": players, "first_seat": 0, **options})


def offered(state: State, free: bool = False) -> list[str]:
    """The names of the moves, without the free ones unless they are asked for."""
    return [state.game.name(move) for move in state.moves(free=free)]


def free_moves(state: State) -> list[str]:
    """The names of the free moves alone."""
    real = set(state.moves(free=False))
    return [state.game.name(move) for move in state.moves() if move not in real]


def is_placing(state: State) -> bool:
    """Whether a dwarf is to be placed."""
    return any(name == "pass" or name.startswith("place ") for name in offered(state))


def player_of(state: State, seat: int = 0) -> View:
    """What lies in front of one seat."""
    player: View = state.view(None)["players"][seat]
    return player


def goods_of(state: State, seat: int = 0) -> Goods:
    """The goods of one seat."""
    return dict(player_of(state, seat)["goods"])


def change(before: Goods, after: Goods) -> Goods:
    """What has become more or less."""
    return {good: after[good] - before[good] for good in before if after[good] - before[good]}


def booked(state: State, seat: int, *kinds: str) -> Goods:
    """What the last move gained (or paid) in all, by its events."""
    sums: Goods = {}
    for event in state.events():
        if event.kind in kinds and event.seat == seat:
            good = str(event["good"])
            sums[good] = sums.get(good, 0) + int(event["amount"])
    return {good: amount for good, amount in sums.items() if amount}


def plus(*all_goods: Goods) -> Goods:
    """Goods together."""
    sums: Goods = {}
    for goods in all_goods:
        for good, amount in goods.items():
            sums[good] = sums.get(good, 0) + amount
    return {good: amount for good, amount in sums.items() if amount}


def times(goods: Goods, number: int) -> Goods:
    """Goods so many times."""
    return {good: amount * number for good, amount in goods.items() if amount * number}


def answer(state: State, *wanted: str) -> str:
    """Plays the first of these moves that is offered and tells which."""
    names = offered(state)
    for name in wanted:
        if name in names:
            play(state, name)
            return name
    raise AssertionError(f"none of {wanted} is offered, but {names}")


def opponents(players: int) -> list[dict[str, Any]]:
    """The other seats of a table: each with one dwarf still to place."""
    return [{"dwarfs": ["home", "away"]} for _ in range(players - 1)]


def resting(players: int) -> list[dict[str, Any]]:
    """The other seats of a table: nobody has a dwarf left to place."""
    return [{"dwarfs": ["away", "away"], "goods": {"food": 9}} for _ in range(players - 1)]
