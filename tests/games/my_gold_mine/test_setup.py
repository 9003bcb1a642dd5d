"""How a game and a round begin: the material, the mine, the decks, and who starts.

A fresh table is looked at as a spectator would; later rounds are reached by letting the last dwarf
walk out of the mine.
"""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, places

PLAYERS = [2, 3, 4, 5, 6]
EXTRACTION = {"plain": 29, "red": 15, "blue": 5, "dragon": 9}
EXIT = {
    "small": 2,
    "double": 2,
    "all": 2,
    "small swap": 3,
    "double swap": 2,
    "all swap": 2,
    "small all": 2,
    "double bonus": 1,
}


def extraction_cards(view: dict[str, Any]) -> dict[str, int]:
    """How many of each Extraction card are in the deck, the top one included."""
    counts = dict(view["extraction"]["hidden"])
    top = view["extraction"]["top"]
    counts[top] = counts.get(top, 0) + 1
    return {name: count for name, count in counts.items() if count}


def exit_cards(view: dict[str, Any]) -> dict[str, int]:
    """How many of each Exit card are in the face-down deck."""
    return {name: count for name, count in view["exit"]["unseen"].items() if count}


def second_round(seed: int) -> Any:
    """The start of round two: the last dwarf has just walked out with one nugget."""
    game = mine(players=3)
    state = game.position(
        dwarfs=[1, "burnt", "burnt"],
        dragon=5,
        exits=["small"],
        piles=[["plain"], [], []],
        seed=seed,
    )
    return play(state, "draw exit")


@rule("my_gold_mine.aim.players")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_six_can_play(players: int) -> None:
    assert len(mine(players=players).start(seed=1).view(None)["players"]) == players


@rule("my_gold_mine.aim.players")
@pytest.mark.parametrize("players", [-1, 0, 1, 7, "3", 3.0, True, None])
def test_no_other_number_can_play(players: object) -> None:
    with pytest.raises(dvergar.OptionError):
        mine(players=players)


@rule("my_gold_mine.aim.players")
def test_three_play_if_nothing_is_said() -> None:
    assert mine().players == 3


@rule("my_gold_mine.material.mine", "my_gold_mine.setup.wagon")
def test_the_wagon_is_four_steps_from_the_exit() -> None:
    state = mine(players=3).position(extraction=["plain"] * 5, exits=["double", "double"])
    play(state, "draw exit", "dig", "dig")
    assert places(state) == [2, 4, 4]
    play(state, "draw exit")
    assert places(state) == [0, 4, 4]


@rule("my_gold_mine.material.mine")
def test_three_mine_cards_lie_between_the_wagon_and_the_dragon() -> None:
    state = mine(players=2, two_player_variant=False).position(
        extraction=["red", "plain"] * 3 + ["plain"]
    )
    play(state, *["dig"] * 6)
    assert places(state) == [7, 4]
    assert state.view(None)["dragon"] == 8


@rule("my_gold_mine.material.mine")
@pytest.mark.parametrize("place", [0, 8, 9, -1])
def test_there_is_no_mine_card_outside_one_to_seven(place: int) -> None:
    with pytest.raises(dvergar.PositionError):
        mine(players=3).position(dwarfs=[place, 4, 4])


@rule("my_gold_mine.material.extraction", "my_gold_mine.setup.extraction_deck")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_extraction_deck_has_58_cards_with_the_top_one_visible(players: int) -> None:
    view = mine(players=players).start(seed=players).view(None)
    assert view["extraction"]["cards"] == 58
    assert view["extraction"]["top"] in EXTRACTION
    assert extraction_cards(view) == EXTRACTION


@rule("my_gold_mine.setup.extraction_deck")
def test_the_extraction_deck_is_shuffled() -> None:
    game = mine(players=3)
    tops = {game.start(seed=seed).view(None)["extraction"]["top"] for seed in range(60)}
    assert tops == {"plain", "red", "blue"}


@rule("my_gold_mine.material.exit", "my_gold_mine.setup.exit_deck")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_exit_deck_has_16_cards_face_down(players: int) -> None:
    pile = mine(players=players).start(seed=players).view(None)["exit"]
    assert (pile["cards"], pile["discard"], pile["drawn"]) == (16, [], None)
    assert {name: count for name, count in pile["unseen"].items() if count} == EXIT


@rule("my_gold_mine.setup.exit_deck")
def test_the_exit_deck_is_shuffled() -> None:
    game = mine(players=3)
    drawn = set()
    for seed in range(120):
        state = play(game.start(seed=seed), "draw exit")
        drawn |= {event["card"] for event in state.events() if event.kind == "draw"}
    assert drawn == set(EXIT)


@rule("my_gold_mine.material.big_nuggets")
def test_twelve_big_nuggets_are_enough_for_two_full_rounds() -> None:
    state = mine(players=3).position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=[1, 1, 1],
        piles=[["plain"], ["plain"], ["plain"]],
        exits=["all"],
    )
    play(state, "draw exit")
    assert sum(player["nuggets"] for player in state.view(None)["players"]) == 12


