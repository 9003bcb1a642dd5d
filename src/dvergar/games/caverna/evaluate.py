"""An estimate of a seat's final score in Caverna, for bots that look ahead.

The points as they stand, and what the rounds to come can make of the rest: dwarfs by the work they
will still do, food by who has to be fed, goods, land and herds by what they can become. With the
last dwarf placed all of that is worth nothing, and the estimate is the score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dvergar.games.caverna.board import (
    CAVERN,
    CROP,
    DEEP_TUNNEL,
    FIELD,
    FOREST_CELLS,
    MEADOW,
    MOUNTAIN_CELLS,
    NOTHING,
    TUNNEL,
)
from dvergar.games.caverna.facts import FACTS
from dvergar.games.caverna.frames import FEEDING
from dvergar.games.caverna.goods import (
    BOAR,
    CATTLE,
    DOG,
    DONKEY,
    FARM_ANIMALS,
    FOOD,
    GOLD,
    GRAIN,
    ORE,
    RUBY,
    SHEEP,
    STONE,
    VEGETABLE,
    WOOD,
)
from dvergar.games.caverna.phases import HARVEST, NO_HARVEST, PAY_ONE, WORK
from dvergar.games.caverna.player import HOME, NEWBORN
from dvergar.games.caverna.score import total
from dvergar.games.caverna.tiles import SUPPLIERS, TILES

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State

BUSY: Final = 7.28  # so many placements are enough to make use of everything
WORK_OF_A_DWARF: Final = 1.48  # points a round
FREE_BED: Final = 0.6  # of a dwarf who could be born into it
MOST_DWARFS: Final = 5

# Goods, each up to a number that can well be used.
PER_WOOD: Final = 0.55
PER_STONE: Final = 0.54
PER_ORE: Final = 0.39
PER_RUBY: Final = 0.9
PER_GOLD: Final = 0.07
ENOUGH: Final = 7
BEYOND: Final = 0.06

# Food.
BEGGING: Final = 3.0
HUNGER: Final = 1.01  # food that still has to be found somewhere
EATEN: Final = 0.6  # what a food's worth of grain or herd costs
STORED: Final = 0.55
STORED_LATER: Final = 0.3
FOUND_BY_A_DWARF: Final = 2

# Land.
EMPTY_CAVERN: Final = 0.59
MANY_CAVERNS: Final = 3
PER_TUNNEL: Final = 0.71
PER_DEEP_TUNNEL: Final = 0.26
PER_MEADOW: Final = 0.41
EMPTY_FIELD: Final = 0.43
SEED: Final = 0.98
CROP_TO_REAP: Final = 0.39

# Herds and arms.
PAIR: Final = 1.5  # each breeding phase
SINGLE: Final = 0.49
PER_DOG: Final = 0.27
ARMED: Final = 0.38
STRENGTH: Final = 0.18
EXPEDITIONS: Final = 0.5  # a dwarf and round

_EACH_ROUND: Final = {
    "carpenter": 0.25,
    "stone_carver": 0.25,
    "blacksmith": 0.1,
    "miner": 0.15,
    "builder": 0.2,
    "trader": 0.1,
    "cuddle_room": 0.15,
    "breakfast_room": 0.15,
    "stubble_room": 0.1,
    "work_room": 0.1,
    "guest_room": 0.2,
    "office_room": 0.2,
    "dog_school": 0.1,
    "quarry": 0.2,
    "seam": 0.15,
    "slaughtering_cave": 0.2,
    "cooking_cave": 0.25,
    "working_cave": 0.35,
    "mining_cave": 0.2,
    "breeding_cave": 0.35,
    "peaceful_cave": 0.05,
    "hunting_parlor": 0.1,
    "beer_parlor": 0.1,
    "blacksmithing_parlor": 0.15,
    "spare_part_storage": 0.05,
}
EACH_ROUND: Final = [float(_EACH_ROUND.get(name, 0.0)) for name in TILES]


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of everything else."""
    player = state.players[seat]
    value = float(total(player))
    if state.over:
        return value
    rounds = _rounds_after(state)
    at_work = player.dwarfs.count(HOME) if state.stage == WORK else 0
    placements = at_work + rounds * len(player.dwarfs)
    time = min(1.0, placements / BUSY)
    harvests = rounds + (1 if state.stage == WORK and state.harvest > PAY_ONE else 0)
    value += _family(player, rounds) + _food(state, player, seat, at_work, rounds)
    if placements:
        value += time * (_goods(player) + _land(player, harvests))
    value += _herds(player, harvests, time) + _arms(player, rounds + (at_work > 0))
    return value + _tiles(player, rounds)


def _rounds_after(state: State) -> int:
    """How many rounds there are after this one."""
    return sum(number > state.round for number in state.caverna.rounds)


