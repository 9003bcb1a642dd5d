"""Exit cards and leaving the mine: the five actions, the choice, the discard and the ladder."""

from __future__ import annotations

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, names, places, told


@rule("my_gold_mine.exit.small")
def test_a_small_step_is_one_card() -> None:
    state = play(mine(players=3).position(exits=["small"]), "draw exit")
    assert places(state) == [3, 4, 4]
    assert told(state, "draw") == [{"dwarf": 0, "card": "small"}]
    assert told(state, "move") == [{"dwarf": 0, "start": 4, "end": 3, "why": "small"}]


@rule("my_gold_mine.exit.small", "my_gold_mine.leave.slot")
def test_a_small_step_can_lead_out() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 4, 4], exits=["small"], piles=[["red", "plain"], [], []]
    )
    play(state, "draw exit")
    dwarf = state.view(0)["dwarfs"][0]
    assert (dwarf["state"], dwarf["place"], dwarf["slot"]) == ("out", 0, 1)
    assert (dwarf["cards"], dwarf["gold"]) == (2, 3)
    assert state.view(0)["players"][0]["cards"] == 0


@rule("my_gold_mine.exit.double")
def test_a_double_step_is_two_cards() -> None:
    state = play(mine(players=3).position(exits=["double"]), "draw exit")
    assert places(state) == [2, 4, 4]


@rule("my_gold_mine.exit.double")
def test_a_double_step_of_two_cards_can_lead_out() -> None:
    state = play(mine(players=3).position(dwarfs=[2, 4, 4], exits=["double"]), "draw exit")
    assert state.view(None)["ladder"] == [0]


@rule("my_gold_mine.exit.double_out")
def test_the_second_step_of_a_double_step_is_ignored_at_the_exit() -> None:
    state = play(mine(players=3).position(dwarfs=[1, 4, 4], exits=["double"]), "draw exit")
    assert places(state) == [0, 4, 4]
    assert state.view(None)["ladder"] == [0]
    assert told(state, "move")[-1]["end"] == 0


@rule("my_gold_mine.exit.all")
def test_all_together_moves_every_dwarf_in_the_mine() -> None:
    state = mine(players=4).position(dwarfs=[3, 6, 2, "burnt"], dragon=7, exits=["all"])
    play(state, "draw exit")
    assert places(state) == [2, 5, 1, None]
    assert sorted((step["dwarf"], step["end"]) for step in told(state, "move")) == [
        (0, 2),
        (1, 5),
        (2, 1),
    ]


@rule("my_gold_mine.exit.all")
def test_all_together_also_throws_out_who_would_rather_dig_on() -> None:
    state = mine(players=3).position(dwarfs=[4, 1, 4], exits=["all"], piles=[[], ["plain"], []])
    play(state, "draw exit")
    assert places(state) == [3, 0, 3]
    assert told(state, "leave") == [{"dwarf": 1, "slot": 1, "cards": 1}]
    assert state.seat == 2


@rule("my_gold_mine.exit.swap", "my_gold_mine.exit.choose")
def test_a_swap_may_be_made_with_any_other_dwarf_in_the_mine() -> None:
    state = mine(players=5).position(
        dwarfs=[5, 2, 3, "burnt", "out"],
        dragon=6,
        ladder={4: ["plain"]},
        exits=["small swap"],
    )
    play(state, "draw exit")
    assert names(state) == ["small step", "swap dwarf 2", "swap dwarf 3"]
    play(state, "swap dwarf 3")
    assert places(state) == [3, 2, 5, None, 0]


@rule("my_gold_mine.exit.swap")
@pytest.mark.parametrize(
    ("card", "other"),
    [("small swap", "small step"), ("double swap", "double step"), ("all swap", "all together")],
)
def test_the_swap_stands_beside_each_kind_of_step(card: str, other: str) -> None:
    state = mine(players=2, two_player_variant=False).position(dwarfs=[6, 1], exits=[card])
    play(state, "draw exit")
    assert names(state) == sorted([other, "swap dwarf 2"])
    play(state, "swap dwarf 2")
    assert places(state) == [1, 6]
    assert state.view(None)["exit"]["discard"] == [card]


