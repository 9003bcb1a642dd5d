"""Which moves answer a part of an action, and which part a move answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna import flow
from dvergar.games.caverna.board import (
    FIELD,
    MEADOW,
    TUNNEL,
)
from dvergar.games.caverna.breeding import breedable, maximal_young
from dvergar.games.caverna.facts import (
    FORGE_MOST,
    LOOT_COUNT,
    LOOT_STRENGTH,
    MARKET_PRICE,
)
from dvergar.games.caverna.furnishing import furnish_tiles
from dvergar.games.caverna.goods import GOLD, GRAIN, ORE, VEGETABLE
from dvergar.games.caverna.land import (
    large_pasture_moves,
    ruby_mine_moves,
    single_moves,
    small_pasture_moves,
    stable_moves,
    twin_moves,
)
from dvergar.games.caverna.moves import (
    AFTER_LAYING,
    AFTER_TWINS,
    BUY,
    CAVERN_CAVERN_AT,
    CAVERN_TUNNEL_AT,
    CELL_A,
    FORGE_WEAPON,
    FURNISH_TILE,
    GROW_FAMILY,
    IMITATE_SPACE,
    INTO,
    LARGE_PASTURE_AT,
    LAY_CAVERN,
    LAY_FIELD,
    LAY_MEADOW,
    LAY_TUNNEL,
    LOOT_ITEM,
    MEADOW_FIELD_AT,
    ORE_MINE_AT,
    RUBY_MINE_AT,
    SELL_ORE,
    SMALL_PASTURE_AT,
    SOW_GRAIN,
    SOW_VEGETABLE,
    STABLE_AT,
    TAKE_GOODS,
    YOUNG,
)
from dvergar.games.caverna.possible import has_empty_field, imitation_targets, why_not
from dvergar.games.caverna.reasons import (
    POSSIBLE,
)
from dvergar.games.caverna.tiles import (
    HAS_BLACKSMITH,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def part_moves(state: State, node: int) -> list[int]:
    """The moves that begin a part; none if it cannot be done."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    if flows.sure[node]:
        return [TAKE_GOODS] if why_not(state, node) == POSSIBLE else []
    if kind <= flow.FIRST:
        parts = flows.parts[node]
        if kind == flow.FIRST or kind == flow.ALL_OF:
            return part_moves(state, parts[0])
        moves: list[int] = []
        for part in parts:
            if not flows.sure[part]:
                moves += part_moves(state, part)
        return moves
    if kind == flow.TWIN:
        return twin_moves(state.players[state.seat], flows.a[node])
    if kind == flow.EXPEDITION:
        player = state.players[state.seat]
        strength = player.weapons[state.dwarf]
        return loot_moves(state, strength, 0) if strength else []
    if why_not(state, node) != POSSIBLE:
        return []
    return _leaf_moves(state, kind, flows.a[node], flows.b[node])


def _leaf_moves(state: State, kind: int, a: int, b: int) -> list[int]:
    """The moves of a part that can be done."""
    player = state.players[state.seat]
    if kind == flow.FURNISH:
        tiles = furnish_tiles(state, state.seat, a, bool(b), only_one=False)
        return [FURNISH_TILE + tile for tile in tiles]
    if kind == flow.SOW:
        return sow_moves(player, 2, 2)
    if kind == flow.GROW:
        return [GROW_FAMILY]
    if kind == flow.FORGE:
        most = player.goods[ORE] + (2 if player.built & HAS_BLACKSMITH else 0)
        return [FORGE_WEAPON + n for n in range(1, min(most, FORGE_MOST) + 1)]
    if kind == flow.SMALL_PASTURE:
        return small_pasture_moves(player)
    if kind == flow.LARGE_PASTURE:
        return large_pasture_moves(player)
    if kind == flow.BUILD_STABLE:
        return stable_moves(player)
    if kind == flow.BUILD_RUBY_MINE:
        return ruby_mine_moves(player, a)
    if kind == flow.MARKET:
        return market_moves(player, 0)
    if kind == flow.TRADE_ORE:
        return [SELL_ORE]
    if kind == flow.IMITATE:
        return [IMITATE_SPACE + space for space in imitation_targets(state, only_one=False)]
    if kind == flow.LAY:
        return single_moves(player, a, _laying(a))
    if kind == flow.BREED:
        return [YOUNG + kinds for kinds in maximal_young(player, breedable(player), a)]
    return [TAKE_GOODS]  # GOODS_WHENEVER


