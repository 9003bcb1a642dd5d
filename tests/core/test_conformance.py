"""Every game keeps the contract, and the test that says so notices a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dvergar
from dvergar.core import registry
from dvergar.core.game import Game
from dvergar.core.prompt import Choice, Prompt
from dvergar.testing import check_game, count_sequences, play, play_out
from tests import toy
from tests.tables import every_option, made

pytestmark = pytest.mark.whole_games


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_option())
def test_a_game_keeps_the_contract(table: tuple[str, dict[str, Any]]) -> None:
    game = made(table)
    long = game.move_count > 100
    check_game(game, games=1 if long or len(table[1]) > 1 else 5)


def broken(**wrong: Callable[..., Any]) -> Game:
    """Stones with some of its ways replaced by wrong ones."""
    state = type("Broken", (toy.State,), wrong)

    class BrokenStones(toy.Stones):
        def deal(self, seed: int) -> toy.State:
            return self.restore(super().deal(seed).data())

        def restore(self, data: dict[str, Any]) -> toy.State:
            made: toy.State = state(self, **data)
            return made

    return BrokenStones(registry.info("stones"), {"players": 2})


def unsorted(state: toy.State, free: bool = True) -> list[int]:
    return toy.State.moves(state, free)[::-1]


def accepts_anything(state: toy.State, move: int) -> None:
    if move in state.moves():
        toy.State.play(state, move)


def changes_before_it_refuses(state: toy.State, move: int) -> None:
    state.picked += move not in state.moves()
    toy.State.play(state, move)


def not_a_copy(state: toy.State) -> toy.State:
    return state


def forgets_the_heaps(state: toy.State) -> dict[str, Any]:
    return toy.State.data(state) | {"heaps": [7, 7]}


def leaks_the_card(state: toy.State, seat: int | None) -> dict[str, Any]:
    return toy.State.view(state, seat) | {"card": state.card}


def sees_the_card(state: toy.State, seat: int) -> list[float]:
    return [*toy.State.observation(state, seat), state.card]


def grows(state: toy.State, seat: int) -> list[float]:
    return [*toy.State.observation(state, seat), *[0.0] * state.turn]


def nobody_wins(state: toy.State) -> list[int]:
    return [2, 2]


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": unsorted},
        {"play": accepts_anything},
        {"play": changes_before_it_refuses},
        {"copy": not_a_copy},
        {"data": forgets_the_heaps},
        {"view": leaks_the_card},
        {"observation": sees_the_card},
        {"observation": grows},
        {"ranking": nobody_wins},
    ],
    ids=lambda wrong: next(iter(wrong.values())).__name__,
)
def test_a_game_that_breaks_the_contract_is_noticed(wrong: dict[str, Callable[..., Any]]) -> None:
    with pytest.raises(AssertionError):
        check_game(broken(**wrong), games=20)


@pytest.mark.usefixtures("stones")
def test_a_question_that_leaves_a_move_out_is_noticed() -> None:
    game = broken()

    def prompt(state: toy.State, lang: str, names: list[str]) -> Prompt:
        asked = toy.Stones.prompt(game, state, lang, names)  # type: ignore[arg-type]
        choices: list[Choice] = asked.choices[1:]
        return Prompt(asked.seat, asked.question, "", choices)

    game.prompt = prompt  # type: ignore[method-assign, assignment]
    with pytest.raises(AssertionError, match="choices are the moves"):
        check_game(game)


@pytest.mark.usefixtures("stones")
def test_the_helpers_of_tests_do_what_they_say() -> None:
    game = dvergar.game("stones")
    start = game.start(1)
    assert count_sequences(start, 0) == 1
    assert count_sequences(start, 1) == 3, "pick, peek, end turn"
    assert count_sequences(start, 2) == 3 + 2 + 3
    assert count_sequences(play_out(start.copy(), 1), 5) == 1
    assert play(start, "pick") is start
    with pytest.raises(dvergar.IllegalMove, match="“fly” is not a move"):
        play(start, "fly")
