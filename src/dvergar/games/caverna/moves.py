"""Every move of Caverna by number.

Ranges with a first number each, and what the numbers in them mean.

Moves that name one or two cells have them in `CELL_A` and `CELL_B`. Free moves are the last range
of all.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.board import (
    CAVERN,
    CELLS,
    FIELD,
    FOREST_ANYWHERE,
    FOREST_CELLS,
    FOREST_ON_BOARD,
    FOREST_OVERHANG,
    FOREST_PAIRS,
    MEADOW,
    MOUNTAIN_ANYWHERE,
    MOUNTAIN_CELLS,
    MOUNTAIN_ON_BOARD,
    MOUNTAIN_OVERHANG,
    MOUNTAIN_PAIRS,
    NAMES,
    TUNNEL,
)
from dvergar.games.caverna.facts import FORGE_MOST, LOOT, MARKET_GOODS, SPACES, WEAPON_MOST
from dvergar.games.caverna.goods import FARM_ANIMALS, GOODS
from dvergar.games.caverna.tiles import TILES, TRADE_NAMES

MOVE_NAMES: Final[list[str]] = []
CELL_A: Final[list[int]] = []
CELL_B: Final[list[int]] = []


def _add(names: list[str]) -> int:
    """Adds a range of moves; the answer is its first number."""
    start = len(MOVE_NAMES)
    MOVE_NAMES.extend(names)
    CELL_A.extend([-1] * len(names))
    CELL_B.extend([-1] * len(names))
    return start


def _add_pairs(one: str, two: str, pairs: list[tuple[int, int]]) -> int:
    start = len(MOVE_NAMES)
    for a, b in pairs:
        MOVE_NAMES.append(f"{one} {NAMES[a]} {two} {NAMES[b]}".replace("  ", " "))
        CELL_A.append(a)
        CELL_B.append(b)
    return start


def _add_cells(name: str, cells: list[int]) -> int:
    start = len(MOVE_NAMES)
    for cell in cells:
        MOVE_NAMES.append(f"{name} {NAMES[cell]}")
        CELL_A.append(cell)
        CELL_B.append(-1)
    return start


def _both_ways(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [way for a, b in pairs for way in ((a, b), (b, a))]


# Placing a dwarf.
PLACE: Final = _add([f"place {space}" for space in SPACES])  # + space
IMITATE_SPACE: Final = _add([f"imitate {space}" for space in SPACES])  # + space
PASS: Final = _add(["pass"])
DONE: Final = _add(["done"])

# Parts of an action.
TAKE_GOODS: Final = _add(["take goods"])
GROW_FAMILY: Final = _add(["grow family"])
FORGE_WEAPON: Final = _add([f"forge {n}" for n in range(1, FORGE_MOST + 1)]) - 1  # + strength
SOW_GRAIN: Final = _add(["sow grain"])
SOW_VEGETABLE: Final = _add(["sow vegetable"])
LOOT_ITEM: Final = _add([f"loot {loot}" for loot in LOOT])  # + loot
BUY: Final = _add([f"buy {GOODS[good]}" for good in MARKET_GOODS])  # + market good
SELL_ORE: Final = _add(["sell ore"])

# Twin tiles: first half, second half.
MEADOW_FIELD_AT: Final = _add_pairs("meadow", "field", _both_ways(FOREST_PAIRS + FOREST_OVERHANG))
CAVERN_TUNNEL_AT: Final = _add_pairs(
    "cavern", "tunnel", _both_ways(MOUNTAIN_PAIRS + MOUNTAIN_OVERHANG)
)
CAVERN_CAVERN_AT: Final = _add_pairs("cavern", "cavern", MOUNTAIN_PAIRS + MOUNTAIN_OVERHANG)
ORE_MINE_AT: Final = _add_pairs("ore_mine", "deep_tunnel", _both_ways(MOUNTAIN_ANYWHERE))
LARGE_PASTURE_AT: Final = _add_pairs("large_pasture", "", FOREST_ANYWHERE)
AFTER_TWINS: Final = len(MOVE_NAMES)

# Single tiles and buildings.
SMALL_PASTURE_AT: Final = _add_cells("small_pasture", FOREST_CELLS)
STABLE_AT: Final = _add_cells("stable", FOREST_CELLS)
RUBY_MINE_AT: Final = _add_cells("ruby_mine", MOUNTAIN_CELLS)
LAY_MEADOW: Final = _add_cells("lay meadow", FOREST_ON_BOARD)
LAY_FIELD: Final = _add_cells("lay field", FOREST_ON_BOARD)
LAY_TUNNEL: Final = _add_cells("lay tunnel", MOUNTAIN_ON_BOARD)
LAY_CAVERN: Final = _add_cells("lay cavern", MOUNTAIN_ON_BOARD)
AFTER_LAYING: Final = len(MOVE_NAMES)

# Furnishing: which tile, where, how to pay.
FURNISH_TILE: Final = _add([f"furnish {tile}" for tile in TILES])  # + tile
INTO: Final = _add_cells("into", list(range(CELLS)))  # + cell
PAY: Final = _add(["pay as printed", "pay ore for wood", "pay ore for stone", "pay ore for both"])

# Harvest.
FEED: Final = _add(["feed"])
BEG: Final = _add(["beg"])
KEEP_FIELD: Final = _add(["keep field phase"])
KEEP_BREEDING: Final = _add(["keep breeding phase"])
YOUNG: Final = _add(  # + set of kinds, in the order of FARM_ANIMALS
    [
        " ".join(["young", *(GOODS[FARM_ANIMALS[k]] for k in range(4) if kinds >> k & 1)])
        if kinds
        else "young none"
        for kinds in range(16)
    ]
)
BUTCHER: Final = _add([f"butcher {GOODS[animal]}" for animal in FARM_ANIMALS])  # + kind
BUTCHER_DONKEYS: Final = _add(["butcher 2 donkeys"])

# The solo game's full spaces, and the end.
SAVE: Final = _add([f"save {space}" for space in SPACES])  # + space
GO_ON: Final = _add(["go on"])
FINISH: Final = _add(["finish"])

# Free moves.
FIRST_FREE: Final = len(MOVE_NAMES)
RUBY_GOODS: Final = (0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12)
RUBY_GOOD: Final = _add([f"ruby {GOODS[good]}" for good in RUBY_GOODS])  # + place in RUBY_GOODS
RUBY_MEADOW: Final = _add_cells("ruby meadow", FOREST_ON_BOARD)
RUBY_FIELD: Final = _add_cells("ruby field", FOREST_ON_BOARD)
RUBY_TUNNEL: Final = _add_cells("ruby tunnel", MOUNTAIN_ON_BOARD)
RUBY_CAVERN: Final = _add_cells("ruby cavern", MOUNTAIN_ON_BOARD)
AFTER_RUBY_LAND: Final = len(MOVE_NAMES)
JUMP: Final = _add([f"jump dwarf {n}" for n in range(1, WEAPON_MOST + 1)]) - 1  # + strength
EAT_GRAIN: Final = _add(["eat grain"])
EAT_VEGETABLE: Final = _add(["eat vegetable"])
EAT_RUBY: Final = _add(["eat ruby"])
EAT_ANIMAL: Final = _add([f"eat {GOODS[animal]}" for animal in FARM_ANIMALS])  # + kind
EAT_DONKEYS: Final = _add(["eat 2 donkeys"])
EAT_GOLD: Final = _add(["eat 2 gold"])
EAT_MORE_GOLD: Final = _add(["eat 1 more gold"])
TRADE: Final = _add([f"trade {name}" for name in TRADE_NAMES])  # + trade
DISARM: Final = _add([f"disarm {n}" for n in range(1, WEAPON_MOST + 1)]) - 1  # + strength, at home
DISARM_AWAY: Final = _add([f"disarm away {n}" for n in range(1, WEAPON_MOST + 1)]) - 1
WORK_WITH: Final = ("wood", "stone", "ore")
WORK: Final = _add(
    [f"feed {who} with {what}" for who in ("adult", "newborn") for what in WORK_WITH]
)
MOVE_COUNT: Final = len(MOVE_NAMES)

assert len(set(MOVE_NAMES)) == MOVE_COUNT

# Places of twins: (first half, second half, move), split by how far they stick out.
_OVERHANG: Final = set(FOREST_OVERHANG + MOUNTAIN_OVERHANG)


def _spots(start: int, end: int, overhang: bool) -> list[tuple[int, int, int]]:
    spots = []
    for move in range(start, end):
        a, b = CELL_A[move], CELL_B[move]
        if ((a, b) in _OVERHANG or (b, a) in _OVERHANG) == overhang:
            spots.append((a, b, move))
    return spots


MEADOW_FIELD_SPOTS: Final = _spots(MEADOW_FIELD_AT, CAVERN_TUNNEL_AT, overhang=False)
MEADOW_FIELD_OVERHANG: Final = _spots(MEADOW_FIELD_AT, CAVERN_TUNNEL_AT, overhang=True)
CAVERN_TUNNEL_SPOTS: Final = _spots(CAVERN_TUNNEL_AT, CAVERN_CAVERN_AT, overhang=False)
CAVERN_TUNNEL_OVERHANG: Final = _spots(CAVERN_TUNNEL_AT, CAVERN_CAVERN_AT, overhang=True)
CAVERN_CAVERN_SPOTS: Final = _spots(CAVERN_CAVERN_AT, ORE_MINE_AT, overhang=False)
CAVERN_CAVERN_OVERHANG: Final = _spots(CAVERN_CAVERN_AT, ORE_MINE_AT, overhang=True)
ORE_MINE_SPOTS: Final = [(CELL_A[m], CELL_B[m], m) for m in range(ORE_MINE_AT, LARGE_PASTURE_AT)]
LARGE_PASTURE_SPOTS: Final = [
    (CELL_A[m], CELL_B[m], m) for m in range(LARGE_PASTURE_AT, AFTER_TWINS)
]

# Single tiles: the first move of laying one by loot, and of buying one with rubies.
LAY_OF: Final = {MEADOW: LAY_MEADOW, FIELD: LAY_FIELD, TUNNEL: LAY_TUNNEL, CAVERN: LAY_CAVERN}
