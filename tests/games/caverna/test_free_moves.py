"""Rubies, eating and trades while a dwarf uses a space: from the first question on.

Boards and hands are made up at random for every space; what can be exchanged is worked out from the
table by the referee.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from dvergar.core.errors import IllegalMove, PositionError
from dvergar.testing import play, rule
from tests.games.caverna import generated
from tests.games.caverna.campaign import Player
from tests.games.caverna.referee.anytime import exchanged, exchanges, weapons_given_up
from tests.games.caverna.referee.deeds import can_use
from tests.games.caverna.referee.printed import ALL_SPACES, IMITATIONS
from tests.games.caverna.referee.table import free_moves, is_placing, offered
from tests.games.caverna.tables import caverna, goods, land, names, real, table

SPACES = sorted({one.name for one in ALL_SPACES})
WITHOUT_QUESTION = {  # they only bring goods, or are sold to the last ore
    *("starting_player", "supplies", "ore_mining", "wood_gathering", "ruby_mining", "strip_mining"),
    *("forest_exploration", "depot", "large_depot", "ore_delivery", "ruby_delivery"),
}
TABLES = 60


def first_question(name: str, number: int) -> Any:
    """A table at the first question after a dwarf went to a space; None where there is none."""
    position = generated.around(name, random.Random(f"free moves {name} {number}"))
    position["seats"][0]["goods"]["ruby"] = number % 4
    try:
        state = table(*position.pop("seats"), **position)
    except PositionError:  # a herd without room
        return None
    if f"place {name}" not in names(state):
        return None
    play(state, f"place {name}")
    # No herd without room, and still the same dwarf.
    if state.over or state.seat or is_placing(state) or "butcher" in " ".join(offered(state)):
        return None
    return state if state.view(None)["stage"] == "work" else None


def check_free_moves(state: Any, name: str) -> int:
    """Compares the exchanges offered with those there are; how many would end the action."""
    view = state.view(None)
    player = view["players"][state.seat]
    there = exchanges(player)
    told = {one for one in free_moves(state) if not one.startswith("disarm ")}
    assert told <= set(there), "nothing is offered that cannot be paid"
    if "done" in offered(state):
        assert told == set(there)
        assert set(free_moves(state)) - told == weapons_given_up(player)
        return 0
    spoils = 0
    weapon = next(event for event in state.events() if event.kind == "place")["weapon"]
    for one in set(there) - told:
        after = exchanged(view, state.seat, there[one])
        assert not can_use(name, after, state.seat, int(weapon), {}, copied=False), (name, one)
        spoils += 1
    return spoils


@rule("caverna.table.free_moves", "caverna.anytime.action_stays_possible")
@pytest.mark.parametrize("name", [one for one in SPACES if one not in WITHOUT_QUESTION])
def test_the_first_question_on_a_space_offers_what_can_be_done_at_any_time(name: str) -> None:
    asked = exchangeable = 0
    for number in range(TABLES):
        state = first_question(name, number)
        if state is not None:
            check_free_moves(state, name)
            asked += 1
            exchangeable += bool(free_moves(state))
    assert asked > 3
    assert exchangeable > 3 or name in IMITATIONS


@rule("caverna.table.free_moves")
@pytest.mark.parametrize("name", sorted(WITHOUT_QUESTION))
def test_the_other_spaces_ask_nothing(name: str) -> None:
    assert all(first_question(name, number) is None for number in range(10))


@rule("caverna.anytime.action_stays_possible", "caverna.table.no_dead_end")
@pytest.mark.parametrize("name", [one for one in SPACES if one not in WITHOUT_QUESTION])
def test_no_exchange_ends_an_action_of_which_nothing_is_done(name: str) -> None:
    """After any number of exchanges the dwarf still does something on its space."""
    for number in range(12):
        state, dice = first_question(name, number), random.Random(number)
        if state is None:
            continue
        turn = state.turn
        while "done" not in offered(state) and (free := free_moves(state)):
            state.play(state.game.move(dice.choice(free)))
            assert state.turn == turn, "an action is left by an answer, not by an exchange"


@rule("caverna.anytime.action_stays_possible")
def test_the_last_seed_is_not_eaten_where_nothing_but_sowing_is_possible() -> None:
    forest = {f"r{row}c{col}": "field" for row in range(4) for col in range(3)}
    seat = {"board": forest, "goods": {"grain": 1, "vegetable": 1}}
    state = play(table(seat), "place slash_and_burn")
    assert {"eat grain", "eat vegetable"} <= names(state)
    play(state, "eat grain")
    assert real(state) == {"sow vegetable"}, "an action that was asked about is asked about again"
    assert "eat vegetable" not in names(state)
    with pytest.raises(IllegalMove):
        play(state, "eat vegetable")
    play(state, "sow vegetable")
    assert state.view(None)["players"][0]["board"]["r0c0"]["vegetable"] == 2


@rule("caverna.table.free_moves", "caverna.ruby.in_between")
def test_a_tunnel_bought_while_a_ruby_mine_is_built_carries_it() -> None:
    seat = {"board": {"r2c4": "tunnel", "r1c3": "tunnel"}, "goods": {"ruby": 1}}
    state = play(table(seat, round=12), "place ruby_mine_construction")
    assert "ruby_mine r3c4" not in real(state)
    play(state, "ruby tunnel r3c4", "ruby_mine r3c4")
    assert land(state, "r3c4") == "ruby_mine"
    assert "ruby" not in goods(state)


@rule("caverna.table.free_moves", "caverna.ruby.in_between")
def test_a_field_bought_between_two_fields_is_sown() -> None:
    seat = {
        "board": {"r3c2": "field", "r2c2": "field"},
        "goods": {"ruby": 1, "grain": 1, "vegetable": 2},
    }
    state = play(table(seat), "place slash_and_burn", "sow grain", "ruby field r1c2")
    play(state, "sow vegetable", "sow vegetable")
    assert "vegetable" not in goods(state)


@rule("caverna.anytime.action_stays_possible")
def test_a_tile_that_was_chosen_stays_payable() -> None:
    board = {"r2c4": "cavern", "r3c4": "spare_part_storage"}
    stock = {"wood": 4, "stone": 3, "ore": 1, "ruby": 1}
    state = table({"board": board, "goods": stock}, round=4)
    play(state, "place wish_for_children")
    if "furnish dwelling" in real(state):
        play(state, "furnish dwelling")
    assert any(name.startswith("into ") for name in real(state))
    assert "trade spare_part_storage" not in names(state)
    assert "ruby gold" in names(state)


@pytest.mark.whole_games
@pytest.mark.fast_engine
@rule("caverna.table.free_moves", "caverna.anytime.action_stays_possible")
def test_first_questions_of_random_games_offer_what_can_be_done_at_any_time() -> None:
    seen: Counter[str] = Counter()
    for seed in range(28):
        state, player = caverna(1 + seed % 7).start(seed), Player(seed, free=True)
        while not state.over:
            turn, move = state.turn, player.choose(state)
            name = state.game.name(move)
            state.play(move)
            if not name.startswith("place ") or state.turn != turn or state.over:
                continue
            if not any(one.startswith("butcher") for one in offered(state)):
                check_free_moves(state, name.removeprefix("place "))
                seen[name] += 1
    assert len(seen) > 15
