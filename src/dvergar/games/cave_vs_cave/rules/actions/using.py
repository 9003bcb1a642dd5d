"""Using rooms: how many a tile allows, which choices there are, what they bring."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import USE, Part
from dvergar.games.cave_vs_cave.facts.cave import NO_CELL
from dvergar.games.cave_vs_cave.facts.goods import GOOD_COUNT, LIMITS, is_payable
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_GAIN,
    MORE_TO_USE,
    OUTCOMES,
    OUTCOMES_OF,
    ROOM_COUNT,
    WHEN_USING,
    members,
)
from dvergar.games.cave_vs_cave.rules.actions.digging import dig, turn_up_for_action, why_not_dig
from dvergar.games.cave_vs_cave.rules.ledger import gain, pay, refill, trigger_all
from dvergar.games.cave_vs_cave.rules.parts import close, part_of
from dvergar.games.cave_vs_cave.rules.reasons import (
    CANNOT_PAY,
    NEW_ROOM,
    NO_GOLD_HERE,
    POSSIBLE,
    USED,
)
from dvergar.games.cave_vs_cave.state.moves import USE_MOVE
from dvergar.games.cave_vs_cave.state.state import State


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
