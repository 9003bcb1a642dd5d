"""What a player is asked: every move in words, and what is blocked has a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.tables import PLENTY, TEN, cave, seat, table, turn
from tests.tables import rulebook


def check(state: Any, lang: str) -> Any:
    """The prompt, after a look at everything that must hold for any prompt."""
    prompt = state.prompt(lang)
    assert prompt.seat == state.seat
    assert prompt.question.strip()
    assert "{" not in prompt.question + prompt.help
    assert [choice.move for choice in prompt.choices] == state.moves()
    for choice in prompt.choices:
        assert choice.name == state.game.name(choice.move)
        assert choice.label.strip()
        assert "{" not in choice.label + choice.detail
        assert "_" not in choice.label + choice.detail
        assert choice.free == state.game.is_free(choice.move)
    labels = {(choice.label, choice.detail, choice.anchor) for choice in prompt.choices}
    assert len(labels) == len(prompt.choices)
    rules = rulebook("cave_vs_cave").ids()
    for blocked in prompt.blocked:
        assert blocked.label.strip()
        assert blocked.reason.strip()
        assert "{" not in blocked.label + blocked.reason
        assert blocked.rule in rules
    return prompt


@pytest.mark.plain
@pytest.mark.whole_games
@rule("cave_vs_cave.turn.take_tile", "cave_vs_cave.turn.any_order")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2])
def test_every_question_of_a_whole_game_is_put_into_words(players: int, lang: str) -> None:
    state = cave(players).start(seed=players)
    dice = random.Random(players)
    while not state.over:
        check(state, lang)
        state.play(dice.choice(state.moves()))
        for event in state.events():
            words = state.game.tell(event, lang, ["Alba", "Bruno"][:players])
            assert "{" not in words
    assert state.prompt(lang).choices == []


@rule("cave_vs_cave.turn.take_tile")
@pytest.mark.parametrize("tile", ["", "masonry", "expedition", "housework", "breach"])
def test_english_and_french_say_the_same_in_different_words(tile: str) -> None:
    me = seat({"r2c0": "junction_room"}, goods=PLENTY, dug=["r1c0"], walls=["r0c0|r0c1"])
    state = turn(tile, me) if tile else table(me)
    english, french = check(state, "en"), check(state, "fr")
    assert english.question != french.question
    assert [choice.name for choice in english.choices] == [choice.name for choice in french.choices]
    assert [choice.anchor for choice in english.choices] == [
        choice.anchor for choice in french.choices
    ]
    assert [choice.label for choice in english.choices] != [
        choice.label for choice in french.choices
    ]


@rule("cave_vs_cave.furnish.action_cost", "cave_vs_cave.cavern.side")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_questions_of_furnishing_are_put_into_words(lang: str) -> None:
    state = turn("housework", seat(goods=PLENTY, dug=["r1c0"]))
    play(state, "furnish shelf")
    check(state, lang)
    play(state, "into r1c0")
    check(state, lang)
    rooms = {cell: room for cell, room in TEN.items() if cell != "r4c2"}
    me = seat(rooms, goods=PLENTY, dug=["r4c2"])
    state = turn("furnishing", me, display=["bakehouse"])
    play(state, "furnish bakehouse")
    assert len([choice for choice in check(state, lang).choices if not choice.free]) == 2


@rule("cave_vs_cave.tile.renovation_gold")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("mine", "yours"), [(2, 2), (0, 5)])
def test_renovation_without_more_gold_has_its_reason(mine: int, yours: int, lang: str) -> None:
    state = table(seat(gold=mine), seat(gold=yours), tile="renovation")
    prompt = check(state, lang)
    assert "cave_vs_cave.tile.renovation_gold" in {blocked.rule for blocked in prompt.blocked}
    state = table(seat(gold=yours + 1), seat(gold=yours), tile="renovation")
    prompt = check(state, lang)
    assert "cave_vs_cave.tile.renovation_gold" not in {blocked.rule for blocked in prompt.blocked}


@rule("cave_vs_cave.turn.exclusive")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tile_that_is_taken_is_no_choice(lang: str) -> None:
    state = table(taken=["cultivation"])
    prompt = check(state, lang)
    assert "take cultivation" not in {choice.name for choice in prompt.choices}


@rule("cave_vs_cave.furnish.colours", "cave_vs_cave.furnish.walls_required")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rooms_that_cannot_be_furnished_have_their_reasons(lang: str) -> None:
    state = turn("renovation", seat(goods=PLENTY), seat(gold=0), display=["prospecting_site"])
    prompt = check(state, lang)
    offered = {choice.name for choice in prompt.choices if choice.name.startswith("furnish")}
    assert "furnish prospecting_site" not in offered
    assert prompt.blocked
    assert "cave_vs_cave.furnish.colours" in {blocked.rule for blocked in prompt.blocked}


@rule("cave_vs_cave.wall.supply")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_asking_changes_nothing(lang: str) -> None:
    state = turn("masonry", seat(goods=PLENTY))
    before = state.text()
    check(state, lang)
    assert state.text() == before


@rule("cave_vs_cave.dig.accessible")
def test_the_digging_cave_says_that_nothing_can_be_reached() -> None:
    walls = ["r0c0|r0c1", "r1c0|r1c1", "r2c0|r2c1", "r3c0|r3c1", "r3c0|r4c0"]
    me = seat({"r2c0": "digging_cave"}, gold=3, dug=["r1c0", "r0c0"], walls=walls)
    blocked = check(turn("cultivation", me), "en").blocked_at("room:0:digging_cave")
    assert [one.reason for one in blocked] == [reason_of("no_path")]


@rule("cave_vs_cave.option.junction_room_gold")
def test_the_junction_room_says_that_gold_does_not_count() -> None:
    hand = {"wood": 1, "stone": 1, "grain": 0, "flax": 0, "food": 0, "gold": 3}
    me = seat({"r2c0": "junction_room"}, goods=hand)
    state = turn("cultivation", me, junction_room_gold=False)
    blocked = check(state, "en").blocked_at("room:0:junction_room")
    assert [one.reason for one in blocked] == [reason_of("no_gold_here")]


def reason_of(word: str) -> str:
    return str(cave().info.words("en")(f"blocked.{word}"))


@rule("cave_vs_cave.solo.renovation")
@pytest.mark.parametrize(("players", "asks"), [(1, False), (2, True)])
def test_renovation_asks_for_the_most_gold_only_of_two(players: int, asks: bool) -> None:
    state = table(seat(gold=3), players=players, tile="renovation")
    [take] = check(state, "en").at("tile:renovation")
    assert ("most gold" in take.detail) == asks
