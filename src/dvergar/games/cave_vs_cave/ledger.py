"""Every gain and every cost goes through here: limits, losses, and the rooms that work on gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.goods import FOOD, KINDS, LIMITS
from dvergar.games.cave_vs_cave.rooms import BLUE_GAIN, RETTED_GOOD, RETTING_ROOM

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State


def gain(state: State, goods: list[int]) -> None:
    """One effect gives goods to the acting seat; what does not fit is lost."""
    base = state.seat * KINDS
    before = state.goods[base + RETTED_GOOD]
    for good, amount in enumerate(goods):
        if amount:
            room = LIMITS[good] - state.goods[base + good]
            real = amount if amount < room else room
            state.goods[base + good] += real
            state.trail.append(("gain", state.seat, good, real, amount - real))
    if goods[RETTED_GOOD] and state.owned[state.seat] >> RETTING_ROOM & 1:
        rises = state.goods[base + RETTED_GOOD] > before
        if rises or state.game.retting_room_full_flax:
            trigger(state, RETTING_ROOM)


def trigger(state: State, room: int) -> None:
    """A blue room works by itself."""
    state.trail.append(("trigger", state.seat, room))
    gain(state, BLUE_GAIN[room])


def refill(state: State, kinds: list[int], to: int) -> None:
    """Raises goods to a value; what is higher stays."""
    base = state.seat * KINDS
    goods = [0] * KINDS
    for good in kinds:
        goods[good] = max(to - state.goods[base + good], 0)
    gain(state, goods)


def pay(state: State, price: list[int]) -> None:
    """The acting seat pays a price that it can pay."""
    base = state.seat * KINDS
    for good, amount in enumerate(price):
        if amount:
            state.goods[base + good] -= amount
            state.trail.append(("pay", state.seat, good, amount))


def eat(state: State, good: int) -> None:
    """One of a good becomes one food: an exchange that goes without further words."""
    mark = len(state.trail)
    pay(state, [int(kind == good) for kind in range(KINDS)])
    gain(state, [int(kind == FOOD) for kind in range(KINDS)])
    del state.trail[mark:]
    state.trail.append(("eat", state.seat, good))
