"""Games that were begun by older rules, played on by those of today.

Where newer rules ask something that older ones did not, a game may say what its older rules did by
themselves (`GameInfo.unasked`): that answer is put in before the move that was made. A move that is
not possible even so is where the game goes differently today.
"""

from __future__ import annotations

from typing import Any, Final

from dvergar.core.errors import IllegalMove
from dvergar.core.info import GameInfo, load

MOST: Final = 20  # answers in a row; a game that would go on for ever is not the same game


def moves_today(state: Any, name: str, seat: int | None, rules: int) -> list[int]:
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
        answer = unasked(now, rules)
        if answer is None or len(found) == MOST:
            return []
        now = now.copy() if now is state else now
        now.play(answer)
        found.append(answer)
    return [*found, *translated(now, wanted, rules)]


def unasked(state: Any, rules: int) -> int | None:
    """What older rules did by themselves where those of today ask; None if they asked as well."""
    info: GameInfo = state.game.info
    address = info.unasked.get(rules, "")
    if not address or state.over:
        return None
    answer: int | None = load(address)(state)
    return answer


def translated(state: Any, move: int, rules: int) -> list[int]:
    """The moves that do today what a move did by older rules."""
    info: GameInfo = state.game.info
    address = info.translated.get(rules, "")
    moves: list[int] = load(address)(state, move) if address else [move]
    return moves
