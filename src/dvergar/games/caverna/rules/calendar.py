"""The calendar of harvests: what kind of harvest a round has, by its number and its marker."""

from __future__ import annotations

from dvergar.games.caverna.facts.game import MARKERS_FROM, PAY_ONE_HARVESTS
from dvergar.games.caverna.state.phases import (
    FULL_HARVEST,
    GREEN,
    NO_HARVEST,
    PAY_ONE,
    RED,
    RED_HARVESTS,
    UNKNOWN,
)
from dvergar.games.caverna.state.variant import Variant


def harvest_kind(variant: Variant, number: int, marker: int, reds: int) -> int:
    """The kind of harvest of a round; `reds` markers were red before its own."""
    if marker == RED:
        return RED_HARVESTS[reds]
    if marker != UNKNOWN or number in variant.full_harvests:
        return FULL_HARVEST
    return PAY_ONE if number in PAY_ONE_HARVESTS else NO_HARVEST


def expected_harvest(variant: Variant, number: int) -> int:
    """The kind of harvest to reckon with in a round to come: most markers are green."""
    return harvest_kind(variant, number, GREEN if number >= MARKERS_FROM else UNKNOWN, 0)
