"""Digging: taking the visible Extraction card, its gold and its door."""

from __future__ import annotations

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import kinds, mine, names, places, told


@rule("my_gold_mine.dig.top_card")
@pytest.mark.parametrize(("card", "gold"), [("plain", 1), ("red", 2), ("blue", 1)])
def test_who_digs_gets_the_visible_card(card: str, gold: int) -> None:
    state = mine(players=3).position(extraction=[card, "plain"])
    assert state.view(None)["extraction"]["top"] == card
    play(state, "dig")
    assert told(state, "dig") == [{"dwarf": 0, "card": card, "gold": gold}]
    assert state.view(0)["players"][0]["gold"] == gold


@rule("my_gold_mine.dig.top_card")
def test_the_next_card_is_bared() -> None:
    state = mine(players=3).position(extraction=["plain", "blue", "red"])
    play(state, "dig")
    assert told(state, "reveal") == [{"card": "blue"}]
    view = state.view(None)["extraction"]
    assert (view["top"], view["cards"]) == ("blue", 57)


@rule("my_gold_mine.dig.pile")
def test_cards_pile_up_in_front_of_their_player() -> None:
    state = mine(players=2, two_player_variant=False).position(
        extraction=["plain", "red", "blue", "plain", "plain"]
    )
    play(state, "dig", "dig", "dig", "dig")
    assert [player["cards"] for player in state.view(None)["players"]] == [2, 2]
    assert state.view(0)["players"][0]["gold"] == 2
    assert state.view(1)["players"][1]["gold"] == 3


@rule("my_gold_mine.dig.pile")
def test_the_gold_on_a_pile_is_the_nuggets_on_its_cards() -> None:
    state = mine(players=3).position(piles=[["plain", "red", "blue", "red"], [], ["blue"]])
    assert state.view(0)["players"][0]["gold"] == 6
    assert state.view(2)["players"][2]["gold"] == 1


@rule("my_gold_mine.dig.plain")
def test_without_a_door_the_dwarf_stays() -> None:
    state = play(mine(players=3).position(extraction=["plain", "plain"]), "dig")
    assert places(state) == [4, 4, 4]
    assert state.view(0)["players"][0]["gold"] == 1
    assert told(state, "move") == []


@rule("my_gold_mine.dig.red_door")
def test_a_red_door_leads_one_card_towards_the_dragon() -> None:
    state = play(mine(players=3).position(extraction=["red", "plain"]), "dig")
    assert places(state) == [5, 4, 4]
    assert state.view(0)["players"][0]["gold"] == 2
    assert told(state, "move") == [{"dwarf": 0, "start": 4, "end": 5, "why": "red"}]


@rule("my_gold_mine.dig.blue_door")
def test_a_blue_door_leads_one_card_towards_the_exit() -> None:
    state = play(mine(players=3).position(extraction=["blue", "plain"]), "dig")
    assert places(state) == [3, 4, 4]
    assert state.view(0)["players"][0]["gold"] == 1
    assert told(state, "move") == [{"dwarf": 0, "start": 4, "end": 3, "why": "blue"}]


@rule("my_gold_mine.dig.blue_door_out")
def test_a_blue_door_can_lead_out() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 3, 3], extraction=["blue", "plain"], piles=[["red"], [], []]
    )
    play(state, "dig")
    view = state.view(0)
    assert view["ladder"] == [0]
    assert (view["dwarfs"][0]["state"], view["dwarfs"][0]["place"]) == ("out", 0)
    assert (view["dwarfs"][0]["cards"], view["dwarfs"][0]["gold"]) == (2, 3)
    assert told(state, "leave") == [{"dwarf": 0, "slot": 1, "cards": 2}]


@rule("my_gold_mine.dig.blue_door_out", "my_gold_mine.dig.order")
def test_who_leaves_by_a_blue_door_is_safe_and_the_dragon_moves_for_the_others() -> None:
    state = mine(players=2, two_player_variant=False).position(
        dwarfs=[1, 3], dragon=5, extraction=["blue", "dragon", "plain"]
    )
    play(state, "dig")
    view = state.view(0)
    assert view["ladder"] == [0]
    assert view["dwarfs"][0]["gold"] == 1
    assert view["dragon"] == 4
    assert (view["dwarfs"][1]["state"], view["dwarfs"][1]["place"]) == ("inside", 3)
    assert kinds(state).index("leave") < kinds(state).index("reveal") < kinds(state).index("dragon")


@rule("my_gold_mine.dig.blue_door_out")
def test_the_dragon_bared_by_who_left_burns_those_who_stayed() -> None:
    state = mine(players=3).position(
        dwarfs=[1, 1, 1], dragon=2, extraction=["blue", "dragon", "plain"]
    )
    play(state, "dig")
    assert sorted(burnt["dwarf"] for burnt in told(state, "burn")) == [1, 2]
    [result] = state.view(None)["results"]
    assert [entry["dwarf"] for entry in result["ranking"]] == [0]


