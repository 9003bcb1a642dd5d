"""What a player is asked: every legal move is a choice, and what is blocked has a reason.

Everything is looked at in both languages.
"""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine
from tests.tables import rulebook


def check(state: Any, lang: str) -> Any:
    """The prompt, after a look at everything that must hold for any prompt."""
    prompt = state.prompt(lang)
    assert prompt.seat == state.seat
    assert prompt.question.strip()
    assert sorted(choice.move for choice in prompt.choices) == state.moves()
    for choice in prompt.choices:
        assert choice.name == state.game.name(choice.move)
        assert choice.label.strip()
        assert "{" not in choice.label + choice.detail
    assert len({(choice.label, choice.detail) for choice in prompt.choices}) == len(prompt.choices)
    rules = rulebook("my_gold_mine").ids()
    for blocked in prompt.blocked:
        assert blocked.label.strip()
        assert blocked.reason.strip()
        assert "{" not in blocked.label + blocked.reason
        assert blocked.rule in rules
    return prompt


def labels(prompt: Any) -> list[str]:
    """The choices as a player reads them."""
    return [choice.label for choice in prompt.choices]


@pytest.mark.plain
@pytest.mark.whole_games
@rule("my_gold_mine.turn.two_ways")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_question_of_a_whole_game_is_put_into_words(players: int, lang: str) -> None:
    state = mine(players=players, red_door_at_dragon="forbid").start(seed=players)
    step = 0
    while not state.over:
        check(state, lang)
        moves = state.moves()
        state.play(moves[step % len(moves)])
        step += 1


@rule("my_gold_mine.turn.two_ways", "my_gold_mine.exit.choose")
@pytest.mark.parametrize("exits", [[], ["small swap"], ["double bonus"], ["small all"]])
def test_english_and_french_say_the_same_in_different_words(exits: list[str]) -> None:
    state = mine().position(exits=exits)
    if exits:
        play(state, "draw exit")
    english, french = check(state, "en"), check(state, "fr")
    assert english.question != french.question
    assert [choice.name for choice in english.choices] == [choice.name for choice in french.choices]
    assert [choice.anchor for choice in english.choices] == [
        choice.anchor for choice in french.choices
    ]
    assert labels(english) != labels(french)


@rule("my_gold_mine.exit.swap", "my_gold_mine.exit.choose")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_target_of_a_swap_is_a_choice_of_its_own(lang: str) -> None:
    state = play(mine(players=6).position(exits=["double swap"]), "draw exit")
    assert len(check(state, lang).choices) == 6


@rule("my_gold_mine.exit.swap_same_card")
def test_a_swap_on_the_same_card_is_called_staying() -> None:
    state = mine(players=4).position(dwarfs=[4, 4, 4, 2], exits=["double swap"])
    choices = check(play(state, "draw exit"), "en").choices
    said = {choice.name: (choice.label, choice.detail) for choice in choices}
    assert said["swap dwarf 2"][0] == said["swap dwarf 3"][0] == "Stay on card 4"
    assert said["swap dwarf 4"][1] == "From 4 to 2."


@rule("my_gold_mine.exit.swap")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_names_of_the_players_are_used(lang: str) -> None:
    state = play(mine().position(exits=["small swap"]), "draw exit")
    prompt = state.prompt(lang, ["Alba", "Bruno", "Chloé"])
    swaps = {choice.name: choice.label + choice.detail for choice in prompt.choices}
    assert "Bruno" in swaps["swap dwarf 2"]
    assert "Chloé" in swaps["swap dwarf 3"]


@rule("my_gold_mine.option.red_door.forbid")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_forbidden_red_door_has_a_reason(lang: str) -> None:
    state = mine(red_door_at_dragon="forbid").position(
        dwarfs=[7, 4, 4], extraction=["red", "plain"]
    )
    prompt = check(state, lang)
    assert [choice.name for choice in prompt.choices] == ["draw exit"]
    [blocked] = prompt.blocked
    assert blocked.rule == "my_gold_mine.option.red_door.forbid"


@rule("my_gold_mine.dig.deck_empty")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_deck_has_a_reason(lang: str) -> None:
    state = mine().position(extraction=["plain"], short_deck=True)
    play(state, "dig")
    prompt = check(state, lang)
    assert [choice.name for choice in prompt.choices] == ["draw exit"]
    [blocked] = prompt.blocked
    assert blocked.rule == "my_gold_mine.dig.deck_empty"


@rule("my_gold_mine.turn.no_pass")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_blocked_where_both_ways_are_open(lang: str) -> None:
    prompt = check(mine().position(dwarfs=[7, 4, 4], extraction=["red", "plain"]), lang)
    assert prompt.blocked == []
    assert len(prompt.choices) == 2


@rule("my_gold_mine.dig.red_door_at_dragon", "my_gold_mine.option.red_door.burn")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("door", ["stay", "burn"])
def test_a_red_door_next_to_the_dragon_is_a_choice_like_any_other(door: str, lang: str) -> None:
    state = mine(red_door_at_dragon=door).position(dwarfs=[7, 4, 4], extraction=["red", "plain"])
    assert sorted(choice.name for choice in check(state, lang).choices) == ["dig", "draw exit"]


@rule("my_gold_mine.table.decks")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_asking_changes_nothing(lang: str) -> None:
    state = mine().start(seed=6)
    before = state.text()
    check(state, lang)
    assert state.text() == before


@rule("my_gold_mine.aim.three_rounds")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_when_the_game_is_over_nothing_is_asked(lang: str) -> None:
    state = mine().position(
        round=3,
        nuggets=[3, 2, 1],
        dwarfs=[1, "burnt", "burnt"],
        dragon=6,
        exits=["small"],
    )
    play(state, "draw exit")
    assert state.over
    assert state.prompt(lang).choices == []


@rule("my_gold_mine.dig.red_door_at_dragon", "my_gold_mine.option.red_door.burn")
def test_a_red_door_says_what_it_does_next_to_the_dragon() -> None:
    details = set()
    for door, place in (("stay", 6), ("stay", 7), ("burn", 7)):
        game = mine(red_door_at_dragon=door)
        state = game.position(dwarfs=[place, 4, 4], extraction=["red", "plain"])
        details |= {choice.detail for choice in state.prompt("en").choices if choice.name == "dig"}
    assert len(details) == 3
