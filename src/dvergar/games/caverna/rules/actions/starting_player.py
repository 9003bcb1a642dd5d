"""Taking the token of the starting player: whoever has it begins the next round."""

from __future__ import annotations

from dvergar.games.caverna.rules.actions.verb import SureVerb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.state import State


class TakeStartingPlayer(SureVerb):
    """Take the token."""

    def why_not(self, _attempt: Attempt) -> int:
        return POSSIBLE

    def happen(self, state: State) -> None:
        state.next_starter = state.seat
        state.trail.append(("starting_player", state.seat))
