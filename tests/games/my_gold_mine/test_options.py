"""The options: what each value changes, how they work together, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import kinds, mine, names, places, told


def dug(place: int, dragon: int, cards: list[str], **options: Any) -> Any:
    """The first of three dwarfs has dug; the others wait beside the exit."""
    game = mine(**options)
    return play(game.position(dwarfs=[place, 1, 1], dragon=dragon, extraction=cards), "dig")


def last_burnt(**position: Any) -> Any:
    """The end of a game with the option for burnt ties: the second player's dwarf burns last."""
    options = {"final_tie_no_slot": position.pop("final_tie_no_slot")}
    state = mine(**options).position(
        round=3,
        dwarfs=["burnt", 3, "burnt"],
        dragon=4,
        turn=1,
        extraction=["plain", "dragon", "plain"],
        **position,
    )
    play(state, "dig")
    assert state.over
    return state


# --- dragon_timing


@rule("my_gold_mine.option.dragon_timing.before_move")
@pytest.mark.parametrize(("timing", "place"), [("after_move", 3), ("before_move", None)])
def test_dragon_first_burns_before_the_blue_door_saves(timing: str, place: int | None) -> None:
    state = dug(4, 5, ["blue", "dragon", "plain"], dragon_timing=timing)
    assert places(state) == [place, 1, 1]
    assert state.view(None)["dragon"] == 4


@rule("my_gold_mine.option.dragon_timing.before_move")
def test_dragon_first_the_burnt_dwarf_does_not_move_and_loses_the_card() -> None:
    state = dug(4, 5, ["blue", "dragon", "plain"], dragon_timing="before_move")
    assert told(state, "move") == []
    assert told(state, "burn") == [{"dwarf": 0, "cards": 1}]
    assert state.view(0)["players"][0]["gold"] == 0


@rule("my_gold_mine.option.dragon_timing.before_move")
@pytest.mark.parametrize(("timing", "out"), [("after_move", True), ("before_move", False)])
def test_dragon_first_burns_before_a_blue_door_leads_out(timing: str, out: bool) -> None:
    state = dug(1, 2, ["blue", "dragon", "plain"], dragon_timing=timing)
    assert [fact["dwarf"] for fact in told(state, "leave")] == ([0] if out else [])
    assert told(state, "round_over") == [{"round": 1, "winner": 0 if out else -1}]


@rule("my_gold_mine.option.dragon_timing.before_move")
def test_dragon_first_moves_before_the_last_dwarf_leaves_by_a_blue_door() -> None:
    state = mine(dragon_timing="before_move").position(
        dwarfs=[1, "burnt", "burnt"], dragon=5, extraction=["blue", "dragon", "plain"]
    )
    play(state, "dig")
    assert told(state, "dragon") == [{"start": 5, "end": 4}]
    assert told(state, "round_over") == [{"round": 1, "winner": 0}]


@rule("my_gold_mine.option.dragon_timing.before_move", "my_gold_mine.dragon.again")
def test_dragon_first_makes_all_its_moves_before_the_door() -> None:
    state = dug(3, 7, ["red", "dragon", "dragon", "plain"], dragon_timing="before_move")
    assert places(state) == [4, 1, 1]
    assert state.view(None)["dragon"] == 5
    assert kinds(state) == ["dig", "reveal", "dragon", "reveal", "dragon", "reveal", "move"]


@rule("my_gold_mine.option.dragon_timing.before_move")
@pytest.mark.parametrize("timing", ["after_move", "before_move"])
@pytest.mark.parametrize(("card", "end"), [("plain", 4), ("red", 5), ("blue", 3)])
def test_without_a_dragon_the_timing_makes_no_difference(timing: str, card: str, end: int) -> None:
    state = dug(4, 8, [card, "plain"], dragon_timing=timing)
    assert places(state) == [end, 1, 1]


@rule("my_gold_mine.option.dragon_timing.before_move")
def test_dragon_first_burns_the_whole_mine_before_any_door() -> None:
    state = mine(dragon_timing="before_move").position(
        dwarfs=[1, 1, 1], dragon=2, extraction=["blue", "dragon", "dragon", "plain"]
    )
    play(state, "dig")
    assert len(told(state, "dragon")) == 1
    assert told(state, "leave") == []
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]


# --- red_door_at_dragon, also together with dragon_timing


