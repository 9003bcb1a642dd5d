"""One line to set up a table of Cave vs Cave, and a few looks at what a player sees."""

from __future__ import annotations

from typing import Any

import dvergar
from dvergar.testing import play
from tests.games.cave_vs_cave.printed import DARK, GOODS, GROUP_OF, GROUPS, TURNS, Goods

OPTIONS = (
    *("additional_cavern_two_wall_side", "dungeon_same_turn", "junction_room_gold"),
    *("retting_room_full_flax", "wood_storeroom_timing", "solo_reveal"),
)
DIG_ORDER = ("r1c0", "r2c1", "r3c1", "r4c0", "r1c1", "r0c0", "r0c1", "r4c1", "r4c2")
NONE = dict.fromkeys(GOODS, 0)
PLENTY: dict[str, Any] = {**dict.fromkeys(GOODS[:4], 6), "food": 6, "gold": 12}

# Ten orange and blue rooms, one for each cell; the cell r4c2 has three walls, r0c0 two, r1c0 one.
TEN = {
    "r0c0": "food_corner",
    "r0c1": "weaving_room",
    "r1c0": "shelf",
    "r1c1": "spinning_wheel",
    "r2c0": "grindstone",
    "r2c1": "warehouse",
    "r3c1": "sacrificial_altar",
    "r4c0": "storeroom",
    "r4c1": "retting_room",
    "r4c2": "bakehouse",
}


def cave(players: int = 2, **options: Any) -> Any:
    """The game with these options; of two, seat 0 begins."""
    if players == 2:
        options = {"first_seat": 0, **options}
    return dvergar.game("cave_vs_cave", players=players, **options)


def group(name: str, players: int) -> list[str]:
    """The action tiles of a group that are in the game."""
    return [tile for tile in GROUPS[name] if players == 2 or tile != "breach"]


def order(tile: str, players: int) -> list[str]:
    """The group tiles in an order in which `tile` comes first of its group."""
    tiles = [one for name in GROUPS for one in group(name, players)]
    return sorted(tiles, key=lambda one: (GROUP_OF[one], one != tile))


def first_round(tile: str, players: int) -> int:
    """The first round in which a tile may lie open."""
    third = 1 + len(group("2", players))
    return {"": 1, "2": 1, "3": third, "4": len(TURNS[players])}[GROUP_OF.get(tile, "")]


def table(
    *seats: dict[str, Any], players: int = 2, tile: str = "", around: int = 0, **position: Any
) -> Any:
    """A position in which a tile is to be taken; `tile` lies open, `around` is the round.

    What is not said is as at the start. Cells of the last cave are dug where rooms must have been.
    """
    options = {name: position.pop(name) for name in OPTIONS if name in position}
    number = around or first_round(tile, players)
    places = [dict(seat) for seat in seats] + [{} for _ in range(players - len(seats))]
    if players == 2:
        position.setdefault("starter", 0)
        _dig_enough(places, position.get("display", []))
    shown = order(tile, players)[:number]
    return cave(players, **options).position(
        **{"round": number, "shown": shown, "seats": places, **position}
    )


def _dig_enough(places: list[dict[str, Any]], display: list[str]) -> None:
    rooms = [room for seat in places for room in seat.get("rooms", {}).values()]
    needed = len([room for room in [*rooms, *display] if room in DARK])
    dug = [{*seat.get("rooms", {}), *seat.get("dug", [])} - {"r2c0", "extra"} for seat in places]
    missing = needed - sum(len(cells) for cells in dug)
    cells = [cell for cell in DIG_ORDER if cell not in dug[1]]
    if missing > 0:
        places[1]["dug"] = [*places[1].get("dug", []), *cells[:missing]]


def turn(tile: str, *seats: dict[str, Any], **position: Any) -> Any:
    """A turn just begun: the tile has been taken by seat 0."""
    return play(table(*seats, tile=tile, **position), f"take {tile}")


def seat(rooms: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """A seat of a position: rooms by cell; goods by name, what is not named is 1; the rest."""
    goods = {good: more.pop(good) for good in GOODS if good in more}
    return {"goods": {**more.pop("goods", {}), **goods}, "rooms": rooms or {}, **more}


def names(state: Any) -> set[str]:
    """All moves that are offered, by name."""
    return {state.game.name(move) for move in state.moves()}


def real(state: Any) -> set[str]:
    """The moves offered that are not free, by name."""
    return {state.game.name(move) for move in state.moves(free=False)}


def starting(state: Any, word: str) -> set[str]:
    """The rest of the offered moves whose name begins with these words."""
    return {name.removeprefix(word + " ") for name in names(state) if name.startswith(word + " ")}


def player(state: Any, number: int = 0) -> Any:
    """What everybody sees of a player."""
    return state.view(None)["players"][number]


def goods(state: Any, number: int = 0) -> Goods:
    """The goods of a player."""
    return dict(player(state, number)["goods"])


def change(before: Goods, after: Goods) -> Goods:
    """What differs between two sets of goods."""
    return {good: after[good] - before[good] for good in GOODS if after[good] != before[good]}


def gained(state: Any, *moves: str) -> Goods:
    """What seat 0 gains and pays in all by these moves."""
    before = goods(state)
    return change(before, goods(play(state, *moves)))


def walls(state: Any, number: int = 0) -> set[str]:
    """Where a player's wall tokens stand."""
    return set(player(state, number)["walls"])


def cells(state: Any, number: int = 0) -> dict[str, Any]:
    """A player's cave, cell by cell."""
    return dict(player(state, number)["cells"])


def told(state: Any, kind: str) -> list[dict[str, Any]]:
    """What the last move told of one kind of event."""
    return [event.facts for event in state.events() if event.kind == kind]


def use(room: str, end: str = "") -> str:
    """The move that uses a room, with its choice."""
    return f"use {room} {end}".strip()
