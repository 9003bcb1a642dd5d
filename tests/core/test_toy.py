"""The rules of Stones, the toy game: what the examples and the tests of undo rely on."""

from __future__ import annotations

import pytest

import dvergar
from dvergar.testing import play, rule

pytestmark = pytest.mark.usefixtures("stones")


def table(card: int = 6) -> dvergar.State:
    """A game about to begin, with this card face down."""
    states = (dvergar.game("stones").start(seed) for seed in range(100))
    return next(state for state in states if play(state.copy(), "peek").view(None)["card"] == card)


def names(state: dvergar.State) -> list[str]:
    return [state.game.name(move) for move in state.moves()]


@rule("stones.turn.pick")
def test_up_to_three_stones_are_picked_from_a_heap_of_seven() -> None:
    state = play(table(), "pick", "pick", "pick")
    assert state.view(0)["heaps"] == [4, 7]
    assert state.view(0)["hands"] == [3, 0]
    assert "pick" not in names(state)
    assert [one.reason for one in state.prompt().blocked] == [
        "Three stones are enough for one turn."
    ]
    assert (play(state, "end turn").seat, state.turn) == (1, 1)
    assert "pick" in names(state)


@rule("stones.turn.pick")
def test_an_empty_heap_gives_no_stones() -> None:
    turn = ["pick", "pick", "pick", "end turn", "end turn"]
    state = play(table(), *turn, *turn, "pick")
    assert "pick" not in names(state)
    assert [one.reason for one in state.prompt().blocked] == ["Your heap is empty."]


@rule("stones.turn.peek")
def test_the_card_is_hidden_until_somebody_turns_it_over() -> None:
    state = table(card=5)
    assert {state.imagine(0, seed).copy().view(0)["card"] for seed in range(9)} == {None}
    assert state.view(0)["card"] is None
    assert play(state, "peek").reveals == 1
    assert [state.view(seat)["card"] for seat in (0, 1, None)] == [5, 5, 5]
    assert "peek" not in names(state)
    assert state.seat == 0, "the turn goes on"


@rule("stones.turn.drop")
def test_dropping_is_a_free_move() -> None:
    state = table()
    assert "drop" not in names(state), "there must be a stone in hand"
    play(state, "pick")
    assert state.game.is_free(state.game.move("drop"))
    assert state.game.move("drop") not in state.moves(free=False)
    assert play(state, "drop").view(0)["hands"] == [0, 0]
    assert state.view(0)["heaps"] == [6, 7]


@rule("stones.end.score")
def test_after_three_turns_each_too_many_stones_are_worth_nothing() -> None:
    greedy = ["pick", "pick", "pick", "end turn"]
    modest = ["pick", "pick", "end turn"]
    state = play(table(card=6), *greedy, *modest, *greedy, *modest, "pick", "end turn", *modest)
    assert state.over
    assert [score.total for score in state.scores()] == [0, 6]
    assert state.ranking() == [2, 1]
    assert [event.kind for event in state.events()] == ["end turn", "card"]
