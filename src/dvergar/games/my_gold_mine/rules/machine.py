"""My Gold Mine as a machine: what a position asks, and what an answer to it starts.

Also turns and rounds: whose turn it is, how a round ends, and how the next one is set up.
"""

from __future__ import annotations

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.info import GameInfo
from dvergar.core.options import Value
from dvergar.core.score import Score
from dvergar.games.my_gold_mine.facts.material import DRAGON, MATERIAL
from dvergar.games.my_gold_mine.rules import actions, score
from dvergar.games.my_gold_mine.rules.score import NO_WINNER, give_prizes
from dvergar.games.my_gold_mine.state import (
    DIG,
    DRAW,
    NO_CARD,
    OUT,
    VOCABULARY,
    State,
    Variant,
)


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


def takes_part(state: State, seat: int) -> bool:
    """Whether a player still has a dwarf in the mine."""
    return state.has_dwarf_inside(seat)


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


class MyGoldMine(core.Game):
    """My Gold Mine with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, VOCABULARY)
        self.variant = Variant(self.players, options)

    def blank(self) -> State:
        return State(self, self.variant, Chance(0))

    def deal(self, seed: int) -> State:
        state = State(self, self.variant, Chance(seed))
        state.nuggets = [0] * self.players
        starter = self.variant.first_seat
        if starter is None:
            starter = state.chance.below(self.players)
        begin_round(state, 1, starter)
        return state

    def legal_moves(self, state: State, _free: bool) -> list[int]:
        if state.over:
            return []
        if state.card != NO_CARD:
            return actions.exit_moves(state)
        return [DIG, DRAW] if actions.why_not_dig(state) == actions.POSSIBLE else [DRAW]

    def answer(self, state: State, move: int) -> None:
        if move not in self.legal_moves(state, True):
            raise self.refusal(state, move)
        state.trail = []
        carry_out(state, move)
        if state.card == NO_CARD:
            end_turn(state)

    def imagined(self, state: State, _seat: int | None, seed: int) -> State:
        """Nobody knows the order of the decks; the cards in them can be counted by everybody."""
        copy = state.copy()
        copy.chance = Chance(seed)
        hidden = sorted(copy.extraction[:-1])
        copy.chance.shuffle(hidden)
        copy.extraction[:-1] = hidden
        copy.exits.sort()
        copy.chance.shuffle(copy.exits)
        return copy

    def scores_of(self, state: State) -> list[Score]:
        return score.scores(state)

    def ranking_of(self, state: State) -> list[int]:
        return score.ranking(state)


def carry_out(state: State, move: int) -> None:
    """Does what a legal move says, and leaves the turn where it is."""
    if move == DIG:
        actions.dig(state)
    elif move == DRAW:
        actions.draw(state)
    else:
        actions.do(state, move)
