"""Imitation: for food, use a space on which an opponent's dwarf stands."""

from __future__ import annotations

from dvergar.games.caverna.facts.goods import FOOD
from dvergar.games.caverna.facts.spaces import STARTING_PLAYER
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.flow import Part
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.rules.reasons import (
    NO_FOOD_TO_IMITATE,
    NOBODY_TO_IMITATE,
    NOTHING_TO_IMITATE,
    ONLY_IMITATION,
    ONLY_STARTING_PLAYER,
    POSSIBLE,
)
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import ARGUMENT, KIND
from dvergar.games.caverna.state.pending import Beginning
from dvergar.games.caverna.state.state import State


class Imitate(Verb):
    """Use another space as if one's dwarf stood there.

    It is given the flows of all spaces, a list that is filled when they are written down.
    """

    def __init__(self, flows: list[Part]) -> None:
        super().__init__()
        self.flows = flows

    def why_not(self, attempt: Attempt) -> int:
        if attempt.goods[FOOD] < attempt.state.variant.imitation_food[attempt.space]:
            return NO_FOOD_TO_IMITATE
        others = occupied_by_others(attempt)
        if not others:
            return why_nobody(attempt)
        for space in others:
            if self.can_imitate(attempt, space):
                return POSSIBLE
        return NOTHING_TO_IMITATE

    def can_imitate(self, attempt: Attempt, space: int) -> bool:
        """Whether something can be done on a space once the food is paid."""
        food = attempt.state.variant.imitation_food[attempt.space]
        return self.flows[space].why_not(attempt.imitate(space, food)) == POSSIBLE

    def moves(self, attempt: Attempt) -> list[int]:
        if attempt.goods[FOOD] < attempt.state.variant.imitation_food[attempt.space]:
            return []
        return [
            moves.IMITATE + space
            for space in occupied_by_others(attempt)
            if self.can_imitate(attempt, space)
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.IMITATE

    def do(self, state: State, move: int) -> None:
        pay(state, state.seat, FOOD, state.variant.imitation_food[state.space])
        state.space = ARGUMENT[move]
        state.imitating = True
        state.trail.append(("imitate", state.seat, state.space))
        state.stack.append(Beginning(state.seat, self.flows[state.space].number))


def occupied_by_others(attempt: Attempt) -> list[int]:
    """The spaces with an opponent's dwarf that may be imitated at all."""
    variant = attempt.state.variant
    return [
        space
        for space in variant.spaces
        if is_with_other(attempt.state, space)
        and space != STARTING_PLAYER
        and not variant.is_imitation[space]
    ]


def is_with_other(state: State, space: int) -> bool:
    """Whether an opponent's dwarf is on a space."""
    return state.occupant[space] >= 0 and state.occupant[space] != state.seat


def why_nobody(attempt: Attempt) -> int:
    """Why there is no space to imitate: no opponent's dwarf is out, or only where it is no use."""
    if is_with_other(attempt.state, STARTING_PLAYER):
        return ONLY_STARTING_PLAYER
    variant = attempt.state.variant
    for space in variant.spaces:
        if variant.is_imitation[space] and is_with_other(attempt.state, space):
            return ONLY_IMITATION
    return NOBODY_TO_IMITATE
