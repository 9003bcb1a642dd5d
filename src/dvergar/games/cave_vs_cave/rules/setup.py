"""Setting up, rounds and turns: tiles and rooms are dealt, come up and go back; seats alternate.

The same dealing makes an imagined copy. What is dealt again for it is sorted first, so that the
copy depends only on what everybody knows and on the seed.
"""

from __future__ import annotations

from dvergar.core.chance import Chance
from dvergar.core.sets import bit
from dvergar.games.cave_vs_cave.facts.action_tiles import (
    GROUPS,
    NO_TILE,
    START_TILES,
    TILE_COUNT,
    TILES,
)
from dvergar.games.cave_vs_cave.facts.cave import CELL_COUNT, DUG_AT_START, ENTRANCE_CELL
from dvergar.games.cave_vs_cave.facts.goods import START
from dvergar.games.cave_vs_cave.facts.rooms import DARK, ENTRANCE, LIGHT, NO_ROOM
from dvergar.games.cave_vs_cave.facts.rounds import LIGHT_ROOMS_OUT
from dvergar.games.cave_vs_cave.rules.actions.digging import face_down_cells, turn_up_for_turn
from dvergar.games.cave_vs_cave.state.moves import ASK_TILE
from dvergar.games.cave_vs_cave.state.state import NOBODY, State


def begin_round(state: State, number: int, starter: int) -> None:
    """All tiles lie open again, and one more."""
    state.round = number
    state.starter = starter
    state.taken = [NOBODY] * TILE_COUNT
    state.reveals += 1
    state.trail.append(("round", number, starter, state.tile_order[START_TILES + number - 1]))
    give_turn(state, starter)


def give_turn(state: State, seat: int) -> None:
    """A seat is asked for a tile; nothing of the turn before is left."""
    state.seat = seat
    state.question = ASK_TILE
    state.tile = NO_TILE
    state.sections = 0
    state.uses = 0
    state.used = 0
    state.new_rooms = 0
    state.dug = 0
    state.turned_up = False
    state.may_sell = False


def end_turn(state: State) -> None:
    """On to the other seat, the next round, or the end of the game."""
    turn_up_for_turn(state, at_end=True)
    state.turn += 1
    players = state.variant.players
    turns = TILE_COUNT - state.taken.count(NOBODY)
    if turns < players * state.turns_each():
        give_turn(state, (state.seat + 1) % players)
    elif state.round < len(state.variant.turns_of_round):
        begin_round(state, state.round + 1, (state.starter + 1) % players)
    else:
        give_turn(state, state.seat)
        state.over = True
        state.trail.append(("game_over",))


def clear(state: State) -> None:
    """Bare caves and starting goods for every seat; nothing is dealt yet."""
    players = state.variant.players
    state.goods = START * players
    state.opened = [DUG_AT_START] * players
    state.owned = [bit(ENTRANCE)] * players
    state.walls = [0] * players
    state.furnished = [NO_ROOM] * CELL_COUNT * players
    state.under = [NO_ROOM] * CELL_COUNT * players
    for seat in range(players):
        state.furnished[seat * CELL_COUNT + ENTRANCE_CELL] = ENTRANCE


def set_up(state: State, starter: int, chance: Chance) -> None:
    """Deals a game and begins its first round."""
    alone = state.variant.players == 1
    clear(state)
    state.tile_order = [t for t in range(TILE_COUNT) if not (alone and TILES[t].for_two_only)]
    deal_tiles(state, chance)
    light = LIGHT[:]
    if alone:
        chance.shuffle(light)
        del light[len(light) - LIGHT_ROOMS_OUT :]
    for room in light:
        state.display |= bit(room)
    deal_rooms(state, DARK[:], chance)
    begin_round(state, 1, starter)


def deal_tiles(state: State, chance: Chance) -> None:
    """The tiles that no round has shown yet are shuffled within their groups."""
    order = state.tile_order[:]
    for group in GROUPS:
        places = [
            place
            for place in range(START_TILES + state.round, len(order))
            if TILES[order[place]].group == group
        ]
        tiles = sorted([order[place] for place in places])
        chance.shuffle(tiles)
        for place, tile in zip(places, tiles, strict=True):
            order[place] = tile
    state.tile_order = order


def deal_rooms(state: State, rooms: list[int], chance: Chance) -> None:
    """Rooms are shuffled and laid face down in the caves; the rest is the stack."""
    chance.shuffle(rooms)
    for place in face_down_places(state):
        state.under[place] = rooms.pop()
    state.stack = rooms


def hidden_rooms(state: State) -> list[int]:
    """All rooms that lie face down, in the caves and in the stack, in one order for all deals."""
    return sorted([state.under[place] for place in face_down_places(state)] + state.stack)


def face_down_places(state: State) -> list[int]:
    """The places of all caves where a room lies face down."""
    return [
        seat * CELL_COUNT + cell
        for seat in range(state.variant.players)
        for cell in face_down_cells(state, seat)
    ]
