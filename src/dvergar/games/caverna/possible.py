"""Whether a part of an action can be done, and if not, why.

`why_not` is the one predicate behind both the moves that are offered and the reasons that are
shown. Asking changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna import flow
from dvergar.games.caverna.board import (
    FIELD,
    FOREST_CELLS,
    MEADOW,
    NOTHING,
)
from dvergar.games.caverna.breeding import breedable, maximal_young
from dvergar.games.caverna.facts import (
    STARTING_PLAYER,
)
from dvergar.games.caverna.furnishing import furnish_tiles, has_cavern
from dvergar.games.caverna.goods import FOOD, GOLD, GRAIN, ORE, STONE, VEGETABLE, WOOD
from dvergar.games.caverna.housing import ORE_MINES, RUBY_MINES, rooms
from dvergar.games.caverna.land import (
    large_pasture_moves,
    single_moves,
    stable_moves,
    twin_moves,
)
from dvergar.games.caverna.reasons import (
    ALREADY_ARMED,
    FAMILY_FULL,
    NO_BED,
    NO_CAVERN,
    NO_EMPTY_FIELD,
    NO_FOOD_TO_IMITATE,
    NO_GOLD_FOR_MARKET,
    NO_MEADOW,
    NO_ORE_TO_FORGE,
    NO_ORE_TO_SELL,
    NO_PLACE_FOR_STABLE,
    NO_ROOM_FOR_TILE,
    NO_SEED,
    NO_STABLE_LEFT,
    NO_STONE_FOR_STABLE,
    NO_TILE_AFFORDABLE,
    NO_TUNNEL_FOR_RUBY_MINE,
    NO_TUNNELS_FOR_MINE,
    NO_TWO_MEADOWS,
    NO_WOOD_FOR_FENCE,
    NOBODY_TO_IMITATE,
    NOT_ARMED,
    NOTHING_THERE,
    NOTHING_TO_BREED,
    OCCUPIED,
    POSSIBLE,
)
from dvergar.games.caverna.spaces import ORE_MINE_DEEP_TUNNEL
from dvergar.games.caverna.tiles import (
    HAS_ADDITIONAL_DWELLING,
    HAS_BLACKSMITH,
    HAS_CARPENTER,
    HAS_STONE_CARVER,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def why_not_place(state: State, space: int) -> int:
    """0, or why the acting dwarf cannot be placed on a space."""
    if state.occupant[space] >= 0:
        return OCCUPIED
    return why_not_use(state, space, imitating=False)


def why_not_use(state: State, space: int, imitating: bool) -> int:
    """0, or why nothing can be done with a space."""
    was = (state.space, state.imitating)
    state.space, state.imitating = space, imitating
    reason = why_not(state, state.caverna.roots[space])
    state.space, state.imitating = was
    return reason


def why_not(state: State, node: int) -> int:
    """0, or why a part of the current space cannot be done by the acting dwarf."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    if kind <= flow.FIRST:
        return _why_not_joined(state, node, kind)
    if kind <= flow.LAST_SURE:
        return _why_not_sure(state, kind, flows.a[node])
    player = state.players[state.seat]
    a = flows.a[node]
    if kind == flow.TWIN:
        if twin_moves(player, a, only_one=True):
            return POSSIBLE
        return NO_TUNNELS_FOR_MINE if a & ORE_MINE_DEEP_TUNNEL else NO_ROOM_FOR_TILE
    if kind == flow.FURNISH:
        if furnish_tiles(state, state.seat, a, bool(flows.b[node]), only_one=True):
            return POSSIBLE
        return NO_TILE_AFFORDABLE if has_cavern(player, True) else NO_CAVERN
    if kind == flow.SOW:
        return why_not_sow(player)
    if kind == flow.GROW:
        return why_not_grow(player)
    if kind == flow.FORGE:
        if player.weapons[state.dwarf]:
            return ALREADY_ARMED
        return POSSIBLE if player.goods[ORE] or player.built & HAS_BLACKSMITH else NO_ORE_TO_FORGE
    if kind == flow.EXPEDITION:
        return POSSIBLE if player.weapons[state.dwarf] else NOT_ARMED
    if kind == flow.SMALL_PASTURE:
        return _why_not_fence(player, MEADOW in player.land, fence_price(player, a), NO_MEADOW)
    if kind == flow.LARGE_PASTURE:
        if player.goods[WOOD] < fence_price(player, a):
            return NO_WOOD_FOR_FENCE
        return POSSIBLE if large_pasture_moves(player) else NO_TWO_MEADOWS
    if kind == flow.BUILD_STABLE:
        return _why_not_stable(player, a)
    if kind == flow.BUILD_RUBY_MINE:
        return POSSIBLE if a in player.land else NO_TUNNEL_FOR_RUBY_MINE
    if kind == flow.MARKET:
        return POSSIBLE if player.goods[GOLD] else NO_GOLD_FOR_MARKET
    if kind == flow.TRADE_ORE:
        return POSSIBLE if player.goods[ORE] >= 2 else NO_ORE_TO_SELL
    if kind == flow.IMITATE:
        return _why_not_imitate(state, player)
    if kind == flow.LAY:
        return POSSIBLE if single_moves(player, a, 0, only_one=True) else NO_ROOM_FOR_TILE
    if kind == flow.BREED:
        return POSSIBLE if maximal_young(player, breedable(player), a)[0] else NOTHING_TO_BREED
    return POSSIBLE  # GOODS_WHENEVER


