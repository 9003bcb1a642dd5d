"""Whole games against a second set of rules, and what must hold after every single move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dvergar.core import registry
from dvergar.testing import rule
from tests.campaigns import go_on
from tests.games.my_gold_mine.campaign import (
    COMBINATIONS,
    TABLES,
    by_chance,
    by_numbers,
    campaign,
    play_and_compare,
    refereed_game,
    start,
)

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

LONG_GAMES, PARTS = 20_000, 20
RULES = registry.games()["my_gold_mine"].rules_version
EVENTS = {
    *("dig", "move", "stay", "leave", "reveal", "dragon", "burn", "draw", "bonus", "reshuffle"),
    *("round", "prize", "round_over", "game_over"),
}


@rule(
    "my_gold_mine.dragon.ahead",
    "my_gold_mine.dragon.stops",
    "my_gold_mine.dig.deck_empty",
    "my_gold_mine.exit.nothing_possible",
    "my_gold_mine.material.big_nuggets",
    "my_gold_mine.round.tie",
)
@pytest.mark.parametrize("table", TABLES)
def test_whole_games_agree_with_the_referee_for_every_combination_of_options(
    table: dict[str, Any],
) -> None:
    met = set[str]()
    for seed, combination in enumerate(COMBINATIONS):
        met |= refereed_game({**table, **combination}, seed, by_chance(seed))
    assert met <= EVENTS, "no card is drawn in vain"
    assert met >= EVENTS - {"reshuffle"}, "only few dwarfs leave before the exit deck is used up"


@rule("my_gold_mine.final.score", "my_gold_mine.table.piles", "my_gold_mine.option.first_seat")
@settings(max_examples=60)
@given(
    table=st.sampled_from(TABLES),
    combination=st.sampled_from(COMBINATIONS),
    first=st.integers(min_value=-1, max_value=5),
    seed=st.integers(min_value=0, max_value=2**64 - 1),
    numbers=st.lists(st.integers(min_value=0, max_value=6), min_size=1, max_size=80),
)
def test_any_way_of_playing_agrees_with_the_referee(
    table: dict[str, Any], combination: dict[str, Any], first: int, seed: int, numbers: list[int]
) -> None:
    first_seat = first if 0 <= first < table["players"] else "random"
    options = {**table, **combination, "first_seat": first_seat}
    refereed_game(options, seed, by_numbers(numbers))


@rule("my_gold_mine.setup.gold_on_top", "my_gold_mine.next.setup")
@settings(max_examples=40)
@given(
    table=st.sampled_from(TABLES),
    seed=st.integers(min_value=0, max_value=2**64 - 1),
    other=st.integers(min_value=0, max_value=2**64 - 1),
    steps=st.integers(min_value=0, max_value=120),
)
def test_copies_and_imagined_games_leave_the_original_alone(
    table: dict[str, Any], seed: int, other: int, steps: int
) -> None:
    state, referee = start({**table}, seed)
    pick = by_chance(other)
    while steps and not state.over:
        play_and_compare(state, referee, pick(sorted(referee.offered())))
        steps -= 1
    before = state.text()
    for copy in (state.copy(), state.imagine(0, other), state.imagine(None, other)):
        while not copy.over:
            copy.play(copy.moves()[-1] if other % 2 else copy.moves()[0])
    assert state.text() == before
    while not state.over:
        play_and_compare(state, referee, pick(sorted(referee.offered())))


@rule("my_gold_mine.setup.extraction_deck")
def test_the_same_seed_and_moves_give_the_same_game() -> None:
    for table in TABLES:
        one, two = start({**table}, 5), start({**table}, 5)
        other = start({**table}, 6)
        pick = by_chance(1)
        while not one[0].over:
            move = pick(sorted(one[1].offered()))
            for state, referee in (one, two):
                play_and_compare(state, referee, move)
            if not other[0].over:
                other[0].play(other[0].moves()[0])
            assert one[0].text() == two[0].text()


@rule("my_gold_mine.aim.most_gold", "my_gold_mine.dragon.again", "my_gold_mine.leave.together")
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_thousand_games_agree_with_the_referee(part: int) -> None:
    total = LONG_GAMES // PARTS
    assert go_on(f"my_gold_mine-campaign-{part}", RULES, total, campaign, part * total) >= total
