"""The meal a family has to be fed at next: this round's until it is eaten, then the one after."""

from __future__ import annotations

from typing import Final, NamedTuple

from dvergar.games.caverna.page.calendar import Calendar
from dvergar.games.caverna.rules.feeding import needed
from dvergar.games.caverna.rules.harvest import food_asked, food_for_adult
from dvergar.games.caverna.state.pending import Feeding
from dvergar.games.caverna.state.phases import ENDING, FULL_HARVEST, HARVEST, PAY_ONE
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

NO_MEAL: Final = "none"


class NextMeal(NamedTuple):
    """The kind of harvest a family eats at next, and whether its newborn have grown by then."""

    harvest: int
    grown: bool


def next_meal(state: State, seat: int, calendar: Calendar) -> NextMeal | None:
    """The next meal of a seat as far as it can be known; hidden markers are mostly green."""
    if state.over:
        return None
    fed = _is_fed(state, seat)
    for mark in calendar.marks:
        is_now = mark.number == state.round
        if mark.number < state.round or (is_now and fed) or mark.harvest == NO_MEAL:
            continue
        return NextMeal(PAY_ONE if mark.harvest == "pay_one" else FULL_HARVEST, not is_now)
    return None


def food_needed(player: Player, meal: NextMeal | None) -> int:
    """The food that a family needs for a meal."""
    if meal is None:
        return 0
    if meal.grown:
        return needed(player, len(player.dwarfs) * food_for_adult(meal.harvest))
    return needed(player, food_asked(player, meal.harvest))


def _is_fed(state: State, seat: int) -> bool:
    """Whether the meal of this round lies behind a family."""
    if state.stage != HARVEST:
        return state.stage == ENDING
    return not any(isinstance(frame, Feeding) and frame.seat == seat for frame in state.stack)
