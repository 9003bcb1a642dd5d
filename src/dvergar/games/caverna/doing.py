"""Doing the parts of an action: taking, laying, sowing, forging, looting, buying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna import flow
from dvergar.games.caverna.board import (
    CROP,
    FIELD,
    FOREST_CELLS,
    NOTHING,
)
from dvergar.games.caverna.breeding import births
from dvergar.games.caverna.facts import (
    ALL_WEAPONS,
    LOOT_GOODS,
    MARKET_GOODS,
    MARKET_PRICE,
    WEAPON_MOST,
)
from dvergar.games.caverna.frames import (
    BEGINNING,
    LOOTING,
    MARKETING,
    SELLING,
    SITE,
    SOWING,
)
from dvergar.games.caverna.goods import FOOD, GOLD, GRAIN, ORE, RUBY, STONE, VEGETABLE, WOOD
from dvergar.games.caverna.housing import ORE_MINES, RUBY_MINES, rooms
from dvergar.games.caverna.land import (
    build_stable,
    fence_large,
    fence_small,
    lay_ruby_mine,
    lay_single,
    lay_twin,
)
from dvergar.games.caverna.ledger import gain, pay
from dvergar.games.caverna.moves import (
    BUY,
    CELL_A,
    FORGE_WEAPON,
    FURNISH_TILE,
    IMITATE_SPACE,
    LOOT_ITEM,
    SOW_GRAIN,
    YOUNG,
)
from dvergar.games.caverna.player import NEWBORN
from dvergar.games.caverna.possible import fence_price, stable_price
from dvergar.games.caverna.tiles import (
    HAS_BLACKSMITH,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.rules import State


def do_sure(state: State, node: int) -> None:
    """What happens without a choice."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    seat = state.seat
    if kind == flow.ALL_OF:
        for part in flows.parts[node]:
            do_sure(state, part)
    elif kind == flow.TAKE:
        if not state.imitating:
            take_pile(state)
    elif kind == flow.GOODS:
        gain_goods(state)
    elif kind == flow.GAIN:
        gain(state, seat, flows.a[node], flows.b[node])
    elif kind == flow.ORE_MINES:
        mines = rooms(state.players[seat])[ORE_MINES]
        if mines:
            gain(state, seat, ORE, mines * flows.b[node])
    elif kind == flow.RUBY_MINES:
        if rooms(state.players[seat])[RUBY_MINES] >= flows.a[node]:
            gain(state, seat, RUBY, 1)
    elif kind == flow.STARTING_TOKEN:
        state.next_starter = seat
        state.trail.append(("starting_player", seat))


def take_pile(state: State) -> None:
    """Takes everything that has gathered on the space."""
    pile = state.pile
    state.pile = pile[:]
    for slot, good in state.caverna.slots[state.space]:
        if pile[slot]:
            state.pile[slot] = 0
            gain(state, state.seat, good, pile[slot])


def gain_goods(state: State) -> None:
    """Gains the goods that always come with the space."""
    for good, amount in state.caverna.goods[state.space]:
        gain(state, state.seat, good, amount)


