"""A position of Cave vs Cave from what a seat sees of it.

Face-down rooms, the stack and the tiles to come are put into one order; whoever imagines the
position further deals them.
"""

from __future__ import annotations

from typing import Any

from dvergar.core.game import Game
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import NO_TILE, TILE_NAMES, TILES
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, CELL_NAMES, EDGES, EXTRA, NO_CELL
from dvergar.games.cave_vs_cave.facts.goods import GOODS
from dvergar.games.cave_vs_cave.facts.rooms import DARK, NO_ROOM, ROOM_NAMES
from dvergar.games.cave_vs_cave.rules.setup import clear, face_down_places
from dvergar.games.cave_vs_cave.state.moves import ASK_TILE, QUESTIONS, SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import NO_SIDE, NOBODY, State, Variant


def from_view(game: Game, view: dict[str, Any], _seat: int | None, _seed: int) -> State:
    """A position that looks so."""
    state = State(game, Variant(game.options))
    clear(state)
    state.over = bool(view["over"])
    state.round, state.starter, state.seat = view["round"], view["starter"], view["seat"]
    state.display = _set(view["display"], ROOM_NAMES)
    cavern = view["cavern"]
    state.cavern_seat = NOBODY if cavern["holder"] is None else cavern["holder"]
    state.cavern_side = _number(cavern["side"], SIDE_NAMES, NO_SIDE)
    _read_turn(state, view)
    _read_tiles(state, view["tiles"])
    for player in view["players"]:
        _read_cave(state, player)
    _lay_hidden_rooms(state)
    return state


def _number(name: str | None, names: list[str], nothing: int) -> int:
    return nothing if name is None else names.index(name)


def _set(members: list[str], names: list[str]) -> int:
    return sum(bit(names.index(name)) for name in members)


def _read_turn(state: State, view: dict[str, Any]) -> None:
    turn = view["turn"]
    state.question = ASK_TILE if view["ask"] is None else QUESTIONS.index(view["ask"])
    state.tile = _number(view["tile"], TILE_NAMES, NO_TILE)
    state.used = _set(view["used"], ROOM_NAMES)
    state.room = _number(view["furnishing"], ROOM_NAMES, NO_ROOM)
    state.cell = _number(turn["cell"], CELL_NAMES, NO_CELL)
    state.new_rooms = _set(turn["new"], ROOM_NAMES)
    state.sections = sum(bit(section) for section in turn["sections"])
    state.uses, state.dug, state.digs = turn["uses"], turn["dug"], turn["digs"]
    state.turned_up, state.may_sell = turn["turned_up"], turn["may_sell"]
    state.turn, state.reveals = turn["number"], turn["reveals"]


def _read_tiles(state: State, tiles: list[dict[str, Any]]) -> None:
    """The tiles in their places; those to come are any of their group."""
    shown = {one["tile"] for one in tiles if one["tile"] is not None}
    alone = state.variant.players == 1
    left = [
        number
        for number, tile in enumerate(TILES)
        if tile.name not in shown and not (alone and tile.for_two_only)
    ]
    state.taken = [NOBODY] * len(TILES)
    for one in tiles:
        if one["tile"] is None:
            tile = next(number for number in left if TILES[number].group == one["group"])
            left.remove(tile)
        else:
            tile = TILE_NAMES.index(one["tile"])
            state.taken[tile] = NOBODY if one["taken"] is None else one["taken"]
        state.tile_order.append(tile)


def _read_cave(state: State, player: dict[str, Any]) -> None:
    seat = player["seat"]
    state.goods[seat * len(GOODS) : (seat + 1) * len(GOODS)] = [
        int(player["goods"][good]) for good in GOODS
    ]
    state.walls[seat] = _set(player["walls"], EDGES)
    for name, cell in player["cells"].items():
        number = CELL_NAMES.index(name)
        if cell["state"] != "face_down" and number != EXTRA:
            state.opened[seat] |= bit(number)
        if cell["room"] is not None:
            room = ROOM_NAMES.index(cell["room"])
            state.furnished[seat * CELL_COUNT + number] = room
            state.owned[seat] |= bit(room)


def _lay_hidden_rooms(state: State) -> None:
    """The rooms that nobody has seen, in one order."""
    seen = state.display
    for owned in state.owned:
        seen |= owned
    hidden = [room for room in DARK if not has(seen, room)]
    for place in face_down_places(state):
        state.under[place] = hidden.pop()
    state.stack = hidden
