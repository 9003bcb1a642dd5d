"""Turns and rounds: whose turn it is, how a round ends, and how the next one is set up."""

from __future__ import annotations

from dvergar.games.my_gold_mine.facts.material import DRAGON, MATERIAL
from dvergar.games.my_gold_mine.rules.score import NO_WINNER, give_prizes
from dvergar.games.my_gold_mine.state.moves import OUT
from dvergar.games.my_gold_mine.state.state import State


def end_turn(state: State) -> None:
    """On to the next dwarf in the mine; with nobody left in it the round is over."""
    state.turn += 1
    if state.is_anybody_inside():
        give_turn(state, next_inside(state))
    else:
        end_round(state)


def next_inside(state: State) -> int:
    """The next dwarf clockwise that is still in the mine."""
    dwarf = (state.dwarf + 1) % state.variant.dwarfs
    while state.places[dwarf] <= OUT:
        dwarf = (dwarf + 1) % state.variant.dwarfs
    return dwarf


def give_turn(state: State, dwarf: int) -> None:
    """It is this dwarf's turn."""
    state.dwarf = dwarf
    state.seat = state.variant.owner[dwarf]


def end_round(state: State) -> None:
    """Prizes, then the next round or the end of the game."""
    winner = give_prizes(state)
    state.trail.append(("round_over", state.round, winner))
    if state.round == MATERIAL.rounds:
        state.over = True
        state.trail.append(("game_over",))
        return
    if state.round == MATERIAL.rounds - 1:
        state.second_ladder = state.ladder
    starter = winner
    if winner == NO_WINNER:
        starter = (state.starter + state.variant.starter_moves_on) % state.variant.players
    begin_round(state, state.round + 1, starter)


def begin_round(state: State, number: int, starter: int) -> None:
    """Sets the table up: everybody on the wagon, the dragon at the far end, fresh decks."""
    players, dwarfs = state.variant.players, state.variant.dwarfs
    state.round = number
    state.starter = starter
    give_turn(state, starter * state.variant.dwarfs_per_seat)
    state.dragon = MATERIAL.dragon
    state.box = 0
    state.places = [MATERIAL.wagon] * dwarfs
    state.pile_gold = [0] * players
    state.pile_cards = [0] * players
    state.out_gold = [0] * dwarfs
    state.out_cards = [0] * dwarfs
    state.ladder = []
    state.extraction = MATERIAL.extraction_deck[:]
    state.chance.shuffle(state.extraction)
    while state.extraction[-1] == DRAGON:
        state.chance.shuffle(state.extraction)
    state.exits = state.variant.exit_deck.deck[:]
    state.chance.shuffle(state.exits)
    state.discard = []
    state.reveals += 1
    state.trail.append(("round", number, starter))
    state.trail.append(("reveal", state.extraction[-1]))
