"""What is not offered is refused with a sentence, and nothing changes."""

from __future__ import annotations

import random

import pytest

import dvergar
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.tables import PLENTY, TEN, cave, seat, table, turn


@rule("cave_vs_cave.turn.take_tile", "cave_vs_cave.turn.any_order")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_is_not_offered_is_refused(players: int, seed: int) -> None:
    game = cave(players)
    state = game.start(seed=seed)
    dice = random.Random(seed)
    step = 0
    while not state.over:
        moves = state.moves()
        if step % 9 == 0:
            before = state.text()
            for move in set(range(game.move_count)) - set(moves):
                with pytest.raises(dvergar.IllegalMove):
                    state.play(move)
            assert state.text() == before
            assert state.moves() == moves
        state.play(dice.choice(moves))
        step += 1


@rule("cave_vs_cave.turn.take_tile")
@pytest.mark.parametrize("players", [1, 2])
def test_every_move_that_is_offered_can_be_played(players: int) -> None:
    game = cave(players)
    state = game.start(seed=8)
    dice = random.Random(8)
    while not state.over:
        before = state.text()
        for move in state.moves():
            copy = state.copy()
            copy.play(move)
            assert copy.text() != before
        assert state.text() == before
        state.play(dice.choice(state.moves()))


@rule("cave_vs_cave.turn.take_tile")
@pytest.mark.parametrize("name", ["take", "take farming", "dig r3c0", "eat wood", "", "DONE"])
def test_there_is_no_such_move(name: str) -> None:
    state = table()
    with pytest.raises(dvergar.IllegalMove):
        play(state, name)


@rule("cave_vs_cave.furnish.action_cost", "cave_vs_cave.cavern.side")
def test_in_the_middle_of_a_part_nothing_else_is_possible() -> None:
    state = turn("housework", seat(goods=PLENTY, dug=["r1c0"]))
    for move, wrong in (
        ("furnish shelf", ["done", "furnish tunnel", "pay 1 gold", "take breach"]),
        ("into r1c0", ["done", "furnish tunnel", "pay 2 gold", "into r2c0"]),
    ):
        play(state, move)
        before = state.text()
        for name in wrong:
            with pytest.raises(dvergar.IllegalMove):
                play(state, name)
        assert state.text() == before
    rooms = {cell: room for cell, room in TEN.items() if cell != "r4c2"}
    state = turn("furnishing", seat(rooms, goods=PLENTY, dug=["r4c2"]), display=["bakehouse"])
    play(state, "furnish bakehouse")
    for name in ("done", "take breach", "gain"):
        with pytest.raises(dvergar.IllegalMove):
            play(state, name)


@rule("cave_vs_cave.aim.open")
@pytest.mark.parametrize("damage", ["", "{}", "[]", "null", "{", '{"seats": 1}'])
def test_a_damaged_text_is_refused(damage: str) -> None:
    with pytest.raises(dvergar.PositionError):
        cave().read(damage)
