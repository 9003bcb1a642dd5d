"""Furnishing a cavern.

What a tile costs whom, where it may lie, and what it does when it is built.

Prices are seven numbers (see `tiles`). Carpenter and Stone carver take one wood and one stone off
any price that has them; the Builder may pay one wood and one stone of what is left with ore.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dvergar.games.caverna.board import (
    CAVERN,
    DEEP_TUNNEL,
    FURNISHED,
    MOUNTAIN_CELLS,
    NEIGHBOURS,
    TUNNEL,
)
from dvergar.games.caverna.goods import (
    CATTLE,
    FOOD,
    GOLD,
    GRAIN,
    ORE,
    SHEEP,
    STONE,
    VEGETABLE,
    WOOD,
)
from dvergar.games.caverna.ledger import gain, pay
from dvergar.games.caverna.moves import INTO, PAY
from dvergar.games.caverna.player import changed
from dvergar.games.caverna.tiles import (
    DWARFS,
    DWELLING,
    HAS_BUILDER,
    HAS_CARPENTER,
    HAS_SPARE_PART_STORAGE,
    HAS_STONE_CARVER,
    HAS_TRADER,
    HAS_WORK_ROOM,
    IS_DWELLING,
    PRICE,
    SPARE_PART_STORAGE,
    SUPPLIERS,
    TILE_COUNT,
    TRADER,
    WHEN_BUILT,
    WHEN_BUILT_FOOD,
    WHEN_BUILT_PER,
    WORK_ROOM,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

LOOT_PRICE: Final = [2, 2, 0, 0, 0, 0, 0]  # of the ordinary dwelling as loot

# Ways to pay: whether ore stands for one wood, for one stone.
ORE_FOR_WOOD: Final = 1
ORE_FOR_STONE: Final = 2


def price(player: Player, tile: int, as_loot: bool) -> list[int]:
    """What a tile costs a player after discounts."""
    cost = LOOT_PRICE if as_loot else PRICE[tile]
    built = player.built
    if not built & (HAS_CARPENTER | HAS_STONE_CARVER):
        return cost
    cost = cost[:]
    if built & HAS_CARPENTER and cost[0]:
        cost[0] -= 1
    if built & HAS_STONE_CARVER and cost[1]:
        cost[1] -= 1
    return cost


def can_pay(player: Player, cost: list[int], way: int) -> bool:
    """Whether a price can be paid in one of the ways."""
    wood, stone, ore, gold, food, grain, vegetables = cost
    if way & ORE_FOR_WOOD:
        if not wood:
            return False
        wood -= 1
        ore += 1
    if way & ORE_FOR_STONE:
        if not stone:
            return False
        stone -= 1
        ore += 1
    goods = player.goods
    return (
        goods[WOOD] >= wood
        and goods[STONE] >= stone
        and goods[ORE] >= ore
        and goods[GOLD] >= gold
        and goods[FOOD] >= food
        and goods[GRAIN] >= grain
        and goods[VEGETABLE] >= vegetables
    )


def can_afford(player: Player, tile: int, as_loot: bool) -> bool:
    """Whether a tile can be paid in any way."""
    cost = price(player, tile, as_loot)
    if can_pay(player, cost, 0):
        return True
    if player.built & HAS_BUILDER:
        return can_pay(player, cost, 1) or can_pay(player, cost, 2) or can_pay(player, cost, 3)
    return False


def has_site(player: Player, tile: int) -> bool:
    """Whether there is a place for a tile."""
    if tile == TRADER and player.built & HAS_SPARE_PART_STORAGE:
        return True
    if tile == SPARE_PART_STORAGE and player.built & HAS_TRADER:
        return True
    return has_cavern(player, tile != WORK_ROOM)


def has_cavern(player: Player, with_tunnels: bool) -> bool:
    """Whether a cavern is empty; with the Work room a tunnel will do."""
    land = player.land
    if with_tunnels and player.built & HAS_WORK_ROOM:
        for cell in MOUNTAIN_CELLS:
            ground = land[cell]
            if ground == CAVERN or ground == TUNNEL or ground == DEEP_TUNNEL:
                return True
        return False
    for cell in MOUNTAIN_CELLS:
        if land[cell] == CAVERN:
            return True
    return False


def furnish_tiles(state: State, seat: int, scope: int, as_loot: bool, only_one: bool) -> list[int]:
    """The tiles of a scope that are there, have a place and can be paid."""
    player = state.players[seat]
    on_offer = state.tiles & scope
    any_cavern = has_cavern(player, True)
    swap = player.built & (HAS_TRADER | HAS_SPARE_PART_STORAGE)
    found: list[int] = []
    if not any_cavern and not swap:
        return found
    for tile in range(1, TILE_COUNT):
        if on_offer >> tile & 1 and can_afford(player, tile, as_loot) and has_site(player, tile):
            found.append(tile)
            if only_one:
                break
    return found


def site_moves(player: Player, tile: int) -> list[int]:
    """Where a tile may go."""
    land = player.land
    other = _other_of_pair(player, tile)
    if other >= 0:
        return [INTO + cell for cell in MOUNTAIN_CELLS if land[cell] == FURNISHED + other]
    tunnels = bool(player.built & HAS_WORK_ROOM) and tile != WORK_ROOM
    found: list[int] = []
    for cell in range(len(land)):
        ground = land[cell]
        if ground == CAVERN or (tunnels and (ground == TUNNEL or ground == DEEP_TUNNEL)):
            found.append(INTO + cell)
    return found


def _other_of_pair(player: Player, tile: int) -> int:
    """The tile on top of which Trader or Spare part storage must go; -1: none."""
    if tile == TRADER and player.built & HAS_SPARE_PART_STORAGE:
        return SPARE_PART_STORAGE
    if tile == SPARE_PART_STORAGE and player.built & HAS_TRADER:
        return TRADER
    return -1


def pay_moves(player: Player, tile: int, as_loot: bool) -> list[int]:
    """The ways in which a tile can be paid."""
    cost = price(player, tile, as_loot)
    ways = 4 if player.built & HAS_BUILDER else 1
    return [PAY + way for way in range(ways) if can_pay(player, cost, way)]


def build(state: State, seat: int, tile: int, cell: int, way: int, as_loot: bool) -> None:
    """Pays for a tile, lays it, and does what it does when it is built."""
    player = state.players[seat]
    wood, stone, ore, gold, food, grain, vegetables = price(player, tile, as_loot)
    if way & ORE_FOR_WOOD:
        wood -= 1
        ore += 1
    if way & ORE_FOR_STONE:
        stone -= 1
        ore += 1
    pay(state, seat, WOOD, wood)
    pay(state, seat, STONE, stone)
    pay(state, seat, ORE, ore)
    pay(state, seat, GOLD, gold)
    pay(state, seat, FOOD, food)
    pay(state, seat, GRAIN, grain)
    pay(state, seat, VEGETABLE, vegetables)
    put(state, seat, tile, cell)
    for good, amount in WHEN_BUILT[tile]:
        gain(state, seat, good, amount)
    if WHEN_BUILT_FOOD[tile]:
        number = _count_of(player, WHEN_BUILT_PER[tile], cell)
        if number:
            gain(state, seat, FOOD, WHEN_BUILT_FOOD[tile] * number)


def put(state: State, seat: int, tile: int, cell: int) -> None:
    """Lays a tile; from now on it counts."""
    player = state.players[seat]
    other = _other_of_pair(player, tile)
    if other >= 0:
        player.built &= ~(1 << other)
    player.cover(cell, FURNISHED + tile)
    player.built |= 1 << tile
    player.beds += DWARFS[tile]
    player.rooms = []
    if tile != DWELLING:
        state.tiles &= ~(1 << tile)
    for number, (supplier, _, rounds) in enumerate(SUPPLIERS):
        if supplier == tile:
            player.supplies = changed(player.supplies, number, rounds)
    state.trail.append(("furnish", seat, tile, cell))


def _count_of(player: Player, what: str, cell: int) -> int:
    if what == "sheep":
        return player.goods[SHEEP]
    if what == "cattle":
        return player.goods[CATTLE]
    return adjacent_dwellings(player, cell)


def adjacent_dwellings(player: Player, cell: int) -> int:
    """How many dwellings lie beside a cell."""
    number = 0
    for other in NEIGHBOURS[cell]:
        ground = player.land[other]
        if ground >= FURNISHED and IS_DWELLING[ground - FURNISHED]:
            number += 1
    return number
