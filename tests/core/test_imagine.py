"""What a seat imagines hangs on what it knows and on the seed; keys tell apart what differs.

An imagined copy is a deal as real as the true one and looks the same to whoever imagined it. So two
deals that look alike are at hand for every position of every game.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from dvergar.core.chance import Chance
from dvergar.core.game import State
from tests.tables import every_count, made

pytestmark = [pytest.mark.usefixtures("stones"), pytest.mark.whole_games]
each_table = pytest.mark.parametrize("table", every_count())
Table = tuple[str, dict[str, Any]]
FEW = 8
SEEDS = range(5)


def positions(table: Table, seed: int = 1) -> list[State]:
    """Some positions of a random game, the last one too."""
    chance, state = Chance(seed), made(table).start(seed)
    seen = [state.copy()]
    while not state.over:
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
        seen.append(state.copy())
    return seen[:: -(1 + len(seen) // FEW)]


def seats(state: State) -> range:
    return range(state.game.players)


@each_table
def test_deals_that_look_alike_are_imagined_alike(table: Table) -> None:
    for state in positions(table):
        for viewer in (*seats(state), None):
            for other in (state.imagine(viewer, seed) for seed in (101, 102)):
                assert other.view(viewer) == state.view(viewer)
                for seed in SEEDS:
                    mine, yours = state.imagine(viewer, seed), other.imagine(viewer, seed)
                    assert mine.text() == yours.text()
                    assert mine.events() == yours.events()
                    assert mine.moves() == yours.moves()


@each_table
def test_deals_that_look_alike_to_a_seat_have_the_same_key_for_it(table: Table) -> None:
    for state in positions(table):
        for seat in seats(state):
            others = [state.imagine(seat, seed) for seed in SEEDS]
            assert {other.key(seat) for other in others} == {state.key(seat)}
            assert hash(state.key(seat)) == hash(others[0].key(seat))


@each_table
def test_a_key_tells_apart_all_that_can_be_seen_to_differ(table: Table) -> None:
    seen = positions(table)
    for seat in seats(seen[0]):
        views = {json.dumps(state.view(seat), sort_keys=True) for state in seen}
        assert len({state.key(seat) for state in seen}) >= len(views)
        assert len({state.key() for state in seen}) >= len(views)


@each_table
def test_a_key_is_that_of_every_equal_position(table: Table) -> None:
    for state in positions(table):
        again = state.game.read(state.text())
        for seat in (*seats(state), None):
            assert state.copy().key(seat) == again.key(seat) == state.key(seat)


@each_table
def test_random_words_that_nobody_will_draw_are_no_part_of_a_key(table: Table) -> None:
    end, *_ = positions(table)
    assert end.over
    data = end.data()
    if "chance" in data:
        other = end.game.restore(data | {"chance": Chance(99).words()})
        assert other.key() == end.key()
        assert all(other.key(seat) == end.key(seat) for seat in seats(end))
