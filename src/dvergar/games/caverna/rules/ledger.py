"""Every gain and every cost of goods goes through here: one function each.

That is where the tiles that answer to a gain hang, so none can be forgotten on any route.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.goods import is_farm_animal
from dvergar.games.caverna.facts.tiles import ON_GAIN
from dvergar.games.caverna.state.state import State


def gain(state: State, seat: int, good: int, amount: int) -> None:
    """A seat receives goods, whatever their origin."""
    player = state.players[seat]
    for one in with_answers(player.built, good):
        player.goods[one] += amount
        state.trail.append(("gain", seat, one, amount))
        if is_farm_animal(one):
            state.unsettled |= bit(seat)


def with_answers(built: int, good: int) -> list[int]:
    """What a gain brings: the good itself, and as many of others by tiles that answer to it."""
    found = [good]
    if not ON_GAIN[good]:
        return found
    for one in found:  # those that are added answer as well
        for tile, gives in ON_GAIN[one]:
            if has(built, tile):
                found.append(gives)
    return found


def gain_all(state: State, seat: int, goods: list[tuple[int, int]]) -> None:
    """A seat receives several goods."""
    for good, amount in goods:
        gain(state, seat, good, amount)


def pay(state: State, seat: int, good: int, amount: int) -> None:
    """A seat gives goods away; whoever calls has seen that they are there."""
    if amount:
        state.players[seat].goods[good] -= amount
        state.trail.append(("pay", seat, good, amount))


def pay_all(state: State, seat: int, goods: list[tuple[int, int]]) -> None:
    """A seat gives several goods away."""
    for good, amount in goods:
        pay(state, seat, good, amount)


def missing(hand: list[int], goods: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What is not in hand of so many goods."""
    return [(good, amount - hand[good]) for good, amount in goods if hand[good] < amount]


def holds(hand: list[int], goods: list[tuple[int, int]]) -> bool:
    """Whether so many goods are in hand."""
    for good, amount in goods:
        if hand[good] < amount:
            return False
    return True
