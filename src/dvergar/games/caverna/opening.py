"""Whether spending something could open what cannot be done yet.

A question stays open where a ruby or a trade could make a part of an action possible. The answers
err on the side of asking: they look at one part at a time and do not share what is spent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna import flow
from dvergar.games.caverna.board import CAVERN, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.facts import MARKET_PRICE
from dvergar.games.caverna.furnishing import can_afford, has_site, price
from dvergar.games.caverna.goods import FOOD, GOLD, GRAIN, ORE, RUBY, STONE, VEGETABLE, WOOD
from dvergar.games.caverna.land import large_pasture_moves, single_moves, stable_moves
from dvergar.games.caverna.moves import RUBY_GOODS
from dvergar.games.caverna.possible import fence_price, has_empty_field, stable_price
from dvergar.games.caverna.spaces import ORE_MINE_DEEP_TUNNEL
from dvergar.games.caverna.tiles import (
    HAS_BUILDER,
    HAS_SEAM,
    PRICE_GOODS,
    TILE_COUNT,
    TRADE_GET,
    TRADE_PAY,
    TRADE_TILE,
    TRADER,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def may_open(state: State, node: int) -> bool:
    """Whether rubies or trades could make a part of a flow possible."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    if kind <= flow.FIRST:
        parts = flows.parts[node]
        if kind == flow.FIRST or kind == flow.ALL_OF:
            return may_open(state, parts[0])
        for part in parts:
            if may_open(state, part):
                return True
        return False
    player = state.players[state.seat]
    rubies = player.goods[RUBY]
    a = flows.a[node]
    if kind == flow.FURNISH:
        return _may_furnish(state, player, a, bool(flows.b[node]))
    if kind == flow.SOW:
        return rubies > 0 and _may_sow(player)
    if kind == flow.FORGE:
        return not player.weapons[state.dwarf] and within_reach(player)[ORE] > 0
    if kind == flow.SMALL_PASTURE:
        has_place = MEADOW in player.land or _can_lay(player, MEADOW)
        return has_place and within_reach(player)[WOOD] >= fence_price(player, a)
    if kind == flow.LARGE_PASTURE:
        has_place = bool(large_pasture_moves(player)) or _can_lay(player, MEADOW)
        return has_place and within_reach(player)[WOOD] >= fence_price(player, a)
    if kind == flow.BUILD_STABLE:
        has_place = player.stables > 0 and bool(stable_moves(player))
        return has_place and within_reach(player)[STONE] >= stable_price(player, a)
    if kind == flow.BUILD_RUBY_MINE:
        return a == TUNNEL and _can_lay(player, TUNNEL)
    if kind == flow.TWIN and a & ORE_MINE_DEEP_TUNNEL:
        return _can_lay(player, TUNNEL) and (TUNNEL in player.land or rubies > 1)
    return False


def may_buy(player: Player, bought: int) -> bool:
    """Whether a trade could bring the gold for something that is still to be had at the market."""
    gold = traded(player)[GOLD]
    if gold == player.goods[GOLD]:
        return False
    for number, cost in enumerate(MARKET_PRICE):
        if not bought >> number & 1 and cost <= gold:
            return True
    return False


def may_sell(player: Player) -> bool:
    """Whether a trade could bring ore for one more sale."""
    return traded(player)[ORE] >= 2


def traded(player: Player) -> list[int]:
    """The most of each good that the trades of one's tiles could bring, one tile after another."""
    goods = player.goods[:]
    for trader in range(2):  # what the others bring in gold may go to the Trader
        for number, tile in enumerate(TRADE_TILE):
            if player.built >> tile & 1 and (tile == TRADER) == bool(trader):
                times = min([goods[good] // amount for good, amount in TRADE_PAY[number]])
                for good, amount in TRADE_GET[number]:
                    goods[good] += times * amount
                    if good == STONE and player.built & HAS_SEAM:
                        goods[ORE] += times * amount
    return goods


def within_reach(player: Player) -> list[int]:
    """The most of each good that trades and rubies could bring."""
    goods = traded(player)
    for good in RUBY_GOODS:
        goods[good] += player.goods[RUBY]
    goods[FOOD] += 2 * player.goods[RUBY]
    return goods


def _can_lay(player: Player, land: int) -> bool:
    """Whether a single tile can be had for a ruby and laid."""
    return player.goods[RUBY] > 0 and bool(single_moves(player, land, 0, only_one=True))


def _may_sow(player: Player) -> bool:
    missing = 0
    if not has_empty_field(player):
        if not _can_lay(player, FIELD):
            return False
        missing += 1
    if not player.goods[GRAIN] and not player.goods[VEGETABLE]:
        missing += 1
    return missing <= player.goods[RUBY]


def _may_furnish(state: State, player: Player, scope: int, as_loot: bool) -> bool:
    """Whether a tile of the scope could be paid and a cavern for it bought."""
    own = player.goods
    rich = within_reach(player)
    if rich == own:
        return False
    rubies = own[RUBY]
    trades = traded(player) != own
    may_dig = rubies > 1 and _can_lay(player, CAVERN)
    found = False
    on_offer = state.tiles & scope
    player.goods = rich
    for tile in range(1, TILE_COUNT):
        if (
            on_offer >> tile & 1
            and can_afford(player, tile, as_loot)
            and (trades or _lacking(player, own, tile, as_loot) <= rubies)
            and (may_dig or has_site(player, tile))
        ):
            found = True
            break
    player.goods = own
    return found


def _lacking(player: Player, own: list[int], tile: int, as_loot: bool) -> int:
    """How many goods of a price are missing; the Builder may do with two less."""
    lacking = -2 if player.built & HAS_BUILDER else 0
    for good, amount in zip(PRICE_GOODS, price(player, tile, as_loot), strict=True):
        lacking += max(0, amount - own[good])
    return lacking
