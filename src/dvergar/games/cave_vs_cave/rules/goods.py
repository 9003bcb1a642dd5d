"""What brings goods: taking an action tile, its gains and exchanges, selling, eating, using rooms.

Each verb has why not, the moves it offers, and doing it side by side.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts import game as facts, rooms
from dvergar.games.cave_vs_cave.facts.cave import NO_CELL
from dvergar.games.cave_vs_cave.rules import cave, ledger
from dvergar.games.cave_vs_cave.state import moves
from dvergar.games.cave_vs_cave.state.state import ASK_CELL, ASK_PARTS, ASK_PAYMENT, NOBODY, State


def open_tiles(state: State) -> list[int]:
    """The tiles that lie face up in this round, taken or not."""
    return state.tile_order[: facts.START_TILES + state.round]


def why_not_take(state: State, tile: int) -> int:
    """0, or the reason why an open tile cannot be taken."""
    if state.taken[tile] != NOBODY:
        return ledger.TAKEN
    if facts.TILES[tile].needs_more_gold and state.variant.players > 1:
        gold = state.goods[state.seat * facts.GOOD_COUNT + facts.GOLD]
        if gold <= state.goods[(1 - state.seat) * facts.GOOD_COUNT + facts.GOLD]:
            return ledger.LESS_GOLD
    return ledger.POSSIBLE


def take_moves(state: State) -> list[int]:
    """The tiles that can be taken."""
    tiles = [tile for tile in open_tiles(state) if why_not_take(state, tile) == ledger.POSSIBLE]
    return sorted([moves.TAKE_TILE[tile] for tile in tiles])


def take(state: State, tile: int) -> None:
    """A tile is taken, and all its sections are open."""
    state.taken[tile] = state.seat
    state.tile = tile
    state.sections = facts.ALL_SECTIONS[tile]
    state.may_sell = rooms.WHEN_TILE[tile] & state.owned[state.seat] != 0
    state.question = ASK_PARTS
    state.trail.append(("take", state.seat, tile))


def gain_move(part: facts.Part) -> int:
    """The move that takes the goods of a part; where there is a choice it names them."""
    return moves.GAIN_MOVE[part.number]


def gain_goods(state: State, number: int) -> None:
    """The goods of the tile are gained, or those that are chosen."""
    part = ledger.numbered_part(state, facts.GAIN, number)
    ledger.close(state, part)
    ledger.gain(state, part.gain)


def why_not_trade(state: State, part: facts.Part) -> int:
    """0, or the reason why the exchange of a part cannot be paid."""
    payable = facts.is_payable(state.goods, state.seat * facts.GOOD_COUNT, part.price)
    return ledger.POSSIBLE if payable else ledger.NOT_TRADABLE


def trade_moves(state: State, part: facts.Part) -> list[int]:
    """The exchange of a part, if it can be paid."""
    return [] if why_not_trade(state, part) else [moves.TRADE_MOVE[part.number]]


def trade_goods(state: State, number: int) -> None:
    """Goods are exchanged."""
    part = ledger.numbered_part(state, facts.TRADE, number)
    ledger.close(state, part)
    ledger.pay(state, part.price)
    ledger.gain(state, part.gain)


def sellers(state: State) -> list[int]:
    """The rooms of the acting seat that still offer an exchange with its tile."""
    if not state.may_sell:
        return []
    return rooms.members(rooms.WHEN_TILE[state.tile] & state.owned[state.seat])


def why_not_sell(state: State, room: int, eating: bool = False) -> int:
    """0, or the reason why the exchange that a room offers cannot be paid."""
    payable = facts.is_payable(
        state.goods, state.seat * facts.GOOD_COUNT, rooms.SALE_PRICE[room], eating
    )
    return ledger.POSSIBLE if payable else ledger.NO_FOOD_TO_SELL


def sell_moves(state: State, eating: bool) -> list[int]:
    """The exchanges that can be paid."""
    return [
        moves.SELL_MOVE[room]
        for room in sellers(state)
        if why_not_sell(state, room, eating) == ledger.POSSIBLE
    ]


def sell(state: State, room: int) -> None:
    """A room exchanges goods."""
    state.may_sell = False
    state.trail.append(("trigger", state.seat, room))
    ledger.pay(state, rooms.SALE_PRICE[room])
    ledger.gain(state, rooms.BLUE_GAIN[room])


def eatable(state: State) -> list[int]:
    """The goods that the acting seat has and that can be eaten."""
    base = state.seat * facts.GOOD_COUNT
    return [good for good in facts.EATABLE if state.goods[base + good]]


def why_not_eat(state: State, good: int) -> int:
    """0, or the reason why a good that one has cannot be turned into food now."""
    if state.goods[state.seat * facts.GOOD_COUNT + facts.FOOD] >= facts.LIMITS[facts.FOOD]:
        return ledger.FOOD_FULL
    if state.question == ASK_CELL or state.question == ASK_PAYMENT:
        return ledger.POSSIBLE if cave.is_payable_without(state, good) else ledger.NEEDED
    return ledger.POSSIBLE


def eat_moves(state: State) -> list[int]:
    """What can be eaten now."""
    return [
        moves.EAT_MOVE[good]
        for good in eatable(state)
        if why_not_eat(state, good) == ledger.POSSIBLE
    ]


def uses_of(state: State, part: facts.Part) -> int:
    """How many rooms a part of a tile lets the acting seat use in all."""
    count = part.count
    for room, more in rooms.MORE_TO_USE[part.count]:
        if has(state.owned[state.seat] & ~state.new_rooms, room):
            count += more
    return count


def uses_left(state: State, part: facts.Part) -> int:
    """How many rooms a part of a tile still lets the acting seat use."""
    return uses_of(state, part) if has(state.sections, part.section) else state.uses


def helpers(state: State, part: facts.Part) -> int:
    """The blue rooms that bring goods when a room is used with this part, as a set."""
    return rooms.WHEN_USING[part.count] & state.owned[state.seat] & ~state.new_rooms


def why_not_use(state: State, number: int, part: facts.Part, eating: bool = False) -> int:
    """0, or the reason why a room of the acting seat cannot be used in this way."""
    outcome = rooms.OUTCOMES[number]
    room = bit(outcome.room)
    if state.used & room:
        return ledger.USED
    if state.new_rooms & room:
        return ledger.NEW_ROOM
    if not _is_payable(state, outcome.price, part, eating):
        return ledger.CANNOT_PAY
    if outcome.pays_gold and not state.variant.junction_room_gold:
        return ledger.NO_GOLD_HERE
    if outcome.cell != NO_CELL:
        return cave.why_not_dig(state, outcome.cell, False)
    return ledger.POSSIBLE


def _is_payable(state: State, price: list[int], part: facts.Part, eating: bool) -> bool:
    """Whether a room can be paid: blue rooms may have added their goods before."""
    base = state.seat * facts.GOOD_COUNT
    helping = helpers(state, part)
    if state.variant.wood_after_room or not helping:
        return facts.is_payable(state.goods, base, price, eating)
    hand = state.goods[base : base + facts.GOOD_COUNT]
    for room in rooms.members(helping):
        for good, amount in enumerate(rooms.BLUE_GAIN[room]):
            hand[good] = min(hand[good] + amount, facts.LIMITS[good])
    return facts.is_payable(hand, 0, price, eating)


def use_moves(state: State, part: facts.Part, eating: bool) -> list[int]:
    """Every way in which a room of the acting seat can be used now."""
    ready = state.owned[state.seat] & ~(state.used | state.new_rooms)
    return [
        moves.USE_MOVE[number]
        for room in range(rooms.ROOM_COUNT + 1)
        if has(ready, room)
        for number in rooms.OUTCOMES_OF[room]
        if why_not_use(state, number, part, eating) == ledger.POSSIBLE
    ]


def use(state: State, number: int) -> None:
    """A room works, once; blue rooms that help before or after it."""
    part = ledger.part_of(state, facts.USE)
    room = rooms.OUTCOMES[number].room
    helping = helpers(state, part)
    state.uses = uses_left(state, part) - 1
    ledger.close(state, part)
    state.used |= bit(room)
    state.trail.append(("use", state.seat, room))
    if helping and not state.variant.wood_after_room:
        ledger.trigger_all(state, helping)
    _work(state, number)
    if helping and state.variant.wood_after_room:
        ledger.trigger_all(state, helping)


def _work(state: State, number: int) -> None:
    outcome = rooms.OUTCOMES[number]
    base = state.seat * facts.GOOD_COUNT
    goods = outcome.gain[:]
    for good, bound in enumerate(outcome.below):
        if state.goods[base + good] < bound:
            goods[good] += 1
    ledger.pay(state, outcome.price)
    if outcome.cell != NO_CELL:
        cave.dig(state, outcome.cell)
        cave.turn_up_for_action(state)
    elif outcome.refill:
        ledger.refill(state, outcome.refill, outcome.to)
    else:
        ledger.gain(state, goods)
