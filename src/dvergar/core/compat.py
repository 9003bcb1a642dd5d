"""Games begun under older rules, continued by today's.

Where today's rules ask something that older ones did not, a game says what its older rules did by
default (`GameInfo.default_answers`): that answer is played before the recorded move. A move that is
still impossible is where the game goes differently today.
"""

from __future__ import annotations

from typing import Any, Final

from dvergar.core.errors import IllegalMove
from dvergar.core.info import GameInfo, load

MAX_DEFAULT_ANSWERS: Final = 20  # in a row; a game that never comes to the recorded move differs


def current_moves(state: Any, name: str, seat: int | None, rules: int) -> list[int]:
    """What has to be played today for a move that was made by older rules; empty if nothing fits.

    `seat` is who made the move, if that is known. The last move of the answer is the move itself,
    or the last of those that do today what it did.
    """
    try:
        wanted = state.game.move(name)
    except IllegalMove:
        return []
    found: list[int] = []
    now = state
    while not ((seat is None or now.seat == seat) and wanted in now.moves()):
        answer = default_answer(now, rules)
        if answer is None or len(found) == MAX_DEFAULT_ANSWERS:
            return []
        now = now.copy() if now is state else now
        now.play(answer)
        found.append(answer)
    return [*found, *migrate_move(now, wanted, rules)]


def default_answer(state: Any, rules: int) -> int | None:
    """What older rules did by themselves where those of today ask; None if they asked as well."""
    info: GameInfo = state.game.info
    address = info.default_answers.get(rules, "")
    if not address or state.over:
        return None
    answer: int | None = load(address)(state)
    return answer


def migrate_move(state: Any, move: int, rules: int) -> list[int]:
    """The moves that do today what a move did by older rules."""
    info: GameInfo = state.game.info
    address = info.migrated_moves.get(rules, "")
    moves: list[int] = load(address)(state, move) if address else [move]
    return moves