def do_part(state: State, node: int, move: int) -> None:
    """Does a part with the choice that a move makes."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    a = flows.a[node]
    seat = state.seat
    player = state.players[seat]
    if kind == flow.TWIN:
        lay_twin(state, seat, move)
    elif kind == flow.FURNISH:
        state.stack.append((SITE, seat, move - FURNISH_TILE, flows.b[node], 0))
    elif kind == flow.SOW:
        sow(state, seat, move, 2, 2)
    elif kind == flow.GROW:
        grow_family(state, seat)
    elif kind == flow.FORGE:
        forge(state, seat, move - FORGE_WEAPON)
    elif kind == flow.EXPEDITION:
        strength = player.weapons[state.dwarf]
        state.trail.append(("expedition", seat, a, strength))
        loot(state, seat, move - LOOT_ITEM, a, 0, strength)
    elif kind == flow.SMALL_PASTURE:
        pay(state, seat, WOOD, fence_price(player, a))
        fence_small(state, seat, move)
    elif kind == flow.LARGE_PASTURE:
        pay(state, seat, WOOD, fence_price(player, a))
        fence_large(state, seat, move)
    elif kind == flow.BUILD_STABLE:
        pay(state, seat, STONE, stable_price(player, a))
        build_stable(state, seat, move)
    elif kind == flow.BUILD_RUBY_MINE:
        lay_ruby_mine(state, seat, move)
    elif kind == flow.MARKET:
        buy(state, seat, move - BUY, 0)
    elif kind == flow.TRADE_ORE:
        sell_ore(state, seat, a)
    elif kind == flow.IMITATE:
        pay(state, seat, FOOD, state.caverna.imitation_food[state.space])
        state.space = move - IMITATE_SPACE
        state.imitating = True
        state.trail.append(("imitate", seat, state.space))
        state.stack.append((BEGINNING, seat, state.caverna.roots[state.space], 0, 0))
    elif kind == flow.LAY:
        lay_single(state, seat, a, CELL_A[move])
    elif kind == flow.BREED:
        births(state, seat, move - YOUNG)
    else:
        gain_goods(state)


def sow(state: State, seat: int, move: int, grain: int, vegetables: int) -> None:
    """Sows one field; which one makes no difference, so the first empty one is taken."""
    player = state.players[seat]
    cell = 0
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and player.on[cell] == NOTHING:
            break
    if move == SOW_GRAIN:
        pay(state, seat, GRAIN, 1)
        player.put_on(cell, 3)
        grain -= 1
    else:
        pay(state, seat, VEGETABLE, 1)
        player.put_on(cell, CROP + 2)
        vegetables -= 1
    state.unsettled = state.unsettled | 1 << seat
    state.trail.append(("sow", seat, GRAIN if move == SOW_GRAIN else VEGETABLE, cell))
    if grain or vegetables:
        state.stack.append((SOWING, seat, grain, vegetables, 0))


def grow_family(state: State, seat: int) -> None:
    """A child joins the acting dwarf."""
    player = state.players[seat]
    player.dwarfs = [*player.dwarfs, NEWBORN]
    player.weapons = [*player.weapons, 0]
    state.trail.append(("grow", seat, len(player.dwarfs)))


def forge(state: State, seat: int, strength: int) -> None:
    """The acting dwarf gets a weapon; the Blacksmith saves two ore."""
    player = state.players[seat]
    ore = max(0, strength - 2) if player.built & HAS_BLACKSMITH else strength
    pay(state, seat, ORE, ore)
    player.arm(state.dwarf, strength)
    state.trail.append(("forge", seat, strength))


def loot(state: State, seat: int, item: int, left: int, taken: int, strength: int) -> None:
    """Takes one loot; the expedition goes on until nothing is left to take."""
    state.stack.append((LOOTING, seat, left - 1, taken | 1 << item, strength))
    state.trail.append(("loot", seat, item))
    for good, amount in LOOT_GOODS[item]:
        gain(state, seat, good, amount)
    node = state.caverna.loot[item]
    if node >= 0:
        state.stack.append((BEGINNING, seat, node, 0, 0))


def end_expedition(state: State, seat: int, taken: int) -> None:
    """The weapon that travelled gains one, and all weapons one more with that loot."""
    player = state.players[seat]
    _strengthen(state, seat, state.dwarf)
    if taken >> ALL_WEAPONS & 1:
        for dwarf in range(len(player.weapons)):
            if player.weapons[dwarf]:
                _strengthen(state, seat, dwarf)


def _strengthen(state: State, seat: int, dwarf: int) -> None:
    player = state.players[seat]
    strength = player.weapons[dwarf] + 1
    if strength <= WEAPON_MOST:
        player.arm(dwarf, strength)
        state.trail.append(("strengthen", seat, dwarf, strength))


def buy(state: State, seat: int, number: int, bought: int) -> None:
    """Buys one good at the market."""
    pay(state, seat, GOLD, MARKET_PRICE[number])
    gain(state, seat, MARKET_GOODS[number], 1)
    state.stack.append((MARKETING, seat, bought | 1 << number, 0, 0))


def sell_ore(state: State, seat: int, times: int) -> None:
    """Two ore become two gold and one food."""
    pay(state, seat, ORE, 2)
    gain(state, seat, GOLD, 2)
    gain(state, seat, FOOD, 1)
    if times > 1:
        state.stack.append((SELLING, seat, times - 1, 0, 0))