def _why_not_joined(state: State, node: int, kind: int) -> int:
    flows = state.caverna.flows
    parts = flows.parts[node]
    if kind == flow.FIRST:
        return why_not(state, parts[0])
    if kind == flow.ALL_OF and not flows.sure[node]:
        return why_not(state, parts[0])
    reason = NOTHING_THERE
    for part in parts:
        why = why_not(state, part)
        if why == POSSIBLE:
            return POSSIBLE
        if reason == NOTHING_THERE:
            reason = why
    return reason


def _why_not_sure(state: State, kind: int, a: int) -> int:
    game = state.caverna
    if kind == flow.TAKE:
        if not state.imitating:
            for slot, _ in game.slots[state.space]:
                if state.pile[slot]:
                    return POSSIBLE
        return NOTHING_THERE
    if kind == flow.GOODS:
        return POSSIBLE if game.goods[state.space] else NOTHING_THERE
    if kind == flow.ORE_MINES:
        return POSSIBLE if rooms(state.players[state.seat])[ORE_MINES] else NOTHING_THERE
    if kind == flow.RUBY_MINES:
        return POSSIBLE if rooms(state.players[state.seat])[RUBY_MINES] >= a else NOTHING_THERE
    return POSSIBLE


def why_not_sow(player: Player) -> int:
    """0, or why nothing can be sown."""
    if not has_empty_field(player):
        return NO_EMPTY_FIELD
    return POSSIBLE if player.goods[GRAIN] or player.goods[VEGETABLE] else NO_SEED


def has_empty_field(player: Player) -> bool:
    """Whether a field has no crops."""
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and player.on[cell] == NOTHING:
            return True
    return False


def why_not_grow(player: Player) -> int:
    """0, or why the family cannot grow."""
    dwarfs = len(player.dwarfs)
    if dwarfs >= 5:
        if dwarfs == 5 and player.built & HAS_ADDITIONAL_DWELLING:
            return POSSIBLE
        return FAMILY_FULL
    return POSSIBLE if dwarfs < player.beds else NO_BED


def fence_price(player: Player, wood: int) -> int:
    """The wood a pasture costs; the Carpenter saves one."""
    return wood - 1 if wood and player.built & HAS_CARPENTER else wood


def stable_price(player: Player, stone: int) -> int:
    """The stone a stable costs; the Stone carver saves one."""
    return stone - 1 if stone and player.built & HAS_STONE_CARVER else stone


def _why_not_fence(player: Player, has_place: bool, wood: int, no_place: int) -> int:
    if player.goods[WOOD] < wood:
        return NO_WOOD_FOR_FENCE
    return POSSIBLE if has_place else no_place


def _why_not_stable(player: Player, stone: int) -> int:
    if not player.stables:
        return NO_STABLE_LEFT
    if player.goods[STONE] < stable_price(player, stone):
        return NO_STONE_FOR_STABLE
    return POSSIBLE if stable_moves(player) else NO_PLACE_FOR_STABLE


def _why_not_imitate(state: State, player: Player) -> int:
    if player.goods[FOOD] < state.caverna.imitation_food[state.space]:
        return NO_FOOD_TO_IMITATE
    return POSSIBLE if imitation_targets(state, only_one=True) else NOBODY_TO_IMITATE


def imitation_targets(state: State, only_one: bool) -> list[int]:
    """The spaces that the acting dwarf can imitate, its food paid."""
    seat = state.seat
    game = state.caverna
    food = game.imitation_food[state.space]
    goods = state.players[seat].goods
    goods[FOOD] -= food
    found: list[int] = []
    for space in game.spaces:
        occupant = state.occupant[space]
        if (
            occupant >= 0
            and occupant != seat
            and space != STARTING_PLAYER
            and not game.is_imitation[space]
            and why_not_use(state, space, imitating=True) == POSSIBLE
        ):
            found.append(space)
            if only_one:
                break
    goods[FOOD] += food
    return found
