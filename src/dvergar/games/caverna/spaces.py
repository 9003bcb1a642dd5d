"""What one does on each action space, as its card says it, and what each loot lets one do.

The numbers of goods stand in `spaces.toml` and `loot.toml`.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna import flow
from dvergar.games.caverna.board import CAVERN, DEEP_TUNNEL, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.flow import Part, all_of, any_of, first, in_order, one_of
from dvergar.games.caverna.goods import GOLD, ORE, STONE, WOOD
from dvergar.games.caverna.tiles import DWELLING, DWELLINGS, FULL_SET

# Kinds of twin tiles, as bits of a set.
MEADOW_FIELD: Final = 1
CAVERN_TUNNEL: Final = 2
CAVERN_CAVERN: Final = 4
ORE_MINE_DEEP_TUNNEL: Final = 8

take: Final = Part(flow.TAKE)
goods: Final = Part(flow.GOODS)
goods_whenever: Final = Part(flow.GOODS_WHENEVER)
starting_player_token: Final = Part(flow.STARTING_TOKEN)
sow: Final = Part(flow.SOW)
grow_family: Final = Part(flow.GROW)
forge: Final = Part(flow.FORGE)
market: Final = Part(flow.MARKET)
imitate: Final = Part(flow.IMITATE)
furnish: Final = Part(flow.FURNISH, a=FULL_SET)
furnish_dwelling: Final = Part(flow.FURNISH, a=DWELLINGS & FULL_SET)


def gain(good: int, amount: int) -> Part:
    """So much of a good."""
    return Part(flow.GAIN, a=good, b=amount)


def place(*kinds: int) -> Part:
    """Place a twin tile of one of these kinds."""
    return Part(flow.TWIN, a=sum(kinds))


def expedition(level: int) -> Part:
    """Go on an expedition with an armed dwarf."""
    return Part(flow.EXPEDITION, a=level)


def ore_for_each_mine(ore: int) -> Part:
    """Ore for each ore mine one has."""
    return Part(flow.ORE_MINES, b=ore)


def ruby_with_mines(mines: int) -> Part:
    """One ruby if one has so many ruby mines."""
    return Part(flow.RUBY_MINES, a=mines)


def small_pasture(wood: int) -> Part:
    """Fence one meadow for so much wood."""
    return Part(flow.SMALL_PASTURE, a=wood)


def large_pasture(wood: int) -> Part:
    """Fence two meadows for so much wood."""
    return Part(flow.LARGE_PASTURE, a=wood)


def stable(stone: int) -> Part:
    """Build a stable for so much stone."""
    return Part(flow.BUILD_STABLE, a=stone)


def ruby_mine(land: int) -> Part:
    """Lay a ruby mine on such land."""
    return Part(flow.BUILD_RUBY_MINE, a=land)


def lay(land: int) -> Part:
    """Lay a single tile."""
    return Part(flow.LAY, a=land)


SPACE_FLOWS: Final[dict[str, Part]] = {
    # The boards.
    "drift_mining": any_of(take, place(CAVERN_TUNNEL)),
    "drift_mining_2": any_of(take, place(CAVERN_TUNNEL)),
    "excavation": any_of(take, place(CAVERN_TUNNEL, CAVERN_CAVERN)),
    "starting_player": all_of(starting_player_token, take, goods),
    "logging": in_order(take, expedition(1)),
    "supplies": goods,
    "growth": one_of(goods, grow_family),
    "ore_mining": all_of(take, ore_for_each_mine(2)),
    "wood_gathering": take,
    "clearing": any_of(take, place(MEADOW_FIELD)),
    "sustenance": any_of(all_of(take, goods), place(MEADOW_FIELD)),
    "ruby_mining": all_of(take, ruby_with_mines(1)),
    "housework": any_of(goods_whenever, furnish),
    "slash_and_burn": in_order(place(MEADOW_FIELD), sow),
    "strip_mining": all_of(take, goods),
    "forest_exploration": all_of(take, goods),
    "imitation_4": imitate,
    "imitation_2": imitate,
    "imitation_1": imitate,
    "imitation_0": imitate,
    "depot": take,
    "small_scale_drift_mining": any_of(goods, place(CAVERN_TUNNEL)),
    "weekly_market": in_order(goods, market),
    "hardware_rental": in_order(goods, expedition(2), sow),
    "fence_building": in_order(take, any_of(small_pasture(2), large_pasture(4))),
    "large_depot": take,
    "extension": one_of(
        all_of(place(MEADOW_FIELD), gain(WOOD, 1)), all_of(place(CAVERN_TUNNEL), gain(STONE, 1))
    ),
    # Stage 1.
    "blacksmithing": in_order(forge, expedition(3)),
    "sheep_farming": in_order(any_of(small_pasture(2), large_pasture(4), stable(1)), take),
    "ore_mine_construction": in_order(
        all_of(place(ORE_MINE_DEEP_TUNNEL), gain(ORE, 3)), expedition(2)
    ),
    # Stage 2.
    "wish_for_children": one_of(grow_family, furnish_dwelling),
    "urgent_wish_for_children": one_of(first(furnish_dwelling, then=grow_family), gain(GOLD, 3)),
    "donkey_farming": in_order(any_of(small_pasture(2), large_pasture(4), stable(1)), take),
    "ruby_mine_construction": one_of(ruby_mine(TUNNEL), ruby_mine(DEEP_TUNNEL)),
    # Stage 3.
    "family_life": any_of(grow_family, sow),
    "exploration": expedition(4),
    "ore_delivery": all_of(take, ore_for_each_mine(2)),
    # Stage 4.
    "adventure": in_order(forge, first(expedition(1), then=expedition(1))),
    "ore_trading": Part(flow.TRADE_ORE, a=3),
    "ruby_delivery": all_of(take, ruby_with_mines(2)),
}

LOOT_FLOWS: Final[dict[str, Part]] = {
    "furnish_cavern": furnish,
    "stable": stable(0),
    "tunnel": lay(TUNNEL),
    "small_pasture": small_pasture(1),
    "large_pasture": large_pasture(2),
    "meadow": lay(MEADOW),
    "ordinary_dwelling": Part(flow.FURNISH, a=1 << DWELLING, b=1),
    "field": lay(FIELD),
    "sow": sow,
    "cavern": lay(CAVERN),
    "breed_2": Part(flow.BREED, a=2),
}
