"""Every game keeps the contract, and the test that says so notices a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import dvergar
from dvergar.core import registry
from dvergar.core.game import Game
from dvergar.core.observation import FLAG
from dvergar.core.presentation import Presenter
from dvergar.core.prompt import Prompt
from dvergar.testing import check_game, count_sequences, play, play_out
from tests.tables import every_option, made
from tests.toy.observation import CARD, PICKED, STONES
from tests.toy.presentation import PRESENTER
from tests.toy.rules import Stones
from tests.toy.state import State

pytestmark = pytest.mark.whole_games


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_option())
def test_a_game_keeps_the_contract(table: tuple[str, dict[str, Any]]) -> None:
    game = made(table)
    long = game.move_count > 100
    check_game(game, games=1 if long or len(table[1]) > 1 else 5)


def broken(**wrong: Callable[..., Any]) -> Game:
    """Stones with some ways of its rules, words or data replaced by wrong ones."""
    words = {name: way for name, way in wrong.items() if hasattr(PRESENTER, name)}
    data = {name: way for name, way in wrong.items() if name in ("copy", "data")}
    rules = {name: way for name, way in wrong.items() if name not in words | data}
    state = type("BrokenState", (State,), data)
    presenter = replace(PRESENTER, **words)

    class BrokenStones(Stones):
        def blank(self) -> State:
            made: State = state(self, card=0)
            return made

        def deal(self, seed: int) -> Any:
            return self.restore(super().deal(seed).data())

        @property
        def presenter(self) -> Presenter:
            return presenter

    game: Game = type("Broken", (BrokenStones,), rules)(registry.info("stones"), {"players": 2})
    return game


def unsorted(game: Stones, state: State, free: bool) -> list[int]:
    return Stones.legal_moves(game, state, free)[::-1]


def accepts_anything(game: Stones, state: State, move: int) -> None:
    if move in state.moves():
        Stones.answer(game, state, move)


def changes_before_it_refuses(game: Stones, state: State, move: int) -> None:
    state.picked += move not in state.moves()
    Stones.answer(game, state, move)


def not_a_copy(state: State) -> State:
    return state


def forgets_the_heaps(state: State) -> dict[str, Any]:
    return State.data(state) | {"heaps": [7, 7]}


def leaks_the_card(state: State, seat: int | None) -> dict[str, Any]:
    return PRESENTER.view(state, seat) | {"card": state.card}


def sees_the_card(game: Stones, state: State, seat: int) -> list[bytes]:
    return [CARD.at(state.card), *Stones.observed(game, state, seat)[1:]]


def grows(game: Stones, state: State, seat: int) -> list[bytes]:
    return [*Stones.observed(game, state, seat), *[FLAG.at(0)] * state.turn]


def forgets_the_stones(game: Stones, state: State, seat: int) -> list[bytes]:
    pieces = Stones.observed(game, state, seat)
    return [pieces[0], *[STONES.nothing] * 4, PICKED.nothing, *pieces[6:]]


def nobody_wins(*_: object) -> list[int]:
    return [2, 2]


def leaves_a_move_out(state: State, lang: str, names: list[str]) -> Prompt:
    asked = PRESENTER.prompt(state, lang, names)
    return replace(asked, choices=asked.choices[1:])


def has_no_word_for_one_move(state: State, lang: str, names: list[str]) -> Prompt:
    asked = PRESENTER.prompt(state, lang, names)
    choices = [replace(one, label="") if one.name == "peek" else one for one in asked.choices]
    return replace(asked, choices=choices)


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize(
    "wrong",
    [
        {"legal_moves": unsorted},
        {"answer": accepts_anything},
        {"answer": changes_before_it_refuses},
        {"copy": not_a_copy},
        {"data": forgets_the_heaps},
        {"view": leaks_the_card},
        {"observed": sees_the_card},
        {"observed": grows},
        {"observed": forgets_the_stones},
        {"ranking_of": nobody_wins},
    ],
    ids=lambda wrong: next(iter(wrong.values())).__name__,
)
def test_a_game_that_breaks_the_contract_is_noticed(wrong: dict[str, Callable[..., Any]]) -> None:
    with pytest.raises(AssertionError):
        check_game(broken(**wrong), games=20)


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (leaves_a_move_out, "choices are the moves"),
        (has_no_word_for_one_move, "a choice has a label"),
    ],
)
def test_a_question_in_wrong_words_is_noticed(wrong: Callable[..., Prompt], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_game(broken(prompt=wrong), games=1)


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
