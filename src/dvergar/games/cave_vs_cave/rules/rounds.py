"""Rounds and turns: tiles come to light and go back, seats alternate, the game ends."""

from __future__ import annotations

from dvergar.games.cave_vs_cave.facts.action_tiles import NO_TILE, START_TILES, TILE_COUNT
from dvergar.games.cave_vs_cave.rules.actions.digging import turn_up_for_turn
from dvergar.games.cave_vs_cave.state.questions import ASK_TILE
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
