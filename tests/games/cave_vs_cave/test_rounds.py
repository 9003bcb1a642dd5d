"""Rounds and turns: who plays, how often, which tiles are there."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import GROUPS, START_TILES, TURNS
from tests.games.cave_vs_cave.tables import cave, names, real, seat, starting, table, told, turn


def do_nothing(state: Any, tile: str = "") -> None:
    """Takes a tile, the first one if nothing else is said, and ends the turn."""
    number = state.turn
    play(state, f"take {tile or min(starting(state, 'take'))}")
    if state.turn == number:
        play(state, "done")


def idle_game(players: int) -> tuple[Any, list[tuple[int, int]]]:
    """A game in which nobody does anything: the final state, and who played in which round."""
    state = cave(players).start(seed=4)
    played = []
    while not state.over:
        played.append((state.view(None)["round"], state.seat))
        do_nothing(state)
    return state, played


@rule("cave_vs_cave.round.eight", "cave_vs_cave.round.turns", "cave_vs_cave.end.after_last_round")
def test_eight_rounds_of_two_three_and_four_turns() -> None:
    state, played = idle_game(2)
    assert state.over
    for number, turns in enumerate(TURNS[2], start=1):
        for player in (0, 1):
            assert played.count((number, player)) == turns
    assert len(played) == 2 * sum(TURNS[2]) == 44


@rule("cave_vs_cave.round.alternate", "cave_vs_cave.round.first_player")
@pytest.mark.parametrize("first", [0, 1])
def test_the_players_alternate_and_so_does_who_begins(first: int) -> None:
    state = cave(first_seat=first).start(seed=2)
    expected = [
        (number, (first + number - 1 + place) % 2)
        for number, turns in enumerate(TURNS[2], start=1)
        for place in range(2 * turns)
    ]
    played = []
    while not state.over:
        view = state.view(None)
        played.append((view["round"], state.seat))
        assert view["starter"] == (first + view["round"] - 1) % 2
        do_nothing(state)
    assert played == expected


@rule("cave_vs_cave.round.reveal")
def test_each_round_turns_up_one_tile() -> None:
    state = cave().start(seed=9)
    seen: list[str] = []
    while not state.over:
        tiles = state.view(None)["tiles"]
        number = state.view(None)["round"]
        shown = [tile["tile"] for tile in tiles if tile["open"]]
        assert len(shown) == 4 + number
        assert len(tiles) == 12
        assert set(seen) <= set(shown)
        seen = shown
        do_nothing(state)
    assert set(seen[4:7]) == set(GROUPS["2"])
    assert set(seen[7:11]) == set(GROUPS["3"])
    assert seen[11] == "renovation"


@rule("cave_vs_cave.round.reveal")
def test_a_new_round_tells_its_tile_and_its_starter() -> None:
    state = table(around=1, taken=["cultivation", "housework", "undergrowth"], starter=0)
    before = state.reveals
    do_nothing(state, "excavation")
    [fact] = told(state, "round")
    tiles = [tile["tile"] for tile in state.view(None)["tiles"] if tile["round"] == 2]
    assert fact == {"round": 2, "starter": 1, "tile": tiles[0]}
    assert tiles[0] in GROUPS["2"]
    assert state.reveals == before + 1
    assert state.seat == 1


@rule("cave_vs_cave.turn.exclusive")
def test_a_tile_taken_is_gone_for_both_until_the_end_of_the_round() -> None:
    state = table(tile="masonry")
    left = {*START_TILES, "masonry"}
    for tile in ("undergrowth", "masonry", "cultivation", "housework"):
        assert starting(state, "take") == left
        do_nothing(state, tile)
        left -= {tile}
    assert state.view(None)["round"] == 2


@rule("cave_vs_cave.round.tiles_return")
def test_at_the_end_of_a_round_all_tiles_come_back() -> None:
    state = table(tile="masonry")
    for tile in ("undergrowth", "masonry", "cultivation", "housework"):
        do_nothing(state, tile)
    assert {*START_TILES, "masonry"} < starting(state, "take")
    assert all(tile["taken"] is None for tile in state.view(None)["tiles"])


@rule("cave_vs_cave.turn.exclusive")
def test_everybody_sees_who_took_a_tile() -> None:
    state = table(tile="masonry")
    do_nothing(state, "masonry")
    play(state, "take cultivation")
    taken = {tile["tile"]: tile["taken"] for tile in state.view(None)["tiles"] if tile["open"]}
    assert taken["masonry"] == 0
    assert taken["cultivation"] == 1
    assert taken["undergrowth"] is None


@rule("cave_vs_cave.turn.exclusive", "cave_vs_cave.round.turns")
@pytest.mark.parametrize("number", range(1, 9))
def test_there_are_always_enough_tiles(number: int) -> None:
    state = table(seat(gold=0), seat(gold=0), around=number)
    for _ in range(2 * TURNS[2][number - 1]):
        assert state.view(None)["round"] == number
        assert len(starting(state, "take")) >= 1
        do_nothing(state)
    assert state.over or state.view(None)["round"] == number + 1


@rule("cave_vs_cave.turn.take_tile")
def test_nobody_can_pass() -> None:
    state = cave().start(seed=1)
    assert "done" not in names(state)
    assert all(name.startswith("take ") for name in real(state))


@rule("cave_vs_cave.turn.take_tile")
def test_the_tile_is_asked_for_even_if_only_one_can_be_taken() -> None:
    # Seven of the twelve turns cannot leave one tile; a blocked Renovation beside seven taken can.
    taken = ["cultivation", "housework", "excavation"]
    state = table(tile="masonry", taken=taken)
    assert starting(state, "take") == {"undergrowth", "masonry"}


@rule("cave_vs_cave.turn.do_nothing")
@pytest.mark.parametrize("tile", [*START_TILES, *GROUPS["2"], *GROUPS["3"], *GROUPS["4"]])
def test_a_tile_may_be_taken_to_do_nothing(tile: str) -> None:
    state = table(seat(gold=3), tile=tile)
    before = state.view(None)["players"]
    do_nothing(state, tile)
    assert state.view(None)["players"] == before
    assert state.seat == 1


@rule("cave_vs_cave.turn.done")
def test_the_turn_ends_by_itself_when_nothing_is_left() -> None:
    state = turn("cultivation")
    play(state, "gain")
    assert state.seat == 0
    play(state, "use entrance wood")
    assert (state.seat, state.view(None)["tile"]) == (1, None)


@rule("cave_vs_cave.turn.done", "cave_vs_cave.tile.breach")
def test_a_tile_that_can_do_nothing_at_all_ends_the_turn_at_once() -> None:
    state = turn("breach")
    assert (state.seat, state.view(None)["tile"]) == (1, None)


@rule("cave_vs_cave.turn.done", "cave_vs_cave.goods.eat", "cave_vs_cave.use.feed_next")
def test_the_turn_goes_on_while_eating_could_open_something() -> None:
    me = seat({"r2c0": "warehouse"}, food=1, grain=0, flax=0, gold=0)
    state = turn("undermining", me)
    assert "use warehouse" not in names(state)
    play(state, "use entrance grain")
    assert state.seat == 0
    assert names(state) == {"done", "eat grain"}
    play(state, "eat grain", "use warehouse")
    assert state.seat == 1


@rule("cave_vs_cave.turn.done", "cave_vs_cave.goods.eat")
def test_the_turn_ends_when_not_even_eating_could_help() -> None:
    me = seat({"r2c0": "warehouse"}, food=0, grain=0, flax=0, gold=0)
    state = play(turn("undermining", me), "use entrance grain")
    assert state.seat == 1


@rule("cave_vs_cave.turn.done")
def test_done_is_offered_beside_every_part() -> None:
    state = turn("masonry")
    for move in ("use entrance wood", "gain stone"):
        assert "done" in names(state)
        play(state, move)
    play(state, "done")
    assert state.seat == 1


@rule("cave_vs_cave.round.alternate")
@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_the_number_of_tiles_taken_says_whose_turn_it_is(starter: int, count: int) -> None:
    taken = ["cultivation", "housework", "excavation"][:count]
    assert table(starter=starter, taken=taken).seat == (starter + count) % 2
