"""The rules of Stones: what may be done, and what then happens."""

from __future__ import annotations

from typing import Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.events import Event
from dvergar.core.info import GameInfo
from dvergar.core.moves import Vocabulary
from dvergar.core.options import Value
from dvergar.core.prompt import Reason
from dvergar.core.score import Score
from tests.toy.state import LEAST, MOST, PICKS, TURNS, State

PICK, PEEK, DROP, END = range(4)
MOVE_NAMES: Final = ("pick", "peek", "drop", "end turn")

POSSIBLE, ENOUGH, EMPTY = range(3)
REASONS: Final = (
    Reason("possible", ""),
    Reason("enough", "stones.turn.pick"),
    Reason("empty", "stones.turn.pick"),
)


class Stones(core.Game):
    """The game: its first position, and the answers to every question about the rules."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, Vocabulary(MOVE_NAMES))

    def is_free(self, move: int) -> bool:
        return move == DROP

    def deal(self, seed: int) -> State:
        return State(self, _any_card(seed))

    def blank(self) -> State:
        return State(self, card=0)

    def legal_moves(self, state: State, free: bool) -> list[int]:
        if state.over:
            return []
        can_pick, can_drop = why_not_pick(state) == POSSIBLE, free and state.hands[state.seat]
        possible = (can_pick, not state.reveals, can_drop, True)
        return [move for move, yes in enumerate(possible) if yes]

    def answer(self, state: State, move: int) -> None:
        if move not in state.moves():
            raise self.refusal(state, move)
        state.trail = [Event(MOVE_NAMES[move], state.seat)]
        if move == PICK:
            state.heaps[state.seat] -= 1
            state.hands[state.seat] += 1
            state.picked += 1
        elif move == PEEK:
            _reveal(state)
        elif move == DROP:
            state.hands[state.seat] -= 1
        else:
            _end_turn(state)

    def imagined(self, state: State, _seat: int | None, seed: int) -> State:
        copy = state.copy()
        if not state.reveals:
            copy.card = _any_card(seed)
        return copy

    def scores_of(self, state: State) -> list[Score]:
        return [Score((("stones", hand if hand <= state.card else 0),)) for hand in state.hands]


def why_not_pick(state: State) -> int:
    """POSSIBLE, or the reason why no stone can be picked now."""
    if state.picked == PICKS:
        return ENOUGH
    return POSSIBLE if state.heaps[state.seat] else EMPTY


def _end_turn(state: State) -> None:
    """The other seat is next; after the last turn everybody sees the card."""
    state.picked = 0
    state.turn += 1
    state.seat, state.over = state.turn % 2, state.turn == TURNS
    if state.over and not state.reveals:
        _reveal(state)


def _reveal(state: State) -> None:
    """The card is turned over."""
    state.reveals = 1
    state.trail.append(Event("card", None, {"card": state.card}))


def _any_card(seed: int) -> int:
    return LEAST + Chance(seed).below(MOST - LEAST + 1)
