"""The position as one viewer sees it, as plain objects: all the game's templates get.

`picture` draws a card or a place for its help.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dvergar.core.events import Event
from dvergar.core.presentation import ViewContext
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import EXIT_ACTIONS, EXTRACTION_CARDS, MATERIAL
from dvergar.games.my_gold_mine.page.choices import DigPile, ExitPile, dig_pile, exit_pile
from dvergar.games.my_gold_mine.page.mine import Changes, DrawnCard, Mine, changes, drawn_card, mine
from dvergar.games.my_gold_mine.page.players import (
    Figure,
    Player,
    Prize,
    Result,
    figure,
    players,
    prizes,
    results,
)
from dvergar.games.my_gold_mine.page.signs import ACTION_SIGNS
from dvergar.games.my_gold_mine.state import State

PLACES: Final = {
    "exit": ("0 0 150 240", "mine-exit"),
    "ladder": ("0 0 150 240", "mine-exit"),
    "card": ("0 0 120 240", "mine-card"),
    "wagon": ("0 -4 100 84", "mine-cart"),
    "burnt": ("0 0 120 240", "mine-burnt"),
}
"""The drawing of each place: the part of it that is shown, and its name."""
NUGGETS: Final = {name: n for name, n in zip(EXTRACTION_CARDS, MATERIAL.gold, strict=True) if n}
"""How many nuggets are drawn on a card that is dug."""


def picture(kind: str, name: str, _: Words) -> Any:
    """What the template draws of a thing; None where there is nothing to draw."""
    match kind:
        case "place":
            return PLACES.get(name)
        case "dig":
            return NUGGETS.get(name)
        case "card" if name in EXIT_ACTIONS:
            return ACTION_SIGNS[EXIT_ACTIONS.index(name)]
        case "good":
            return name
        case _:
            return None


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything the table page draws."""

    mine: Mine
    dig: DigPile
    exits: ExitPile
    drawn: DrawnCard | None
    figures: tuple[Figure, ...]
    players: list[Player]
    prizes: list[Prize]
    results: tuple[Result, ...]
    """The finished rounds, the last one first."""
    team: bool
    """Whether a player has more than one dwarf."""
    over: bool
    dragon: int

    def changes(self, events: Sequence[Event]) -> Changes:
        """What the last move did."""
        return changes(events, self.dragon)

    def just_over(self, moves_since: int | None) -> Result | None:
        """The round before, for as long as it takes everybody to move once."""
        if not self.results or self.over or moves_since is None:
            return None
        return self.results[0] if moves_since < len(self.figures) else None


def game_view(context: ViewContext) -> GameView:
    """The game_view of a context."""
    state: State = context.state
    return GameView(
        mine(context),
        dig_pile(context),
        exit_pile(context),
        drawn_card(context),
        tuple(figure(context, dwarf) for dwarf in range(state.variant.dwarfs)),
        players(context),
        prizes(context),
        results(context),
        state.variant.dwarfs_per_seat > 1,
        state.over,
        state.dragon,
    )
