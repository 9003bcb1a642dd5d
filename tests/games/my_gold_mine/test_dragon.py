"""The dragon: when it moves, whom it burns, what they lose, and where it stops."""

from __future__ import annotations

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, places, told


@rule("my_gold_mine.dragon.moves")
@pytest.mark.parametrize("start", [3, 4, 5, 6, 7, 8])
def test_a_dragon_on_the_deck_moves_the_dragon_one_card(start: int) -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], dragon=start, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert state.view(None)["dragon"] == start - 1
    assert told(state, "dragon") == [{"start": start, "end": start - 1}]
    assert told(state, "reveal") == [{"card": "dragon"}, {"card": "plain"}]


@rule("my_gold_mine.dragon.moves")
def test_gold_on_the_deck_leaves_the_dragon_alone() -> None:
    state = mine(players=3).position(dragon=6, extraction=["plain", "red", "dragon"])
    play(state, "dig")
    assert state.view(None)["dragon"] == 6
    assert told(state, "dragon") == []


@rule("my_gold_mine.dragon.burns")
def test_all_dwarfs_on_the_swept_card_are_burnt_and_no_others() -> None:
    state = mine(players=4).position(
        dwarfs=[3, 4, 4, 1], dragon=5, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [3, None, None, 1]
    assert [dwarf["state"] for dwarf in state.view(None)["dwarfs"]] == [
        "inside",
        "burnt",
        "burnt",
        "inside",
    ]
    assert sorted(burnt["dwarf"] for burnt in told(state, "burn")) == [1, 2]


@rule("my_gold_mine.dragon.burns")
def test_the_dragon_also_burns_the_dwarf_that_woke_it() -> None:
    state = mine(players=3).position(
        dwarfs=[4, 3, 3], dragon=5, extraction=["plain", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [None, 3, 3]
    assert state.seat == 1


@rule("my_gold_mine.dragon.card_away")
def test_a_dragon_card_is_out_for_the_rest_of_the_round() -> None:
    state = mine(players=3).position(extraction=["plain", "dragon", "plain"])
    assert state.view(None)["extraction"]["hidden"]["dragon"] == 9
    play(state, "dig")
    view = state.view(None)["extraction"]
    assert (view["cards"], view["top"], view["hidden"]["dragon"]) == (56, "plain", 8)


@rule("my_gold_mine.dragon.card_away", "my_gold_mine.next.setup")
def test_dragon_cards_come_back_in_the_next_round() -> None:
    state = mine(players=3).position(
        dwarfs=[1, "burnt", "burnt"], dragon=4, extraction=["plain", "plain"], exits=["small"]
    )
    assert state.view(None)["extraction"]["hidden"]["dragon"] == 5
    play(state, "draw exit")
    assert state.view(None)["round"] == 2
    assert state.view(None)["extraction"]["hidden"]["dragon"] == 9


@rule("my_gold_mine.dragon.again")
def test_two_dragons_in_a_row_move_and_burn_twice() -> None:
    state = mine(players=3).position(
        dwarfs=[5, 4, 1], dragon=6, extraction=["plain", "dragon", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [None, None, 1]
    steps = [
        (event.kind, event.facts.get("dwarf", event.facts.get("end")))
        for event in state.events()
        if event.kind in ("dragon", "burn")
    ]
    assert steps == [("dragon", 5), ("burn", 0), ("dragon", 4), ("burn", 1)]


@rule("my_gold_mine.dragon.again")
def test_a_chain_of_dragons_ends_when_gold_shows() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], extraction=["plain", *["dragon"] * 5, "blue", "dragon"]
    )
    play(state, "dig")
    assert state.view(None)["dragon"] == 3
    assert len(told(state, "dragon")) == 5
    assert state.view(None)["extraction"]["top"] == "blue"
    assert state.view(None)["extraction"]["hidden"]["dragon"] == 4


@rule("my_gold_mine.dragon.again")
def test_a_dwarf_between_two_dragon_moves_gets_no_time_to_run() -> None:
    state = mine(players=3).position(
        dwarfs=[3, 6, 1], extraction=["blue", "dragon", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [2, None, 1]
    assert state.view(None)["dragon"] == 6


@rule("my_gold_mine.dragon.stops")
def test_the_round_ends_when_the_dragon_is_next_to_the_exit() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], dragon=2, extraction=["plain", "dragon", "dragon", "dragon"]
    )
    play(state, "dig")
    assert told(state, "dragon") == [{"start": 2, "end": 1}]
    assert sorted(burnt["dwarf"] for burnt in told(state, "burn")) == [0, 1, 2]
    assert told(state, "round_over") == [{"round": 1, "winner": -1}]
    assert state.view(None)["round"] == 2


@rule("my_gold_mine.dragon.stops")
def test_seven_dragons_in_a_row_sweep_the_whole_mine() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[1, 4], extraction=["plain", *["dragon"] * 9]
    )
    play(state, "dig")
    assert [step["end"] for step in told(state, "dragon")] == [7, 6, 5, 4, 3, 2, 1]
    assert state.view(None)["round"] == 2


@rule("my_gold_mine.dragon.stops")
def test_dwarfs_outside_are_ranked_when_the_dragon_ends_the_round() -> None:
    state = mine(players=3).position(
        dwarfs=["out", 1, 1],
        dragon=2,
        extraction=["plain", "dragon", "plain"],
        ladder={0: ["plain"]},
        piles=[[], ["red"], []],
    )
    play(state, "dig")
    assert told(state, "round_over") == [{"round": 1, "winner": 0}]


@rule("my_gold_mine.dragon.ahead")
@pytest.mark.parametrize(("place", "dragon"), [(5, 5), (6, 5), (7, 3), (1, 1), (4, 4)])
def test_nobody_can_be_on_or_behind_the_dragon(place: int, dragon: int) -> None:
    with pytest.raises(dvergar.PositionError):
        mine(players=3).position(dwarfs=[place, 1, 1], dragon=dragon)


@rule("my_gold_mine.dragon.ahead")
def test_three_red_doors_lead_next_to_the_dragon_and_no_further() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[5, 1], dragon=8, extraction=["red", "plain"] * 3 + ["plain"]
    )
    play(state, *["dig"] * 6)
    assert places(state) == [7, 1]


@rule("my_gold_mine.dragon.asleep")
def test_an_exit_draw_never_moves_the_dragon() -> None:
    state = mine(players=3).position(
        dwarfs=[7, 4, 4], extraction=["plain", "dragon", "dragon"], exits=["small"]
    )
    play(state, "draw exit")
    view = state.view(None)
    assert view["dragon"] == 8
    assert (view["extraction"]["top"], view["extraction"]["cards"]) == ("plain", 58)
    assert not {"reveal", "dragon", "burn"} & {event.kind for event in state.events()}


@rule("my_gold_mine.dragon.asleep")
def test_the_last_dwarf_can_walk_out_safely() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[3, "burnt"], dragon=4, extraction=["plain", "dragon"], exits=["small", "double"]
    )
    play(state, "draw exit", "draw exit")
    assert state.view(None)["round"] == 2
    assert told(state, "leave") == [{"dwarf": 0, "slot": 1, "cards": 0}]


