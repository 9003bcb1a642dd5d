"""The moves that are possible at any time: rubies, eating, trades of tiles, weapons given up.

They strictly use something up, so they always run out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.board import CAVERN, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.feeding import WORK_GOODS, WORK_PRICES, food_of
from dvergar.games.caverna.frames import FEEDING, HERD, LOOTING, PLACING
from dvergar.games.caverna.goods import (
    CATTLE,
    DONKEY,
    FARM_ANIMALS,
    FOOD,
    GOLD,
    GRAIN,
    RUBY,
    SHEEP,
    VEGETABLE,
)
from dvergar.games.caverna.land import lay_single, single_moves
from dvergar.games.caverna.ledger import gain, pay
from dvergar.games.caverna.moves import (
    CELL_A,
    DISARM,
    DISARM_AWAY,
    EAT_ANIMAL,
    EAT_DONKEYS,
    EAT_GOLD,
    EAT_GRAIN,
    EAT_MORE_GOLD,
    EAT_RUBY,
    EAT_VEGETABLE,
    JUMP,
    RUBY_CAVERN,
    RUBY_FIELD,
    RUBY_GOOD,
    RUBY_GOODS,
    RUBY_MEADOW,
    RUBY_TUNNEL,
    TRADE,
    WORK,
)
from dvergar.games.caverna.player import HOME, NEWBORN, weakest_at_home
from dvergar.games.caverna.tiles import (
    HAS_PEACEFUL_CAVE,
    HAS_WORKING_CAVE,
    TRADE_GET,
    TRADE_PAY,
    TRADE_TILE,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def free_moves(state: State) -> list[int]:
    """All at-any-time moves of the seat that decides, ascending."""
    frame = state.stack[-1]
    player = state.players[frame[1]]
    moves: list[int] = []
    if player.goods[RUBY]:
        _ruby_moves(player, moves)
        if frame[0] == PLACING:
            _jump_moves(state, player, moves)
    _eating_moves(state, player, moves)
    for number, paid in enumerate(TRADE_PAY):
        if player.built >> TRADE_TILE[number] & 1 and _has(player, paid):
            moves.append(TRADE + number)
    if player.built & HAS_PEACEFUL_CAVE:
        _disarm_moves(state, frame[1], moves)
    if frame[0] == FEEDING and player.built & HAS_WORKING_CAVE and not frame[3]:
        _work_moves(player, moves)
    return moves


def _ruby_moves(player: Player, moves: list[int]) -> None:
    for number, good in enumerate(RUBY_GOODS):
        if good != CATTLE or player.goods[FOOD]:
            moves.append(RUBY_GOOD + number)
    moves += single_moves(player, MEADOW, RUBY_MEADOW)
    moves += single_moves(player, FIELD, RUBY_FIELD)
    moves += single_moves(player, TUNNEL, RUBY_TUNNEL)
    if player.goods[RUBY] >= 2:
        moves += single_moves(player, CAVERN, RUBY_CAVERN)


def _jump_moves(state: State, player: Player, moves: list[int]) -> None:
    """A ruby sends any armed dwarf at home before weaker ones."""
    acting = player.weapons[state.dwarf]
    strengths = {
        weapon
        for weapon, where in zip(player.weapons, player.dwarfs, strict=True)
        if where == HOME and weapon > acting
    }
    moves += [JUMP + strength for strength in sorted(strengths)]


def _eating_moves(state: State, player: Player, moves: list[int]) -> None:
    goods = player.goods
    if goods[GRAIN]:
        moves.append(EAT_GRAIN)
    if goods[VEGETABLE]:
        moves.append(EAT_VEGETABLE)
    if goods[RUBY]:
        moves.append(EAT_RUBY)
    for number, animal in enumerate(FARM_ANIMALS):
        if goods[animal]:
            moves.append(EAT_ANIMAL + number)
    if goods[DONKEY] >= 2:
        moves.append(EAT_DONKEYS)
    if goods[GOLD] >= 2:
        moves.append(EAT_GOLD)
    if goods[GOLD] and state.eating_gold:
        moves.append(EAT_MORE_GOLD)


def _has(player: Player, goods: list[tuple[int, int]]) -> bool:
    for good, amount in goods:
        if player.goods[good] < amount:
            return False
    return True


def _disarm_moves(state: State, seat: int, moves: list[int]) -> None:
    """Any weapon can be given up, but not in the middle of its own expedition."""
    player = state.players[seat]
    travelling = _travelling(state, seat)
    at_home: set[int] = set()
    away: set[int] = set()
    for dwarf, strength in enumerate(player.weapons):
        if strength and dwarf != travelling:
            if player.dwarfs[dwarf] == HOME:
                at_home.add(strength)
            else:
                away.add(strength)
    moves += [DISARM + strength for strength in sorted(at_home)]
    moves += [DISARM_AWAY + strength for strength in sorted(away)]


def _travelling(state: State, seat: int) -> int:
    """The dwarf of a seat who is on an expedition; -1: none."""
    for frame in state.stack:
        if frame[0] == LOOTING and frame[1] == seat:
            return state.dwarf
    return -1


def _work_moves(player: Player, moves: list[int]) -> None:
    for who in range(2):
        if (
            (NEWBORN in player.dwarfs)
            if who
            else (len(player.dwarfs) > player.dwarfs.count(NEWBORN))
        ):
            for number, good in enumerate(WORK_GOODS):
                if player.goods[good] >= WORK_PRICES[number]:
                    moves.append(WORK + who * len(WORK_GOODS) + number)


def play_free(state: State, move: int) -> None:
    """Makes an at-any-time move."""
    frame = state.stack[-1]
    seat = frame[1]
    player = state.players[seat]
    state.eating_gold = move == EAT_GOLD or move == EAT_MORE_GOLD
    if move < RUBY_MEADOW:
        good = RUBY_GOODS[move - RUBY_GOOD]
        pay(state, seat, RUBY, 1)
        if good == CATTLE:
            pay(state, seat, FOOD, 1)
        gain(state, seat, good, 1)
    elif move <= JUMP:
        _buy_land(state, seat, move)
    elif move < EAT_GRAIN:
        pay(state, seat, RUBY, 1)
        state.dwarf = _dwarf_with(player, move - JUMP, at_home=True, rather_not=-1)
        state.stack[-1] = (PLACING, seat, 1, 0, 0)
        state.trail.append(("jump", seat, move - JUMP))
    elif move < TRADE:
        _eat(state, seat, move)
    elif move <= DISARM:
        for good, amount in TRADE_PAY[move - TRADE]:
            pay(state, seat, good, amount)
        for good, amount in TRADE_GET[move - TRADE]:
            gain(state, seat, good, amount)
    elif move < WORK:
        _disarm(state, seat, move)
    else:
        _work(state, seat, move - WORK)


def _buy_land(state: State, seat: int, move: int) -> None:
    if move < RUBY_FIELD:
        land, price = MEADOW, 1
    elif move < RUBY_TUNNEL:
        land, price = FIELD, 1
    elif move < RUBY_CAVERN:
        land, price = TUNNEL, 1
    else:
        land, price = CAVERN, 2
    pay(state, seat, RUBY, price)
    lay_single(state, seat, land, CELL_A[move])


def _dwarf_with(player: Player, strength: int, at_home: bool, rather_not: int) -> int:
    """A dwarf with a weapon of this strength; one of them only if there is no other."""
    found = -1
    for dwarf, weapon in enumerate(player.weapons):
        if weapon == strength and (player.dwarfs[dwarf] == HOME) == at_home:
            if dwarf != rather_not:
                return dwarf
            found = dwarf
    assert found >= 0, "a dwarf that was offered is not there"
    return found


def _eat(state: State, seat: int, move: int) -> None:
    player = state.players[seat]
    if move == EAT_GOLD:
        pay(state, seat, GOLD, 2)
        gain(state, seat, FOOD, 1)
        return
    if move == EAT_MORE_GOLD:
        pay(state, seat, GOLD, 1)
        gain(state, seat, FOOD, 1)
        return
    amount = 1
    if move == EAT_GRAIN:
        kind = GRAIN
    elif move == EAT_VEGETABLE:
        kind = VEGETABLE
    elif move == EAT_RUBY:
        kind = RUBY
    elif move == EAT_DONKEYS:
        kind, amount = DONKEY, 2
    else:
        kind = FARM_ANIMALS[move - EAT_ANIMAL]
    turn_to_food(state, seat, kind, amount, food_of(player, kind, amount))


def turn_to_food(state: State, seat: int, kind: int, amount: int, food: int) -> None:
    """Goods become food."""
    pay(state, seat, kind, amount)
    gain(state, seat, FOOD, food)
    if kind >= SHEEP and state.stack[-1][0] == HERD:
        state.unsettled = state.unsettled | 1 << seat


def _disarm(state: State, seat: int, move: int) -> None:
    """A weapon becomes food; its dwarf may now be the weakest, whose turn it is.

    Of two equally strong dwarfs the acting one keeps his weapon.
    """
    player = state.players[seat]
    at_home = move <= DISARM_AWAY
    strength = move - (DISARM if at_home else DISARM_AWAY)
    dwarf = _dwarf_with(player, strength, at_home, rather_not=state.dwarf)
    player.arm(dwarf, 0)
    state.trail.append(("disarm", seat, strength))
    gain(state, seat, FOOD, strength)
    for place, frame in enumerate(state.stack):  # a herd without room may lie over it
        if frame[0] == PLACING and (dwarf == state.dwarf or not frame[2]):
            state.stack[place] = (PLACING, seat, 0, 0, 0)
            state.dwarf = weakest_at_home(player)


def _work(state: State, seat: int, number: int) -> None:
    """The Working cave feeds one dwarf with wood, stone or ore."""
    frame = state.stack[-1]
    pay(state, seat, WORK_GOODS[number % 3], WORK_PRICES[number % 3])
    saved = 1 if number >= 3 else frame[4]
    state.stack[-1] = (frame[0], frame[1], frame[2] - saved, 1, frame[4])
    state.trail.append(("work", seat, saved))
