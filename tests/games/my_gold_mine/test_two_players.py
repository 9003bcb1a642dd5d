"""Two players with two dwarfs each: turn order, the common pile, prizes and the final score.

Dwarfs 0 and 1 are the first player's, dwarfs 2 and 3 the second player's.
"""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import for_two, names, nuggets, places, told, totals


def ranked(state: Any) -> list[tuple[int, int, int, int]]:
    """Dwarf, player, gold and prize of everybody ranked in the last round, best first."""
    ranking = state.view(None)["results"][-1]["ranking"]
    return [(entry["dwarf"], entry["seat"], entry["gold"], entry["prize"]) for entry in ranking]


@rule("my_gold_mine.two_players.dwarfs")
def test_each_player_has_two_dwarfs() -> None:
    view = for_two().start(seed=1).view(None)
    assert [dwarf["seat"] for dwarf in view["dwarfs"]] == [0, 0, 1, 1]
    assert [player["dwarfs"] for player in view["players"]] == [[0, 1], [2, 3]]
    assert [dwarf["place"] for dwarf in view["dwarfs"]] == [4] * 4


@rule("my_gold_mine.two_players.order")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_two_dwarfs_of_a_player_play_one_after_the_other(starter: int) -> None:
    state = for_two(first_seat=starter).start(seed=3)
    first = 2 * starter
    order = []
    for _ in range(4):
        order.append((state.view(None)["dwarf"], state.seat))
        play(state, "dig")
    assert order == [((first + n) % 4, (first + n) % 4 // 2) for n in range(4)]


@rule("my_gold_mine.two_players.order")
def test_the_order_never_changes() -> None:
    state = for_two().position(extraction=["plain"] * 13)
    order = []
    for _ in range(12):
        order.append(state.view(None)["dwarf"])
        play(state, "dig")
    assert order == [0, 1, 2, 3] * 3


@rule("my_gold_mine.two_players.skip")
def test_a_player_with_one_dwarf_left_acts_with_that_one_only() -> None:
    state = for_two().position(
        dwarfs=[4, "burnt", "out", 4], dragon=6, ladder={2: []}, extraction=["plain"] * 6
    )
    order = []
    for _ in range(4):
        order.append((state.view(None)["dwarf"], state.seat))
        play(state, "dig")
    assert order == [(0, 0), (3, 1), (0, 0), (3, 1)]


@rule("my_gold_mine.two_players.skip")
def test_a_player_without_a_dwarf_inside_has_no_turn() -> None:
    state = for_two().position(
        dwarfs=["burnt", "out", 4, 4], dragon=6, ladder={1: []}, extraction=["plain"] * 6
    )
    order = []
    for _ in range(4):
        order.append((state.view(None)["dwarf"], state.seat))
        play(state, "dig")
    assert order == [(2, 1), (3, 1), (2, 1), (3, 1)]


@rule("my_gold_mine.two_players.pile")
def test_a_team_digs_into_one_pile() -> None:
    state = for_two().position(extraction=["plain", "red", "blue", "plain", "plain"])
    play(state, "dig", "dig", "dig")
    assert [player["cards"] for player in state.view(None)["players"]] == [2, 1]
    assert state.view(0)["players"][0]["gold"] == 3
    assert state.view(1)["players"][1]["gold"] == 1


@rule("my_gold_mine.two_players.one_burnt")
def test_if_one_burns_the_pile_stays_with_the_other() -> None:
    state = for_two().position(
        dwarfs=[4, 3, 1, 1],
        dragon=5,
        piles=[["red", "bonus"], []],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert places(state) == [None, 3, 1, 1]
    assert told(state, "burn") == [{"dwarf": 0, "cards": 0}]
    assert (state.view(0)["players"][0]["cards"], state.view(0)["players"][0]["gold"]) == (3, 6)


@rule("my_gold_mine.two_players.one_burnt")
def test_the_survivor_can_carry_the_whole_pile_out() -> None:
    state = for_two().position(
        dwarfs=["burnt", 1, 4, 4],
        dragon=6,
        turn=1,
        piles=[["red", "red", "plain"], []],
        exits=["small"],
    )
    play(state, "draw exit")
    assert told(state, "leave") == [{"dwarf": 1, "slot": 1, "cards": 3}]
    assert state.view(0)["dwarfs"][1]["gold"] == 5


@rule("my_gold_mine.two_players.first_out")
def test_the_first_one_out_takes_the_whole_pile() -> None:
    state = for_two().position(
        dwarfs=[1, 4, 4, 4], piles=[["red", "plain", "bonus"], ["plain"]], exits=["small"]
    )
    play(state, "draw exit")
    view = state.view(0)
    assert (view["dwarfs"][0]["cards"], view["dwarfs"][0]["gold"]) == (3, 6)
    assert (view["players"][0]["cards"], view["players"][0]["gold"]) == (0, 0)
    assert told(state, "leave") == [{"dwarf": 0, "slot": 1, "cards": 3}]


@rule("my_gold_mine.two_players.first_out")
def test_a_card_with_a_blue_door_out_goes_with_the_pile() -> None:
    state = for_two().position(
        dwarfs=[4, 1, 4, 4], turn=1, piles=[["red"], []], extraction=["blue", "plain"]
    )
    play(state, "dig")
    assert state.view(0)["dwarfs"][1]["gold"] == 3
    assert state.view(0)["players"][0]["gold"] == 0


@rule("my_gold_mine.two_players.new_pile")
def test_the_dwarf_left_inside_starts_again_and_carries_its_own_gold_out() -> None:
    state = for_two().position(
        dwarfs=["out", 2, 4, 4],
        ladder={0: ["red", "red"]},
        turn=1,
        extraction=["blue"] + ["plain"] * 4,
        exits=["small"],
    )
    play(state, "dig")
    assert state.view(0)["players"][0]["gold"] == 1
    play(state, "dig", "dig", "draw exit")
    view = state.view(0)
    assert view["ladder"] == [0, 1]
    assert [dwarf["gold"] for dwarf in view["dwarfs"][:2]] == [4, 1]


@rule("my_gold_mine.two_players.last_burnt")
def test_if_the_last_one_inside_burns_only_the_open_pile_is_lost() -> None:
    state = for_two().position(
        dwarfs=["out", 4, 1, 1],
        dragon=5,
        ladder={0: ["red", "bonus"]},
        turn=1,
        piles=[["plain", "plain"], []],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert told(state, "burn") == [{"dwarf": 1, "cards": 3}]
    view = state.view(0)
    assert (view["players"][0]["cards"], view["players"][0]["gold"]) == (0, 0)
    assert (view["dwarfs"][0]["cards"], view["dwarfs"][0]["gold"]) == (2, 5)


@rule("my_gold_mine.two_players.last_burnt")
def test_the_second_of_a_team_to_burn_loses_the_pile() -> None:
    state = for_two().position(
        dwarfs=["burnt", 4, 1, 1],
        dragon=5,
        turn=1,
        piles=[["red", "plain"], []],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert told(state, "burn") == [{"dwarf": 1, "cards": 3}]


@rule("my_gold_mine.two_players.both_out", "my_gold_mine.two_players.placing")
def test_if_both_leave_together_the_acting_dwarf_takes_the_pile() -> None:
    state = for_two().position(
        dwarfs=[1, 1, 4, 4], turn=1, piles=[["red", "red", "red"], []], exits=["all"]
    )
    play(state, "draw exit")
    view = state.view(0)
    assert view["ladder"] == [1, 0]
    assert [dwarf["gold"] for dwarf in view["dwarfs"][:2]] == [0, 6]
    assert [(fact["dwarf"], fact["cards"]) for fact in told(state, "leave")] == [(1, 3), (0, 0)]


@rule("my_gold_mine.two_players.both_out", "my_gold_mine.round.zero_gold")
def test_the_one_who_left_with_nothing_is_not_ranked() -> None:
    state = for_two().position(
        dwarfs=[1, 1, "burnt", "burnt"],
        dragon=6,
        turn=1,
        piles=[["red", "red", "red"], []],
        exits=["all"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(1, 0, 6, 3)]
    assert nuggets(state) == [3, 0]


@rule("my_gold_mine.two_players.both_out")
def test_if_another_acts_the_first_dwarf_of_the_team_in_order_takes_the_pile() -> None:
    state = for_two().position(dwarfs=[1, 1, 4, 4], turn=2, piles=[["plain"], []], exits=["all"])
    play(state, "draw exit")
    assert state.view(None)["ladder"] == [0, 1]
    assert [dwarf["gold"] for dwarf in state.view(0)["dwarfs"][:2]] == [1, 0]


@rule("my_gold_mine.two_players.placing")
@pytest.mark.parametrize(
    ("turn", "ladder"),
    [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (2, [2, 3, 0, 1]), (3, [3, 0, 1, 2])],
)
def test_placing_goes_dwarf_by_dwarf_from_the_acting_one(turn: int, ladder: list[int]) -> None:
    state = for_two().position(dwarfs=[1, 1, 1, 1], turn=turn, exits=["all"])
    play(state, "draw exit")
    assert [fact["dwarf"] for fact in told(state, "leave")] == ladder


@rule("my_gold_mine.two_players.both_burnt")
def test_if_both_burn_at_once_the_pile_is_lost() -> None:
    state = for_two().position(
        dwarfs=[4, 4, 1, 1],
        dragon=5,
        piles=[["red", "plain"], ["plain"]],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert places(state) == [None, None, 1, 1]
    assert sum(int(fact["cards"]) for fact in told(state, "burn")) == 3
    assert [player["cards"] for player in state.view(None)["players"]] == [0, 1]


@rule("my_gold_mine.two_players.both_burnt", "my_gold_mine.two_players.one_burnt")
def test_two_dragons_in_a_row_burn_a_team_one_after_the_other() -> None:
    state = for_two().position(
        dwarfs=[5, 4, 1, 1],
        dragon=6,
        piles=[["red", "plain"], []],
        extraction=["plain", "dragon", "dragon", "plain"],
    )
    play(state, "dig")
    assert told(state, "burn") == [{"dwarf": 0, "cards": 0}, {"dwarf": 1, "cards": 3}]


@rule("my_gold_mine.two_players.swap_mate", "my_gold_mine.exit.swap")
def test_a_dwarf_may_swap_with_its_team_mate() -> None:
    state = for_two().position(
        dwarfs=[5, 2, "burnt", "out"], dragon=7, ladder={3: []}, exits=["small swap"]
    )
    play(state, "draw exit")
    assert names(state) == ["small step", "swap dwarf 2"]
    play(state, "swap dwarf 2")
    assert places(state) == [2, 5, None, 0]


@rule("my_gold_mine.two_players.swap_mate")
def test_a_dwarf_may_swap_with_each_of_the_other_three() -> None:
    state = play(for_two().position(turn=1, exits=["all swap"]), "draw exit")
    assert names(state) == ["all together", "swap dwarf 1", "swap dwarf 3", "swap dwarf 4"]


@rule("my_gold_mine.two_players.big_nuggets")
def test_big_nuggets_belong_to_the_player_and_are_never_at_risk() -> None:
    state = for_two().position(
        round=2,
        nuggets=[4, 2],
        dwarfs=[4, 4, 1, 1],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert places(state) == [None, None, 1, 1]
    assert nuggets(state) == [4, 2]
    assert totals(state) == [4, 2]


@rule("my_gold_mine.two_players.big_nuggets")
def test_big_nuggets_are_not_carried_out_by_a_dwarf() -> None:
    state = for_two().position(
        round=2, nuggets=[4, 2], dwarfs=[1, 4, 4, 4], piles=[["plain"], []], exits=["small"]
    )
    play(state, "draw exit")
    dwarf = state.view(0)["dwarfs"][0]
    assert (dwarf["cards"], dwarf["gold"]) == (1, 1)
    assert nuggets(state) == [4, 2]


@rule("my_gold_mine.two_players.ranking")
def test_a_player_can_win_two_prizes_in_a_round() -> None:
    state = for_two().position(
        dwarfs=["out", "out", "out", 1],
        ladder={0: ["red", "red"], 2: ["red"], 1: ["plain"]},
        turn=3,
        piles=[[], ["red", "plain"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(0, 0, 4, 3), (3, 1, 3, 2), (2, 1, 2, 1), (1, 0, 1, 0)]
    assert nuggets(state) == [3, 3]


@rule("my_gold_mine.two_players.ranking")
def test_the_dwarfs_of_a_team_are_not_added_up_in_a_round() -> None:
    state = for_two().position(
        dwarfs=["out", "out", "burnt", 1],
        dragon=6,
        ladder={0: ["red"], 1: ["red"]},
        turn=3,
        piles=[[], ["red", "plain"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert ranked(state) == [(3, 1, 3, 3), (0, 0, 2, 2), (1, 0, 2, 1)]
    assert nuggets(state) == [3, 3]


@rule("my_gold_mine.two_players.final")
def test_the_final_score_adds_both_dwarfs_outside_and_the_big_nuggets() -> None:
    state = for_two().position(
        round=3,
        nuggets=[5, 7],
        dwarfs=["out", 1, "out", "burnt"],
        dragon=6,
        ladder={0: ["red", "plain"], 2: ["plain"]},
        turn=1,
        piles=[["red"], []],
        exits=["small"],
    )
    play(state, "draw exit")
    assert state.over
    assert [score.lines for score in state.scores()] == [
        (("gold", 5), ("big_nuggets", 5)),
        (("gold", 1), ("big_nuggets", 7)),
    ]
    assert state.ranking() == [1, 2]


@rule("my_gold_mine.two_players.final")
def test_a_team_burnt_in_round_three_has_only_big_nuggets() -> None:
    state = for_two().position(
        round=3,
        nuggets=[5, 7],
        dwarfs=[4, 4, "burnt", "burnt"],
        dragon=5,
        piles=[["red"] * 5, []],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert state.over
    assert totals(state) == [5, 7]


@rule("my_gold_mine.two_players.final_tie")
def test_a_final_tie_goes_by_the_best_slot_of_either_dwarf() -> None:
    state = for_two().position(
        round=3,
        nuggets=[6, 6],
        dwarfs=["out", "out", "out", 1],
        ladder={1: ["plain"], 2: ["plain"], 0: ["plain"]},
        turn=3,
        piles=[[], ["plain"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert state.view(None)["ladder"] == [1, 2, 0, 3]
    assert totals(state) == [8, 8]
    assert state.ranking() == [1, 2]


@rule("my_gold_mine.two_players.final_tie")
def test_in_a_final_tie_one_dwarf_outside_beats_a_burnt_team() -> None:
    state = for_two().position(
        round=3,
        nuggets=[6, 5],
        dwarfs=["burnt", "burnt", "burnt", 1],
        dragon=6,
        turn=3,
        piles=[[], ["plain"]],
        exits=["small"],
    )
    play(state, "draw exit")
    assert totals(state) == [6, 6]
    assert state.ranking() == [2, 1]


@rule("my_gold_mine.two_players.final_tie", "my_gold_mine.final.shared")
def test_two_burnt_teams_with_equal_scores_share_the_victory() -> None:
    state = for_two().position(
        round=3,
        nuggets=[6, 6],
        dwarfs=["burnt", "burnt", 4, 4],
        dragon=5,
        turn=2,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert state.over
    assert state.ranking() == [1, 1]


@rule("my_gold_mine.two_players.starter", "my_gold_mine.next.starter")
@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_the_next_round_begins_with_the_first_dwarf_of_the_winning_team(winner: int) -> None:
    last = (winner + 2) % 4
    state = for_two().position(
        dwarfs=[
            "out" if dwarf == winner else 1 if dwarf == last else "burnt" for dwarf in range(4)
        ],
        dragon=6,
        ladder={winner: ["red"]},
        turn=last,
        exits=["small"],
    )
    play(state, "draw exit")
    view = state.view(None)
    assert view["results"][0]["winner"] == winner // 2
    assert (view["starter"], state.seat, view["dwarf"]) == (
        winner // 2,
        winner // 2,
        winner // 2 * 2,
    )


@rule("my_gold_mine.two_players.starter", "my_gold_mine.next.no_winner")
@pytest.mark.parametrize("starter", [0, 1])
def test_without_a_winner_the_other_player_begins_with_the_first_dwarf(starter: int) -> None:
    state = for_two().position(
        dwarfs=[1, 1, 1, 1],
        dragon=2,
        starter=starter,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert (state.seat, state.view(None)["dwarf"]) == (1 - starter, 2 - 2 * starter)
