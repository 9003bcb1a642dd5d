"""The rooms: what each costs, is worth and fits, and what using it can bring.

Every choice that using a room leaves is one outcome, and one move. Blue rooms have none: the
constants at the end name the moments at which they work by themselves.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from dvergar.games.cave_vs_cave.cave import CELLS, DIGGABLE, fitting_walls
from dvergar.games.cave_vs_cave.facts import FACTS
from dvergar.games.cave_vs_cave.goods import GOLD, GOODS, KINDS, amounts
from dvergar.games.cave_vs_cave.tiles import TILES, WAYS, way_price

_ROOMS: Final[dict[str, dict[str, Any]]] = FACTS["rooms"]
ROOM_COUNT: Final = len(_ROOMS)
ENTRANCE: Final = ROOM_COUNT
ROOMS: Final[list[str]] = [*_ROOMS, "entrance"]
NO_ROOM: Final = -1

COST: Final = [amounts(entry["cost"]) for entry in _ROOMS.values()]
POINTS: Final[list[int]] = [entry["points"] for entry in _ROOMS.values()] + [0]
FITS: Final = [fitting_walls(entry["walls"]) for entry in _ROOMS.values()]
PATTERN_NAMES: Final[list[list[str]]] = [entry["walls"] for entry in _ROOMS.values()]


def _set(rooms: list[int]) -> int:
    return sum(1 << room for room in rooms)


LIGHT: Final = [room for room in range(ROOM_COUNT) if _ROOMS[ROOMS[room]].get("light", False)]
DARK: Final = [room for room in range(ROOM_COUNT) if room not in LIGHT]
BLUE_ROOMS: Final = _set([r for r in range(ROOM_COUNT) if _ROOMS[ROOMS[r]]["colour"] == "blue"])
ORANGE_ROOMS: Final = (1 << (ROOM_COUNT + 1)) - 1 & ~BLUE_ROOMS


class Outcome:
    """One choice that using a room leaves."""

    __slots__ = ("below", "cell", "gain", "name", "pays_gold", "price", "refill", "room", "to")

    def __init__(self, room: int, name: str, entry: dict[str, Any], price: list[int]) -> None:
        self.room = room
        self.name = name
        self.price = price
        self.gain = amounts(entry.get("gain", {}))
        self.below = amounts(entry.get("gain_one_below", {}))
        self.refill = [GOODS.index(good) for good in entry.get("refill", [])]
        self.to: int = entry.get("to", 0)
        self.cell = -1
        self.pays_gold = "pay_different" in entry and price[GOLD] > 0


def _outcomes(room: int) -> list[Outcome]:
    entries = (FACTS["entrance"] if room == ENTRANCE else _ROOMS[ROOMS[room]]).get("use", [])
    found = []
    for entry in entries:
        if "pay_different" in entry:
            for kinds in combinations(range(KINDS), entry["pay_different"]):
                price = [int(good in kinds) for good in range(KINDS)]
                name = " ".join(GOODS[good] for good in kinds)
                found.append(Outcome(room, name, entry, price))
        elif "dig" in entry:
            for cell in DIGGABLE:
                outcome = Outcome(room, CELLS[cell], entry, amounts(entry["pay"]))
                outcome.cell = cell
                found.append(outcome)
        else:
            name = entry.get("as", "")
            found.append(Outcome(room, name, entry, amounts(entry.get("pay", {}))))
    return found


OUTCOMES: Final = [
    outcome for room in (ENTRANCE, *range(ROOM_COUNT)) for outcome in _outcomes(room)
]
OUTCOMES_OF: Final = [
    [number for number, outcome in enumerate(OUTCOMES) if outcome.room == room]
    for room in range(ROOM_COUNT + 1)
]


def _furnishing_prices(turns: int) -> list[list[list[int]]]:
    """For each way and room: what the action and the room cost together."""
    return [
        [
            [a + b for a, b in zip(way_price(way, turns), COST[room], strict=True)]
            for room in range(ROOM_COUNT)
        ]
        for way in range(len(WAYS))
    ]


# For each number of turns in a round, way and room.
FURNISHING_PRICES: Final = [_furnishing_prices(turns) for turns in range(5)]

# The moments at which blue rooms work.
PROSPECTING_SITE: Final = ROOMS.index("prospecting_site")
RETTING_ROOM: Final = ROOMS.index("retting_room")
EQUIPMENT_ROOM: Final = ROOMS.index("equipment_room")
WOOD_STOREROOM: Final = ROOMS.index("wood_storeroom")
DUNGEON: Final = ROOMS.index("dungeon")
DIGGING_CAVE: Final = ROOMS.index("digging_cave")
BLUE_GAIN: Final = [amounts(entry.get("gain", {})) for entry in _ROOMS.values()]
SITE_TILE: Final = TILES.index(_ROOMS["prospecting_site"]["when_tile"])
SITE_PRICE: Final = amounts(_ROOMS["prospecting_site"]["pay"])
RETTED_GOOD: Final = GOODS.index(_ROOMS["retting_room"]["when_gained"])
EQUIPPED_USES: Final[list[int]] = _ROOMS["equipment_room"]["when_using"]
EQUIPPED_MORE: Final[int] = _ROOMS["equipment_room"]["more_rooms"]
STORED_USES: Final[list[int]] = _ROOMS["wood_storeroom"]["when_using"]
