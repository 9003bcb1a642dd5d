"""A game of random moves with free moves among them, so that a record holds every kind of move."""

from __future__ import annotations

from dvergar.core.chance import Chance
from dvergar.core.game import Game
from dvergar.core.record import Record


def wander(game: Game, seed: int) -> Record:
    """The record of such a game: at one question in four a free move may be chosen too."""
    state, chance, record = game.start(seed), Chance(seed), Record.of(game, seed)
    while not state.over:
        moves = state.moves(free=chance.below(4) == 0)
        move = moves[chance.below(len(moves))]
        record.moves.append(game.name(move))
        state.play(move)
    record.finish(state)
    return record
