"""What every game and every position can do, whatever the game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

import dvergar
from dvergar.core.game import Game
from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.core.registry import games, info
from dvergar.core.score import Score, ranks
from dvergar.testing import play
from tests.toy.rules import Stones


def table(**options: Any) -> dvergar.State:
    return dvergar.game("my_gold_mine", **options).start(7)


def test_equal_positions_are_equal_and_others_are_not() -> None:
    state = table()
    assert state == table() != play(table(), "dig")
    assert len({state, table(), state.copy()}) == 1
    assert state != table(open_gold=True), "another game, though the cards lie the same"
    assert state != state.text()


def test_a_position_travels_as_one_line_of_text() -> None:
    state = play(table(), "dig", "draw exit")
    assert "\n" not in state.text()
    assert state.game.read(state.text()) == state


@given(st.text() | st.sampled_from(["{}", "[]", "7", "null", '{"chance": [1, 2]}']))
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(dvergar.PositionError, match="not a position of this game"):
        dvergar.game("my_gold_mine").read(text)


ALTERED = ("", "0", "7", "9" * 400, "-", "e9", "[")
HOSTILE = ("[" * 100_000, '{"a":' * 5000, "1e999", '"x"', '{"check": 1e999}', "9" * 5000, "[{}]")


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_position_that_was_altered_is_refused_whatever_was_altered(slug: str) -> None:
    game = dvergar.game(slug)
    chance, state = random.Random(1), game.start(5)
    for _ in range(25):
        state.play(chance.choice(state.moves()))
    text = state.text()
    assert game.read(text) == state
    for number in range(250):
        letters = list(text)
        place = chance.randrange(len(letters))
        letters[place : place + number % 2] = chance.choice(
            ["", "0", "7", "9" * 400, "-", "e9", "["]
        )
        altered = "".join(letters)
        if altered != text:
            with pytest.raises(dvergar.PositionError):
                game.read(altered)
    for hostile in HOSTILE:
        with pytest.raises(dvergar.PositionError):
            game.read(hostile)


def test_moves_are_known_by_number_and_by_name() -> None:
    game = dvergar.game("my_gold_mine")
    assert game.name(game.move("draw exit")) == "draw exit"
    for unknown in ("DIG", "dig ", "", "0", "x" * 1000):
        with pytest.raises(dvergar.IllegalMove) as refused:
            game.move(unknown)
        assert len(refused.value.text("fr")) < 120


@pytest.mark.parametrize(
    "method", ["deal", "blank", "legal_moves", "answer", "imagined", "scores_of"]
)
@pytest.mark.usefixtures("stones")
def test_a_game_that_leaves_a_question_open_cannot_be_made(method: str) -> None:
    forgetful = type("Forgetful", (Stones,), {method: getattr(Game, method)})
    with pytest.raises(TypeError, match=method):
        forgetful(info("stones"), {"players": 2})


def test_seats_have_names_before_anybody_sits_down() -> None:
    game = dvergar.game("my_gold_mine", players=2)
    assert game.seat_names("en") == ["Seat 1", "Seat 2"]
    assert game.seat_names("fr") == ["Place 1", "Place 2"]


def test_choices_and_reasons_are_found_by_their_place_on_the_table() -> None:
    dig, run = Choice(0, "dig", "Dig", "pile:extraction"), Choice(1, "run", "Run", "pile:exit")
    wall = Blocked("Fly", "Dwarfs do not fly.", "pile:exit")
    prompt = Prompt(0, "What now?", "", [dig, run], [wall])
    assert prompt.at("pile:exit") == [run]
    assert prompt.blocked_at("pile:exit") == [wall]
    assert prompt.at("moon") == []
    assert prompt.blocked_at("pile:extraction") == []


def test_equal_scores_share_a_rank_and_the_next_one_is_left_out() -> None:
    assert Score((("gold", 4), ("big_nuggets", 3))).total == 7
    assert ranks([(7, -1), (7, -2), (9, 0), (7, -1)]) == [2, 4, 1, 2]
