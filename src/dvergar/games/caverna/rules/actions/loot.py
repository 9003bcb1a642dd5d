"""What each item of loot lets one do, breeding included; its goods are in `loot.toml`."""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import CAVERN, FIELD, MEADOW, TUNNEL
from dvergar.games.caverna.facts.loot import LOOT, LOOT_BREEDS, LOOT_COST
from dvergar.games.caverna.facts.tiles import FULL_SET, ORDINARY_DWELLING
from dvergar.games.caverna.rules.actions.build_fence import BuildLargePasture, BuildSmallPasture
from dvergar.games.caverna.rules.actions.build_stable import BuildStable
from dvergar.games.caverna.rules.actions.furnish import Furnish
from dvergar.games.caverna.rules.actions.place_single import PlaceSingle
from dvergar.games.caverna.rules.actions.sow import Sow
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.breeding import births, breedable, fitting_young
from dvergar.games.caverna.rules.flow import Part
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


def _cost(item: str, good: str) -> int:
    return LOOT_COST[item].get(good, 0)


_FLOWS: Final[dict[str, Part]] = {
    "furnish_cavern": Furnish(FULL_SET, as_loot=False),
    "stable": BuildStable(_cost("stable", "stone")),
    "tunnel": PlaceSingle(TUNNEL),
    "small_pasture": BuildSmallPasture(_cost("small_pasture", "wood"), as_loot=True),
    "large_pasture": BuildLargePasture(_cost("large_pasture", "wood"), as_loot=True),
    "meadow": PlaceSingle(MEADOW),
    "ordinary_dwelling": Furnish(bit(ORDINARY_DWELLING), as_loot=True),
    "field": PlaceSingle(FIELD),
    "sow": Sow(),
    "cavern": PlaceSingle(CAVERN),
    "breed_2": Breed(LOOT_BREEDS),
}
LOOT_PARTS: Final[list[Part | None]] = [_FLOWS.get(item) for item in LOOT]
"""By item; None: it brings goods or strength only."""
