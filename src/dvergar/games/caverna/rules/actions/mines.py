"""Goods for mines one has: ore for each ore mine, a ruby for enough ruby mines."""

from __future__ import annotations

from dvergar.games.caverna.facts.goods import ORE, RUBY
from dvergar.games.caverna.rules.actions.verb import SureVerb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.housing import ORE_MINES, RUBY_MINES, stalls
from dvergar.games.caverna.rules.ledger import gain
from dvergar.games.caverna.rules.reasons import NOTHING_THERE, POSSIBLE
from dvergar.games.caverna.state.state import State


class OreForEachMine(SureVerb):
    """So much ore for each ore mine one has."""

    def __init__(self, ore: int) -> None:
        super().__init__()
        self.ore = ore

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if stalls(attempt.player)[ORE_MINES] else NOTHING_THERE

    def happen(self, state: State) -> None:
        mines = stalls(state.players[state.seat])[ORE_MINES]
        if mines:
            gain(state, state.seat, ORE, mines * self.ore)


class RubyWithMines(SureVerb):
    """Rubies if one has so many ruby mines."""

    def __init__(self, mines: int, rubies: int) -> None:
        super().__init__()
        self.mines = mines
        self.rubies = rubies

    def why_not(self, attempt: Attempt) -> int:
        return POSSIBLE if stalls(attempt.player)[RUBY_MINES] >= self.mines else NOTHING_THERE

    def happen(self, state: State) -> None:
        if stalls(state.players[state.seat])[RUBY_MINES] >= self.mines:
            gain(state, state.seat, RUBY, self.rubies)
