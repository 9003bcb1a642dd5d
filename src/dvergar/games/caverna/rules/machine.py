"""Caverna: The Cave Farmers. Setting it up, and the machine that asks.

What is pending is on a stack of frames; the topmost is the question. `run` continues until a real
question comes up and keeps its moves, so that they are computed once. What one can do is in
`actions` and `anytime`; this module says when.

For imagined copies, what a player cannot know is put into one order first, so that the new deal
depends only on what is known and on chance.
"""

from __future__ import annotations

from typing import Any

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.info import GameInfo
from dvergar.core.options import Value
from dvergar.core.score import Score
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.rules import score
from dvergar.games.caverna.rules.anytime import add_free_moves, is_offered, play_free
from dvergar.games.caverna.rules.harvest import begin_harvest, end_harvest
from dvergar.games.caverna.rules.questions import (
    QUESTIONS,
    STEPS,
    harmless,
    look_at_herds,
    offers_free,
)
from dvergar.games.caverna.rules.rounds import begin_round, next_dwarf, seats_in_order
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import DONE, FIRST_FREE, MOVE_COUNT, VOCABULARY
from dvergar.games.caverna.state.state import NOBODY, State, Variant, new_player


def set_up(state: State, chance: Chance) -> None:
    """Fills a blank state: everybody has the first food, cards and markers are dealt."""
    variant = state.variant
    players = variant.players
    state.tiles = variant.tile_set
    state.players = [new_player() for _ in range(players)]
    state.stack = []
    state.trail = []
    state.pile = [0] * len(variant.slot_goods)
    state.occupant = [NOBODY] * facts.SPACE_COUNT
    state.dwarf_on = state.occupant
    state.starter = variant.first_seat if variant.first_seat >= 0 else chance.below(players)
    state.next_starter = state.starter
    for number, seat in enumerate(seats_in_order(state)):
        state.players[seat].goods[facts.FOOD] = (
            facts.SOLO_FOOD if players == 1 else facts.START_FOOD[number]
        )
    state.cards = _deal_cards(variant, chance)
    state.markers = _deal_markers(variant, chance)


def _deal_cards(variant: Variant, chance: Chance) -> list[int]:
    order: list[int] = []
    if variant.players == 1:
        order = facts.SOLO_CARDS
    else:
        for cards in variant.stage_cards:
            shuffled = cards[:]
            chance.shuffle(shuffled)
            order += shuffled
    by_round = [pending.UNKNOWN] * (facts.ROUNDS + 1)
    for number, card in zip(variant.rounds, order, strict=True):
        by_round[number] = card
    return by_round


def _deal_markers(variant: Variant, chance: Chance) -> list[int]:
    by_round = [pending.UNKNOWN] * (facts.ROUNDS + 1)
    if variant.players == 1:
        return by_round
    rounds = [number for number in variant.rounds if number >= facts.MARKERS_FROM]
    markers = [pending.RED] * facts.RED_MARKERS + [pending.GREEN] * (
        len(rounds) - facts.RED_MARKERS
    )
    chance.shuffle(markers)
    for number, marker in zip(rounds, markers, strict=True):
        by_round[number] = marker
    return by_round


def deal_unseen(state: State, chance: Chance) -> None:
    """Deals what nobody knows anew: cards to come within their stage, markers face down."""
    if state.variant.players == 1:
        return  # alone, all cards come in a known order, and there are no markers
    cards, markers = state.cards[:], state.markers[:]
    for rounds in state.variant.stage_rounds:
        _deal_anew(cards, [number for number in rounds if number > state.round], chance)
    _deal_anew(
        markers,
        [
            n
            for n in range(state.first_hidden_marker(), len(markers))
            if markers[n] != pending.UNKNOWN
        ],
        chance,
    )
    state.cards, state.markers = cards, markers


def _deal_anew(by_round: list[int], rounds: list[int], chance: Chance) -> None:
    unseen = sorted([by_round[number] for number in rounds])
    chance.shuffle(unseen)
    for number, one in zip(rounds, unseen, strict=True):
        by_round[number] = one