@rule("my_gold_mine.exit.swap_same_card")
def test_a_swap_on_the_same_card_changes_nothing() -> None:
    state = mine(players=3).position(dwarfs=[4, 4, 2], exits=["double swap"])
    play(state, "draw exit")
    assert "swap dwarf 2" in names(state)
    play(state, "swap dwarf 2")
    assert places(state) == [4, 4, 2]
    assert state.seat == 1


@rule("my_gold_mine.exit.swap_places_only")
def test_a_swap_leaves_gold_and_order_as_they_were() -> None:
    state = mine(players=3, open_gold=True).position(
        dwarfs=[6, 4, 1], exits=["small swap"], piles=[["plain"], ["red"], ["red", "red"]]
    )
    play(state, "draw exit", "swap dwarf 3")
    assert places(state) == [1, 4, 6]
    assert [player["gold"] for player in state.view(None)["players"]] == [1, 2, 4]
    assert state.seat == 1
    play(state, "dig")
    assert state.seat == 2


@rule("my_gold_mine.exit.swap_alone", "my_gold_mine.exit.obey")
@pytest.mark.parametrize(("card", "end"), [("small swap", 4), ("double swap", 3), ("all swap", 4)])
def test_the_last_dwarf_cannot_swap_and_must_do_the_other_action(card: str, end: int) -> None:
    state = mine(players=3).position(
        dwarfs=[5, "burnt", "out"], dragon=6, ladder={2: []}, exits=[card]
    )
    play(state, "draw exit")
    assert places(state) == [end, None, 0]
    assert state.view(None)["exit"]["discard"] == [card]
    assert names(state) == ["dig", "draw exit"]


@rule("my_gold_mine.exit.nothing_possible")
def test_a_swap_only_card_of_the_last_dwarf_is_discarded_without_effect() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[5, "burnt"], dragon=6, exits=["swap", "small"], short_exits=True
    )
    play(state, "draw exit")
    assert places(state) == [5, None]
    assert told(state, "void") == [{"dwarf": 0, "card": "swap"}]
    assert state.view(None)["exit"]["discard"][-1] == "swap"
    assert names(state) == ["dig", "draw exit"]


@rule("my_gold_mine.exit.nothing_possible", "my_gold_mine.material.exit")
def test_in_our_deck_a_swap_never_stands_alone() -> None:
    unseen = mine(players=3).start(seed=1).view(None)["exit"]["unseen"]
    assert not unseen.get("swap")


@rule("my_gold_mine.exit.bonus", "my_gold_mine.exit.bonus_worth")
def test_the_bonus_is_kept_in_the_pile_and_the_dwarf_stays() -> None:
    state = mine(players=3).position(exits=["double bonus"], piles=[["red"], [], []])
    play(state, "draw exit")
    assert names(state) == ["double step", "gold bonus"]
    play(state, "gold bonus")
    assert places(state) == [4, 4, 4]
    view = state.view(0)
    assert (view["players"][0]["cards"], view["players"][0]["gold"]) == (2, 5)
    assert view["exit"]["discard"] == []
    assert told(state, "bonus") == [{"dwarf": 0}]
    assert state.seat == 1


@rule("my_gold_mine.exit.bonus")
def test_who_takes_the_step_does_not_get_the_bonus() -> None:
    state = mine(players=3).position(exits=["double bonus"])
    play(state, "draw exit", "double step")
    assert places(state) == [2, 4, 4]
    assert state.view(0)["players"][0]["gold"] == 0
    assert state.view(None)["exit"]["discard"] == ["double bonus"]


@rule("my_gold_mine.exit.bonus_worth")
def test_the_bonus_is_carried_out_with_the_pile() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 4, 4], piles=[["plain", "bonus"], [], []], exits=["small"]
    )
    play(state, "draw exit")
    assert state.view(0)["dwarfs"][0]["gold"] == 4


@rule("my_gold_mine.exit.choose")
def test_the_choice_comes_after_the_draw_and_belongs_to_who_drew() -> None:
    state = mine(players=3).position(exits=["small all"])
    play(state, "draw exit")
    assert state.seat == 0
    assert state.view(None)["exit"]["drawn"] == "small all"
    assert places(state) == [4, 4, 4]
    assert names(state) == ["all together", "small step"]