def _laying(land: int) -> int:
    if land == MEADOW:
        return LAY_MEADOW
    if land == FIELD:
        return LAY_FIELD
    return LAY_TUNNEL if land == TUNNEL else LAY_CAVERN


def sow_moves(player: Player, grain: int, vegetables: int) -> list[int]:
    """What can still be sown."""
    moves: list[int] = []
    if has_empty_field(player):
        if grain and player.goods[GRAIN]:
            moves.append(SOW_GRAIN)
        if vegetables and player.goods[VEGETABLE]:
            moves.append(SOW_VEGETABLE)
    return moves


def market_moves(player: Player, bought: int) -> list[int]:
    """What can be bought at the market, each kind once."""
    gold = player.goods[GOLD]
    return [
        BUY + number
        for number, price in enumerate(MARKET_PRICE)
        if not bought >> number & 1 and price <= gold
    ]


def loot_moves(state: State, strength: int, taken: int) -> list[int]:
    """The loot that a weapon of this strength reaches and that can be used."""
    loot_nodes = state.caverna.loot
    moves: list[int] = []
    for item in range(LOOT_COUNT):
        if LOOT_STRENGTH[item] <= strength and not taken >> item & 1:
            node = loot_nodes[item]
            if node < 0 or why_not(state, node) == POSSIBLE:
                moves.append(LOOT_ITEM + item)
    return moves


def accepts(state: State, node: int, move: int) -> bool:
    """Whether a move that is offered answers this part."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    if flows.sure[node] or kind == flow.GOODS_WHENEVER:
        return move == TAKE_GOODS
    if kind <= flow.FIRST:
        parts = flows.parts[node]
        if kind == flow.FIRST or kind == flow.ALL_OF:
            return accepts(state, parts[0], move)
        for part in parts:
            if accepts(state, part, move):
                return True
        return False
    a = flows.a[node]
    if kind == flow.TWIN:
        return MEADOW_FIELD_AT <= move < LARGE_PASTURE_AT and bool(a & _twin_kind(move))
    if kind == flow.FURNISH:
        return FURNISH_TILE <= move < INTO and bool(a >> (move - FURNISH_TILE) & 1)
    if kind == flow.SOW:
        return move == SOW_GRAIN or move == SOW_VEGETABLE
    if kind == flow.GROW:
        return move == GROW_FAMILY
    if kind == flow.FORGE:
        return FORGE_WEAPON < move <= FORGE_WEAPON + FORGE_MOST
    if kind == flow.EXPEDITION:
        return LOOT_ITEM <= move < LOOT_ITEM + LOOT_COUNT
    if kind == flow.SMALL_PASTURE:
        return SMALL_PASTURE_AT <= move < STABLE_AT
    if kind == flow.LARGE_PASTURE:
        return LARGE_PASTURE_AT <= move < AFTER_TWINS
    if kind == flow.BUILD_STABLE:
        return STABLE_AT <= move < RUBY_MINE_AT
    if kind == flow.BUILD_RUBY_MINE:
        if not RUBY_MINE_AT <= move < LAY_MEADOW:
            return False
        return state.players[state.seat].land[CELL_A[move]] == a
    if kind == flow.MARKET:
        return BUY <= move < SELL_ORE
    if kind == flow.TRADE_ORE:
        return move == SELL_ORE
    if kind == flow.IMITATE:
        return IMITATE_SPACE <= move < IMITATE_SPACE + len(state.occupant)
    if kind == flow.LAY:
        return LAY_MEADOW <= move < AFTER_LAYING
    return YOUNG <= move < YOUNG + 16


def _twin_kind(move: int) -> int:
    if move < CAVERN_TUNNEL_AT:
        return 1
    if move < CAVERN_CAVERN_AT:
        return 2
    return 4 if move < ORE_MINE_AT else 8
