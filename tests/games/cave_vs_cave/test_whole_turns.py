"""Whole turns as search sees them: each end of a turn once, and nothing good left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.registry import evaluate
from dvergar.games.cave_vs_cave.bots.whole_turns import whole_turns
from tests.games.cave_vs_cave.tables import cave, seat, table

ALL = 100_000


def has_ended(before: Any, after: Any) -> bool:
    """Whether the turn is over, or something has come to light."""
    shown = bool(after.reveals != before.reveals)
    return bool(after.over or after.turn != before.turn) or shown


def every_end(state: Any) -> list[Any]:
    """Every end of a turn that any moves lead to, found by trying them all."""
    open_ones, seen = [state], set()
    found: list[Any] = []
    while open_ones:
        one = open_ones.pop()
        for move in one.moves():
            after = one.copy()
            after.play(move)
            if after.key(0) not in seen:
                seen.add(after.key(0))
                (found if has_ended(state, after) else open_ones).append(after)
    return found


def some_turns(players: int, seed: int) -> Iterator[Any]:
    """Some positions of a random game at which a tile is to be taken."""
    state = cave(players).start(seed)
    dice = random.Random(seed)
    while not state.over:
        if state.view(None)["tile"] is None and dice.random() < 0.1:
            yield state.copy()
        state.play(dice.choice(state.moves(free=False)))


@pytest.mark.parametrize("players", [1, 2])
def test_each_turn_can_be_played_and_leads_where_no_other_does(players: int) -> None:
    for state in some_turns(players, 1):
        ends = set()
        for moves, after in whole_turns(state, ALL):
            played = state.copy()
            for move in moves:
                assert not has_ended(state, played)
                played.play(move)
            assert has_ended(state, played)
            assert played == after
            ends.add(played.key(state.seat))
        assert len(ends) == len(whole_turns(state, ALL))


@pytest.mark.parametrize("players", [1, 2])
def test_the_best_turn_is_among_them(players: int) -> None:
    """But for eating that can wait: the estimate likes it, though it opens nothing yet."""
    estimate = evaluate("cave_vs_cave")
    assert estimate is not None
    for state in some_turns(players, 2):
        listed = max(estimate(after, state.seat) for _, after in whole_turns(state, ALL))
        every = max(estimate(after, state.seat) for after in every_end(state))
        assert listed >= every - 0.5


def test_looking_at_turns_changes_nothing() -> None:
    state = cave(2).start(3)
    before = state.text()
    assert whole_turns(state, ALL)
    assert state.text() == before


def test_no_more_positions_are_looked_at_than_is_said() -> None:
    state = cave(2).start(3)
    assert len(whole_turns(state, 100)) < len(whole_turns(state, ALL))


def moves_of_turns(state: Any) -> set[str]:
    """The names of all moves of all turns."""
    return {state.game.name(move) for moves, _ in whole_turns(state, ALL) for move in moves}


def test_goods_are_eaten_where_that_opens_something() -> None:
    hungry = table(seat(food=0, grain=2, flax=2, dug=["r1c0"]), tile="furnishing")
    assert "eat grain" in moves_of_turns(hungry)
    sated = table(seat(food=9, grain=2, flax=2, dug=["r1c0"]), tile="furnishing")
    assert not [name for name in moves_of_turns(sated) if name.startswith("eat")]
