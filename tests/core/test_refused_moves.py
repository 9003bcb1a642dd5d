"""A refused move says why: the reason, the rule behind it, and otherwise what is asked now."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.testing import check_refusal, play
from tests.games.caverna.tables import table

GAMES = [
    pytest.param("caverna", {"players": 1}, id="caverna alone"),
    pytest.param("caverna", {"players": 3}, id="caverna"),
    pytest.param("cave_vs_cave", {"players": 2}, id="cave_vs_cave"),
    pytest.param("my_gold_mine", {"red_door_at_dragon": "forbid"}, id="my_gold_mine"),
]


def refused(state: State, move: int | str) -> dvergar.IllegalMove:
    """The error that a move brings."""
    number = state.game.move(move) if isinstance(move, str) else move
    with pytest.raises(dvergar.IllegalMove) as error:
        state.play(number)
    return error.value


@pytest.mark.whole_games
@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_every_blocked_move_is_refused_as_the_prompt_says(
    slug: str, options: dict[str, Any]
) -> None:
    state, chance = dvergar.game(slug, **options).start(seed=5), Chance(9)
    while not state.over:
        lang = LANGUAGES[chance.below(len(LANGUAGES))]
        for blocked in state.prompt(lang).blocked:
            assert blocked.moves, f"{blocked.label} names no move"
            move = blocked.moves[chance.below(len(blocked.moves))]
            check_refusal(state, move, blocked, lang)
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_any_other_move_is_refused_with_a_reason_and_changes_nothing(
    slug: str, options: dict[str, Any]
) -> None:
    state, chance = dvergar.game(slug, **options).start(seed=derive(5, 1)), Chance(3)
    rules = set(state.game.info.rulebook().ids())
    for _ in range(60):
        moves, text = state.moves(), state.text()
        if not moves:
            break
        move = chance.below(state.game.move_count)
        if move not in moves:
            error = refused(state, move)
            assert error.rule in rules or error.reason == "not_asked"
            assert state.text() == text
        state.play(moves[chance.below(len(moves))])


def test_a_blocked_move_is_refused_with_its_reason_and_rule() -> None:
    game: Any = dvergar.game("my_gold_mine", red_door_at_dragon="forbid")
    state = game.position(dwarfs=[4, 4, 4], dragon=5, extraction=["red"])
    error = refused(state, "dig")
    assert (error.reason, error.rule) == ("red_door", "my_gold_mine.option.red_door.forbid")
    assert str(error).startswith("“Dig” is not possible now. You may not take a red door next to")
    assert error.text("fr").startswith("«\u202fCreuser\u202f» n’est pas possible maintenant. ")


def test_a_move_that_nobody_asks_for_is_answered_with_the_question() -> None:
    state = dvergar.game("my_gold_mine", players=3, first_seat=1).start(seed=7)
    error = refused(state, "small step")
    assert (error.reason, error.rule) == ("not_asked", "")
    said = "“small step” is not possible now. The question is: “Bo, your turn: dig, or run?”."
    assert error.text("en", ["Ann", "Bo", "Cy"]) == said
    error.names = ["Ann", "Bo", "Cy"]
    assert str(error) == said


def test_a_part_of_an_action_that_is_not_possible_says_why() -> None:
    state = table({"weapons": [2, 2], "goods": {"ore": 3}}, round=3)
    play(state, "place blacksmithing")
    error = refused(state, "forge 3")
    assert (error.reason, error.rule) == ("already_armed", "caverna.weapon.unarmed_only")


def test_a_free_move_that_would_leave_nothing_to_do_says_why() -> None:
    goods = {"wood": 4, "stone": 3, "ore": 1}
    board = {"r2c3": "spare_part_storage", "r1c3": "cavern", "r1c4": "cavern"}
    state = table({"goods": goods, "board": board}, round=4)
    play(state, "place wish_for_children", "furnish dwelling")
    error = refused(state, "trade spare_part_storage")
    assert error.reason == "needed_for_action"
    assert error.rule == "caverna.anytime.action_stays_possible"


def test_the_reason_is_that_of_the_position_in_which_the_move_was_refused() -> None:
    state = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=7)
    error = refused(state, "small step")
    state.play(state.game.move("dig"))
    assert error.text("en", ["Ann", "Bo", "Cy"]).endswith("“Ann, your turn: dig, or run?”.")


def test_a_refusal_can_be_sent_to_another_process() -> None:
    state = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=7)
    error = refused(state, "small step")
    again = pickle.loads(pickle.dumps(error))
    assert (again.reason, str(again)) == ("not_asked", str(error))


def test_moves_after_the_end_and_unknown_moves_have_reasons_too() -> None:
    state = dvergar.game("my_gold_mine", players=2).start(seed=1)
    with pytest.raises(dvergar.IllegalMove) as unknown:
        state.game.move("fly")
    assert (unknown.value.reason, unknown.value.rule) == ("unknown", "")
    while not state.over:
        state.play(state.moves()[-1])
    error = refused(state, "dig")
    assert (error.reason, error.rule) == ("over", "")
