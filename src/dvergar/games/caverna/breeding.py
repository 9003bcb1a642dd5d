"""Breeding: which young come, and what they bring.

Of every kind with two or more animals one is born if all that are born fit; where not all fit,
the owner chooses among the sets of kinds that no other set beats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.goods import BOAR, CATTLE, DONKEY, FOOD, SHEEP, STONE
from dvergar.games.caverna.housing import fits
from dvergar.games.caverna.ledger import gain
from dvergar.games.caverna.tiles import BIRTH_FOOD, HAS_BREEDING_CAVE, HAS_QUARRY

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def breedable(player: Player) -> int:
    """The kinds with at least two animals, as a set in the order of FARM_ANIMALS."""
    goods = player.goods
    kinds = 0
    if goods[SHEEP] >= 2:
        kinds |= 1
    if goods[DONKEY] >= 2:
        kinds |= 2
    if goods[BOAR] >= 2:
        kinds |= 4
    if goods[CATTLE] >= 2:
        kinds |= 8
    return kinds


def young_fit(player: Player, kinds: int) -> bool:
    """Whether one young of each of these kinds has room beside the herd."""
    goods = player.goods
    return fits(
        player,
        goods[SHEEP] + (kinds & 1),
        goods[DONKEY] + (kinds >> 1 & 1),
        goods[BOAR] + (kinds >> 2 & 1),
        goods[CATTLE] + (kinds >> 3 & 1),
    )


def size(kinds: int) -> int:
    """How many kinds a set has."""
    return (kinds & 1) + (kinds >> 1 & 1) + (kinds >> 2 & 1) + (kinds >> 3 & 1)


def maximal_young(player: Player, kinds: int, most: int) -> list[int]:
    """The sets of at most so many young that fit and that no larger one contains, ascending."""
    fitting = [
        one
        for one in range(16)
        if one & kinds == one and size(one) <= most and young_fit(player, one)
    ]
    maximal = [
        one for one in fitting if not any(one != other and one & other == one for other in fitting)
    ]
    return maximal or [0]


def births(state: State, seat: int, kinds: int) -> None:
    """The young arrive together; Quarry and Breeding cave answer."""
    if not kinds:
        return
    player = state.players[seat]
    state.trail.append(("young", seat, kinds))
    if kinds & 1:
        gain(state, seat, SHEEP, 1)
    if kinds & 2:
        gain(state, seat, DONKEY, 1)
        if player.built & HAS_QUARRY:
            gain(state, seat, STONE, 1)
    if kinds & 4:
        gain(state, seat, BOAR, 1)
    if kinds & 8:
        gain(state, seat, CATTLE, 1)
    if player.built & HAS_BREEDING_CAVE:
        gain(state, seat, FOOD, BIRTH_FOOD[size(kinds)])
