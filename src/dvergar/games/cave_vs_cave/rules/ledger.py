"""Every gain and every cost goes through here: limits, losses, and the rooms that work on gains."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.goods import FOOD, FOOD_OF, GOOD_COUNT, LIMITS
from dvergar.games.cave_vs_cave.facts.rooms import BLUE_GAIN, WHEN_GAINED, members
from dvergar.games.cave_vs_cave.state.state import State


def gain(state: State, goods: list[int]) -> None:
    """One effect gives goods to the acting seat; what does not fit is lost."""
    base = state.seat * GOOD_COUNT
    owned = state.owned[state.seat]
    answering = 0  # blue rooms, which work when all has been gained
    for good, amount in enumerate(goods):
        if amount:
            room = LIMITS[good] - state.goods[base + good]
            real = amount if amount < room else room
            state.goods[base + good] += real
            state.trail.append(("gain", state.seat, good, real, amount - real))
            if real or state.variant.retting_room_full_flax:
                answering |= owned & WHEN_GAINED[good]
    if answering:
        trigger_all(state, answering)


def trigger_all(state: State, rooms: int) -> None:
    """Blue rooms work by themselves, one after the other."""
    for room in members(rooms):
        state.trail.append(("trigger", state.seat, room))
        gain(state, BLUE_GAIN[room])


def refill(state: State, kinds: list[int], to: int) -> None:
    """Raises goods to a value; what is higher stays."""
    base = state.seat * GOOD_COUNT
    goods = [0] * GOOD_COUNT
    for good in kinds:
        goods[good] = max(to - state.goods[base + good], 0)
    gain(state, goods)


def pay(state: State, price: list[int]) -> None:
    """The acting seat pays a price that it can pay."""
    base = state.seat * GOOD_COUNT
    for good, amount in enumerate(price):
        if amount:
            state.goods[base + good] -= amount
            state.trail.append(("pay", state.seat, good, amount))


def eat(state: State, good: int) -> None:
    """One of a good becomes food: an exchange that goes without further words."""
    mark = len(state.trail)
    pay(state, [int(kind == good) for kind in range(GOOD_COUNT)])
    gain(state, [FOOD_OF[good] if kind == FOOD else 0 for kind in range(GOOD_COUNT)])
    del state.trail[mark:]
    state.trail.append(("eat", state.seat, good))
