"""What is told of a move before it is made is true in every deal that its player can imagine."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.core.chance import Chance
from dvergar.core.events import Event
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, make_game
from dvergar.core.sentences import known_events
from tests.tables import every_option, made

pytestmark = [pytest.mark.usefixtures("stones"), pytest.mark.whole_games]
WORLDS = range(12)
Table = tuple[str, dict[str, Any]]


def told(state: State, move: int) -> list[Event]:
    """What is told of a move to whoever knows this much."""
    after = state.copy()
    after.play(move)
    return known_events(state, after)


@pytest.mark.parametrize("table", every_option())
def test_what_is_told_of_a_move_is_the_same_in_every_deal_that_looks_alike(table: Table) -> None:
    chance, state = Chance(5), made(table).start(5)
    while not state.over:
        moves = state.moves()
        move = moves[chance.below(len(moves))]
        before, seat = state.copy(), state.seat
        state.play(move)
        if state.reveals == before.reveals and chance.below(8):
            continue
        known = known_events(before, state)
        for seed in WORLDS:
            assert told(before.imagine(seat, seed), move) == known, before.game.name(move)


@pytest.mark.parametrize("slug", sorted(games()))
def test_all_that_comes_before_something_is_shown_is_told(slug: str) -> None:
    chance, state = Chance(3), make_game(slug, {"players": 2}).start(3)
    showing = state.game.info.revealing_events
    found = 0
    while not state.over:
        moves = state.moves()
        before = state.copy()
        state.play(moves[chance.below(len(moves))])
        if state.reveals != before.reveals:
            events = state.events()
            first = next(n for n, event in enumerate(events) if event.kind in showing)
            known = known_events(before, state)
            assert known[:first] == events[:first]
            assert all(event.kind not in showing for event in known)
            found += 1
    assert found > 5


def test_of_a_game_that_does_not_say_what_shows_something_nothing_is_told(stones: GameInfo) -> None:
    state = make_game(stones.slug, {"players": 2}).start(1)
    while not state.over:
        before = state.copy()
        names = [state.game.name(move) for move in state.moves()]
        state.play(state.game.move("peek" if "peek" in names else names[0]))
        if state.reveals != before.reveals:
            assert state.events()
            assert known_events(before, state) == []
            return
    pytest.fail("somebody peeks")
