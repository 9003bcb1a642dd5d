"""Breeding as loot: young of up to so many kinds."""

from __future__ import annotations

from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.breeding import births, breedable, fitting_young
from dvergar.games.caverna.rules.reasons import NO_PAIR_TO_BREED, NO_ROOM_TO_BREED, POSSIBLE
from dvergar.games.caverna.state.moves import ARGUMENT, KIND, YOUNG
from dvergar.games.caverna.state.state import State


class Breed(Verb):
    """One young each of up to so many kinds, as many as the owner likes; of none is no breeding."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def why_not(self, attempt: Attempt) -> int:
        if not breedable(attempt.goods):
            return NO_PAIR_TO_BREED
        return POSSIBLE if self.moves(attempt) else NO_ROOM_TO_BREED

    def moves(self, attempt: Attempt) -> list[int]:
        fitting = fitting_young(attempt.player, attempt.goods, self.most)
        return [YOUNG + kinds for kinds in fitting if kinds]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == YOUNG

    def do(self, state: State, move: int) -> None:
        births(state, state.seat, ARGUMENT[move])
