"""A position of Caverna in numbers, for learning: the table, the players, what is pending.

Seats are counted from the observer. Everything that decides about present and future moves is
included (goods, family, tiles, the home board cell by cell), except cards and markers that nobody
has seen.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.game import Game
from dvergar.core.observation import FLAG, Block, Layout, Observation, choice, members, number
from dvergar.core.sets import bit, has
from dvergar.games.caverna.bots.observed_pending import add_pending, lay_out_pending
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILE_COUNT, TILES
from dvergar.games.caverna.rules.rounds import open_set
from dvergar.games.caverna.state.pending import HARVESTS, STAGE_NAMES, UNKNOWN, WORK
from dvergar.games.caverna.state.state import Player, State, Variant

MAX_GOODS: Final = 60
GOOD_STEPS: Final = 6
DWARFS: Final = facts.MAX_FAMILY + 1
_THINGS: Final = board.STABLE + 1  # what may stand on a cell
_CROPS: Final = 3

_FOREST: Final = (
    "bare",
    "edge",
    "meadow",
    "field",
    "small_pasture",
    "large_pasture_north",
    "large_pasture_east",
    "large_pasture_south",
    "large_pasture_west",
)
_MOUNTAIN: Final = {
    board.WILD: "bare",
    board.EDGE: "edge",
    board.TUNNEL: "tunnel",
    board.CAVERN: "cavern",
    board.DEEP_TUNNEL: "deep_tunnel",
    board.ORE_MINE: "ore_mine",
    board.RUBY_MINE: "ruby_mine",
} | {board.FURNISHED + tile: name for tile, name in enumerate(TILES)}


def _forest() -> Block:
    """A cell of the forest by land and by what stands on it: `land * _THINGS + thing`."""
    codes = []
    for land in range(board.LARGE_WEST + 1):
        for on in range(_THINGS):
            crop = on if land == board.FIELD and on < board.STABLE else 0
            grain, vegetables = (crop, 0) if crop < board.CROP else (0, crop - board.CROP)
            ground = [float(land == one) for one in range(board.LARGE_WEST + 1)]
            codes.append([*ground, grain / _CROPS, vegetables / _CROPS, float(on == board.STABLE)])
    return Block([*_FOREST, "grain", "vegetable", "stable"], codes, 1)


def _mountain() -> Block:
    """A cell of the mountain by its land, each tile being a land of its own."""
    lands = list(_MOUNTAIN)
    codes = [[float(land == one) for one in lands] for land in range(board.FURNISHED + TILE_COUNT)]
    return Block(list(_MOUNTAIN.values()), codes, 1)


GOOD: Final = number(MAX_GOODS, GOOD_STEPS)
BEGGING: Final = number(20, 1)
BUILDABLE: Final = number(facts.STABLES)
BEDS: Final = number(8)
WHERE: Final = choice(("home", "away", "newborn"))
WEAPON: Final = number(facts.MAX_WEAPON, 1)
SUPPLY: Final = number(max(rounds for _, _, rounds in SUPPLIERS))
BUILT: Final = members(TILES)
FOREST: Final = _forest()
MOUNTAIN: Final = _mountain()


def lay_out_home(found: Layout, who: str) -> None:
    """The entries of one player."""
    for good in facts.GOODS:
        found.add(f"{who}.{good}", GOOD, "goods in the supply, animals included")
    found.add(f"{who}.begging", BEGGING, "begging markers")
    found.add(f"{who}.stables", BUILDABLE, "stables left to build")
    found.add(f"{who}.beds", BEDS, "dwarfs that the dwellings have room for")
    for dwarf in range(DWARFS):
        found.add(f"{who}.dwarf_{dwarf}", WHERE, "where a dwarf is; all 0: it is not in play")
        found.add(f"{who}.weapon_{dwarf}", WEAPON, "the strength of its weapon")
    for tile, _, _ in SUPPLIERS:
        found.add(f"{who}.supply.{TILES[tile]}", SUPPLY, "rounds that a tile still pays")
    found.add(f"{who}.built", BUILT, "tiles whose effect counts")
    for cell in board.FOREST_CELLS:
        found.add(f"{who}.{board.CELL_NAMES[cell]}", FOREST, "a cell of the forest, crops of 3")
    for cell in board.MOUNTAIN_CELLS:
        found.add(f"{who}.{board.CELL_NAMES[cell]}", MOUNTAIN, "a cell of the mountain")


def add_home(player: Player, found: list[bytes]) -> None:
    """One player, in the order of the layout."""
    goods = player.goods
    for good in range(facts.GOOD_COUNT):
        found.append(GOOD.at(goods[good]))
    found.append(BEGGING.at(player.begging))
    found.append(BUILDABLE.at(player.stables))
    found.append(BEDS.at(player.beds))
    family = len(player.dwarfs)
    for dwarf in range(DWARFS):
        if dwarf < family:
            found.append(WHERE.at(player.dwarfs[dwarf]))
            found.append(WEAPON.at(player.weapons[dwarf]))
        else:
            found.append(WHERE.nothing)
            found.append(WEAPON.nothing)
    for rounds in player.supplies:
        found.append(SUPPLY.at(rounds))
    BUILT.add(player.built, found)
    land = player.land
    on = player.on
    for cell in board.FOREST_CELLS:
        found.append(FOREST.at(land[cell] * _THINGS + on[cell]))
    for cell in board.MOUNTAIN_CELLS:
        found.append(MOUNTAIN.at(land[cell]))


SEATS: Final = [  # by the number of players
    choice(["self", *[f"next_{step}" for step in range(1, players)]]) for players in range(8)
]
SETS_OF_SEATS: Final = [
    members(["self", *[f"next_{step}" for step in range(1, players)]]) for players in range(8)
]
OWN_SEAT: Final = [choice([str(seat) for seat in range(players)]) for players in range(8)]
ROUND: Final = choice([str(number) for number in range(facts.ROUNDS + 1)])
STAGE: Final = choice(STAGE_NAMES)
HARVEST: Final = choice(HARVESTS)
REDS: Final = choice([str(number) for number in range(facts.RED_MARKERS + 1)])
DWARF: Final = choice([str(number) for number in range(facts.MAX_FAMILY + 1)])
SPACE: Final = choice(facts.SPACES)
SET_OF_SPACES: Final = members(facts.SPACES)
SET_OF_TILES: Final = members(TILES)
PILE: Final = number(20, steps=1)


def layout(game: Game) -> Layout:
    """The entries of an observation with so many players."""
    found = Layout()
    players = game.players
    variant = Variant(players, game.options)
    seats = SEATS[players]
    found.add("seat", OWN_SEAT[players], "the number of the seat that looks")
    found.add("round", ROUND, "the round; before the first one it is 0")
    found.add("stage", STAGE, "what happens when nothing is pending any more")
    found.add("over", FLAG, "the game has ended")
    found.add("harvest", HARVEST, "the kind of this round's harvest, where it is known")
    found.add("reds", REDS, "red harvest markers turned over")
    found.add("starter", seats, "the starting player of this round")
    found.add("next_starter", seats, "the starting player of the next round")
    found.add("decides", seats, "who decides now")
    found.add("worker", seats, "whose dwarf was placed last")
    found.add("breeding", SETS_OF_SEATS[players], "who has a breeding phase in this harvest")
    found.add("dwarf", DWARF, "the acting dwarf of the one whose dwarf was or is to be placed")
    found.add("imitating", FLAG, "the space being used is an imitated one")
    found.add("eating_gold", FLAG, "gold was eaten just now, so that more costs less")
    found.add("space", SPACE, "the space being used, or used last")
    found.add("tiles", SET_OF_TILES, "furnishing tiles on offer")
    found.add("open", SET_OF_SPACES, "spaces in play")
    for space in variant.spaces:
        found.add(f"occupant.{facts.SPACES[space]}", seats, "whose dwarf is on a space")
    for space in variant.spaces:
        for slot in variant.slots[space]:
            name = f"goods.{facts.SPACES[space]}.{facts.GOODS[variant.slot_goods[slot]]}"
            found.add(name, PILE, "goods that have gathered on a space")
    lay_out_pending(found, players)
    for step in range(players):
        lay_out_home(found, f"player_{step}")
    return found


def pieces(state: State, seat: int) -> list[bytes]:
    """The position as `seat` sees it, in the order of the layout."""
    found: list[bytes] = []
    variant = state.variant
    _add_time(state, seat, found)
    SET_OF_TILES.add(state.tiles, found)
    SET_OF_SPACES.add(open_set(state), found)
    players = variant.players
    seats = SEATS[players]
    occupant = state.occupant
    for space in variant.spaces:
        owner = occupant[space]
        if owner >= 0:
            owner = (owner - seat) % players
        found.append(seats.at(owner))
    pile = state.pile
    for space in variant.spaces:
        for slot in variant.slots[space]:
            found.append(PILE.at(pile[slot]))
    add_pending(state, seat, found)
    for step in range(players):
        add_home(state.players[(seat + step) % players], found)
    return found


def _add_time(state: State, seat: int, found: list[bytes]) -> None:
    """Round and harvest, whose turn it is, and what was used."""
    players = state.variant.players
    seats = SEATS[players]
    found.append(OWN_SEAT[players].at(seat))
    found.append(ROUND.at(state.round))
    found.append(STAGE.at(state.stage))
    found.append(FLAG.at(int(state.over)))
    found.append(HARVEST.at(state.harvest if _knows_harvest(state) else -1))
    found.append(REDS.at(state.reds))
    found.append(seats.at((state.starter - seat) % players))
    found.append(seats.at((state.next_starter - seat) % players))
    found.append(seats.at((state.seat - seat) % players))
    found.append(seats.at((state.worker - seat) % players))
    breeding = 0
    for step in range(players):
        if has(state.breeding_seats, (seat + step) % players):
            breeding |= bit(step)
    SETS_OF_SEATS[players].add(breeding, found)
    found.append(DWARF.at(state.dwarf))
    found.append(FLAG.at(int(state.imitating)))
    found.append(FLAG.at(int(state.eating_gold)))
    found.append(SPACE.at(state.space))


def _knows_harvest(state: State) -> bool:
    """Whether the kind of this round's harvest lies open."""
    if state.variant.reveals_early or state.stage != WORK:
        return True
    return state.markers[state.round] == UNKNOWN


OBSERVATION: Final = Observation(layout, pieces)
