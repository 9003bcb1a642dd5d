"""The rooms: what each costs, is worth and fits, and what using it can bring.

Every choice that using a room leaves is one outcome, and one move. Blue rooms have none: they work
by themselves, and say when. What they do stands here by moment, not by name: whoever gains a good,
builds a wall, takes a tile or uses rooms looks through the table of that moment. A new blue room
needs no code.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts import cave, game as facts

NO_ROOM: Final = -1
MOMENTS: Final = ("when_tile", "when_gained", "when_built", "when_using")


class Use:
    """One way of using an orange room, as its tile shows it."""

    def __init__(self, tree: Facts) -> None:
        self.name = tree.text("as", default="")
        self.price = facts.amounts(tree, "pay")
        self.pays_different = tree.number(
            "pay_different", 0, facts.GOOD_COUNT
        )  # so many different goods
        self.digs = tree.flag("dig")
        self.gain = facts.amounts(tree, "gain")
        self.gain_one_below = facts.amounts(
            tree, "gain_one_below"
        )  # of each of which one has fewer
        self.refill = [
            facts.GOODS.index(good) for good in tree.texts("refill", tuple(facts.GOODS), [])
        ]
        self.to = tree.number("to", most=self._room_for(), least=1) if self.refill else 0
        tree.some("gain", self.digs or self.refill or any([*self.gain, *self.gain_one_below]))

    def _room_for(self) -> int:
        """How many there may be of each good that is filled up."""
        return min([facts.LIMITS[good] for good in self.refill])


class Room:
    """One room tile, or the Entrance, which is printed on the board and fits nowhere else."""

    def __init__(self, name: str, tree: Facts, is_printed: bool = False) -> None:
        self.name = name
        self.is_blue = tree.text("colour", ("orange", "blue")) == "blue"
        self.points = tree.number("points")
        self.number = 0
        self.is_light = False
        self.cost: list[int] = []
        self.patterns: list[str] = []
        if not is_printed:
            self.number = tree.number("number", least=1)
            self.is_light = tree.flag("light")
            self.cost = facts.amounts(tree, "cost")
            self.patterns = tree.texts("walls", tuple(cave.PATTERNS))
            tree.some("walls", self.patterns)
        self.uses: list[Use] = []
        self.when_tile = ""
        self.when_gained = ""
        self.when_built = ""
        self.when_using: list[int] = []
        self.more_rooms = 0
        self.price: list[int] = []
        self.gain: list[int] = []
        if self.is_blue:
            self._read_moment(tree)
        else:
            self.uses = [Use(entry) for entry in tree.parts("use")]
            tree.some("use", self.uses)
            tree.once("as", [use.name for use in self.uses])

    def _read_moment(self, tree: Facts) -> None:
        """When a blue room works, what it then brings, and what it asks for."""
        self.when_tile = tree.text("when_tile", tuple(facts.TILE_NAMES), "")
        self.when_gained = tree.text("when_gained", tuple(facts.GOODS), "")
        self.when_built = tree.text("when_built", ("wall",), "")
        self.when_using = tree.numbers("when_using", [], least=1)
        tree.once("when_using", self.when_using)
        said = [self.when_tile, self.when_gained, self.when_built, self.when_using]
        if len([one for one in said if one]) != 1:
            tree.refuse(FactsError("facts.either", where=tree.where, known=", ".join(MOMENTS)))
        self.gain = facts.amounts(tree, "gain")
        if self.when_using:
            self.more_rooms = tree.number("more_rooms", 0)
        if self.when_tile:
            self.price = facts.amounts(tree, "pay")
            tree.some("pay", any(self.price))
        tree.some("gain", any(self.gain) or self.more_rooms)


class RoomsFacts:
    """What `rooms.toml` says."""

    def __init__(self, tree: Facts) -> None:
        rooms = tree.part("rooms", needed=True)
        self.rooms = [Room(name, rooms.part(name)) for name in rooms.names()]
        rooms.once("number", [room.number for room in self.rooms])
        self.entrance = Room("entrance", tree.part("entrance"), is_printed=True)


def _read() -> RoomsFacts:
    with read("dvergar.games.cave_vs_cave.facts", "rooms.toml") as tree:
        return RoomsFacts(tree)


_FOUND: Final = _read()

# The Entrance is the last of the rooms, and the only one that is not furnished.
ROOMS: Final[list[Room]] = [*_FOUND.rooms, _FOUND.entrance]
ROOM_NAMES: Final[list[str]] = [room.name for room in ROOMS]
ROOM_COUNT: Final[int] = len(ROOMS) - 1
ENTRANCE: Final[int] = ROOM_COUNT

COST: Final[list[list[int]]] = [room.cost for room in ROOMS]
POINTS: Final[list[int]] = [room.points for room in ROOMS]
FITS: Final[list[int]] = [cave.fitting_walls(room.patterns) for room in ROOMS]
LACKS: Final[list[int]] = [cave.lacking_walls(fits) for fits in FITS]
LIGHT: Final[list[int]] = [room for room in range(ROOM_COUNT) if ROOMS[room].is_light]
DARK: Final[list[int]] = [room for room in range(ROOM_COUNT) if not ROOMS[room].is_light]
if len(LIGHT) < facts.LIGHT_ROOMS_OUT:
    raise FactsError("facts.most", where="rounds.toml", key="light_rooms_out", most=len(LIGHT))
STACK: Final[int] = len(DARK) - len(cave.DIGGABLE)  # a player alone has so many rooms left over
BLUE_ROOMS: Final[int] = sum([bit(r) for r in range(ROOM_COUNT + 1) if ROOMS[r].is_blue])
ORANGE_ROOMS: Final[int] = bit(ROOM_COUNT + 1) - 1 & ~BLUE_ROOMS


class Outcome:
    """One choice that using a room leaves."""

    def __init__(
        self, room: int, use: Use, name: str, price: list[int], cell: int = cave.NO_CELL
    ) -> None:
        self.room = room
        self.name = name
        self.price = price
        self.gain = use.gain
        self.below = use.gain_one_below
        self.refill = use.refill
        self.to = use.to
        self.cell = cell
        self.is_of_many = use.pays_different > 0  # one of the ways to pay that a tile sums up
        self.pays_gold = use.pays_different > 0 and price[facts.GOLD] > 0


def _outcomes(room: int, use: Use) -> list[Outcome]:
    if use.digs:
        return [
            Outcome(room, use, cave.CELL_NAMES[cell], use.price, cell) for cell in cave.DIGGABLE
        ]
    if not use.pays_different:
        return [Outcome(room, use, use.name, use.price)]
    found = []
    for kinds in combinations(range(facts.GOOD_COUNT), use.pays_different):
        price = [int(good in kinds) for good in range(facts.GOOD_COUNT)]
        name = " ".join([facts.GOODS[good] for good in kinds])
        found.append(Outcome(room, use, name, price))
    return found


OUTCOMES: Final[list[Outcome]] = [
    outcome
    for room in (ENTRANCE, *range(ROOM_COUNT))
    for use in ROOMS[room].uses
    for outcome in _outcomes(room, use)
]
OUTCOMES_OF: Final[list[list[int]]] = [
    [number for number, outcome in enumerate(OUTCOMES) if outcome.room == room]
    for room in range(ROOM_COUNT + 1)
]


def _furnishing_prices(turns: int) -> list[list[list[int]]]:
    """For each way and room: what the action and the room cost together."""
    return [
        [
            [a + b for a, b in zip(way.price_in(turns), COST[room], strict=True)]
            for room in range(ROOM_COUNT)
        ]
        for way in facts.WAYS
    ]


# For each number of turns in a round, way and room.
FURNISHING_PRICES: Final[list[list[list[list[int]]]]] = [
    _furnishing_prices(turns) for turns in range(facts.MAX_TURNS + 1)
]

DIGGERS: Final[list[tuple[int, list[int]]]] = [  # rooms that dig, with their price
    (room, use.price) for room in range(ROOM_COUNT) for use in ROOMS[room].uses if use.digs
]

# The blue rooms by the moment at which they work, as sets, and what each then brings.
BLUE_GAIN: Final[list[list[int]]] = [room.gain for room in ROOMS]


def _rooms(chosen: list[bool]) -> int:
    """The set of the rooms for which something holds."""
    return sum([bit(room) for room, is_in in enumerate(chosen) if is_in])


WHEN_GAINED: Final[list[int]] = [  # by good
    _rooms([room.when_gained == good for room in ROOMS]) for good in facts.GOODS
]
WHEN_WALL: Final[int] = _rooms([room.when_built == "wall" for room in ROOMS])
WHEN_TILE: Final[list[int]] = [  # by tile: the rooms that then offer an exchange
    _rooms([room.when_tile == tile for room in ROOMS]) for tile in facts.TILE_NAMES
]
SELLERS: Final[list[int]] = [room for room in range(ROOM_COUNT) if ROOMS[room].when_tile]
SALE_PRICE: Final[list[list[int]]] = [room.price for room in ROOMS]
MAX_TO_USE: Final[int] = max(
    [part.count for part in facts.parts_of_kind(facts.USE)]
    + [n for room in ROOMS for n in room.when_using]
)
WHEN_USING: Final[list[int]] = [  # by the number of rooms that a tile lets one use: goods
    _rooms([n in room.when_using and any(room.gain) for room in ROOMS])
    for n in range(MAX_TO_USE + 1)
]
MORE_TO_USE: Final[list[list[tuple[int, int]]]] = [  # likewise: (room, how many more)
    [
        (number, room.more_rooms)
        for number, room in enumerate(ROOMS)
        if n in room.when_using and room.more_rooms
    ]
    for n in range(MAX_TO_USE + 1)
]


def members(rooms: int) -> list[int]:
    """The rooms of a set, ascending."""
    return [room for room in range(ROOM_COUNT + 1) if has(rooms, room)]
