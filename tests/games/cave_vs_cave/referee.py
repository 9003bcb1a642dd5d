"""Cave vs Cave once more, in its own simple way, for the tests.

Written from the rule book and the rulings, not from the engine. The referee is told what everybody
at the table sees: the moves, and the tiles that are turned up. From that it works out goods, caves,
walls and turns, and above all every move that may be made. Slow and plain on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

from tests.games.cave_vs_cave.printed import (
    ACTIVATIONS,
    BURIED,
    CELLS,
    EDGES,
    EDIBLE,
    ENTRANCE,
    EXCHANGES,
    FOOD_CELLS,
    FREE,
    GAINS,
    GOODS,
    MOST,
    PRINTED_WALLS,
    REFILLS,
    ROOMS,
    START_TILES,
    TURNS,
    Goods,
    matches,
    reachable,
    walls_round,
)

PARTS: dict[str, tuple[str, ...]] = {
    "cultivation": ("use", "gain"),
    "housework": ("furnish per dwarf", "furnish 1 gold"),
    "excavation": ("dig", "gain"),
    "undergrowth": ("use", "gain"),
    "furnishing": ("gain", "furnish per dwarf"),
    "masonry": ("use", "one good", "wall"),
    "undermining": ("use", "undermine"),
    "expansion": ("dig", "furnish 2 gold"),
    "breach": ("breach",),
    "drift_mining": ("use", "dig"),
    "expedition": ("use", "trade"),
    "renovation": ("wall", "furnish free"),
}
ACTION_COSTS: dict[str, dict[str, Goods]] = {
    "furnish 1 gold": {"5 food": {"food": 5}, "1 gold": {"gold": 1}},
    "furnish 2 gold": {"5 food": {"food": 5}, "2 gold": {"gold": 2}},
    "furnish free": {"nothing": {}},
}
EITHER_OR = ("undermining", "expedition")
PLAIN: dict[str, Goods] = {
    "cultivation": {"grain": 2, "flax": 1},
    "excavation": {"stone": 1},
    "undergrowth": {"wood": 2},
    "furnishing": {"food": 1},
}


class Cave:
    """What one player has."""

    def __init__(self) -> None:
        self.goods = dict.fromkeys(GOODS, 1)
        self.rooms: dict[str, str] = {}
        self.empty = {FREE}
        self.buried = set(BURIED)
        self.walls: set[str] = set()
        self.side = ""

    def owns(self, room: str) -> bool:
        return room in self.rooms.values()

    def count(self, colour: str) -> int:
        """How many rooms of a colour there are, the entrance included."""
        rooms = [room for room in self.rooms.values() if ROOMS[room].colour == colour]
        return len(rooms) + (colour == "orange")

    def reach(self, through_walls: bool = False) -> set[str]:
        """The face-down cells that can be dug."""
        return reachable(set(CELLS) - self.buried, self.walls, through_walls)

    def can_pay(self, cost: Goods) -> bool:
        return all(self.goods[good] >= number for good, number in cost.items())

    def points(self) -> int:
        return sum(ROOMS[room].points for room in self.rooms.values())

    def best(self) -> int:
        return max((ROOMS[room].points for room in self.rooms.values()), default=0)


def together(*costs: Goods) -> Goods:
    """Several costs at once."""
    return {good: sum(cost.get(good, 0) for cost in costs) for good in GOODS}


class Referee:
    """The rules once more, for one game."""

    def __init__(self, options: dict[str, Any], view: dict[str, Any]) -> None:
        """At the start of a game."""
        self.options = options
        self.players: int = options["players"]
        self.caves = [Cave() for _ in range(self.players)]
        self.display = set(view["display"])
        self.stack = 9 if self.players == 1 else 0
        self.starter: int = view["starter"]
        self.round, self.turns, self.over = 1, 0, False
        self.tiles = list(START_TILES)
        self.taken: dict[str, int] = {}
        self.holder: int | None = None
        self.digs = self.reveals = 0
        self.fired: list[str] = []
        self.given: Counter[str] = Counter()
        self.clear()
        self.tiles += [
            tile["tile"] for tile in view["tiles"] if tile["open"] and tile["round"] == 1
        ]

    def sit_down(self, view: dict[str, Any]) -> None:
        """Looks at a table in the middle of a game, at the question for a tile."""
        self.round, self.stack = view["round"], view["stack"]
        shown = [tile for tile in view["tiles"] if tile["open"]]
        self.tiles = [tile["tile"] for tile in shown]
        self.taken = {tile["tile"]: tile["taken"] for tile in shown if tile["taken"] is not None}
        self.turns = len(self.taken)
        self.holder = view["cavern"]["holder"]
        for seat, player in enumerate(view["players"]):
            cave = self.caves[seat]
            found = {name: entry for name, entry in player["cells"].items() if name != ENTRANCE}
            cave.goods = dict(player["goods"])
            cave.rooms = {name: entry["room"] for name, entry in found.items() if entry["room"]}
            cave.empty = {name for name, entry in found.items() if entry["state"] == "empty"}
            cave.buried = {name for name, entry in found.items() if entry["state"] == "face_down"}
            cave.walls = set(player["walls"])
            cave.side = view["cavern"]["side"] if seat == self.holder else ""

    def clear(self) -> None:
        """Nothing of a turn is left."""
        self.tile = ""
        self.parts: set[str] = set()
        self.used: list[str] = []
        self.sell = False
        self.fresh: set[str] = set()
        self.asked: tuple[str, ...] = ()
        self.digs = self.reveals = 0

    # --- who and what

    @property
    def seat(self) -> int:
        return (self.starter + self.turns) % self.players

    @property
    def me(self) -> Cave:
        return self.caves[self.seat]

    @property
    def dwarfs(self) -> int:
        return TURNS[self.players][self.round - 1]

    @property
    def supply(self) -> int:
        return 7 - sum(len(cave.walls) for cave in self.caves)

    # --- what may be done

    def offered(self) -> set[str]:
        """All moves there should be."""
        return set() if self.over else self.choices() | self.eats()

    def choices(self) -> set[str]:
        """All moves but the free ones."""
        if not self.tile:
            return {f"take {tile}" for tile in self.tiles if self.may_take(tile)}
        if self.asked:
            return self.answers()
        return {"done", *self.open_parts()}

    def answers(self) -> set[str]:
        """The answers to a question in the middle of a part."""
        if self.asked[0] == "cavern":
            return {f"cavern {side}" for side in PRINTED_WALLS}
        if self.asked[0] == "dig":
            return {f"dig {cell}" for cell in self.me.reach()}
        if self.asked[0] == "into":
            return {f"into {cell}" for cell in self.fitting(self.asked[1])}
        return {f"pay {way}" for way in self.ways(self.asked[1])}

    def may_take(self, tile: str) -> bool:
        if tile in self.taken:
            return False
        if tile != "renovation" or self.players == 1:
            return True
        return self.me.goods["gold"] > self.caves[1 - self.seat].goods["gold"]

    def eats(self) -> set[str]:
        """The goods that may be eaten now."""
        cave = self.me
        if cave.goods["food"] == MOST["food"]:
            return set()
        found = set()
        for good in EDIBLE:
            if cave.goods[good]:
                cave.goods[good] -= 1
                cave.goods["food"] += 1
                if self.asked[:1] not in (("into",), ("pay",)) or self.ways(self.asked[1]):
                    found.add(f"eat {good}")
                cave.goods["food"] -= 1
                cave.goods[good] += 1
        return found

    def open_parts(self) -> set[str]:
        """Everything the tile still allows with the goods in hand."""
        found = set()
        for part in self.parts:
            found |= self.part(part)
        if self.sell and self.me.goods["food"]:
            found.add("sell food")
        return found

    def part(self, part: str) -> set[str]:
        cave = self.me
        if part == "gain":
            return {"gain"}
        if part == "one good":
            return {"gain wood", "gain stone"}
        if part == "trade":
            return {f"trade 5 {good}" for good in ("wood", "stone") if cave.goods[good] >= 5}
        if part == "wall":
            return {f"wall {edge}" for edge in self.wall_places()} if self.supply else set()
        if part == "breach":
            return {f"breach {edge}" for edge in cave.walls}
        if part in ("dig", "undermine"):
            return self.digging(part)
        if part == "use":
            return self.uses()
        return {f"furnish {room}" for room in self.display if self.ways(room) and self.fits(room)}

    def digging(self, part: str) -> set[str]:
        cave = self.me
        cells = cave.reach(part == "undermine")
        found = {f"dig {cell}" for cell in cells}
        if self.tile == "excavation" and cave.goods["food"] >= 2:
            for cell in cells:
                after = reachable(set(CELLS) - (cave.buried - {cell}), cave.walls)
                if after:
                    found.add("dig twice")
        return found

    def wall_places(self) -> set[str]:
        cave = self.me
        places = {edge for edge in EDGES if edge not in cave.walls}
        if cave.side:
            printed = self.printed(cave.side)
            places |= {f"extra|{side}" for side in "nesw" if side not in printed}
        return places - cave.walls

    def printed(self, side: str) -> str:
        """The printed walls of the additional cavern."""
        if side == "two walls" and self.options["additional_cavern_two_wall_side"] == "opposite":
            return "ew"
        return PRINTED_WALLS.get(side, "")

    def fitting(self, room: str) -> set[str]:
        """The empty cells in which a room may be placed."""
        cave = self.me
        return {
            cell
            for cell in cave.empty
            if matches(ROOMS[room].symbol, walls_round(cell, cave.walls, self.printed(cave.side)))
        }

    def fits(self, room: str) -> bool:
        """Whether there is a cell, and the colours stay in order."""
        cave = self.me
        blue = ROOMS[room].colour == "blue"
        return bool(self.fitting(room)) and (
            not blue or cave.count("blue") + 1 < cave.count("orange")
        )

    def ways(self, room: str) -> dict[str, tuple[str, Goods]]:
        """The ways to pay for a room that can be paid: the part each uses up, and the cost."""
        found: dict[str, tuple[str, Goods]] = {}
        for part in self.parts:
            costs = ACTION_COSTS.get(part, {})
            if part == "furnish per dwarf":
                costs = {"food per dwarf": {"food": self.dwarfs}}
            for way, cost in costs.items():
                whole = together(cost, ROOMS[room].cost)
                if self.me.can_pay(whole):
                    found[way] = (part, whole)
        return found

    def ways_after_eating(self, room: str) -> set[str]:
        """The ways to pay for a room that could be paid after some meal or none."""
        cave, goods, found = self.me, self.me.goods, set[str]()
        for meal in product(*(range(goods[good] + 1) for good in EDIBLE)):
            if sum(meal) <= MOST["food"] - goods["food"]:
                eaten = dict(zip(EDIBLE, meal, strict=True))
                cave.goods = {good: goods[good] - eaten.get(good, 0) for good in goods}
                cave.goods["food"] += sum(meal)
                found |= set(self.ways(room))
        cave.goods = goods
        return found

    def uses(self) -> set[str]:
        """Every room that may be used, with its choices."""
        cave = self.me
        hand = dict(cave.goods)
        if self.is_one() and self.options["wood_storeroom_timing"] == "before":
            hand["wood"] = min(9, hand["wood"] + 1)
        found = set()
        for room in ("entrance", *cave.rooms.values()):
            if room in self.used or room in self.fresh:
                continue
            for table in (GAINS, REFILLS):
                found |= {f"use {room} {end}".strip() for end in table.get(room, {})}
            for end, (cost, _) in EXCHANGES.get(room, {}).items():
                gold = room == "junction_room" and "gold" in cost
                if gold and not self.options["junction_room_gold"]:
                    continue
                if all(hand[good] >= number for good, number in cost.items()):
                    found.add(f"use {room} {end}".strip())
            if room == "tunnel":
                found.add("use tunnel")
            if room == "digging_cave" and cave.goods["gold"]:
                found |= {f"use digging_cave {cell}" for cell in cave.reach()}
        return found

    def is_one(self) -> bool:
        """Whether the next room is the one of a [1] whose owner has the Wood Storeroom."""
        return ACTIVATIONS[self.tile] == 1 and self.me.owns("wood_storeroom")

    def reveal_is_due(self) -> bool:
        """Whether the stack should have given its room: one dig, and no second possible."""
        if self.asked[:1] == ("dig",) or self.digs != 1 or self.stack + self.reveals == 0:
            return False
        return not any(move.startswith(("dig ", "use digging")) for move in self.open_parts())

    def could_go_on(self) -> bool:
        """Whether something more could be done after eating."""
        cave = self.me
        seen, todo, found = set(), [tuple(cave.goods.values())], False
        mine = dict(cave.goods)
        while todo and not found:
            hand = todo.pop()
            if hand in seen:
                continue
            seen.add(hand)
            cave.goods = dict(zip(GOODS, hand, strict=True))
            found = bool(self.open_parts())
            for good in EDIBLE:
                if cave.goods[good] and cave.goods["food"] < 9:
                    after = {**cave.goods}
                    after[good] -= 1
                    after["food"] += 1
                    todo.append(tuple(after.values()))
        cave.goods = mine
        return found

    # --- what happens

    def gain(self, goods: Goods) -> None:
        """Gains of one effect, with what the Retting Room adds."""
        cave = self.me
        self.given.update(goods)
        flax = cave.goods["flax"]
        for good, number in goods.items():
            cave.goods[good] = min(MOST[good], cave.goods[good] + number)
        full = self.options["retting_room_full_flax"] and goods.get("flax", 0) > 0 and flax == 9
        if cave.owns("retting_room") and (cave.goods["flax"] > flax or full):
            self.fire("retting_room", {"food": 1})

    def fire(self, blue: str, goods: Goods) -> None:
        """A blue room works."""
        self.fired.append(blue)
        self.gain(goods)

    def pay(self, goods: Goods) -> None:
        assert self.me.can_pay(goods)
        for good, number in goods.items():
            self.me.goods[good] -= number

    def play(self, move: str, shown: Iterable[str]) -> None:
        """Plays a move; the rooms that are dug up or turned up come in order."""
        turned = iter(shown)
        self.fired, self.given = [], Counter()
        word, _, rest = move.partition(" ")
        if word == "eat":
            self.pay({rest: 1})
            self.me.goods["food"] += 1
            return
        getattr(self, f"on_{word}")(rest, turned)
        for room in turned:  # of the stack
            assert self.stack
            self.stack -= 1
            self.reveals += 1
            self.display.add(room)

    def on_take(self, tile: str, _: Any) -> None:
        self.tile = tile
        self.taken[tile] = self.seat
        self.parts = set(PARTS[tile])
        self.sell = tile == "undergrowth" and self.me.owns("prospecting_site")

    def on_done(self, _: str, __: Any) -> None:
        self.parts, self.sell = set(), False

    def on_gain(self, good: str, _: Any) -> None:
        self.parts -= {"gain", "one good"}
        self.gain({good: 1} if good else PLAIN[self.tile])

    def on_trade(self, rest: str, _: Any) -> None:
        self.pay({rest.split()[1]: 5})
        self.parts = set()
        self.gain({"gold": 4})

    def on_sell(self, _: str, __: Any) -> None:
        self.pay({"food": 1})
        self.fire("prospecting_site", {"gold": 1})
        self.sell = False

    def on_wall(self, edge: str, _: Any) -> None:
        cave = self.me
        cave.walls.add(edge)
        self.parts -= {"wall"}
        new = "dungeon" in self.fresh and not self.options["dungeon_same_turn"]
        if cave.owns("dungeon") and not new:
            self.fire("dungeon", {"gold": 2})

    def on_breach(self, edge: str, _: Any) -> None:
        self.me.walls.remove(edge)
        self.parts = set()
        self.gain({"stone": 2, "food": 3, "gold": 1})

    def on_dig(self, rest: str, turned: Any) -> None:
        if rest == "twice":
            self.pay({"food": 2})
            self.asked = ("dig", "2")
            return
        if self.asked:
            self.asked = ("dig", "1") if self.asked[1] == "2" else ()
        if not self.asked:
            self.parts -= {"dig"}
        if self.tile == "undermining":
            self.parts = set()
        self.dig(rest, turned)

    def dig(self, cell: str, turned: Any) -> None:
        cave = self.me
        cave.buried.remove(cell)
        cave.empty.add(cell)
        self.display.add(next(turned))
        self.digs += 1
        if cell in FOOD_CELLS:
            self.gain({"food": 1})

    def on_furnish(self, room: str, turned: Any) -> None:
        self.asked = ("into", room)
        cells = self.fitting(room)
        if len(cells) == 1:
            self.on_into(min(cells), turned)

    def on_into(self, cell: str, turned: Any) -> None:
        self.asked = ("pay", self.asked[1], cell)
        ways = self.ways(self.asked[1])
        if len(ways) == 1 and self.ways_after_eating(self.asked[1]) == set(ways):
            self.on_pay(min(ways), turned)

    def on_pay(self, way: str, _: Any) -> None:
        __, room, cell = self.asked
        part, cost = self.ways(room)[way]
        cave = self.me
        self.pay(cost)
        self.parts -= {part}
        cave.empty.remove(cell)
        cave.rooms[cell] = room
        self.display.remove(room)
        self.fresh.add(room)
        self.asked = ()
        if self.holder is None and set(CELLS) - {ENTRANCE} <= set(cave.rooms):
            self.holder = self.seat
            self.asked = ("cavern",)

    def on_cavern(self, side: str, _: Any) -> None:
        self.me.side = side
        self.me.empty.add("extra")
        self.asked = ()

    def on_use(self, rest: str, turned: Any) -> None:
        room, _, end = rest.partition(" ")
        bonus, early = self.is_one(), self.options["wood_storeroom_timing"] == "before"
        if bonus and early:
            self.fire("wood_storeroom", {"wood": 1})
        self.activate(room, end, turned)
        if bonus and not early:
            self.fire("wood_storeroom", {"wood": 1})
        self.used.append(room)
        most = ACTIVATIONS[self.tile]
        most += most > 1 and self.me.owns("equipment_room")
        if self.tile in EITHER_OR:
            self.parts = {"use"}
        if len(self.used) == most:
            self.parts -= {"use"}

    def activate(self, room: str, end: str, turned: Any) -> None:
        cave = self.me
        if room in GAINS:
            self.gain(GAINS[room][end])
        elif room in REFILLS:
            kinds, level = REFILLS[room][end]
            lower = [good for good in kinds if cave.goods[good] < level]
            self.gain({good: level - cave.goods[good] for good in lower})
        elif room in EXCHANGES:
            cost, goods = EXCHANGES[room][end]
            self.pay(cost)
            self.gain(goods)
        elif room == "tunnel":
            self.gain({"food": 2, "stone": 1 if cave.goods["stone"] < 3 else 0})
        else:
            assert room == "digging_cave"
            self.pay({"gold": 1})
            self.dig(end, turned)

    # --- the end of a turn

    def end_turn(self, tile: str) -> None:
        """The turn is over; `tile` is the action tile turned up if a round begins."""
        if self.players == 1 and self.options["solo_reveal"] == "turn":
            due = self.digs == 1 and self.stack + self.reveals > 0
            assert self.reveals == due
        self.clear()
        self.turns += 1
        if self.turns < self.dwarfs * self.players:
            return
        if self.round == len(TURNS[self.players]):
            self.turns -= 1
            self.over = True
            return
        self.round += 1
        self.turns = 0
        self.taken = {}
        self.starter = (self.starter + 1) % self.players
        self.tiles.append(tile)

    def totals(self) -> list[int]:
        return [cave.points() + cave.goods["gold"] for cave in self.caves]

    def ranking(self) -> list[int]:
        """Who is ahead: the total, then the best single room."""
        keys = [(cave.points() + cave.goods["gold"], cave.best()) for cave in self.caves]
        return [1 + sum(other > key for other in keys) for key in keys]
