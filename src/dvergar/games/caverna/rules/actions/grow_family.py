"""Growing the family: a child, if there is room for one more dwarf."""

from __future__ import annotations

from dvergar.games.caverna.facts.game import FAMILY_MOST
from dvergar.games.caverna.facts.tiles import SIXTH_DWARF
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.reasons import FAMILY_FULL, NO_BED, POSSIBLE
from dvergar.games.caverna.state.moves import GROW_FAMILY
from dvergar.games.caverna.state.player import NEWBORN
from dvergar.games.caverna.state.state import State


class GrowFamily(Verb):
    """A child joins the acting dwarf."""

    def why_not(self, attempt: Attempt) -> int:
        player = attempt.player
        dwarfs = len(player.dwarfs)
        if dwarfs < FAMILY_MOST:
            return POSSIBLE if dwarfs < player.beds else NO_BED
        is_sixth = dwarfs == FAMILY_MOST and player.owns(SIXTH_DWARF)
        return POSSIBLE if is_sixth else FAMILY_FULL

    def moves(self, attempt: Attempt) -> list[int]:
        return [GROW_FAMILY] if self.why_not(attempt) == POSSIBLE else []

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return move == GROW_FAMILY

    def do(self, state: State, _move: int) -> None:
        player = state.players[state.seat]
        player.dwarfs = [*player.dwarfs, NEWBORN]
        player.weapons = [*player.weapons, 0]
        state.trail.append(("grow", state.seat, len(player.dwarfs)))
