"""A position of Cave vs Cave in numbers, for learning: the turn, the table and both caves.

Seats are counted from the one that looks. Everything is told but for the face-down rooms, the order
of the stack and the tiles to come.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.game import Game
from dvergar.core.observation import FLAG, Layout, Observation, choice, members, number
from dvergar.games.cave_vs_cave.facts import game as facts
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, CELL_NAMES, EDGES, WALL_TOKENS
from dvergar.games.cave_vs_cave.facts.rooms import MORE_TO_USE, ROOM_COUNT, ROOM_NAMES, STACK
from dvergar.games.cave_vs_cave.rules.cave import walls_left
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import NOBODY, QUESTIONS, State

MAX_USES: Final = max(
    part.count + sum(more for _, more in MORE_TO_USE[part.count])
    for part in facts.parts_of_kind(facts.USE)
)
MAX_DIGS: Final = max(part.count for part in facts.parts_of_kind(facts.DIG))

SEATS: Final = [choice(["self", "other"][:players]) for players in range(3)]
OWN_SEAT: Final = [choice(["0", "1"][:players]) for players in range(3)]
ROUND: Final = choice([str(number + 1) for number in range(len(facts.TURNS_OF_TWO))])
TURNS: Final = number(facts.MAX_TURNS)
QUESTION: Final = choice(QUESTIONS)
TILE: Final = choice(facts.TILE_NAMES)
OPEN: Final = members(facts.TILE_NAMES)
SECTIONS: Final = members([str(section) for section in range(facts.MAX_SECTIONS)])
USES: Final = number(MAX_USES)
ROOMS: Final = members(ROOM_NAMES)
ROOM: Final = choice(ROOM_NAMES)
CELL: Final = choice(CELL_NAMES)
DIGS: Final = number(MAX_DIGS + 1)
STACKED: Final = number(STACK)
WALLS: Final = number(WALL_TOKENS)
SIDE: Final = choice(SIDE_NAMES)
GOOD: Final = [number(most, steps=5) for most in facts.LIMITS]
SET_OF_CELLS: Final = members(CELL_NAMES)
SET_OF_EDGES: Final = members(EDGES)


def layout(game: Game) -> Layout:
    """The entries of an observation for two, or alone."""
    found = Layout()
    seats = SEATS[game.players]
    found.add("seat", OWN_SEAT[game.players], "the number of the seat that looks")
    found.add("round", ROUND, "the round")
    found.add("turns", TURNS, "turns that each player has in this round")
    found.add("over", FLAG, "the game has ended")
    found.add("decides", seats, "who decides now")
    found.add("starter", seats, "who began the round")
    found.add("question", QUESTION, "what is being asked")
    found.add("tile", TILE, "the action tile in use")
    found.add("sections", SECTIONS, "sections of that tile that are still open")
    found.add("uses", USES, "rooms that may still be used")
    found.add("used", ROOMS, "rooms used in this turn")
    found.add("new", ROOMS, "rooms furnished in this turn")
    found.add("dug", DIGS, "cells dug in this turn")
    found.add("digs", DIGS, "cells still to be dug one after the other")
    found.add("turned_up", FLAG, "the stack has been turned up for this turn's dig")
    found.add("may_sell", FLAG, "a blue room still offers an exchange")
    found.add("furnishing.room", ROOM, "the room being furnished")
    found.add("furnishing.cell", CELL, "where it goes")
    found.add("open", OPEN, "action tiles that lie open")
    for name in facts.TILE_NAMES:
        found.add(f"taken.{name}", seats, "who has taken a tile in this round")
    found.add("display", ROOMS, "rooms that can be furnished")
    found.add("stack", STACKED, "rooms left in the stack of a player alone")
    found.add("walls", WALLS, "walls left to build")
    found.add("cavern.holder", seats, "who holds the additional cavern")
    found.add("cavern.side", SIDE, "which side of it is up")
    for step in range(game.players):
        _lay_out_cave(found, f"player_{step}")
    return found


def _lay_out_cave(found: Layout, who: str) -> None:
    for good, block in zip(facts.GOODS, GOOD, strict=True):
        found.add(f"{who}.{good}", block, "goods of a player")
    found.add(f"{who}.dug", SET_OF_CELLS, "cells that are dug")
    found.add(f"{who}.walls", SET_OF_EDGES, "edges with a wall")
    for cell in CELL_NAMES:
        found.add(f"{who}.{cell}", ROOM, "the room that lies on a cell")


def pieces(state: State, seat: int) -> list[bytes]:
    """The position as `seat` sees it, in the order of the layout."""
    found: list[bytes] = []
    players = state.variant.players
    _add_turn(state, seat, found)
    shown = 0
    for tile in state.tile_order[: facts.START_TILES + state.round]:
        shown |= 1 << tile
    OPEN.add(shown, found)
    seats = SEATS[players]
    for tile in range(facts.TILE_COUNT):
        found.append(seats.at(_from(state.taken[tile], seat, players)))
    ROOMS.add(state.display, found)
    found.append(STACKED.at(len(state.stack)))
    found.append(WALLS.at(walls_left(state)))
    found.append(seats.at(_from(state.cavern_seat, seat, players)))
    found.append(SIDE.at(state.cavern_side))
    for step in range(players):
        _add_cave(state, (seat + step) % players, found)
    return found


def _from(other: int, seat: int, players: int) -> int:
    """A seat counted from the one that looks; nobody stays nobody."""
    return NOBODY if other < 0 else (other - seat) % players


def _add_turn(state: State, seat: int, found: list[bytes]) -> None:
    players = state.variant.players
    seats = SEATS[players]
    found.append(OWN_SEAT[players].at(seat))
    found.append(ROUND.at(state.round - 1))
    found.append(TURNS.at(state.turns_each()))
    found.append(FLAG.at(int(state.over)))
    found.append(seats.at((state.seat - seat) % players))
    found.append(seats.at((state.starter - seat) % players))
    found.append(QUESTION.at(state.question))
    found.append(TILE.at(state.tile))
    SECTIONS.add(state.sections, found)
    found.append(USES.at(state.uses))
    ROOMS.add(state.used, found)
    ROOMS.add(state.new_rooms, found)
    found.append(DIGS.at(state.dug))
    found.append(DIGS.at(state.digs))
    found.append(FLAG.at(int(state.turned_up)))
    found.append(FLAG.at(int(state.may_sell)))
    found.append(ROOM.at(state.room))
    found.append(CELL.at(state.cell))


def _add_cave(state: State, seat: int, found: list[bytes]) -> None:
    goods = state.goods
    for good in range(facts.GOOD_COUNT):
        found.append(GOOD[good].at(goods[seat * facts.GOOD_COUNT + good]))
    SET_OF_CELLS.add(state.opened[seat], found)
    SET_OF_EDGES.add(state.walls[seat], found)
    furnished = state.furnished
    for cell in range(CELL_COUNT):
        found.append(ROOM.at(furnished[seat * CELL_COUNT + cell]))


assert len(ROOM_NAMES) == ROOM_COUNT + 1, "all rooms, and the Entrance"
OBSERVATION: Final = Observation(layout, pieces)
