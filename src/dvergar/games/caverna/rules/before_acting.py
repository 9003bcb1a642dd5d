"""At-any-time moves beside an action: when they are offered, and which would spoil the action.

A dwarf may not be placed without doing something. So as long as nothing is done on its space, a
move is not offered after which nothing could be done there.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.game import (
    DONKEYS_TOGETHER,
    GOLD_FOR_FOOD,
    GOLD_FOR_MORE_FOOD,
    GOOD_RUBIES,
    RUBY_GOODS_FOOD,
    SINGLE_TILE_RUBIES,
)
from dvergar.games.caverna.facts.tiles import TRADE_PAY
from dvergar.games.caverna.rules.anytime.anytime import play_free
from dvergar.games.caverna.rules.questions import QUESTIONS
from dvergar.games.caverna.state.moves import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    DISARM,
    DISARM_AWAY,
    DONE,
    IMITATE,
    KIND,
    LAY_SINGLE,
    MEADOW_FIELD,
    MOVE_COUNT,
    STABLE_ON,
)
from dvergar.games.caverna.state.pending import COMPULSORY, HERD, LOOTING, OFFERS_FREE, Frame
from dvergar.games.caverna.state.state import State

_MOST_TAKEN: Final = max(
    [
        *(GOOD_RUBIES, GOLD_FOR_FOOD, GOLD_FOR_MORE_FOOD, DONKEYS_TOGETHER),
        *(*RUBY_GOODS_FOOD, *SINGLE_TILE_RUBIES),
        *(amount for pay in TRADE_PAY for _, amount in pay),
    ]
)
"""The most of a good that one at-any-time move takes."""
_ON_BARE_GROUND: Final = (MEADOW_FIELD, CAVERN_TUNNEL, CAVERN_CAVERN, STABLE_ON, *LAY_SINGLE)
_NEEDS_GROUND: Final = [
    KIND[move] in _ON_BARE_GROUND or KIND[move] == IMITATE for move in range(MOVE_COUNT)
]
"""By move: a tile that is bought may take the place it needs."""


def offers_free(state: State) -> bool:
    """Whether at-any-time moves are offered beside the real ones.

    The use of a loot item that was chosen is not interrupted; the choice itself is.
    """
    kind = state.stack[-1].kind
    if COMPULSORY[kind] and DONE not in state.real_moves:
        return not _is_looting(state)
    return OFFERS_FREE[kind]


def _is_looting(state: State) -> bool:
    for frame in state.stack:
        if frame.kind == LOOTING:
            return True
    return False


def harmless(state: State, moves: list[int]) -> list[int]:
    """Those of some at-any-time moves that leave the action possible, if there is one to do."""
    action = _action_to_do(state)
    if action is None or not moves:
        return moves
    is_robust = len(moves) > 1 and _is_robust(state, action)
    return [
        move
        for move in moves
        if (is_robust and KIND[move] != DISARM and KIND[move] != DISARM_AWAY)
        or _leaves_possible(state, action, move)
    ]


def _action_to_do(state: State) -> Frame | None:
    """The action of which something must be done before it may be left; a herd may lie over it."""
    top = len(state.stack) - 1
    while top and state.stack[top].kind == HERD:
        top -= 1
    frame = state.stack[top]
    if not COMPULSORY[frame.kind]:
        return None
    is_asked_now = frame is state.stack[-1]
    moves = state.real_moves if is_asked_now else QUESTIONS[frame.kind].moves(state, frame)
    return None if not moves or DONE in moves else frame


def _is_robust(state: State, action: Frame) -> bool:
    """Whether no exchange can spoil an action, whatever it takes and wherever it lays a tile.

    One look at the poorest hand spares a look at every single move.
    """
    poor = state.copy()
    hand = poor.players[action.seat].goods
    for good in range(len(hand)):
        hand[good] = max(hand[good] - _MOST_TAKEN, 0)
    question = QUESTIONS[action.kind]
    if not question.is_possible(poor, action):
        return False
    for move in question.moves(poor, action):
        if not _NEEDS_GROUND[move]:
            return True
    return False


def _leaves_possible(state: State, action: Frame, move: int) -> bool:
    """Whether an action can still be done after an at-any-time move."""
    after = state.copy()
    after.trail = []
    play_free(after, move)
    return QUESTIONS[action.kind].is_possible(after, action)