@rule("my_gold_mine.dragon.gold_lost")
def test_a_burnt_dwarf_loses_its_pile_for_good() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 4, 1],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
        piles=[[], ["red", "red", "blue"], []],
    )
    before = state.view(None)["extraction"]
    play(state, "dig")
    assert told(state, "burn") == [{"dwarf": 1, "cards": 3}]
    assert state.view(None)["players"][1]["cards"] == 0
    assert state.view(1)["players"][1]["gold"] == 0
    after = state.view(None)["extraction"]
    assert after["cards"] == before["cards"] - 2
    assert (after["hidden"]["red"], after["hidden"]["blue"]) == (
        before["hidden"]["red"],
        before["hidden"]["blue"],
    )


@rule("my_gold_mine.dragon.gold_lost")
def test_the_card_just_dug_is_lost_too() -> None:
    state = mine(players=3).position(
        dwarfs=[4, 1, 1],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
        piles=[["red"], [], []],
    )
    assert told(play(state, "dig"), "burn") == [{"dwarf": 0, "cards": 2}]


@rule("my_gold_mine.dragon.bonus_lost")
def test_the_bonus_of_a_burnt_dwarf_leaves_the_round() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 4, 1],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
        piles=[[], ["plain", "bonus"], []],
    )
    assert state.view(None)["exit"]["cards"] == 15
    play(state, "dig")
    assert told(state, "burn") == [{"dwarf": 1, "cards": 2}]
    pile = state.view(None)["exit"]
    assert pile["cards"] == 15
    assert pile["discard"] == []
    assert not pile["unseen"].get("double bonus")


@rule("my_gold_mine.dragon.bonus_lost", "my_gold_mine.next.setup")
def test_the_bonus_of_a_burnt_dwarf_is_back_in_the_next_round() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[1, 4],
        dragon=5,
        extraction=["blue", "dragon", "plain"],
        piles=[[], ["bonus"]],
    )
    play(state, "dig")
    assert state.view(None)["round"] == 2
    pile = state.view(None)["exit"]
    assert (pile["cards"], pile["unseen"]["double bonus"]) == (16, 1)


@rule("my_gold_mine.dragon.nuggets_safe")
def test_big_nuggets_are_never_lost() -> None:
    state = mine(players=3).position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=[1, 4, 4],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
    )
    play(state, "dig")
    assert places(state) == [1, None, None]
    assert [player["nuggets"] for player in state.view(None)["players"]] == [3, 2, 1]


@rule("my_gold_mine.dragon.unranked")
def test_a_burnt_dwarf_has_no_slot_and_no_rank() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 4, 1],
        dragon=5,
        extraction=["plain", "dragon", "plain"],
        piles=[[], ["red", "red"], []],
        exits=["small", "small"],
    )
    play(state, "dig")
    assert state.view(None)["dwarfs"][1]["slot"] is None
    play(state, "draw exit", "draw exit")
    [result] = state.view(None)["results"]
    assert [entry["dwarf"] for entry in result["ranking"]] == [0]
    assert result["winner"] == 0