@rule("my_gold_mine.exit.choose")
def test_one_of_two_actions_is_done_and_not_both() -> None:
    game = mine(players=3)
    small = play(game.position(exits=["small all"]), "draw exit", "small step")
    assert places(small) == [3, 4, 4]
    every = play(game.position(exits=["small all"]), "draw exit", "all together")
    assert places(every) == [3, 3, 3]


@rule("my_gold_mine.exit.obey")
@pytest.mark.parametrize("card", ["small", "double", "all"])
def test_a_card_with_one_action_is_obeyed_at_once(card: str) -> None:
    state = mine(players=3).position(dwarfs=[1, 4, 4], exits=[card])
    play(state, "draw exit")
    assert state.view(None)["ladder"] == [0]
    assert state.view(0)["dwarfs"][0]["gold"] == 0
    assert state.seat == 1


@rule("my_gold_mine.exit.obey")
def test_after_the_draw_nothing_else_can_be_done() -> None:
    state = play(mine(players=3).position(exits=["small swap"]), "draw exit")
    for name in ("dig", "draw exit", "double step", "gold bonus", "all together", "swap dwarf 1"):
        before = state.text()
        with pytest.raises(dvergar.IllegalMove):
            play(state, name)
        assert state.text() == before


@rule("my_gold_mine.exit.discard")
def test_used_cards_lie_on_the_discard_in_order() -> None:
    state = mine(players=3).position(exits=["small", "double swap", "small all"])
    play(state, "draw exit", "draw exit", "double step", "draw exit", "small step")
    pile = state.view(None)["exit"]
    assert pile["discard"] == ["small", "double swap", "small all"]
    assert pile["cards"] == 13


@rule("my_gold_mine.exit.discard")
def test_a_card_is_discarded_only_when_it_has_been_carried_out() -> None:
    state = mine(players=3).position(exits=["double swap"])
    play(state, "draw exit")
    pile = state.view(None)["exit"]
    assert (pile["drawn"], pile["discard"], pile["cards"]) == ("double swap", [], 15)
    play(state, "double step")
    pile = state.view(None)["exit"]
    assert (pile["drawn"], pile["discard"], pile["cards"]) == (None, ["double swap"], 15)


@rule("my_gold_mine.exit.reshuffle")
def test_the_discard_becomes_the_deck_as_soon_as_the_last_card_is_done() -> None:
    state = mine(players=3).position(exits=["small"], short_exits=True)
    assert state.view(None)["exit"]["cards"] == 1
    assert len(state.view(None)["exit"]["discard"]) == 15
    play(state, "draw exit")
    assert places(state) == [3, 4, 4]
    pile = state.view(None)["exit"]
    assert (pile["cards"], pile["discard"], pile["drawn"]) == (16, [], None)
    assert pile["unseen"]["small swap"] == 3
    assert told(state, "reshuffle") == [{"cards": 16}]


@rule("my_gold_mine.exit.reshuffle")
def test_the_last_card_is_carried_out_before_the_shuffle() -> None:
    state = mine(players=3).position(exits=["small swap"], short_exits=True)
    play(state, "draw exit")
    pile = state.view(None)["exit"]
    assert (pile["cards"], len(pile["discard"]), pile["drawn"]) == (0, 15, "small swap")
    play(state, "swap dwarf 2")
    pile = state.view(None)["exit"]
    assert (pile["cards"], pile["discard"], pile["drawn"]) == (16, [], None)


@rule("my_gold_mine.exit.reshuffle")
def test_the_new_deck_is_shuffled() -> None:
    game = mine(players=3)
    drawn = set()
    for seed in range(100):
        state = game.position(exits=["small"], short_exits=True, seed=seed)
        play(state, "draw exit", "draw exit")
        drawn |= {fact["card"] for fact in told(state, "draw")}
    assert len(drawn) >= 7


@rule("my_gold_mine.exit.reshuffle_bonus")
def test_a_bonus_kept_as_the_last_card_is_missing_from_the_new_deck() -> None:
    state = mine(players=3).position(exits=["double bonus"], short_exits=True)
    play(state, "draw exit", "gold bonus")
    pile = state.view(None)["exit"]
    assert (pile["cards"], pile["discard"]) == (15, [])
    assert not pile["unseen"].get("double bonus")
    assert told(state, "reshuffle") == [{"cards": 15}]