@rule("my_gold_mine.option.red_door.forbid")
@pytest.mark.parametrize("timing", ["after_move", "before_move"])
def test_a_forbidden_red_door_leaves_only_the_exit_draw(timing: str) -> None:
    state = mine(red_door_at_dragon="forbid", dragon_timing=timing).position(
        dwarfs=[7, 4, 4], extraction=["red", "plain"], exits=["small"]
    )
    assert names(state) == ["draw exit"]
    before = state.text()
    with pytest.raises(dvergar.IllegalMove):
        play(state, "dig")
    assert state.text() == before
    play(state, "draw exit")
    assert places(state) == [6, 4, 4]


@rule("my_gold_mine.option.red_door.forbid")
@pytest.mark.parametrize(("place", "card"), [(6, "red"), (7, "plain"), (7, "blue")])
def test_only_a_red_door_right_next_to_the_dragon_is_forbidden(place: int, card: str) -> None:
    state = mine(red_door_at_dragon="forbid").position(
        dwarfs=[place, 4, 4], extraction=[card, "plain"]
    )
    assert names(state) == ["dig", "draw exit"]


@rule("my_gold_mine.option.red_door.forbid")
def test_the_red_door_is_forbidden_only_to_the_dwarf_next_to_the_dragon() -> None:
    state = mine(red_door_at_dragon="forbid").position(
        dwarfs=[7, 4, 4], turn=1, extraction=["red", "plain"]
    )
    assert names(state) == ["dig", "draw exit"]


@rule("my_gold_mine.option.red_door.burn")
def test_a_burning_red_door_burns_the_dwarf_and_its_pile() -> None:
    state = mine(red_door_at_dragon="burn").position(
        dwarfs=[7, 4, 4], extraction=["red", "plain"], piles=[["plain", "bonus"], [], []]
    )
    assert names(state) == ["dig", "draw exit"]
    play(state, "dig")
    assert places(state) == [None, 4, 4]
    assert told(state, "burn") == [{"dwarf": 0, "cards": 3}]
    assert state.view(None)["players"][0]["cards"] == 0
    assert state.view(None)["dragon"] == 8
    assert state.seat == 1


