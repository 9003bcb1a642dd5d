"""The contract of a bot: it is shown a position and names a move.

A bot never sees the real position. It is asked through `ask`, which passes an imagined copy: all
the seat cannot know has been dealt anew, so looking ahead shows one possible future, not the true
one.
"""

from __future__ import annotations

from typing import Protocol

from dvergar.core.chance import derive
from dvergar.core.errors import IllegalMove
from dvergar.core.game import State


class Bot(Protocol):
    """Anything that chooses one of `state.moves()`."""

    def choose(self, state: State) -> int: ...


def ask(bot: Bot, state: State, seed: int) -> int:
    """The bot's move for the seat that decides now; an illegal answer is an error."""
    move = bot.choose(state.imagine(state.seat, derive(seed, state.seat)))
    if move not in state.moves():
        raise IllegalMove("move.bot", name=state.game.name(move))
    return move