class Caverna(core.Game):
    """Caverna with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, VOCABULARY)
        self.variant = Variant(self.players, options)

    def is_free(self, move: int) -> bool:
        return move >= FIRST_FREE

    def blank(self) -> State:
        return State(self, self.variant)

    def deal(self, seed: int) -> State:
        state = self.blank()
        set_up(state, Chance(seed))
        run(state)
        return state

    def restore(self, data: dict[str, Any]) -> State:
        state = self.blank()
        state.fill(data)
        if not state.over:
            frame = state.stack[-1]
            state.real_moves = sorted(QUESTIONS[frame.kind].moves(state, frame))
        return state

    def legal_moves(self, state: State, free: bool) -> list[int]:
        if not free or state.over or not offers_free(state):
            return state.real_moves[:]
        offered: list[int] = []
        add_free_moves(state, offered)
        return state.real_moves + harmless(state, offered)

    def answer(self, state: State, move: int) -> None:
        if move in state.real_moves:
            state.trail = []
            make(state, state.stack[-1], move)
            state.eating_gold = False
        elif self._is_offered_free(state, move):
            asked = state.stack[-1]
            state.trail = []
            play_free(state, move)
            run(state, asked)
            return
        else:
            raise self.refusal(state, move)
        run(state)

    def _is_offered_free(self, state: State, move: int) -> bool:
        if not FIRST_FREE <= move < MOVE_COUNT or state.over or not offers_free(state):
            return False
        return is_offered(state, move) and len(harmless(state, [move])) > 0

    def imagined(self, state: State, _seat: int | None, seed: int) -> State:
        """Nothing in Caverna is known to some seats only."""
        other = state.copy()
        deal_unseen(other, Chance(seed))
        return other

    def scores_of(self, state: State) -> list[Score]:
        return score.scores(state)


def run(state: State, asked: pending.Frame | None = None) -> None:
    """Goes on until a real question comes up, or the end.

    `asked` was the question before an at-any-time move: an action that was asked about is asked
    about again, even if it has only one answer left.
    """
    while not state.over:
        if state.unsettled:
            look_at_herds(state)
        if not state.stack:
            advance(state)
            continue
        frame = state.stack[-1]
        state.seat = frame.seat
        if pending.IS_STEP[frame.kind]:
            state.stack.pop()
            STEPS[frame.kind].happen(state, frame)
            continue
        moves = QUESTIONS[frame.kind].moves(state, frame)
        if not moves:
            state.stack.pop()
            QUESTIONS[frame.kind].close(state, frame)
        elif is_asked(state, frame, moves) or (frame is asked and pending.IN_ACTION[frame.kind]):
            ask(state, moves)
            return
        else:
            make(state, frame, moves[0])
    state.real_moves = []


def is_asked(state: State, frame: pending.Frame, moves: list[int]) -> bool:
    """Whether these moves make a real question; otherwise the only one is made at once.

    DONE alone is asked: there is nothing left to do but to spend something, or to be done.
    """
    if len(moves) > 1 or pending.ALWAYS_ASKED[frame.kind] or moves[0] == DONE:
        return True
    return not QUESTIONS[frame.kind].is_settled(state, frame, moves[0])


def ask(state: State, moves: list[int]) -> None:
    """Stops at a question: its moves are kept, ascending."""
    moves.sort()
    state.real_moves = moves


def make(state: State, frame: pending.Frame, move: int) -> None:
    """Makes a real move: the answer to the topmost frame."""
    state.stack.pop()
    if move == DONE:
        QUESTIONS[frame.kind].close(state, frame)
    else:
        QUESTIONS[frame.kind].answer(state, frame, move)


def advance(state: State) -> None:
    """Nothing is pending: the next dwarf, the harvest, the next round or the end."""
    state.turn += 1
    if state.stage == pending.ROUND_START:
        begin_round(state)
    elif state.stage == pending.WORK:
        if not next_dwarf(state):
            state.stage = pending.HARVEST
            begin_harvest(state)
    elif state.stage == pending.HARVEST:
        end_harvest(state)
    else:
        state.over = True
        state.trail.append(("game_over",))