@rule("my_gold_mine.exit.reshuffle_bonus")
def test_a_bonus_kept_before_is_missing_from_the_new_deck() -> None:
    state = mine(players=3).position(exits=["small"], short_exits=True, piles=[[], ["bonus"], []])
    play(state, "draw exit")
    assert state.view(None)["exit"]["cards"] == 15
    assert not state.view(None)["exit"]["unseen"].get("double bonus")


@rule("my_gold_mine.exit.reshuffle_bonus")
def test_a_bonus_carried_out_is_missing_from_the_new_deck() -> None:
    state = mine(players=3).position(
        dwarfs=[4, "out", 4], ladder={1: ["bonus"]}, exits=["small"], short_exits=True
    )
    play(state, "draw exit")
    assert state.view(None)["exit"]["cards"] == 15


@rule("my_gold_mine.leave.slot")
def test_the_first_one_out_gets_the_top_slot_and_the_next_one_below() -> None:
    state = mine(players=3).position(dwarfs=[1, 4, 1], exits=["small", "small", "double"])
    play(state, "draw exit", "draw exit", "draw exit")
    view = state.view(None)
    assert view["ladder"] == [0, 2]
    assert [dwarf["slot"] for dwarf in view["dwarfs"]] == [1, None, 2]


@rule("my_gold_mine.leave.safe")
def test_the_dragon_cannot_reach_a_dwarf_outside() -> None:
    state = mine(players=3).position(
        dwarfs=["out", 1, 1],
        dragon=3,
        ladder={0: ["red", "plain"]},
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    dwarf = state.view(0)["dwarfs"][0]
    assert (dwarf["state"], dwarf["slot"], dwarf["cards"], dwarf["gold"]) == ("out", 1, 2, 3)


@rule("my_gold_mine.leave.stays_out")
def test_a_dwarf_outside_is_moved_by_no_card() -> None:
    state = mine(players=3).position(
        dwarfs=["out", 4, 4], ladder={0: ["plain"]}, exits=["all", "all swap"]
    )
    play(state, "draw exit")
    assert places(state) == [0, 3, 3]
    play(state, "draw exit")
    assert names(state) == ["all together", "swap dwarf 2"]
    play(state, "all together")
    assert places(state) == [0, 2, 2]
    assert state.view(None)["ladder"] == [0]


@rule("my_gold_mine.leave.together")
def test_who_leave_together_are_placed_from_the_acting_dwarf_clockwise() -> None:
    state = mine(players=4).position(dwarfs=[1, 1, 1, 1], turn=2, exits=["all"])
    play(state, "draw exit")
    leaves = [(fact["dwarf"], fact["slot"]) for fact in told(state, "leave")]
    assert leaves == [(2, 1), (3, 2), (0, 3), (1, 4)]


@rule("my_gold_mine.leave.together")
def test_placing_goes_on_below_those_who_are_out_already() -> None:
    state = mine(players=4).position(
        dwarfs=[1, "out", 4, 1], ladder={1: ["plain"]}, turn=3, exits=["all"]
    )
    play(state, "draw exit")
    assert state.view(None)["ladder"] == [1, 3, 0]


@rule("my_gold_mine.leave.together_start")
def test_counting_starts_at_the_acting_dwarf_even_if_it_stays_inside() -> None:
    state = mine(players=3).position(dwarfs=[1, 2, 1], turn=1, exits=["all"])
    play(state, "draw exit")
    assert state.view(None)["ladder"] == [2, 0]
    assert places(state) == [0, 1, 0]
    assert state.seat == 1


@rule("my_gold_mine.leave.slots_for_all", "my_gold_mine.dig.no_limit")
def test_the_ladder_has_room_for_six_dwarfs() -> None:
    state = mine(players=6).position(dwarfs=[1] * 6, turn=4, exits=["all"])
    play(state, "draw exit")
    leaves = [(fact["dwarf"], fact["slot"]) for fact in told(state, "leave")]
    assert leaves == [(4, 1), (5, 2), (0, 3), (1, 4), (2, 5), (3, 6)]
