"""Turns and rounds: who plays next, when a round ends, and who begins the next one."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, names, told


def everybody_burns(starter: int) -> Any:
    """The start of round two after a round in which the dragon burnt everybody."""
    state = mine(players=3).position(
        dwarfs=[1, 1, 1],
        dragon=2,
        starter=starter,
        extraction=["plain", "dragon", "plain"],
    )
    return play(state, "dig")


@rule("my_gold_mine.turn.two_ways")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_turn_is_a_dig_or_an_exit_draw(players: int) -> None:
    assert names(mine(players=players).start(seed=2)) == ["dig", "draw exit"]


@rule("my_gold_mine.turn.no_pass")
def test_there_is_no_third_way() -> None:
    state = mine(players=3).position(exits=["small"])
    assert names(state) == ["dig", "draw exit"]
    for name in ("small step", "double step", "all together", "gold bonus", "swap dwarf 2"):
        with pytest.raises(dvergar.IllegalMove):
            play(state, name)
    with pytest.raises(dvergar.IllegalMove):
        play(state, "pass")


@rule("my_gold_mine.turn.clockwise")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_clockwise(players: int) -> None:
    state = mine(players=players, first_seat=1).position(
        turn=1, starter=1, extraction=["plain"] * 20
    )
    seats = []
    for _ in range(2 * players):
        seats.append(state.seat)
        play(state, "dig")
    assert seats == [(1 + turn) % players for turn in range(2 * players)]


@rule("my_gold_mine.turn.clockwise")
def test_an_exit_draw_ends_the_turn_when_its_action_is_done() -> None:
    state = mine(players=3).position(exits=["small", "small swap"])
    play(state, "draw exit")
    assert state.seat == 1
    play(state, "draw exit")
    assert state.seat == 1
    play(state, "small step")
    assert state.seat == 2


@rule("my_gold_mine.turn.skip")
def test_dwarfs_outside_or_burnt_are_skipped() -> None:
    state = mine(players=5).position(
        dwarfs=[4, "burnt", "out", 4, "burnt"],
        dragon=6,
        ladder={2: ["plain"]},
        extraction=["plain"] * 8,
    )
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        play(state, "dig")
    assert seats == [0, 3, 0, 3]


@rule("my_gold_mine.turn.skip")
def test_the_last_dwarf_has_every_turn() -> None:
    state = mine(players=3).position(
        dwarfs=["burnt", 4, "burnt"], dragon=6, extraction=["plain"] * 8
    )
    for _ in range(5):
        assert (state.seat, state.view(None)["dwarf"]) == (1, 1)
        play(state, "dig")


@rule("my_gold_mine.turn.skip")
def test_a_burnt_dwarf_plays_again_in_the_next_round() -> None:
    state = everybody_burns(starter=0)
    assert state.view(None)["round"] == 2
    assert [dwarf["state"] for dwarf in state.view(None)["dwarfs"]] == ["inside"] * 3


@rule("my_gold_mine.round.end")
def test_the_round_ends_when_the_last_dwarf_leaves() -> None:
    state = mine(players=3).position(
        dwarfs=["out", "burnt", 1], dragon=6, ladder={0: ["plain"]}, turn=2, exits=["small"]
    )
    play(state, "draw exit")
    assert told(state, "round_over") == [{"round": 1, "winner": 0}]
    assert state.view(None)["round"] == 2


@rule("my_gold_mine.round.end")
def test_the_round_ends_when_the_last_dwarf_is_burnt() -> None:
    state = mine(players=3).position(
        dwarfs=["out", "burnt", 4],
        dragon=5,
        ladder={0: ["plain"]},
        turn=2,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert told(state, "round_over") == [{"round": 1, "winner": 0}]


@rule("my_gold_mine.round.end")
def test_the_round_goes_on_while_one_dwarf_is_inside() -> None:
    state = mine(players=3).position(
        dwarfs=["out", "burnt", 3],
        dragon=5,
        ladder={0: ["plain"]},
        turn=2,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert told(state, "round_over") == []
    assert (state.view(None)["round"], state.view(None)["dragon"]) == (1, 4)


@rule("my_gold_mine.round.end")
def test_all_together_can_end_the_round() -> None:
    state = mine(players=3).position(dwarfs=[1, 1, 1], exits=["all"])
    play(state, "draw exit")
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]


@rule("my_gold_mine.round.end_before_dragon", "my_gold_mine.dig.blue_door_out")
def test_when_the_last_dwarf_leaves_by_a_blue_door_no_dragon_moves() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[1, "burnt"], dragon=5, extraction=["blue", "dragon", "plain"]
    )
    play(state, "dig")
    assert told(state, "dragon") == []
    assert told(state, "round_over") == [{"round": 1, "winner": 0}]


@rule("my_gold_mine.round.end_before_dragon")
def test_when_the_last_dwarf_is_burnt_the_dragon_moves_no_more() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[5, "burnt"], dragon=6, extraction=["plain", "dragon", "dragon", "plain"]
    )
    play(state, "dig")
    assert told(state, "dragon") == [{"start": 6, "end": 5}]
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]


@rule("my_gold_mine.next.starter")
@pytest.mark.parametrize(("winner", "pile"), [(0, ["red", "red"]), (2, ["plain"])])
def test_the_winner_of_a_round_begins_the_next(winner: int, pile: list[str]) -> None:
    state = mine(players=3).position(
        dwarfs=[1, "burnt", "out"],
        dragon=6,
        starter=1,
        ladder={2: ["red"]},
        piles=[pile, [], []],
        exits=["small"],
        turn=0,
    )
    play(state, "draw exit")
    assert told(state, "round_over") == [{"round": 1, "winner": winner}]
    assert (state.seat, state.view(None)["starter"]) == (winner, winner)


@rule("my_gold_mine.next.starter")
def test_the_winner_of_round_two_begins_round_three() -> None:
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
    view = state.view(None)
    assert (view["round"], view["starter"], state.seat) == (3, 2, 2)


@rule("my_gold_mine.next.no_winner")
@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 0)])
def test_without_a_winner_the_left_neighbour_of_the_starter_begins(
    starter: int, following: int
) -> None:
    state = everybody_burns(starter)
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]
    assert (state.seat, state.view(None)["starter"]) == (following, following)
    assert state.view(None)["results"][0]["winner"] is None


@rule("my_gold_mine.next.no_winner", "my_gold_mine.round.zero_gold")
def test_a_round_that_is_left_without_gold_has_no_winner() -> None:
    state = mine(players=3).position(
        dwarfs=["burnt", "burnt", 1], dragon=6, starter=1, turn=2, exits=["small"]
    )
    play(state, "draw exit")
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]
    assert state.seat == 2


@rule("my_gold_mine.aim.three_rounds")
def test_the_game_is_over_after_the_third_round() -> None:
    state = mine(players=3).position(
        round=3,
        nuggets=[3, 2, 4],
        dwarfs=["burnt", "burnt", 1],
        dragon=6,
        turn=2,
        exits=["small"],
    )
    play(state, "draw exit")
    assert state.over
    assert state.view(None)["over"]
    assert state.moves() == []
    assert told(state, "game_over") == [{}]
    with pytest.raises(dvergar.IllegalMove):
        play(state, "dig")


@rule("my_gold_mine.aim.three_rounds")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_whole_game_has_three_rounds(players: int) -> None:
    state = mine(players=players).start(seed=11)
    assert state.view(None)["rounds"] == 3
    rounds = []
    while not state.over:
        state.play(state.moves()[0])
        rounds += [fact["round"] for fact in told(state, "round_over")]
    assert rounds == [1, 2, 3]
    assert [result["round"] for result in state.view(None)["results"]] == [1, 2, 3]
