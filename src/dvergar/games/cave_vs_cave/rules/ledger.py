"""Gains and costs, reasons, and the parts of the tile in use.

Every gain and every cost goes through here: limits, losses, and the rooms that work on gains. A
reason says why something is not possible: 0 is possible, everything else has a word and a rule.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.prompt import Reason
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts import game as facts
from dvergar.games.cave_vs_cave.facts.rooms import BLUE_GAIN, WHEN_GAINED, members
from dvergar.games.cave_vs_cave.state.state import State


def is_open(state: State, part: facts.Part) -> bool:
    """Whether a part can still be done; rooms may be used until the last of them."""
    if has(state.sections, part.section):
        return True
    return part.kind == facts.USE and state.uses > 0


def open_parts(state: State) -> list[facts.Part]:
    """The parts of the tile that can still be done."""
    return [part for part in facts.PARTS[state.tile] if is_open(state, part)]


def part_of(state: State, kind: int) -> facts.Part:
    """The part of the tile that is of a kind, where there is one only."""
    for part in facts.PARTS[state.tile]:
        if part.kind == kind:
            return part
    raise AssertionError("the tile has no such part")


def numbered_part(state: State, kind: int, number: int) -> facts.Part:
    """The gain or the exchange of the tile that has a number."""
    for part in facts.PARTS[state.tile]:
        if part.kind == kind and part.number == number:
            return part
    raise AssertionError("the tile has no such part")


def close(state: State, part: facts.Part) -> None:
    """A part has been done: its section is closed, alternatives and all."""
    state.sections &= ~bit(part.section)


POSSIBLE: Final = 0
TAKEN: Final = 1
LESS_GOLD: Final = 2
USED: Final = 3
NEW_ROOM: Final = 4
CANNOT_PAY: Final = 5
NO_GOLD_HERE: Final = 6
NO_PATH: Final = 7
NOTHING_TO_DIG: Final = 8
NO_TWO_DIGS: Final = 9
NO_FOOD_TO_DIG_TWICE: Final = 10
NO_WALL_LEFT: Final = 11
WALL_THERE: Final = 12
NO_WALL_TO_BREACH: Final = 13
NO_CAVERN: Final = 14
TOO_MANY_BLUE: Final = 15
WALL_MISSING: Final = 16
WALL_FORBIDDEN: Final = 17
CANNOT_FURNISH: Final = 18
FOOD_FULL: Final = 19
NEEDED: Final = 20
NO_FOOD_TO_SELL: Final = 21
NOT_TRADABLE: Final = 22

REASONS: Final[tuple[Reason, ...]] = (
    Reason("possible", ""),
    Reason("taken", "cave_vs_cave.turn.exclusive"),
    Reason("less_gold", "cave_vs_cave.tile.renovation_gold"),
    Reason("used", "cave_vs_cave.use.once"),
    Reason("new_room", "cave_vs_cave.use.not_new"),
    Reason("cannot_pay", "cave_vs_cave.goods.exchange"),
    Reason("no_gold_here", "cave_vs_cave.option.junction_room_gold"),
    Reason("no_path", "cave_vs_cave.dig.accessible"),
    Reason("nothing_to_dig", "cave_vs_cave.dig.display"),
    Reason("no_two_digs", "cave_vs_cave.dig.twice_possible"),
    Reason("no_food_to_dig_twice", "cave_vs_cave.dig.twice_price"),
    Reason("no_wall_left", "cave_vs_cave.wall.supply"),
    Reason("wall_there", "cave_vs_cave.wall.one_per_edge"),
    Reason("no_wall_to_breach", "cave_vs_cave.tile.breach"),
    Reason("no_cavern", "cave_vs_cave.furnish.no_cavern"),
    Reason("too_many_blue", "cave_vs_cave.furnish.colours"),
    Reason("wall_missing", "cave_vs_cave.furnish.walls_required"),
    Reason("wall_forbidden", "cave_vs_cave.furnish.walls_forbidden"),
    Reason("cannot_furnish", "cave_vs_cave.furnish.both_payable"),
    Reason("food_full", "cave_vs_cave.goods.eat_full"),
    Reason("needed", "cave_vs_cave.goods.eat_safe"),
    Reason("no_food_to_sell", "cave_vs_cave.room.prospecting_site"),
    Reason("not_tradable", "cave_vs_cave.tile.expedition"),
)


def gain(state: State, goods: list[int]) -> None:
    """One effect gives goods to the acting seat; what does not fit is lost."""
    base = state.seat * facts.GOOD_COUNT
    owned = state.owned[state.seat]
    answering = 0  # blue rooms, which work when all has been gained
    for good, amount in enumerate(goods):
        if amount:
            room = facts.LIMITS[good] - state.goods[base + good]
            real = amount if amount < room else room
            state.goods[base + good] += real
            state.trail.append(("gain", state.seat, good, real, amount - real))
            if real or state.variant.retting_room_full_flax:
                answering |= owned & WHEN_GAINED[good]
    if answering:
        trigger_all(state, answering)


def trigger_all(state: State, rooms: int) -> None:
    """Blue rooms work by themselves, one after the other."""
    for room in members(rooms):
        state.trail.append(("trigger", state.seat, room))
        gain(state, BLUE_GAIN[room])


def refill(state: State, kinds: list[int], to: int) -> None:
    """Raises goods to a value; what is higher stays."""
    base = state.seat * facts.GOOD_COUNT
    goods = [0] * facts.GOOD_COUNT
    for good in kinds:
        goods[good] = max(to - state.goods[base + good], 0)
    gain(state, goods)


def pay(state: State, price: list[int]) -> None:
    """The acting seat pays a price that it can pay."""
    base = state.seat * facts.GOOD_COUNT
    for good, amount in enumerate(price):
        if amount:
            state.goods[base + good] -= amount
            state.trail.append(("pay", state.seat, good, amount))


def eat(state: State, good: int) -> None:
    """One of a good becomes food: an exchange that goes without further words."""
    mark = len(state.trail)
    pay(state, [int(kind == good) for kind in range(facts.GOOD_COUNT)])
    gain(
        state,
        [facts.FOOD_OF[good] if kind == facts.FOOD else 0 for kind in range(facts.GOOD_COUNT)],
    )
    del state.trail[mark:]
    state.trail.append(("eat", state.seat, good))
