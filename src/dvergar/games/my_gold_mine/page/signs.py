"""The small signs in which the table page of My Gold Mine speaks, and the cards drawn with them."""

from __future__ import annotations

from typing import Final, NamedTuple

from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import EXIT_ACTIONS

# Signs that are drawings of our own; all others are icons of the set.
NUGGET: Final = "nugget"
PILE: Final = "pile"
RED_DOOR: Final = "red"
BLUE_DOOR: Final = "blue"

ACTION_SIGNS: Final = (
    "gi-footprint",
    "gi-footsteps",
    "gi-meeple-group",
    NUGGET,
    "gi-body-swapping",
)
"""The signs of the actions of exit cards, by number."""


def action_of(sign: str) -> str:
    """The action of exit cards that a sign stands for."""
    return EXIT_ACTIONS[ACTION_SIGNS.index(sign)]


class Effect(NamedTuple):
    """What a choice or a card brings: a sign, a word, and a note in small letters."""

    sign: str
    word: str
    note: str = ""

    @property
    def action(self) -> str:
        """The action of an exit card whose sign this is."""
        return action_of(self.sign)


def exit_signs(actions: list[int], speak: Words) -> tuple[Effect, ...]:
    """An exit card: a sign for each of its actions."""
    return tuple(
        Effect(ACTION_SIGNS[action], speak(f"card.{EXIT_ACTIONS[action]}")) for action in actions
    )
