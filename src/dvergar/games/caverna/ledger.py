"""Every gain and every cost of goods goes through here: one function each.

That is where the tiles that answer to a gain hang, so none can be forgotten on any route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.goods import DOG, ORE, RUBY, SHEEP, STONE, WOOD
from dvergar.games.caverna.tiles import HAS_DOG_SCHOOL, HAS_SEAM

if TYPE_CHECKING:
    from dvergar.games.caverna.rules import State


def gain(state: State, seat: int, good: int, amount: int) -> None:
    """A seat receives goods, whatever their origin."""
    player = state.players[seat]
    player.goods[good] += amount
    state.trail.append(("gain", seat, good, amount))
    if good == STONE and player.built & HAS_SEAM:
        gain(state, seat, ORE, amount)
    elif good == DOG and player.built & HAS_DOG_SCHOOL:
        gain(state, seat, WOOD, amount)
    elif good == RUBY:
        state.fresh |= 1 << seat
    if good >= SHEEP:
        state.unsettled = state.unsettled | 1 << seat


def pay(state: State, seat: int, good: int, amount: int) -> None:
    """A seat gives goods away; whoever calls has seen that they are there."""
    if amount:
        state.players[seat].goods[good] -= amount
        state.trail.append(("pay", seat, good, amount))
