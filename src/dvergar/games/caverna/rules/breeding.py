"""Breeding: which young come, and what they bring.

In the Breeding phase, of every kind with two or more animals one is born if all that are born fit;
where not all fit, the owner chooses among the sets of kinds that no other set beats. As loot the
owner chooses any kinds that fit, up to a number. Sets are in the order of FARM_ANIMALS.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.game import PARENTS
from dvergar.games.caverna.facts.goods import (
    BOAR,
    CATTLE,
    DOG,
    DONKEY,
    FARM_ANIMALS,
    FOOD,
    SHEEP,
)
from dvergar.games.caverna.facts.tiles import FOOD_FOR_YOUNG, ON_BIRTH
from dvergar.games.caverna.rules.housing import fits
from dvergar.games.caverna.rules.ledger import gain
from dvergar.games.caverna.state.moves import KINDS_OF_YOUNG
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


def breedable(hand: list[int]) -> int:
    """The kinds with at least two animals, as a set."""
    kinds = 0
    for kind in range(len(FARM_ANIMALS)):
        if hand[SHEEP + kind] >= PARENTS:
            kinds |= bit(kind)
    return kinds


def young_fit(player: Player, hand: list[int], kinds: int) -> bool:
    """Whether one young of each of these kinds has room beside the herd."""
    return fits(
        player,
        hand[DOG],
        hand[SHEEP] + has(kinds, 0),
        hand[DONKEY] + has(kinds, 1),
        hand[BOAR] + has(kinds, 2),
        hand[CATTLE] + has(kinds, 3),
    )


def size(kinds: int) -> int:
    """How many kinds a set has."""
    return kinds.bit_count()


def fitting_young(player: Player, hand: list[int], most: int) -> list[int]:
    """The sets of at most so many young that fit, the empty one included, ascending."""
    kinds = breedable(hand)
    return [
        one
        for one in range(KINDS_OF_YOUNG)
        if one & kinds == one and size(one) <= most and young_fit(player, hand, one)
    ]


def maximal_young(player: Player, hand: list[int], most: int) -> list[int]:
    """The sets of at most so many young that fit and that no larger one contains, ascending."""
    fitting = fitting_young(player, hand, most)
    maximal = [one for one in fitting if not _is_within(one, fitting)]
    return maximal or [0]


def _is_within(kinds: int, others: list[int]) -> bool:
    """Whether another one of some sets contains a set."""
    for other in others:
        if kinds != other and kinds & other == kinds:
            return True
    return False


def births(state: State, seat: int, kinds: int) -> None:
    """The young arrive together, and tiles answer to them."""
    if not kinds:
        return
    built = state.players[seat].built
    state.trail.append(("young", seat, kinds))
    for kind, animal in enumerate(FARM_ANIMALS):
        if has(kinds, kind):
            gain(state, seat, animal, 1)
            for tile, gives in ON_BIRTH[animal]:
                if has(built, tile):
                    gain(state, seat, gives, 1)
    for tile, food in FOOD_FOR_YOUNG:
        if has(built, tile):
            gain(state, seat, FOOD, food[size(kinds)])
