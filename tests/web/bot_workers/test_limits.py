"""How long bots think is said by the table; a level keeps its part of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from dvergar.core.game import Game
from dvergar.core.registry import info
from dvergar.web.kernel.tables.thinking_limits import THINKING_TIMES, limits_of


def with_levels(**levels: str) -> Game:
    """As much of a game as is looked at: who plays which level."""
    seen = SimpleNamespace(info=replace(info("my_gold_mine"), levels=levels), players=3)
    return cast(Game, seen)


@pytest.mark.parametrize(("time", "seconds"), [("quick", 0.3), ("normal", 1.0), ("long", 3.0)])
def test_an_expert_thinks_as_long_as_the_table_says(time: str, seconds: float) -> None:
    assert limits_of(with_levels(expert="search"), "expert", time) == {"seconds": seconds}


def test_a_level_with_less_time_keeps_its_part() -> None:
    game = with_levels(hard="search:seconds=0.5", expert="search:seconds=2")
    assert limits_of(game, "hard", "quick") == {"seconds": 0.15}
    assert limits_of(game, "hard", "long") == {"seconds": 1.5}
    assert limits_of(game, "expert", "long") == {"seconds": 3.0}, "nobody takes longer"


def test_a_level_that_counts_positions_plays_the_same_on_every_machine() -> None:
    for time in THINKING_TIMES:
        assert limits_of(with_levels(normal="search:nodes=300"), "normal", time) == {}