@rule("my_gold_mine.setup.wagon")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_dwarf_begins_on_the_wagon(players: int) -> None:
    state = mine(players=players).start(seed=3)
    assert places(state) == [4] * (4 if players == 2 else players)
    assert all(dwarf["state"] == "inside" for dwarf in state.view(None)["dwarfs"])


@rule("my_gold_mine.setup.dragon")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_dragon_begins_at_the_far_right(players: int) -> None:
    assert mine(players=players).start(seed=3).view(None)["dragon"] == 8


@rule("my_gold_mine.setup.gold_on_top")
def test_no_game_begins_with_a_dragon_on_top() -> None:
    game = mine(players=3)
    views = [game.start(seed=seed).view(None) for seed in range(200)]
    assert all(view["extraction"]["top"] != "dragon" for view in views)
    assert all(extraction_cards(view) == EXTRACTION and view["dragon"] == 8 for view in views)


@rule("my_gold_mine.setup.gold_on_top")
def test_no_later_round_begins_with_a_dragon_on_top() -> None:
    for seed in range(100):
        state = second_round(seed)
        view = state.view(None)
        assert view["round"] == 2
        assert view["extraction"]["top"] != "dragon"
        assert extraction_cards(view) == EXTRACTION
        assert view["dragon"] == 8
        assert not [event for event in state.events() if event.kind == "dragon"]


@rule("my_gold_mine.setup.gold_on_top")
def test_the_gold_on_top_is_as_common_as_in_the_deck() -> None:
    game = mine(players=3)
    tops = [game.start(seed=seed).view(None)["extraction"]["top"] for seed in range(600)]
    assert 0.50 < tops.count("plain") / 600 < 0.68  # 29 of 49 gold cards
    assert 0.22 < tops.count("red") / 600 < 0.40  # 15 of 49
    assert 0.05 < tops.count("blue") / 600 < 0.17  # 5 of 49


@rule("my_gold_mine.setup.first_player")
@pytest.mark.parametrize("players", PLAYERS)
def test_lots_are_drawn_for_the_first_player(players: int) -> None:
    game = mine(players=players)
    states = [game.start(seed=seed) for seed in range(120)]
    assert {state.seat for state in states} == set(range(players))
    assert all(state.view(None)["starter"] == state.seat for state in states)


@rule("my_gold_mine.next.setup")
def test_everything_is_set_up_anew_for_the_next_round() -> None:
    view = second_round(seed=5).view(None)
    assert (view["round"], view["dragon"], view["ladder"]) == (2, 8, [])
    assert [dwarf["place"] for dwarf in view["dwarfs"]] == [4, 4, 4]
    assert [dwarf["state"] for dwarf in view["dwarfs"]] == ["inside"] * 3
    assert [dwarf["slot"] for dwarf in view["dwarfs"]] == [None] * 3
    assert [dwarf["cards"] for dwarf in view["dwarfs"]] == [0] * 3
    assert [player["cards"] for player in view["players"]] == [0] * 3
    assert extraction_cards(view) == EXTRACTION
    assert exit_cards(view) == EXIT
    assert (view["exit"]["cards"], view["exit"]["discard"]) == (16, [])


@rule("my_gold_mine.next.setup")
def test_a_new_round_is_announced() -> None:
    [new] = [event for event in second_round(seed=1).events() if event.kind == "round"]
    assert (new["round"], new["starter"]) == (2, 0)


@pytest.mark.parametrize(
    "position",
    [
        {"dwarfs": [4, 4]},
        {"dwarfs": [4, 4, 4, 4]},
        {"dwarfs": [-1, 4, 4]},
        {"dwarfs": ["lost", 4, 4]},
        {"dwarfs": ["out", 4, 4]},
        {"dwarfs": ["burnt", "burnt", "burnt"], "dragon": 5},
        {"ladder": {0: []}, "dwarfs": [4, 4, 4]},
        {"ladder": {3: ["plain"]}},
        {"dragon": 9},
        {"dragon": 0},
        {"dwarfs": ["burnt", 4, 4], "dragon": 6, "turn": 0},
        {"turn": 3},
        {"turn": -1},
        {"starter": 3},
        {"starter": -1},
        {"round": 0},
        {"round": 4},
        {"extraction": ["dragon"]},
        {"extraction": ["gold"]},
        {"extraction": ["blue"] * 6},
        {"extraction": ["plain", *["dragon"] * 9], "dragon": 7},
        {"exits": ["jump"]},
        {"exits": ["double bonus", "double bonus"]},
        {"piles": [["plain"], []]},
        {"piles": [["dragon"], [], []]},
        {"piles": [["gold"], [], []]},
        {"piles": [["bonus"], ["bonus"], []]},
        {"piles": [["plain"], [], []], "dwarfs": ["burnt", 4, 4], "dragon": 6},
        {"piles": [["bonus"], [], []], "exits": ["double bonus"]},
        {"nuggets": [0, 0]},
        {"nuggets": [-1, 0, 0], "round": 2},
        {"nuggets": [6, 6, 6], "round": 3},
        {"round_two_ladder": [3], "round": 3},
        {"round_two_ladder": [0, 0], "round": 3},
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any]) -> None:
    with pytest.raises(dvergar.PositionError):
        mine(players=3).position(**position)
