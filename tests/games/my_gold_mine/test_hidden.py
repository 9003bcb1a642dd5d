"""What everybody may see and what nobody may know: views, imagined copies, the log.

Two positions that differ only in what is hidden must look the same to everybody, and an imagined
copy must agree with everything seen so far and with nothing else.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.my_gold_mine.tables import mine, told


def golds(view: dict[str, Any]) -> list[int | None]:
    """The gold in the open piles, as far as it is seen."""
    return [player["gold"] for player in view["players"]]


@rule("my_gold_mine.table.open")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_everybody_sees_the_mine_the_top_card_the_discard_and_all_counts(seat: int | None) -> None:
    state = mine().position(
        round=2,
        nuggets=[3, 2, 1],
        dwarfs=[5, "out", 2],
        dragon=6,
        ladder={1: ["red", "plain"]},
        piles=[["plain"], [], ["red", "blue", "bonus"]],
        extraction=["blue", "dragon"],
        exits=["small", "all"],
    )
    play(state, "draw exit")
    view = state.view(seat)
    assert (view["round"], view["dragon"], view["ladder"]) == (2, 6, [1])
    assert [dwarf["place"] for dwarf in view["dwarfs"]] == [4, 0, 2]
    assert [dwarf["slot"] for dwarf in view["dwarfs"]] == [None, 1, None]
    assert [dwarf["cards"] for dwarf in view["dwarfs"]] == [0, 2, 0]
    assert [player["cards"] for player in view["players"]] == [1, 0, 3]
    assert [player["nuggets"] for player in view["players"]] == [3, 2, 1]
    assert view["extraction"]["top"] == "blue"
    assert view["extraction"]["cards"] == 58 - 2 - 1 - 2 - 2
    assert view["exit"]["discard"] == ["small"]
    assert view["exit"]["cards"] == 14
    assert (view["seat"], view["dwarf"], view["over"]) == (2, 2, False)


@rule("my_gold_mine.table.open")
def test_what_is_left_in_the_decks_can_be_counted() -> None:
    state = mine().position(
        dragon=6,
        dwarfs=[4, 4, 4],
        piles=[["plain"], ["red", "red"], ["bonus"]],
        extraction=["blue", "plain"],
        exits=["small"],
    )
    play(state, "draw exit")
    view = state.view(None)
    assert view["extraction"]["hidden"] == {"plain": 28, "red": 13, "blue": 4, "dragon": 7}
    unseen = {name: count for name, count in view["exit"]["unseen"].items() if count}
    assert unseen == {
        "small": 1,
        "double": 2,
        "all": 2,
        "small swap": 3,
        "double swap": 2,
        "all swap": 2,
        "small all": 2,
    }


@rule("my_gold_mine.table.open")
def test_the_exit_card_just_drawn_is_seen_by_everybody() -> None:
    state = play(mine().position(exits=["double swap"]), "draw exit")
    for seat in (None, 0, 1, 2):
        assert state.view(seat)["exit"]["drawn"] == "double swap"


@rule("my_gold_mine.table.decks")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_positions_that_differ_only_in_the_decks_look_the_same(seat: int | None) -> None:
    game = mine()
    first = game.position(extraction=["plain", "dragon"], exits=["all"], seed=1)
    second = game.position(extraction=["plain", "blue", "dragon"], exits=["small"], seed=2)
    assert first.view(seat) == second.view(seat)
    for lang in LANGUAGES:
        assert first.prompt(lang) == second.prompt(lang)
    assert first.moves() == second.moves()
    assert first.text() != second.text()


@rule("my_gold_mine.table.decks")
def test_a_view_is_plain_data() -> None:
    state = mine().start(seed=5)
    for _ in range(40):
        for seat in (None, 0, 1, 2):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
        state.play(state.moves()[-1])


@rule("my_gold_mine.table.decks")
def test_changing_a_view_changes_nothing() -> None:
    state = mine().position(exits=["small"])
    play(state, "draw exit")
    before = state.text()
    view = state.view(0)
    view["exit"]["discard"].clear()
    view["dwarfs"][0]["place"] = 1
    view["players"].clear()
    assert state.text() == before
    assert state.view(0)["exit"]["discard"] == ["small"]


@rule("my_gold_mine.table.piles")
def test_a_player_sees_only_his_own_gold() -> None:
    state = mine().position(
        dwarfs=[4, "out", 4],
        ladder={1: ["red", "plain"]},
        piles=[["red"], [], ["plain", "plain"]],
    )
    assert golds(state.view(0)) == [2, None, None]
    assert golds(state.view(1)) == [None, 0, None]
    assert golds(state.view(2)) == [None, None, 2]
    assert state.view(1)["dwarfs"][1]["gold"] == 3
    assert state.view(0)["dwarfs"][1]["gold"] is None


@rule("my_gold_mine.table.piles")
def test_a_spectator_sees_nobodys_gold() -> None:
    state = mine().position(
        dwarfs=[4, "out", 4], ladder={1: ["red"]}, piles=[["red"], [], ["plain"]]
    )
    assert golds(state.view(None)) == [None, None, None]
    assert state.view(None)["dwarfs"][1]["gold"] is None
    assert state.view(None)["scores"] is None


@rule("my_gold_mine.table.piles")
def test_piles_of_the_same_number_of_cards_look_the_same_to_the_others() -> None:
    game = mine()
    hidden = {"extraction": ["plain"]}
    poor = game.position(piles=[["plain", "plain"], ["red", "red"], []], **hidden)
    rich = game.position(piles=[["red", "red"], ["plain", "plain"], []], **hidden)
    assert poor.view(2) == rich.view(2)
    assert poor.view(None) == rich.view(None)
    assert poor.view(0) != rich.view(0)


@rule("my_gold_mine.table.piles", "my_gold_mine.two_players.pile")
def test_a_player_with_two_dwarfs_sees_the_gold_of_both() -> None:
    state = mine(players=2).position(
        dwarfs=["out", 4, "out", 4],
        ladder={0: ["red"], 2: ["plain"]},
        piles=[["plain"], ["red"]],
    )
    view = state.view(0)
    assert golds(view) == [1, None]
    assert [dwarf["gold"] for dwarf in view["dwarfs"]][::2] == [2, None]


@rule("my_gold_mine.table.log")
def test_the_log_names_the_cards_that_everybody_saw() -> None:
    state = mine().position(extraction=["red", "blue"], exits=["double bonus"])
    play(state, "dig")
    assert told(state, "dig") == [{"dwarf": 0, "card": "red", "gold": 2}]
    assert told(state, "reveal") == [{"card": "blue"}]
    play(state, "draw exit")
    assert told(state, "draw") == [{"dwarf": 1, "card": "double bonus"}]
    play(state, "gold bonus")
    assert told(state, "bonus") == [{"dwarf": 1}]


@rule("my_gold_mine.table.log")
def test_the_log_counts_cards_carried_out_but_not_their_gold() -> None:
    state = mine().position(dwarfs=[1, 4, 4], piles=[["red", "red"], [], []], exits=["small"])
    play(state, "draw exit")
    assert told(state, "leave") == [{"dwarf": 0, "slot": 1, "cards": 2}]


@rule("my_gold_mine.table.log")
def test_every_event_belongs_to_the_player_of_its_dwarf() -> None:
    state = mine(players=2).start(seed=3)
    while not state.over:
        state.play(state.moves()[state.turn % len(state.moves())])
        for event in state.events():
            if "dwarf" in event.facts:
                assert event.seat == int(event["dwarf"]) // 2


@rule("my_gold_mine.table.end")
def test_at_the_end_all_gold_is_shown() -> None:
    state = mine().position(
        round=3,
        nuggets=[3, 2, 1],
        dwarfs=["out", 1, "burnt"],
        dragon=6,
        ladder={0: ["red"]},
        turn=1,
        piles=[[], ["plain"], []],
        exits=["small"],
    )
    play(state, "draw exit")
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert [dwarf["gold"] for dwarf in view["dwarfs"]][:2] == [2, 1]
        assert None not in golds(view)
        assert view["scores"] == [5, 3, 1]


@rule("my_gold_mine.table.decks")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_an_imagined_copy_agrees_with_everything_that_was_seen(seat: int | None) -> None:
    state = mine().start(seed=8)
    for turn in range(30):
        before = state.text()
        for seed in (0, 1, 99):
            copy = state.imagine(seat, seed)
            for viewer in (None, 0, 1, 2):
                assert copy.view(viewer) == state.view(viewer)
            assert (copy.seat, copy.over, copy.moves()) == (state.seat, state.over, state.moves())
            assert (copy.reveals, copy.turn) == (state.reveals, state.turn)
            assert copy.scores() == state.scores()
        assert state.text() == before
        state.play(state.moves()[turn % len(state.moves())])


@rule("my_gold_mine.table.decks")
def test_imagined_copies_deal_the_cards_below_the_top_anew() -> None:
    state = mine().position(extraction=["plain", "dragon"])
    bared = []
    for seed in range(400):
        copy = state.imagine(0, seed)
        assert copy.view(0)["extraction"]["top"] == "plain"
        bared.append(told(play(copy, "dig"), "reveal")[0]["card"])
    assert set(bared) == {"plain", "red", "blue", "dragon"}
    assert 0.08 < bared.count("dragon") / 400 < 0.25  # 9 of the 57 cards below


@rule("my_gold_mine.table.decks")
def test_imagined_copies_deal_the_exit_deck_anew() -> None:
    state = mine().position(exits=["double bonus"])
    copies = [play(state.imagine(None, seed), "draw exit") for seed in range(400)]
    drawn = [told(copy, "draw")[0]["card"] for copy in copies]
    assert len(set(drawn)) == 8
    assert drawn.count("double bonus") < 60  # 1 of 16 cards


@rule("my_gold_mine.table.decks")
def test_imagined_copies_do_not_know_the_next_shuffle() -> None:
    state = mine().position(exits=["small"], short_exits=True)
    after = set()
    for seed in range(60):
        copy = play(state.imagine(0, seed), "draw exit", "draw exit")
        after.add(told(copy, "draw")[0]["card"])
    assert len(after) > 3


@rule("my_gold_mine.table.decks")
def test_what_can_be_worked_out_is_the_same_in_every_imagined_copy() -> None:
    state = mine().position(
        extraction=["plain", "red"], short_deck=True, exits=["small swap"], short_exits=True
    )
    for seed in range(20):
        copy = state.imagine(1, seed)
        assert told(play(copy, "dig"), "reveal") == [{"card": "red"}]
        assert told(play(copy, "draw exit"), "draw")[0]["card"] == "small swap"


@rule("my_gold_mine.table.decks")
def test_an_imagined_copy_keeps_the_exit_card_just_drawn() -> None:
    state = play(mine().position(exits=["double swap"]), "draw exit")
    for seed in range(10):
        copy = state.imagine(2, seed)
        assert copy.view(None)["exit"]["drawn"] == "double swap"
        assert copy.moves() == state.moves()


@rule("my_gold_mine.table.decks")
def test_the_same_imagination_twice_is_the_same_copy() -> None:
    state = mine().start(seed=4)
    assert state.imagine(0, 17).text() == state.imagine(0, 17).text()
    assert len({state.imagine(0, seed).text() for seed in range(20)}) == 20


@rule("my_gold_mine.table.decks")
def test_turning_something_up_is_counted_as_a_reveal() -> None:
    state = mine().position(extraction=["plain", "plain"], exits=["small swap"])
    reveals, turn = state.reveals, state.turn
    play(state, "dig")
    assert (state.reveals > reveals, state.turn) == (True, turn + 1)
    reveals = state.reveals
    play(state, "draw exit")
    assert (state.reveals > reveals, state.turn) == (True, turn + 1)
    reveals = state.reveals
    play(state, "small step")
    assert (state.reveals, state.turn) == (reveals, turn + 2)