def _family(player: Player, rounds: int) -> float:
    dwarfs = len(player.dwarfs)
    value = WORK_OF_A_DWARF * rounds * dwarfs
    free = min(player.beds, MOST_DWARFS) - dwarfs
    if free > 0 and rounds > 1:
        value += FREE_BED * WORK_OF_A_DWARF * (rounds - 1) * min(free, 2)
    return value


def _food(state: State, player: Player, seat: int, at_work: int, rounds: int) -> float:
    """What the stock of food is worth, and what hunger will cost."""
    need, ahead = _next_meal(state, player, seat)
    goods = player.goods
    stock = goods[FOOD]
    later = need + 2 * len(player.dwarfs) * max(0, rounds - ahead)
    value = STORED * min(stock, need) + STORED_LATER * max(0, min(stock, later) - need)
    short = need - stock
    if short > 0:
        reserve = goods[GRAIN] + 2 * goods[VEGETABLE] + 2 * goods[RUBY] + max(0, goods[GOLD] - 1)
        reserve += goods[SHEEP] + goods[DONKEY] + 2 * goods[BOAR] + 3 * goods[CATTLE]
        eaten = min(short, reserve)
        hungry = short - eaten
        found = min(hungry, FOUND_BY_A_DWARF * (at_work + ahead * len(player.dwarfs)))
        value -= EATEN * eaten + HUNGER * found + BEGGING * (hungry - found)
    return value


def _next_meal(state: State, player: Player, seat: int) -> tuple[int, int]:
    """The food needed at the next meal, and in how many rounds it is."""
    adults = 2 * len(player.dwarfs)
    if state.stage == HARVEST:
        for frame in state.stack:
            if frame[0] == FEEDING and frame[1] == seat:
                return frame[2], 0
    elif state.stage == WORK and state.harvest != NO_HARVEST:
        newborn = player.dwarfs.count(NEWBORN)
        if state.harvest == PAY_ONE:
            return len(player.dwarfs), 0
        return adults - newborn, 0
    ahead = 0
    for number in state.caverna.rounds:
        if number > state.round:
            ahead += 1
            if number in FACTS["harvest"]["full"] or number >= FACTS["harvest"]["markers_from"]:
                return adults, ahead
            if number in FACTS["harvest"]["pay_one"]:
                return len(player.dwarfs), ahead
    return 0, ahead


def _goods(player: Player) -> float:
    goods = player.goods
    value = PER_WOOD * _useful(goods[WOOD])
    value += PER_STONE * _useful(goods[STONE])
    value += PER_ORE * _useful(goods[ORE])
    return value + PER_RUBY * goods[RUBY] + PER_GOLD * goods[GOLD]


def _useful(amount: int) -> float:
    """The first ones can be used, more of them hardly."""
    if amount <= ENOUGH:
        return float(amount)
    return ENOUGH + BEYOND * (amount - ENOUGH)


def _land(player: Player, harvests: int) -> float:
    value = 0.0
    caverns = 0
    for cell in MOUNTAIN_CELLS:
        land = player.land[cell]
        if land == CAVERN:
            caverns += 1
        elif land == TUNNEL:
            value += PER_TUNNEL
        elif land == DEEP_TUNNEL:
            value += PER_DEEP_TUNNEL
    value += EMPTY_CAVERN * min(caverns, MANY_CAVERNS)
    empty = 0
    for cell in FOREST_CELLS:
        land = player.land[cell]
        if land == MEADOW:
            value += PER_MEADOW
        elif land == FIELD:
            on = player.on[cell]
            if on == NOTHING:
                empty += 1
            else:
                value += CROP_TO_REAP * min(harvests, on if on < CROP else 2 * (on - CROP))
    value += EMPTY_FIELD * min(empty, 4)
    return value + SEED * min(empty, player.goods[GRAIN] + player.goods[VEGETABLE])


def _herds(player: Player, harvests: int, time: float) -> float:
    value = time * PER_DOG * player.goods[DOG]
    for animal in FARM_ANIMALS:
        if player.goods[animal] > 1:
            value += PAIR * min(harvests, 4)
        elif player.goods[animal]:
            value += SINGLE * time
    return value


def _arms(player: Player, rounds: int) -> float:
    value = 0.0
    for weapon in player.weapons:
        if weapon:
            value += (ARMED + STRENGTH * weapon) * EXPEDITIONS * rounds
    return value


def _tiles(player: Player, rounds: int) -> float:
    value = 0.0
    built = player.built
    for number in range(len(EACH_ROUND)):
        if built >> number & 1:
            value += EACH_ROUND[number] * rounds
    for number in range(len(SUPPLIERS)):
        value += PER_STONE * min(rounds, player.supplies[number])
    return value
