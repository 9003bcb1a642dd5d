"""Everything a player cannot do, and why, reckoned once more from what the referee knows.

The words of the reasons are those of the game; when each of them is right, and the rule it comes
from, is written down here from the rule book, not from the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dvergar.core.words import Words
from tests.games.cave_vs_cave.printed import (
    CELLS,
    EDGES,
    EDIBLE,
    GOODS,
    MOST,
    ORANGE,
    ROOMS,
    SIDES,
    reachable,
    walls_round,
)
from tests.games.cave_vs_cave.referee import Referee

RULES = {
    "taken": "turn.exclusive",
    "less_gold": "tile.renovation_gold",
    "used": "use.once",
    "new_room": "use.not_new",
    "cannot_pay": "goods.exchange",
    "no_gold_here": "option.junction_room_gold",
    "no_path": "dig.accessible",
    "nothing_to_dig": "dig.display",
    "no_two_digs": "dig.twice_possible",
    "no_food_to_dig_twice": "dig.twice_price",
    "no_wall_left": "wall.supply",
    "wall_there": "wall.one_per_edge",
    "no_wall_to_breach": "tile.breach",
    "no_cavern": "furnish.no_cavern",
    "too_many_blue": "furnish.colours",
    "wall_missing": "furnish.walls_required",
    "wall_forbidden": "furnish.walls_forbidden",
    "cannot_furnish": "furnish.both_payable",
    "food_full": "goods.eat_full",
    "needed": "goods.eat_safe",
    "no_food_to_sell": "room.prospecting_site",
    "not_tradable": "tile.expedition",
}


class Why(NamedTuple):
    """Something that is not possible: what, where on the table, and the word of the reason."""

    label: str
    anchor: str
    word: str


def blocked(referee: Referee, speak: Words) -> list[Why]:
    """All that is not possible now."""
    found = list(_meals(referee, speak))
    if not referee.tile:
        found += _tiles(referee, speak)
    elif not referee.asked:
        for part in referee.parts:
            found += _part(referee, part, speak)
        if any(part.startswith("furnish") for part in referee.parts):
            found += _display(referee, speak)
        if referee.sell and not referee.me.goods["food"]:
            place = f"room:{referee.seat}:prospecting_site"
            found.append(Why("Sell 1 food for 1 gold", place, "no_food_to_sell"))
    return found


def _meals(referee: Referee, speak: Words) -> Iterator[Why]:
    goods = referee.me.goods
    possible = referee.eats()
    for good in EDIBLE:
        if goods[good] and f"eat {good}" not in possible:
            word = "food_full" if goods["food"] == MOST["food"] else "needed"
            what = speak(f"count.{good}", n=1)
            yield Why(f"Eat {what}: 1 food", f"good:{referee.seat}:{good}", word)


def _tiles(referee: Referee, speak: Words) -> Iterator[Why]:
    for tile in referee.tiles:
        if not referee.may_take(tile):
            word = "taken" if tile in referee.taken else "less_gold"
            yield Why(f"Take {speak(f'tile.{tile}')}", f"tile:{tile}", word)


def _part(referee: Referee, part: str, speak: Words) -> Iterator[Why]:
    cave, tile = referee.me, f"tile:{referee.tile}"
    if part == "use":
        yield from _own_rooms(referee, speak)
    elif part == "trade":
        for good in ("wood", "stone"):
            if cave.goods[good] < 5:
                yield Why(f"{speak(f'count.{good}', n=5)} for 4 gold", tile, "not_tradable")
    elif part in ("dig", "undermine"):
        for cell in cave.buried - cave.reach(part == "undermine"):
            yield Why(f"Dig {_cell(cell)}", f"cell:{referee.seat}:{cell}", "no_path")
        if referee.tile == "excavation" and not _can_dig_twice(referee):
            yield Why("Dig twice for 2 food", tile, "no_two_digs")
        elif referee.tile == "excavation" and cave.goods["food"] < 2:
            yield Why("Dig twice for 2 food", tile, "no_food_to_dig_twice")
    elif part == "wall":
        yield from _edges(referee, speak)


def _cell(cell: str) -> str:
    return f"row {int(cell[1]) + 1}, column {int(cell[3]) + 1}"


def _can_dig_twice(referee: Referee) -> bool:
    cave = referee.me
    return any(reachable(set(CELLS) - (cave.buried - {cell}), cave.walls) for cell in cave.reach())


def _edges(referee: Referee, speak: Words) -> Iterator[Why]:
    cave = referee.me
    printed = referee.printed(cave.side)
    sides = [f"extra|{side}" for side in SIDES if side not in printed] if cave.side else []
    for edge in (*EDGES, *sides):
        one, other = edge.split("|")
        where = speak(f"cell.side_{other}") if one == "extra" else ""
        label = f"Wall: {where or f'between {_cell(one)} and {_cell(other)}'}"
        if not referee.supply:
            yield Why(label, f"edge:{referee.seat}:{edge}", "no_wall_left")
        elif edge in cave.walls:
            yield Why(label, f"edge:{referee.seat}:{edge}", "wall_there")


# Rooms.


def _own_rooms(referee: Referee, speak: Words) -> Iterator[Why]:
    """Orange rooms that can be used in no way."""
    ways = {move.split()[1] for move in referee.uses()}
    for room in ("entrance", *referee.me.rooms.values()):
        if room not in ways and (room == "entrance" or room in ORANGE):
            label = f"Use {speak(f'room.{room}')}"
            yield Why(label, f"room:{referee.seat}:{room}", _why_not_use(referee, room))


def _why_not_use(referee: Referee, room: str) -> str:
    if room in referee.used:
        return "used"
    if room in referee.fresh:
        return "new_room"
    if room == "digging_cave" and referee.me.goods["gold"]:
        return "no_path" if referee.me.buried else "nothing_to_dig"
    if room == "junction_room" and not referee.options["junction_room_gold"]:
        kinds = _kinds_in_hand(referee)  # three would do, if only gold could be one of them
        return "no_gold_here" if "gold" in kinds and len(kinds) >= 3 else "cannot_pay"
    return "cannot_pay"


def _kinds_in_hand(referee: Referee) -> list[str]:
    hand = dict(referee.me.goods)
    if referee.is_one() and referee.options["wood_storeroom_timing"] == "before":
        hand["wood"] += 1
    return [good for good in GOODS if hand[good]]


def _display(referee: Referee, speak: Words) -> Iterator[Why]:
    for room in referee.display:
        word = _why_not_furnish(referee, room)
        if word:
            yield Why(f"Furnish {speak(f'room.{room}')}", f"room:{room}", word)


def _why_not_furnish(referee: Referee, room: str) -> str:
    cave = referee.me
    if not cave.empty:
        return "no_cavern"
    if ROOMS[room].colour == "blue" and cave.count("blue") + 1 >= cave.count("orange"):
        return "too_many_blue"
    if not referee.fitting(room):
        printed = referee.printed(cave.side)
        walls = [walls_round(cell, cave.walls, printed) for cell in cave.empty]
        lacks = any(_lacks_only(ROOMS[room].symbol, there) for there in walls)
        return "wall_missing" if lacks else "wall_forbidden"
    return "" if referee.ways(room) else "cannot_furnish"


def _lacks_only(symbol: str, walls: set[str]) -> bool:
    """Whether a symbol can be turned so that no wall stands where it shows none."""
    for turn in range(4):
        turned = dict(zip(SIDES, symbol[turn:] + symbol[:turn], strict=True))
        if all(turned[side] != "." for side in walls):
            return True
    return False