@rule("my_gold_mine.dig.red_door_at_dragon")
def test_at_a_red_door_next_to_the_dragon_the_dwarf_stays_with_both_nuggets() -> None:
    state = mine(players=3).position(dwarfs=[7, 4, 4], extraction=["red", "plain"])
    assert names(state) == ["dig", "draw exit"]
    play(state, "dig")
    assert places(state) == [7, 4, 4]
    assert state.view(0)["players"][0]["gold"] == 2
    assert told(state, "stay") == [{"dwarf": 0}]
    assert told(state, "move") == []


@rule("my_gold_mine.dig.red_door_at_dragon")
def test_who_stayed_at_the_red_door_burns_when_the_dragon_comes() -> None:
    state = mine(players=3).position(dwarfs=[7, 4, 4], extraction=["red", "dragon", "plain"])
    play(state, "dig")
    view = state.view(0)
    assert view["dragon"] == 7
    assert (view["dwarfs"][0]["state"], view["dwarfs"][0]["place"]) == ("burnt", None)
    assert view["players"][0]["gold"] == 0


@rule("my_gold_mine.dig.red_door_at_dragon")
@pytest.mark.parametrize("dragon", [2, 3, 4, 5, 6, 7])
def test_next_to_the_dragon_is_wherever_the_dragon_is(dragon: int) -> None:
    state = mine(players=3).position(
        dwarfs=[dragon - 1, 1, 1], dragon=dragon, extraction=["red", "plain"]
    )
    assert places(play(state, "dig"))[0] == dragon - 1


@rule("my_gold_mine.dig.order")
def test_the_blue_door_saves_from_the_dragon_under_the_card() -> None:
    state = mine(players=3).position(
        dwarfs=[4, 1, 1], dragon=5, extraction=["blue", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [3, 1, 1]
    assert state.view(None)["dragon"] == 4


@rule("my_gold_mine.dig.order")
def test_the_red_door_leads_into_the_fire_of_the_dragon_under_the_card() -> None:
    state = mine(players=3).position(
        dwarfs=[3, 1, 1], dragon=5, extraction=["red", "dragon", "plain"]
    )
    play(state, "dig")
    assert places(state) == [None, 1, 1]
    assert kinds(state) == ["dig", "move", "reveal", "dragon", "burn", "reveal"]


@rule("my_gold_mine.dig.no_limit")
def test_any_number_of_dwarfs_may_stand_on_a_mine_card() -> None:
    state = mine(players=6).position(dwarfs=[4, 5, 5, 5, 5, 5], extraction=["red", "plain"])
    assert places(play(state, "dig")) == [5] * 6


@rule("my_gold_mine.dig.deck_empty")
def test_from_an_empty_deck_nobody_can_dig() -> None:
    state = mine(players=3).position(extraction=["plain"], short_deck=True, exits=["small"])
    assert names(state) == ["dig", "draw exit"]
    play(state, "dig")
    view = state.view(None)["extraction"]
    assert (view["top"], view["cards"]) == (None, 0)
    assert names(state) == ["draw exit"]
    with pytest.raises(dvergar.IllegalMove):
        play(state, "dig")
    play(state, "draw exit")
    assert places(state) == [4, 3, 4]
    assert names(state) == ["draw exit"]


@rule("my_gold_mine.dig.deck_empty")
def test_a_deck_may_end_with_a_dragon() -> None:
    state = mine(players=3).position(extraction=["plain", "dragon"], short_deck=True)
    play(state, "dig")
    assert state.view(None)["dragon"] == 7
    assert state.view(None)["extraction"]["top"] is None
    assert names(state) == ["draw exit"]


@rule("my_gold_mine.dig.deck_empty")
def test_two_cards_are_left_even_if_the_whole_deck_is_dug_up() -> None:
    """The worst order of all: one dwarf waits beside the exit until all gold is dug up."""
    waiting = ["plain"] * 24
    busy = ["red"] * 15 + ["blue"] * 5 + ["plain"] * 4
    order = [card for pair in zip(waiting, busy, strict=True) for card in pair]
    order += ["plain", *["dragon"] * 9]
    state = mine(players=2, two_player_variant=False).position(dwarfs=[1, 4], extraction=order)
    digs = 0
    while state.view(None)["round"] == 1:
        left = state.view(None)["extraction"]["cards"]
        play(state, "dig")
        digs += 1
    assert digs == 49
    assert [step["end"] for step in told(state, "dragon")] == [7, 6, 5, 4, 3, 2, 1]
    assert left - 1 - 7 == 2
