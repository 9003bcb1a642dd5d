"""Using rooms: how many a tile allows, which choices there are, what they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.digging import dig, turn_up_for_action, why_not_dig
from dvergar.games.cave_vs_cave.goods import KINDS, LIMITS, is_payable
from dvergar.games.cave_vs_cave.ledger import gain, pay, refill, trigger
from dvergar.games.cave_vs_cave.questions import (
    CANNOT_PAY,
    NEW_ROOM,
    NO_FOOD_TO_SELL,
    NO_GOLD_HERE,
    NOT_OWNED,
    POSSIBLE,
    USED,
)
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_GAIN,
    EQUIPMENT_ROOM,
    EQUIPPED_MORE,
    EQUIPPED_USES,
    OUTCOMES,
    PROSPECTING_SITE,
    SITE_PRICE,
    STORED_USES,
    WOOD_STOREROOM,
)

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State
    from dvergar.games.cave_vs_cave.tiles import Part


def owns(state: State, room: int) -> bool:
    """Whether the acting seat has a room, furnished in an earlier turn."""
    return bool((state.owned[state.seat] & ~state.fresh) >> room & 1)


def uses_of(state: State, part: Part) -> int:
    """How many rooms a part of a tile lets the acting seat use."""
    if part.count in EQUIPPED_USES and owns(state, EQUIPMENT_ROOM):
        return part.count + EQUIPPED_MORE
    return part.count


def is_stored(state: State, part: Part) -> bool:
    """Whether the Wood Storeroom works when a room is used with this part."""
    return part.count in STORED_USES and owns(state, WOOD_STOREROOM)


def why_not_use(state: State, number: int, part: Part, eating: bool = False) -> int:
    """0, or the reason why a room cannot be used in this way."""
    outcome = OUTCOMES[number]
    room = 1 << outcome.room
    if not state.owned[state.seat] & room:
        return NOT_OWNED
    if state.used & room:
        return USED
    if state.fresh & room:
        return NEW_ROOM
    if not is_payable(_hand(state, part), 0, outcome.price, eating):
        return CANNOT_PAY
    if outcome.pays_gold and not state.game.junction_room_gold:
        return NO_GOLD_HERE
    if outcome.cell >= 0:
        return why_not_dig(state, outcome.cell, False)
    return POSSIBLE


def _hand(state: State, part: Part) -> list[int]:
    """The goods a room can spend: the Wood Storeroom may have added its wood before."""
    base = state.seat * KINDS
    hand = state.goods[base : base + KINDS]
    if not state.game.wood_after and is_stored(state, part):
        for good, amount in enumerate(BLUE_GAIN[WOOD_STOREROOM]):
            hand[good] = min(hand[good] + amount, LIMITS[good])
    return hand


def use(state: State, number: int, part: Part) -> None:
    """A room works, once; the Wood Storeroom before or after it."""
    outcome = OUTCOMES[number]
    stored = is_stored(state, part)
    if state.sections >> part.section & 1:
        state.sections &= ~(1 << part.section)
        state.uses = uses_of(state, part)
    state.uses -= 1
    state.used |= 1 << outcome.room
    state.trail.append(("use", state.seat, outcome.room))
    if stored and not state.game.wood_after:
        trigger(state, WOOD_STOREROOM)
    _work(state, number)
    if stored and state.game.wood_after:
        trigger(state, WOOD_STOREROOM)


def _work(state: State, number: int) -> None:
    outcome = OUTCOMES[number]
    base = state.seat * KINDS
    goods = outcome.gain[:]
    for good, bound in enumerate(outcome.below):
        if state.goods[base + good] < bound:
            goods[good] += 1
    pay(state, outcome.price)
    if outcome.cell >= 0:
        dig(state, outcome.cell)
        turn_up_for_action(state)
    elif outcome.refill:
        refill(state, outcome.refill, outcome.to)
    else:
        gain(state, goods)


def why_not_sell(state: State, eating: bool = False) -> int:
    """0, or the reason why no food can be sold at the Prospecting Site."""
    if not state.site:
        return NOT_OWNED
    if is_payable(state.goods, state.seat * KINDS, SITE_PRICE, eating):
        return POSSIBLE
    return NO_FOOD_TO_SELL


def sell(state: State) -> None:
    """The Prospecting Site exchanges food for gold, once a turn."""
    state.site = 0
    state.trail.append(("trigger", state.seat, PROSPECTING_SITE))
    pay(state, SITE_PRICE)
    gain(state, BLUE_GAIN[PROSPECTING_SITE])
