"""Setting up: tiles and rooms are dealt; the same dealing makes an imagined copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.cave import (
    CELL_COUNT,
    DIGGABLE,
    DUG_AT_START,
    ENTRANCE_CELL,
)
from dvergar.games.cave_vs_cave.goods import START
from dvergar.games.cave_vs_cave.rooms import DARK, ENTRANCE, LIGHT, NO_ROOM
from dvergar.games.cave_vs_cave.rounds import begin_round
from dvergar.games.cave_vs_cave.tiles import GROUP, GROUPS, PLAYS_ALONE, START_TILES, TILE_COUNT

if TYPE_CHECKING:
    from dvergar.core.chance import Chance
    from dvergar.games.cave_vs_cave.rules import State

LIGHT_OUT = 3  # light-grey rooms that a player alone plays without


def clear(state: State) -> None:
    """Bare caves and starting goods for every seat; nothing is dealt yet."""
    players = state.game.players
    state.goods = START * players
    state.opened = [DUG_AT_START] * players
    state.owned = [1 << ENTRANCE] * players
    state.walls = [0] * players
    state.rooms = [NO_ROOM] * CELL_COUNT * players
    state.under = [NO_ROOM] * CELL_COUNT * players
    for seat in range(players):
        state.rooms[seat * CELL_COUNT + ENTRANCE_CELL] = ENTRANCE


def set_up(state: State, starter: int) -> None:
    """Deals a game and begins its first round."""
    chance = state.chance
    clear(state)
    state.order = [
        tile for tile in range(TILE_COUNT) if state.game.players > 1 or PLAYS_ALONE[tile]
    ]
    deal_tiles(state, chance)
    light = LIGHT[:]
    if state.game.players == 1:
        chance.shuffle(light)
        del light[LIGHT_OUT:]
    state.display = sum(1 << room for room in light)
    rooms = DARK[:]
    chance.shuffle(rooms)
    for place in face_down(state):
        state.under[place] = rooms.pop()
    state.stack = rooms
    begin_round(state, 1, starter)


def deal_tiles(state: State, chance: Chance) -> None:
    """The tiles that no round has shown yet are shuffled within their groups."""
    shown = START_TILES + state.round
    for group in GROUPS:
        places = [p for p in range(shown, len(state.order)) if GROUP[state.order[p]] == group]
        tiles = [state.order[place] for place in places]
        chance.shuffle(tiles)
        for place, tile in zip(places, tiles, strict=True):
            state.order[place] = tile


def face_down(state: State) -> list[int]:
    """The places of all caves where a room lies face down."""
    return [
        seat * CELL_COUNT + cell
        for seat in range(state.game.players)
        for cell in DIGGABLE
        if not state.opened[seat] >> cell & 1
    ]


def deal_rooms(state: State, chance: Chance) -> None:
    """All face-down rooms, of the caves and of the stack, are dealt anew together."""
    places = face_down(state)
    rooms = [state.under[place] for place in places] + state.stack
    chance.shuffle(rooms)
    for place in places:
        state.under[place] = rooms.pop()
    state.stack = rooms
