"""Choices that lie neither on a space nor on the board nor on a tile: what they cost and bring.

Real answers come first, what can be done at any time in rows beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.caverna.page.choice_signs import choice_signs
from dvergar.games.caverna.page.meal import Meal
from dvergar.games.caverna.state.moves import BEG, VOCABULARY

LEAVING: Final = ("done", "go_on", "finish", "pass")
ROWS: Final = ("ruby", "eat", "trade")
ROW_OF: Final = {
    "ruby": "ruby",
    "jump": "ruby",
    "eat": "eat",
    "eat_donkeys": "eat",
    "eat_gold": "eat",
    "eat_more_gold": "eat",
    "trade": "trade",
    "disarm": "trade",
    "disarm_away": "trade",
    "work": "trade",
}
"""The row of each kind of at-any-time move."""
SHORTCUTS: Final = {"done": "d", "go_on": "g", "feed": "f", "beg": "b", "pass": "p", "finish": "g"}
NO_MOVE: Final = -1
DIGITS: Final = "123456789"
FEW_ANSWERS: Final = 4
FEW_FREE_MOVES: Final = 16
"""So many have room beside the question on a desk."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice as a button: its kind, its signs, its words, its key."""

    kind: str
    choice: Choice
    signs: tuple[Sign, ...]
    key: str
    leaves: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of at-any-time moves."""

    name: str
    options: list[Option]


@dataclass(frozen=True, slots=True)
class Tray:
    """All choices without a place."""

    options: list[Option]
    rows: list[Row]

    @property
    def free(self) -> int:
        """How many at-any-time moves there are."""
        return sum(len(row.options) for row in self.rows)

    @property
    def large(self) -> bool:
        """Whether the choices need the whole width below the question."""
        return len(self.options) > FEW_ANSWERS or self.free > FEW_FREE_MOVES


def tray(context: ViewContext, meal: Meal | None) -> Tray:
    """The tray of a position; empty when one is not asked.

    Begging does the same as feeding where nothing would be cooked: then only that is offered.
    """
    if not context.acts:
        return Tray([], [])
    left_out = BEG if meal is not None and meal.begging == meal.missing else NO_MOVE
    loose = [one for one in context.prompt.choices if not one.anchor and one.move != left_out]
    digits = iter(DIGITS)
    options = [_option(context, choice, digits) for choice in loose if not choice.free]
    options.sort(key=lambda option: option.leaves)
    free = [_option(context, choice, iter("")) for choice in loose if choice.free]
    rows = [Row(name, [one for one in free if ROW_OF[one.kind] == name]) for name in ROWS]
    return Tray(options, [row for row in rows if row.options])


def _option(context: ViewContext, choice: Choice, digits: Iterator[str]) -> Option:
    kind = VOCABULARY.kinds[choice.move]
    key = SHORTCUTS.get(kind) or next(digits, "")
    signs = tuple(choice_signs(context.state, choice))
    return Option(kind, choice, signs, key, kind in LEAVING)
