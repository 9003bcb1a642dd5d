"""Counting: the prizes of a round, the final score, and every kind of tie."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, nuggets, told, totals


def ranked(state: Any) -> list[tuple[int, int, int]]:
    """Dwarf, gold and prize of everybody ranked in the last round, best first."""
    ranking = state.view(None)["results"][-1]["ranking"]
    return [(entry["dwarf"], entry["gold"], entry["prize"]) for entry in ranking]


def final(*, players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> Any:
    """The end of a game: in round three, the dwarf whose turn it is draws a small step out."""
    game = mine(players=players, **(options or {}))
    state = play(game.position(round=3, exits=["small"], **position), "draw exit")
    assert state.over
    return state


@rule("my_gold_mine.round.count", "my_gold_mine.round.prizes")
def test_the_three_richest_dwarfs_outside_get_three_two_and_one() -> None:
    state = mine(players=3).position(
        dwarfs=["out", "out", 1],
        ladder={0: ["plain"], 1: ["red", "plain"]},
        piles=[[], [], ["red"]],
        turn=2,
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(1, 3, 3), (2, 2, 2), (0, 1, 1)]
    assert nuggets(state) == [1, 3, 2]
    assert [(fact["dwarf"], fact["prize"], fact["rank"]) for fact in told(state, "prize")] == [
        (1, 3, 1),
        (2, 2, 2),
        (0, 1, 3),
    ]
    assert state.view(None)["prizes"] == [3, 2, 1]


@rule("my_gold_mine.round.prizes")
def test_the_fourth_gets_no_big_nugget() -> None:
    state = mine(players=4).position(
        dwarfs=[1, "out", "out", "out"],
        ladder={3: ["red"] * 4, 2: ["red"] * 3, 1: ["red"] * 2},
        piles=[["red"], [], [], []],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(3, 8, 3), (2, 6, 2), (1, 4, 1), (0, 2, 0)]
    assert nuggets(state) == [0, 1, 2, 3]


@rule("my_gold_mine.round.count")
def test_gold_on_every_kind_of_card_is_counted() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[1, "burnt"],
        dragon=6,
        piles=[["plain", "red", "blue", "bonus"], []],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(0, 7, 3)]


@rule("my_gold_mine.round.zero_gold")
def test_without_gold_there_is_a_slot_but_no_prize() -> None:
    state = mine(players=3).position(
        dwarfs=["out", 1, 1],
        ladder={0: []},
        piles=[[], ["plain"], []],
        turn=1,
        exits=["small", "small"],
    )
    assert state.view(None)["dwarfs"][0]["slot"] == 1
    play(state, "draw exit", "draw exit")
    assert ranked(state) == [(1, 1, 3)]
    assert nuggets(state) == [0, 3, 0]


@rule("my_gold_mine.round.bonus_counts")
def test_the_bonus_alone_is_enough_to_be_ranked() -> None:
    state = mine(players=3).position(
        dwarfs=["burnt", "burnt", 1],
        dragon=6,
        turn=2,
        piles=[[], [], ["bonus"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(2, 3, 3)]
    assert told(state, "round_over") == [{"round": 1, "winner": 2}]


@rule("my_gold_mine.round.bonus_counts", "my_gold_mine.round.tie")
def test_the_bonus_counts_in_a_tie() -> None:
    state = mine(players=3).position(
        dwarfs=["out", 1, "burnt"],
        dragon=6,
        ladder={0: ["plain", "bonus"]},
        piles=[[], ["red", "red"], []],
        turn=1,
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(0, 4, 3), (1, 4, 2)]


@rule("my_gold_mine.round.tie")
def test_a_tie_goes_to_the_dwarf_higher_on_the_ladder() -> None:
    state = mine(players=4).position(
        dwarfs=["out", 1, "out", "out"],
        ladder={2: ["plain"], 3: ["red"], 0: ["blue"]},
        piles=[[], ["plain", "plain"], [], []],
        turn=1,
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(3, 2, 3), (1, 2, 2), (2, 1, 1), (0, 1, 0)]


@rule("my_gold_mine.round.tie", "my_gold_mine.leave.together")
def test_a_tie_of_dwarfs_that_left_together_goes_by_their_placing() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], turn=1, piles=[["plain"], ["plain"], ["plain"]], exits=["all"]
    )
    play(state, "draw exit")
    assert ranked(state) == [(1, 1, 3), (2, 1, 2), (0, 1, 1)]


@rule("my_gold_mine.round.few")
@pytest.mark.parametrize(
    ("ladder", "expected"),
    [({0: ["plain"]}, [(0, 1, 3)]), ({0: ["plain"], 1: ["red"]}, [(1, 2, 3), (0, 1, 2)])],
)
def test_prizes_without_a_taker_stay_in_the_supply(
    ladder: dict[int, list[str]], expected: list[tuple[int, int, int]]
) -> None:
    dwarfs: list[int | str] = ["out" if dwarf in ladder else "burnt" for dwarf in range(4)]
    dwarfs[3] = 4
    state = mine(players=4).position(
        dwarfs=dwarfs,
        dragon=5,
        ladder=ladder,
        turn=3,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert ranked(state) == expected
    assert sum(nuggets(state)) == sum(prize for _, _, prize in expected)


@rule("my_gold_mine.round.few")
def test_if_nobody_gets_out_nobody_gets_anything() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], dragon=2, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert ranked(state) == []
    assert nuggets(state) == [0, 0, 0]
    assert told(state, "prize") == []


@rule("my_gold_mine.round.prizes_twice")
def test_the_second_round_gives_big_nuggets_too() -> None:
    state = mine(players=3).position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=["burnt", "burnt", 1],
        dragon=6,
        turn=2,
        piles=[[], [], ["plain"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert nuggets(state) == [3, 2, 4]


@rule("my_gold_mine.round.prizes_twice", "my_gold_mine.material.big_nuggets")
def test_the_third_round_gives_no_big_nuggets() -> None:
    state = final(
        nuggets=[6, 4, 2],
        dwarfs=["out", "out", 1],
        ladder={0: ["plain"], 1: ["red"]},
        turn=2,
        piles=[[], [], ["plain"]],
    )
    assert nuggets(state) == [6, 4, 2]
    assert sum(int(fact["prize"]) for fact in told(state, "prize")) == 0
    assert [prize for _, _, prize in ranked(state)] == [0, 0, 0]


@rule("my_gold_mine.round.this_round_only")
def test_big_nuggets_do_not_help_in_the_second_round() -> None:
    state = mine(players=3).position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=["out", "burnt", 1],
        dragon=6,
        ladder={0: ["plain"]},
        turn=2,
        piles=[[], [], ["red"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(2, 2, 3), (0, 1, 2)]
    assert nuggets(state) == [5, 2, 4]


@rule("my_gold_mine.final.score", "my_gold_mine.aim.most_gold")
def test_the_final_score_is_the_gold_of_round_three_and_the_big_nuggets() -> None:
    state = final(
        nuggets=[5, 3, 4],
        dwarfs=["out", "out", 1],
        ladder={0: ["plain"], 1: ["red", "red"]},
        turn=2,
        piles=[[], [], ["red", "red", "plain"]],
    )
    assert [score.lines for score in state.scores()] == [
        (("gold", 1), ("big_nuggets", 5)),
        (("gold", 4), ("big_nuggets", 3)),
        (("gold", 5), ("big_nuggets", 4)),
    ]
    assert totals(state) == [6, 7, 9]
    assert state.view(None)["scores"] == [6, 7, 9]
    assert state.ranking() == [3, 2, 1]


@rule("my_gold_mine.final.burnt")
def test_who_was_burnt_in_round_three_has_only_big_nuggets() -> None:
    state = mine(players=3).position(
        round=3,
        nuggets=[5, 3, 4],
        dwarfs=["out", 4, "burnt"],
        dragon=5,
        ladder={0: ["plain"]},
        turn=1,
        piles=[[], ["red"] * 5, []],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert state.over
    assert [dict(score.lines)["gold"] for score in state.scores()] == [1, 0, 0]
    assert totals(state) == [6, 3, 4]


@rule("my_gold_mine.final.burnt", "my_gold_mine.aim.most_gold")
def test_a_burnt_player_can_win_with_big_nuggets() -> None:
    state = final(
        nuggets=[6, 4, 2], dwarfs=["burnt", 1, "burnt"], dragon=6, turn=1, piles=[[], ["plain"], []]
    )
    assert totals(state) == [6, 5, 2]
    assert state.ranking() == [1, 2, 3]


@rule("my_gold_mine.final.bonus")
def test_the_bonus_counts_in_the_final_score() -> None:
    state = final(
        nuggets=[0, 3, 3],
        dwarfs=["burnt", 1, "burnt"],
        dragon=6,
        turn=1,
        piles=[[], ["bonus"], []],
    )
    assert totals(state) == [0, 6, 3]


@rule("my_gold_mine.final.earlier_gold")
def test_gold_of_an_earlier_round_is_gone_when_the_next_begins() -> None:
    state = mine(players=3).position(
        dwarfs=[1, "burnt", "burnt"], dragon=6, piles=[["red"] * 6, [], []], exits=["small"]
    )
    play(state, "draw exit")
    assert [score.lines for score in state.scores()] == [
        (("gold", 0), ("big_nuggets", 3)),
        (("gold", 0), ("big_nuggets", 0)),
        (("gold", 0), ("big_nuggets", 0)),
    ]


@rule("my_gold_mine.final.score")
def test_during_the_game_only_gold_carried_out_counts() -> None:
    state = mine(players=3).position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=[4, "out", 4],
        ladder={1: ["red", "plain"]},
        piles=[["red", "red"], [], []],
    )
    assert totals(state) == [3, 5, 1]
    assert state.view(None)["scores"] is None
    assert state.ranking() == [2, 1, 3]


@rule("my_gold_mine.final.tie")
def test_a_final_tie_goes_to_the_higher_slot() -> None:
    state = final(
        nuggets=[3, 5, 4],
        dwarfs=["out", "out", 1],
        ladder={0: ["red", "plain"], 1: ["plain"]},
        turn=2,
        piles=[[], [], ["red"]],
    )
    assert totals(state) == [6, 6, 6]
    assert state.view(None)["ladder"] == [0, 1, 2]
    assert state.ranking() == [1, 2, 3]


@rule("my_gold_mine.final.tie", "my_gold_mine.round.zero_gold")
def test_the_slot_of_a_dwarf_without_gold_counts_in_a_final_tie() -> None:
    state = final(
        nuggets=[5, 3, 3],
        dwarfs=["out", 1, "burnt"],
        dragon=6,
        ladder={0: []},
        turn=1,
        piles=[[], ["red"], []],
    )
    assert totals(state) == [5, 5, 3]
    assert state.ranking() == [1, 2, 3]


@rule("my_gold_mine.final.tie_burnt")
def test_in_a_final_tie_a_dwarf_outside_beats_a_burnt_one() -> None:
    state = final(
        nuggets=[5, 2, 3],
        dwarfs=["burnt", 1, "burnt"],
        dragon=6,
        turn=1,
        piles=[[], ["red", "plain"], []],
    )
    assert totals(state) == [5, 5, 3]
    assert state.ranking() == [2, 1, 3]


@rule("my_gold_mine.final.shared")
def test_a_final_tie_of_burnt_players_is_shared() -> None:
    state = mine(players=3).position(
        round=3,
        nuggets=[5, 2, 5],
        dwarfs=["burnt", 3, "burnt"],
        dragon=4,
        turn=1,
        round_two_ladder=[2, 0, 1],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert state.over
    assert state.ranking() == [1, 3, 1]


@rule("my_gold_mine.final.shared", "my_gold_mine.final.tie_burnt")
def test_below_a_dwarf_outside_the_burnt_share_a_rank() -> None:
    state = final(
        nuggets=[5, 2, 5],
        dwarfs=["burnt", 1, "burnt"],
        dragon=6,
        turn=1,
        round_two_ladder=[2, 0, 1],
        piles=[[], ["red", "plain"], []],
    )
    assert totals(state) == [5, 5, 5]
    assert state.ranking() == [2, 1, 2]
