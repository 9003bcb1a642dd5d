"""What is being tried: by whom, with which dwarf, on which space, with which goods in hand.

Every question of the rules ("could this be done?") is asked of an attempt. Other goods in hand or
another space make another attempt; the position itself is never changed to find something out.
"""

from __future__ import annotations

from dvergar.games.caverna.facts.goods import FOOD
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class Attempt:
    """A seat's acting dwarf on a space, with goods in hand."""

    def __init__(self, state: State, space: int, imitating: bool, goods: list[int]) -> None:
        self.state = state
        self.player: Player = state.players[state.seat]
        self.space = space
        self.imitating = imitating
        self.goods = goods

    def weapon(self) -> int:
        """The strength of the acting dwarf; 0: unarmed."""
        return self.player.weapons[self.state.dwarf]

    def imitate(self, space: int, food: int) -> Attempt:
        """The same dwarf on an imitated space, the food for it paid."""
        goods = self.goods[:]
        goods[FOOD] -= food
        return Attempt(self.state, space, True, goods)


def attempt_now(state: State) -> Attempt:
    """What the acting dwarf can do where it is."""
    return Attempt(state, state.space, state.imitating, state.players[state.seat].goods)


def attempt_on(state: State, space: int) -> Attempt:
    """What the acting dwarf could do on another space."""
    return Attempt(state, space, False, state.players[state.seat].goods)
