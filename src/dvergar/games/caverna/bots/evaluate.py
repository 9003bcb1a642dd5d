"""An estimate of a seat's final score in Caverna, for bots that look ahead.

The points as they stand, and what the rounds to come can make of the rest: dwarfs by the work they
will still do, food by who has to be fed, goods, land and herds by what they can become. With the
last dwarf placed all of that is worth nothing, and the estimate is the score.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILES
from dvergar.games.caverna.rules.harvest import food_asked, food_for_adult
from dvergar.games.caverna.rules.ledger import food_for_gold
from dvergar.games.caverna.rules.rounds import expected_harvest
from dvergar.games.caverna.rules.score import CAVERNS, EMPTY_FIELDS, survey, total
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import HOME, Player, State

BUSY: Final = 7.28  # so many placements are enough to make use of everything
WORK_OF_A_DWARF: Final = 1.48  # points a round
FREE_BED: Final = 0.6  # of a dwarf who could be born into it

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


class Prospect:
    """The time a seat has left: rounds, dwarfs to place now and in all, harvests with breeding."""

    def __init__(self, state: State, seat: int) -> None:
        player = state.players[seat]
        at_work = state.stage == pending.WORK
        self.rounds = _rounds_after(state)
        self.at_work = player.dwarfs.count(HOME) if at_work else 0
        self.placements = self.at_work + self.rounds * len(player.dwarfs)
        self.harvests = self.rounds + (at_work and state.harvest in pending.BREEDING_HARVESTS)


def settled(state: State, seat: int) -> bool:
    """Whether a seat has placed its last dwarf of the game."""
    if state.round != state.variant.rounds[-1]:
        return False
    return state.stage != pending.WORK or HOME not in state.players[seat].dwarfs


def evaluate(state: State, seat: int) -> float:
    """Points so far, and what may come of everything else."""
    points = total(state.players[seat])
    if state.over:
        return float(points)
    return sum(terms(state, seat, points, Prospect(state, seat)))


def terms(state: State, seat: int, points: int, ahead: Prospect) -> list[float]:
    """What the estimate adds up: points so far, family, food, goods, land, herds, arms, tiles."""
    if state.over:
        return [float(points), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    player = state.players[seat]
    rounds = ahead.rounds
    time = min(1.0, ahead.placements / BUSY)
    return [
        float(points),
        _family(player, rounds),
        _food(state, player, seat, ahead.at_work, rounds),
        time * _goods(player),
        time * _land(player, ahead.harvests),
        _herds(player, ahead.harvests, time),
        _arms(player, rounds + (ahead.at_work > 0)),
        _tiles(player, rounds),
    ]


def _rounds_after(state: State) -> int:
    """How many rounds there are after this one."""
    return sum(number > state.round for number in state.variant.rounds)


def _family(player: Player, rounds: int) -> float:
    dwarfs = len(player.dwarfs)
    value = WORK_OF_A_DWARF * rounds * dwarfs
    free = min(player.beds, facts.MAX_FAMILY) - dwarfs
    if free > 0 and rounds > 1:
        value += FREE_BED * WORK_OF_A_DWARF * (rounds - 1) * min(free, 2)
    return value


def _food(state: State, player: Player, seat: int, at_work: int, rounds: int) -> float:
    """What the stock of food is worth, and what hunger will cost."""
    need, ahead = next_meal(state, player, seat)
    goods = player.goods
    stock = goods[facts.FOOD]
    later = need + facts.ADULT_FOOD * len(player.dwarfs) * max(0, rounds - ahead)
    value = STORED * min(stock, need) + STORED_LATER * max(0, min(stock, later) - need)
    short = need - stock
    if short > 0:
        reserve = food_for_gold(goods[facts.GOLD], begun=False)
        for good, food in enumerate(facts.FOOD_OF):
            reserve += food * goods[good]
        eaten = min(short, reserve)
        hungry = short - eaten
        found = min(hungry, FOUND_BY_A_DWARF * (at_work + ahead * len(player.dwarfs)))
        value -= EATEN * eaten + HUNGER * found + BEGGING * (hungry - found)
    return value


def next_meal(state: State, player: Player, seat: int) -> tuple[int, int]:
    """The food needed at the next meal, and in how many rounds it is."""
    if state.stage == pending.HARVEST:
        for frame in state.stack:
            if isinstance(frame, pending.Feeding) and frame.seat == seat:
                return frame.food, 0
    elif state.stage == pending.WORK and state.harvest != pending.NO_HARVEST:
        return food_asked(player, state.harvest), 0
    dwarfs = len(player.dwarfs)
    ahead = 0
    for number in state.variant.rounds:
        if number > state.round:
            ahead += 1
            harvest = expected_harvest(state.variant, number)
            if harvest != pending.NO_HARVEST:
                return dwarfs * food_for_adult(harvest), ahead
    return 0, ahead


def _goods(player: Player) -> float:
    goods = player.goods
    value = PER_WOOD * _useful(goods[facts.WOOD])
    value += PER_STONE * _useful(goods[facts.STONE])
    value += PER_ORE * _useful(goods[facts.ORE])
    return value + PER_RUBY * goods[facts.RUBY] + PER_GOLD * goods[facts.GOLD]


def _useful(amount: int) -> float:
    """The first ones can be used, more of them hardly."""
    if amount <= ENOUGH:
        return float(amount)
    return ENOUGH + BEYOND * (amount - ENOUGH)


def _land(player: Player, harvests: int) -> float:
    counts = survey(player)
    empty = counts[EMPTY_FIELDS]
    value = _laid(player, harvests) + EMPTY_FIELD * min(empty, 4)
    return value + SEED * min(empty, player.goods[facts.GRAIN] + player.goods[facts.VEGETABLE])


def _laid(player: Player, harvests: int) -> float:
    """What lies on the board is worth, reckoned when it has changed; crops by the harvests left."""
    worth = player.worth
    if worth and worth[0] == harvests:
        return worth[1]
    value = 0.0
    for cell in board.MOUNTAIN_CELLS:
        land = player.land[cell]
        if land == board.TUNNEL:
            value += PER_TUNNEL
        elif land == board.DEEP_TUNNEL:
            value += PER_DEEP_TUNNEL
    value += EMPTY_CAVERN * min(survey(player)[CAVERNS], MANY_CAVERNS)
    for cell in board.FOREST_CELLS:
        land = player.land[cell]
        on = player.on[cell]
        if land == board.MEADOW:
            value += PER_MEADOW
        elif land == board.FIELD and on != board.NOTHING:
            value += CROP_TO_REAP * min(harvests, on if on < board.CROP else 2 * (on - board.CROP))
    worth[:] = [float(harvests), value]  # copies with the same board share the list
    return value


def _herds(player: Player, harvests: int, time: float) -> float:
    value = time * PER_DOG * player.goods[facts.DOG]
    for animal in facts.FARM_ANIMALS:
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
    number, left = 0, player.built
    while left:
        if left & 1:
            value += EACH_ROUND[number] * rounds
        left >>= 1
        number += 1
    for number in range(len(SUPPLIERS)):
        value += PER_STONE * min(rounds, player.supplies[number])
    return value
