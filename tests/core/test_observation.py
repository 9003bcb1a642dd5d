"""What a network is shown is whole, holds nothing hidden, and each number of it has a name."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.game import State
from dvergar.core.observation import Layout, choice, fill, members, number, numbers
from dvergar.testing import play
from tests.tables import every_count, made

each_table = pytest.mark.parametrize("table", every_count())
Table = tuple[str, dict[str, Any]]
GAMES = 3


def positions(table: Table, games: int = GAMES) -> list[State]:
    """Every position of some random games, free moves among theirs."""
    seen: list[State] = []
    for seed in range(games):
        chance, state = Chance(seed), made(table).start(seed)
        while True:
            seen.append(state.copy())
            if state.over:
                break
            moves = state.moves()
            state.play(moves[chance.below(len(moves))])
    return seen


@pytest.mark.usefixtures("stones")
@pytest.mark.whole_games
@pytest.mark.fast_engine
@each_table
def test_positions_that_look_alike_have_one_observation_and_others_moves_another(
    table: Table,
) -> None:
    by_key: dict[object, bytes] = {}
    by_numbers: dict[bytes, list[int]] = {}
    row = array("f", bytes(4 * made(table).layout.size))
    for state in positions(table, 20 if made(table).move_count < 100 else GAMES):
        moves = state.moves()
        for seat in range(state.game.players):
            state.observation(seat, row)
            seen = row.tobytes()
            assert by_key.setdefault((seat, state.key(seat)), seen) == seen
            assert by_numbers.setdefault(seen, moves) == moves
            assert min(row) >= 0
            assert max(row) <= 1
            state.imagine(seat, 7).observation(seat, row)
            assert row.tobytes() == seen, "something hidden is told"


@pytest.mark.usefixtures("stones")
@each_table
def test_the_pieces_of_a_position_are_those_of_its_layout(table: Table) -> None:
    layout = made(table).layout
    assert len(set(layout.names())) == layout.size == len(layout.entries())
    assert all(entry.about and entry.most > 0 for entry in layout.entries())
    ends = {section.first for section in layout.sections} | {layout.size}
    for state in positions(table, 1)[::9]:
        at = 0
        places = {0}
        for piece in state.game.observed(state, state.seat):
            at += len(piece) // 4
            places.add(at)
        assert at == layout.size
        inside = {section.first for section in layout.sections if len(section.block.names) == 1}
        assert inside <= places | ends


def test_a_game_says_what_its_numbers_are() -> None:
    game = dvergar.game("my_gold_mine", players=3, first_seat=0)
    state = play(game.start(seed=7), "dig")
    told = dict(zip(game.layout.names(), state.observation(0), strict=True))
    assert told["player_0.cards"] == pytest.approx(1 / 58)
    assert told["decides.next_1"] == 1
    assert told["decides.self"] == 0
    assert told["player_0.gold"] > 0
    assert dict(zip(game.layout.names(), state.observation(1), strict=True))["player_2.gold"] == 0


def test_others_gold_is_told_where_it_lies_open() -> None:
    for is_open in (False, True):
        game = dvergar.game("my_gold_mine", players=3, first_seat=0, open_gold=is_open)
        state = play(game.start(seed=7), "dig")
        told = dict(zip(game.layout.names(), state.observation(1), strict=True))
        assert (told["player_2.gold"] > 0) == is_open


def test_an_observation_fills_a_list_an_array_and_a_row_of_numpy() -> None:
    game = dvergar.game("cave_vs_cave", players=2)
    state = game.start(seed=1)
    told = state.observation(1)
    as_list: list[float] = []
    state.observation(1, as_list)
    as_array = array("f", bytes(4 * game.layout.size))
    state.observation(1, as_array)
    rows = np.full((3, game.layout.size), 0.5, np.float32)
    state.observation(1, rows[1])
    assert as_list == as_array.tolist() == rows[1].tolist() == told
    assert rows[0].max() == rows[2].max() == 0.5


@pytest.mark.parametrize(
    "out",
    [np.zeros(3, np.float64), np.zeros(2, np.float32), np.zeros((3, 2), np.float32)[:, 0]],
    ids=["of other numbers", "too short", "not in one piece"],
)
def test_a_row_that_does_not_fit_is_refused_in_a_sentence(out: Any) -> None:
    with pytest.raises(ValueError, match="needs an array of 3 32-bit floats"):
        fill(out, [choice("abc").at(1)])


def test_blocks_write_choices_amounts_and_sets() -> None:
    assert numbers([choice("abc").at(2), choice("abc").at(-1)]) == [0, 0, 1, 0, 0, 0]
    amount = number(4, steps=2)
    assert numbers([amount.at(1)]) == [0.25, 1, 0]
    assert numbers([amount.at(99)]) == numbers([amount.at(4)]) == [1, 1, 1]
    assert numbers([amount.at(-1)]) == [0, 0, 0]
    names = [str(n) for n in range(19)]
    pieces: list[bytes] = []
    members(names).add(1 << 0 | 1 << 8 | 1 << 18, pieces)
    assert [n for n, is_in in enumerate(numbers(pieces)) if is_in] == [0, 8, 18]


def test_a_layout_counts_its_places() -> None:
    layout = Layout()
    layout.add("one", choice("ab"), "a choice")
    layout.add("two", number(9), "an amount")
    assert [section.first for section in layout.sections] == [0, 2]
    assert all(one.first < two.first for one, two in pairwise(layout.sections))
    assert [(entry.name, entry.most) for entry in layout.entries()] == [
        ("one.a", 1),
        ("one.b", 1),
        ("two", 9),
    ]
