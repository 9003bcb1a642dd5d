"""Rounds and turns: tiles come to light, are taken, go back; seats alternate; the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.cave_vs_cave.digging import turn_up_for_turn
from dvergar.games.cave_vs_cave.goods import GOLD, KINDS
from dvergar.games.cave_vs_cave.questions import LESS_GOLD, PARTS, POSSIBLE, TAKEN, TILE
from dvergar.games.cave_vs_cave.rooms import PROSPECTING_SITE, SITE_TILE
from dvergar.games.cave_vs_cave.tiles import (
    NEEDS_MORE_GOLD,
    NO_TILE,
    SECTIONS,
    START_TILES,
    TILE_COUNT,
)

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import State

NOBODY = -1


def begin_round(state: State, number: int, starter: int) -> None:
    """All tiles lie open again, and one more."""
    state.round = number
    state.starter = starter
    state.taken = [NOBODY] * TILE_COUNT
    state.reveals += 1
    state.trail.append(("round", number, starter, state.order[START_TILES + number - 1]))
    give_turn(state, starter)


def open_tiles(state: State) -> list[int]:
    """The tiles that lie face up in this round, taken or not."""
    return state.order[: START_TILES + state.round]


def give_turn(state: State, seat: int) -> None:
    """A seat is asked for a tile; nothing of the turn before is left."""
    state.seat = seat
    state.ask = TILE
    state.tile = NO_TILE
    state.sections = 0
    state.uses = 0
    state.used = 0
    state.fresh = 0
    state.dug = 0
    state.turned_up = 0
    state.site = 0


def why_not_take(state: State, tile: int) -> int:
    """0, or the reason why an open tile cannot be taken."""
    if state.taken[tile] != NOBODY:
        return TAKEN
    if NEEDS_MORE_GOLD[tile] and state.game.players > 1:
        gold = [state.goods[seat * KINDS + GOLD] for seat in range(state.game.players)]
        if gold[state.seat] <= gold[1 - state.seat]:
            return LESS_GOLD
    return POSSIBLE


def take(state: State, tile: int) -> None:
    """A tile is taken, and all its sections are open."""
    state.taken[tile] = state.seat
    state.tile = tile
    state.sections = SECTIONS[tile]
    state.site = int(tile == SITE_TILE and bool(state.owned[state.seat] >> PROSPECTING_SITE & 1))
    state.ask = PARTS
    state.trail.append(("take", state.seat, tile))


def end_turn(state: State) -> None:
    """On to the other seat, the next round, or the end of the game."""
    turn_up_for_turn(state, at_end=True)
    state.turn += 1
    players = state.game.players
    turns = sum(seat != NOBODY for seat in state.taken)
    if turns < players * state.turns():
        give_turn(state, (state.seat + 1) % players)
    elif state.round < len(state.game.turns_of):
        begin_round(state, state.round + 1, (state.starter + 1) % players)
    else:
        give_turn(state, state.seat)
        state.over = True
        state.trail.append(("game_over",))