@rule("my_gold_mine.option.red_door.burn", "my_gold_mine.dragon.moves")
def test_after_a_burning_red_door_the_next_card_still_counts_for_the_others() -> None:
    state = mine(red_door_at_dragon="burn").position(
        dwarfs=[4, 3, 1], dragon=5, extraction=["red", "dragon", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [None, None, 1]
    assert state.view(None)["dragon"] == 3


@rule("my_gold_mine.option.red_door.burn", "my_gold_mine.round.end_before_dragon")
def test_a_burning_red_door_of_the_last_dwarf_ends_the_round_at_once() -> None:
    state = mine(red_door_at_dragon="burn").position(
        dwarfs=[4, "burnt", "burnt"], dragon=5, extraction=["red", "dragon", "plain"]
    )
    play(state, "dig")
    assert told(state, "dragon") == []
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]


@rule("my_gold_mine.option.red_door.burn")
@pytest.mark.parametrize(("place", "card", "end"), [(6, "red", 7), (7, "plain", 7), (7, "blue", 6)])
def test_only_a_red_door_right_next_to_the_dragon_burns(place: int, card: str, end: int) -> None:
    state = dug(place, 8, [card, "plain"], red_door_at_dragon="burn")
    assert places(state) == [end, 1, 1]


@rule("my_gold_mine.option.red_door.burn", "my_gold_mine.two_players.one_burnt")
def test_a_burning_red_door_leaves_the_pile_of_a_team_to_the_other_dwarf() -> None:
    state = mine(players=2, red_door_at_dragon="burn").position(
        dwarfs=[7, 4, 4, 4], extraction=["red", "plain"], piles=[["plain"], []]
    )
    play(state, "dig")
    assert places(state) == [None, 4, 4, 4]
    assert told(state, "burn") == [{"dwarf": 0, "cards": 0}]
    assert state.view(0)["players"][0]["gold"] == 3


@rule("my_gold_mine.option.dragon_timing.door_after", "my_gold_mine.dig.red_door_at_dragon")
def test_dragon_first_a_red_door_that_has_come_next_to_the_dragon_is_not_entered() -> None:
    state = dug(6, 8, ["red", "dragon", "plain"], dragon_timing="before_move")
    assert places(state) == [6, 1, 1]
    assert state.view(0)["players"][0]["gold"] == 2
    assert told(state, "stay") == [{"dwarf": 0}]


@rule("my_gold_mine.dig.order")
def test_dragon_last_the_same_red_door_leads_into_the_fire() -> None:
    state = dug(6, 8, ["red", "dragon", "plain"], dragon_timing="after_move")
    assert places(state) == [None, 1, 1]


@rule("my_gold_mine.option.dragon_timing.door_after", "my_gold_mine.option.red_door.burn")
def test_dragon_first_a_burning_red_door_counts_from_where_the_dragon_is_then() -> None:
    state = dug(
        6, 8, ["red", "dragon", "plain"], dragon_timing="before_move", red_door_at_dragon="burn"
    )
    assert places(state) == [None, 1, 1]
    assert state.view(None)["dragon"] == 7
    assert kinds(state)[-1] == "burn"


@rule("my_gold_mine.option.dragon_timing.door_after")
@pytest.mark.parametrize("door", ["stay", "burn"])
def test_dragon_first_a_dwarf_burnt_by_the_dragon_does_not_reach_its_red_door(door: str) -> None:
    state = dug(
        7, 8, ["red", "dragon", "plain"], dragon_timing="before_move", red_door_at_dragon=door
    )
    assert places(state) == [None, 1, 1]
    assert len(told(state, "burn")) == 1
    assert told(state, "stay") == []


@rule("my_gold_mine.option.red_door.forbid_too_late")
def test_dragon_first_a_forbidden_red_door_counts_when_the_choice_is_made() -> None:
    state = dug(
        6, 8, ["red", "dragon", "plain"], dragon_timing="before_move", red_door_at_dragon="forbid"
    )
    assert places(state) == [6, 1, 1]
    assert state.view(0)["players"][0]["gold"] == 2


# --- who begins


@rule("my_gold_mine.option.first_seat")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_named_seat_begins_the_first_round(players: int) -> None:
    for seat in range(players):
        game = mine(players=players, first_seat=seat)
        states = [game.start(seed=seed) for seed in range(5)]
        assert {state.seat for state in states} == {seat}
        assert {state.view(None)["starter"] for state in states} == {seat}


@rule("my_gold_mine.option.first_seat")
@pytest.mark.parametrize("seat", [-1, 3, "1", "youngest", True, None])
def test_a_seat_that_is_not_at_the_table_cannot_begin(seat: object) -> None:
    with pytest.raises(dvergar.OptionError):
        mine(first_seat=seat)


@rule("my_gold_mine.option.first_seat", "my_gold_mine.next.starter")
def test_a_named_first_seat_does_not_begin_the_later_rounds() -> None:
    state = mine(first_seat=1).position(
        dwarfs=[1, "burnt", "burnt"], dragon=6, starter=1, piles=[["red"], [], []], exits=["small"]
    )
    assert play(state, "draw exit").seat == 0


@rule("my_gold_mine.option.no_winner.same_seat")
@pytest.mark.parametrize(("option", "seat"), [("next_seat", 0), ("same_seat", 2)])
def test_after_a_round_without_a_winner(option: str, seat: int) -> None:
    state = mine(no_winner_starter=option).position(
        dwarfs=[1, 1, 1], dragon=2, starter=2, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert (state.seat, state.view(None)["starter"]) == (seat, seat)


@rule("my_gold_mine.option.no_winner.same_seat")
@pytest.mark.parametrize(("option", "dwarf"), [("next_seat", 0), ("same_seat", 2)])
def test_after_a_round_without_a_winner_of_two_teams(option: str, dwarf: int) -> None:
    state = mine(players=2, no_winner_starter=option).position(
        dwarfs=[1, 1, 1, 1], dragon=2, starter=1, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert state.view(None)["dwarf"] == dwarf


# --- final_tie_no_slot


@rule("my_gold_mine.option.final_tie.round_two_slot", "my_gold_mine.final.shared")
@pytest.mark.parametrize(
    ("option", "ranking"), [("shared", [1, 3, 1]), ("round_two_slot", [2, 3, 1])]
)
def test_burnt_players_with_equal_scores_look_at_round_two(option: str, ranking: list[int]) -> None:
    state = last_burnt(final_tie_no_slot=option, nuggets=[5, 2, 5], round_two_ladder=[2, 1, 0])
    assert state.ranking() == ranking


@rule("my_gold_mine.option.final_tie.round_two_slot")
def test_who_had_no_slot_in_round_two_is_behind_who_had_one() -> None:
    state = last_burnt(final_tie_no_slot="round_two_slot", nuggets=[3, 2, 3], round_two_ladder=[2])
    assert state.ranking() == [2, 3, 1]


@rule("my_gold_mine.option.final_tie.round_two_slot", "my_gold_mine.final.shared")
def test_without_a_slot_in_either_round_the_rank_is_shared() -> None:
    state = last_burnt(final_tie_no_slot="round_two_slot", nuggets=[0, 3, 0], round_two_ladder=[])
    assert state.ranking() == [2, 1, 2]


@rule("my_gold_mine.option.final_tie.round_two_slot", "my_gold_mine.final.tie_burnt")
def test_a_slot_in_round_three_beats_any_slot_in_round_two() -> None:
    state = mine(final_tie_no_slot="round_two_slot").position(
        round=3,
        nuggets=[5, 2, 5],
        dwarfs=["burnt", 1, "burnt"],
        dragon=6,
        turn=1,
        piles=[[], ["red", "plain"], []],
        round_two_ladder=[2, 0, 1],
        exits=["small"],
    )
    play(state, "draw exit")
    assert [score.total for score in state.scores()] == [5, 5, 5]
    assert state.ranking() == [3, 1, 2]


@rule("my_gold_mine.option.final_tie.round_two_slot", "my_gold_mine.two_players.final_tie")
def test_two_burnt_teams_look_at_their_best_slots_in_round_two() -> None:
    state = mine(players=2, final_tie_no_slot="round_two_slot").position(
        round=3,
        nuggets=[6, 6],
        dwarfs=["burnt", "burnt", 4, 4],
        dragon=5,
        turn=2,
        round_two_ladder=[3, 0, 1, 2],
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert state.over
    assert state.ranking() == [2, 1]


def third_round_burns_all(option: str, seed: int) -> Any:
    """Dwarf 2, then dwarf 0 leave round two without gold; in round three everybody only digs."""
    state = mine(final_tie_no_slot=option).position(
        round=2,
        nuggets=[0, 3, 0],
        starter=1,
        dwarfs=[1, "burnt", 1],
        dragon=6,
        turn=2,
        exits=["small", "small"],
        seed=seed,
    )
    play(state, "draw exit", "draw exit")
    assert state.view(None)["round"] == 3
    while not state.over:
        play(state, "dig")
    return state


@rule("my_gold_mine.option.final_tie.round_two_slot", "my_gold_mine.final.shared")
@pytest.mark.parametrize(
    ("option", "ranking"), [("shared", [2, 1, 2]), ("round_two_slot", [3, 1, 2])]
)
def test_the_ladder_of_round_two_is_remembered_from_play(option: str, ranking: list[int]) -> None:
    ends = (third_round_burns_all(option, seed) for seed in range(20))
    state = next(end for end in ends if end.view(None)["ladder"] == [])
    assert state.ranking() == ranking


# --- open_gold


@rule("my_gold_mine.option.open_gold")
def test_with_open_gold_everybody_sees_all_gold() -> None:
    state = mine(open_gold=True).position(
        dwarfs=[4, "out", 4], ladder={1: ["red"]}, piles=[["plain", "bonus"], [], ["blue"]]
    )
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert [player["gold"] for player in view["players"]] == [4, 0, 1]
        assert view["dwarfs"][1]["gold"] == 2


# --- two_player_variant and exit_deck


@rule("my_gold_mine.option.two_player_variant.off")
def test_two_players_may_have_one_dwarf_each() -> None:
    state = mine(players=2, two_player_variant=False).position(extraction=["plain"] * 5)
    assert [dwarf["seat"] for dwarf in state.view(None)["dwarfs"]] == [0, 1]
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        play(state, "dig")
    assert seats == [0, 1, 0, 1]


@rule("my_gold_mine.option.two_player_variant.off", "my_gold_mine.two_players.dwarfs")
@pytest.mark.parametrize(("variant", "dwarfs"), [(True, 4), (False, 2)])
def test_the_variant_decides_the_number_of_dwarfs(variant: bool, dwarfs: int) -> None:
    state = mine(players=2, two_player_variant=variant).start(seed=1)
    assert len(state.view(None)["dwarfs"]) == dwarfs


@rule("my_gold_mine.option.two_player_variant.off")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_variant_is_for_two_players_only(players: int) -> None:
    with pytest.raises(dvergar.OptionError):
        mine(players=players, two_player_variant=False)


@rule("my_gold_mine.option.exit_deck")
def test_our_exit_deck_can_be_named() -> None:
    named = mine(exit_deck="dvergar").start(seed=9).view(None)["exit"]
    assert named == mine().start(seed=9).view(None)["exit"]


@rule("my_gold_mine.option.exit_deck")
@pytest.mark.parametrize(
    "options",
    [
        {"exit_deck": "official"},
        {"dragon_timing": "never"},
        {"red_door_at_dragon": "jump"},
        {"no_winner_starter": 1},
        {"final_tie_no_slot": True},
        {"open_gold": "yes"},
        {"open_gold": 1},
        {"dragons": 9},
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(dvergar.OptionError):
        mine(**options)
