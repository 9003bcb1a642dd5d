"""What brings goods: taking an action tile, its gains and exchanges, selling, eating, using rooms.

Each verb has why not, the moves it offers, and doing it side by side.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.cave import NO_CELL
from dvergar.games.cave_vs_cave.facts.game import (
    ALL_SECTIONS,
    EATABLE,
    FOOD,
    GAIN,
    GOLD,
    GOOD_COUNT,
    LIMITS,
    START_TILES,
    TILES,
    TRADE,
    USE,
    Part,
    is_payable,
)
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_GAIN,
    MORE_TO_USE,
    OUTCOMES,
    OUTCOMES_OF,
    ROOM_COUNT,
    SALE_PRICE,
    WHEN_TILE,
    WHEN_USING,
    members,
)
from dvergar.games.cave_vs_cave.rules.cave import (
    dig,
    is_payable_without,
    turn_up_for_action,
    why_not_dig,
)
from dvergar.games.cave_vs_cave.rules.ledger import (
    CANNOT_PAY,
    FOOD_FULL,
    LESS_GOLD,
    NEEDED,
    NEW_ROOM,
    NO_FOOD_TO_SELL,
    NO_GOLD_HERE,
    NOT_TRADABLE,
    POSSIBLE,
    TAKEN,
    USED,
    close,
    gain,
    numbered_part,
    part_of,
    pay,
    refill,
    trigger_all,
)
from dvergar.games.cave_vs_cave.state import (
    ASK_CELL,
    ASK_PARTS,
    ASK_PAYMENT,
    EAT_MOVE,
    GAIN_MOVE,
    NOBODY,
    SELL_MOVE,
    TAKE_TILE,
    TRADE_MOVE,
    USE_MOVE,
    State,
)


def open_tiles(state: State) -> list[int]:
    """The tiles that lie face up in this round, taken or not."""
    return state.tile_order[: START_TILES + state.round]


def why_not_take(state: State, tile: int) -> int:
    """0, or the reason why an open tile cannot be taken."""
    if state.taken[tile] != NOBODY:
        return TAKEN
    if TILES[tile].needs_more_gold and state.variant.players > 1:
        gold = state.goods[state.seat * GOOD_COUNT + GOLD]
        if gold <= state.goods[(1 - state.seat) * GOOD_COUNT + GOLD]:
            return LESS_GOLD
    return POSSIBLE


def take_moves(state: State) -> list[int]:
    """The tiles that can be taken."""
    tiles = [tile for tile in open_tiles(state) if why_not_take(state, tile) == POSSIBLE]
    return sorted([TAKE_TILE[tile] for tile in tiles])


def take(state: State, tile: int) -> None:
    """A tile is taken, and all its sections are open."""
    state.taken[tile] = state.seat
    state.tile = tile
    state.sections = ALL_SECTIONS[tile]
    state.may_sell = WHEN_TILE[tile] & state.owned[state.seat] != 0
    state.question = ASK_PARTS
    state.trail.append(("take", state.seat, tile))


def gain_move(part: Part) -> int:
    """The move that takes the goods of a part; where there is a choice it names them."""
    return GAIN_MOVE[part.number]


def gain_goods(state: State, number: int) -> None:
    """The goods of the tile are gained, or those that are chosen."""
    part = numbered_part(state, GAIN, number)
    close(state, part)
    gain(state, part.gain)


def why_not_trade(state: State, part: Part) -> int:
    """0, or the reason why the exchange of a part cannot be paid."""
    payable = is_payable(state.goods, state.seat * GOOD_COUNT, part.price)
    return POSSIBLE if payable else NOT_TRADABLE


def trade_moves(state: State, part: Part) -> list[int]:
    """The exchange of a part, if it can be paid."""
    return [] if why_not_trade(state, part) else [TRADE_MOVE[part.number]]


def trade_goods(state: State, number: int) -> None:
    """Goods are exchanged."""
    part = numbered_part(state, TRADE, number)
    close(state, part)
    pay(state, part.price)
    gain(state, part.gain)


def sellers(state: State) -> list[int]:
    """The rooms of the acting seat that still offer an exchange with its tile."""
    if not state.may_sell:
        return []
    return members(WHEN_TILE[state.tile] & state.owned[state.seat])


def why_not_sell(state: State, room: int, eating: bool = False) -> int:
    """0, or the reason why the exchange that a room offers cannot be paid."""
    payable = is_payable(state.goods, state.seat * GOOD_COUNT, SALE_PRICE[room], eating)
    return POSSIBLE if payable else NO_FOOD_TO_SELL


def sell_moves(state: State, eating: bool) -> list[int]:
    """The exchanges that can be paid."""
    rooms = sellers(state)
    return [SELL_MOVE[room] for room in rooms if why_not_sell(state, room, eating) == POSSIBLE]


def sell(state: State, room: int) -> None:
    """A room exchanges goods."""
    state.may_sell = False
    state.trail.append(("trigger", state.seat, room))
    pay(state, SALE_PRICE[room])
    gain(state, BLUE_GAIN[room])


def eatable(state: State) -> list[int]:
    """The goods that the acting seat has and that can be eaten."""
    base = state.seat * GOOD_COUNT
    return [good for good in EATABLE if state.goods[base + good]]


def why_not_eat(state: State, good: int) -> int:
    """0, or the reason why a good that one has cannot be turned into food now."""
    if state.goods[state.seat * GOOD_COUNT + FOOD] >= LIMITS[FOOD]:
        return FOOD_FULL
    if state.question == ASK_CELL or state.question == ASK_PAYMENT:
        return POSSIBLE if is_payable_without(state, good) else NEEDED
    return POSSIBLE


def eat_moves(state: State) -> list[int]:
    """What can be eaten now."""
    return [EAT_MOVE[good] for good in eatable(state) if why_not_eat(state, good) == POSSIBLE]


def uses_of(state: State, part: Part) -> int:
    """How many rooms a part of a tile lets the acting seat use in all."""
    count = part.count
    for room, more in MORE_TO_USE[part.count]:
        if has(state.owned[state.seat] & ~state.new_rooms, room):
            count += more
    return count


def uses_left(state: State, part: Part) -> int:
    """How many rooms a part of a tile still lets the acting seat use."""
    return uses_of(state, part) if has(state.sections, part.section) else state.uses


def helpers(state: State, part: Part) -> int:
    """The blue rooms that bring goods when a room is used with this part, as a set."""
    return WHEN_USING[part.count] & state.owned[state.seat] & ~state.new_rooms


def why_not_use(state: State, number: int, part: Part, eating: bool = False) -> int:
    """0, or the reason why a room of the acting seat cannot be used in this way."""
    outcome = OUTCOMES[number]
    room = bit(outcome.room)
    if state.used & room:
        return USED
    if state.new_rooms & room:
        return NEW_ROOM
    if not _is_payable(state, outcome.price, part, eating):
        return CANNOT_PAY
    if outcome.pays_gold and not state.variant.junction_room_gold:
        return NO_GOLD_HERE
    if outcome.cell != NO_CELL:
        return why_not_dig(state, outcome.cell, False)
    return POSSIBLE


def _is_payable(state: State, price: list[int], part: Part, eating: bool) -> bool:
    """Whether a room can be paid: blue rooms may have added their goods before."""
    base = state.seat * GOOD_COUNT
    helping = helpers(state, part)
    if state.variant.wood_after_room or not helping:
        return is_payable(state.goods, base, price, eating)
    hand = state.goods[base : base + GOOD_COUNT]
    for room in members(helping):
        for good, amount in enumerate(BLUE_GAIN[room]):
            hand[good] = min(hand[good] + amount, LIMITS[good])
    return is_payable(hand, 0, price, eating)


def use_moves(state: State, part: Part, eating: bool) -> list[int]:
    """Every way in which a room of the acting seat can be used now."""
    ready = state.owned[state.seat] & ~(state.used | state.new_rooms)
    return [
        USE_MOVE[number]
        for room in range(ROOM_COUNT + 1)
        if has(ready, room)
        for number in OUTCOMES_OF[room]
        if why_not_use(state, number, part, eating) == POSSIBLE
    ]


def use(state: State, number: int) -> None:
    """A room works, once; blue rooms that help before or after it."""
    part = part_of(state, USE)
    room = OUTCOMES[number].room
    helping = helpers(state, part)
    state.uses = uses_left(state, part) - 1
    close(state, part)
    state.used |= bit(room)
    state.trail.append(("use", state.seat, room))
    if helping and not state.variant.wood_after_room:
        trigger_all(state, helping)
    _work(state, number)
    if helping and state.variant.wood_after_room:
        trigger_all(state, helping)


def _work(state: State, number: int) -> None:
    outcome = OUTCOMES[number]
    base = state.seat * GOOD_COUNT
    goods = outcome.gain[:]
    for good, bound in enumerate(outcome.below):
        if state.goods[base + good] < bound:
            goods[good] += 1
    pay(state, outcome.price)
    if outcome.cell != NO_CELL:
        dig(state, outcome.cell)
        turn_up_for_action(state)
    elif outcome.refill:
        refill(state, outcome.refill, outcome.to)
    else:
        gain(state, goods)
