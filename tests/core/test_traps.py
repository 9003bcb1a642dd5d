"""The traps that engines of games fall into, for every game at every player count."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.record import Record
from dvergar.testing import play_out
from tests.tables import every_count, made

pytestmark = [pytest.mark.usefixtures("stones"), pytest.mark.whole_games]
each_table = pytest.mark.parametrize("table", every_count())
Table = tuple[str, dict[str, Any]]
ROOT = Path(__file__).parents[2]
MANY = 40
NOTHING_HIDDEN = [("caverna", {"players": 1})]
"""Alone in Caverna all cards come in a fixed order."""


def positions(table: Table, seed: int) -> list[State]:
    """Copies of the positions of a random game, free moves among them, the last one too."""
    chance, state = Chance(seed), made(table).start(seed)
    seen = [state.copy()]
    while not state.over:
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
        seen.append(state.copy())
    return seen


def some(all_of_them: list[State]) -> list[State]:
    """Not more than can be tried in a moment, the last one too."""
    return all_of_them[:: -(1 + len(all_of_them) // MANY)]


def hidden(state: State) -> str:
    """Everything about a position but its stream of random numbers."""
    data = state.data()
    return json.dumps({name: value for name, value in data.items() if name != "chance"})


@each_table
def test_1_two_games_at_once_come_out_as_each_alone(table: Table) -> None:
    alone = [play_out(made(table).start(seed), seed).text() for seed in (1, 2)]
    states = [made(table).start(seed) for seed in (1, 2)]
    chances = [Chance(seed) for seed in (1, 2)]
    before = random.getstate()
    while not all(state.over for state in states):
        for state, chance in zip(states, chances, strict=True):
            if not state.over:
                moves = state.moves(free=False)
                state.play(moves[chance.below(len(moves))])
                random.seed(0)
    assert [state.text() for state in states] == alone
    random.setstate(before)


@each_table
def test_2_a_copy_is_independent_and_every_form_has_the_same_future(table: Table) -> None:
    for state in some(positions(table, 3))[::3]:
        text = state.text()
        forms = [
            state.copy(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            state.game.read(text),
        ]
        assert {form.text() for form in forms} == {text}
        assert len({play_out(form, 7).text() for form in forms}) == 1
        assert state.text() == text


@each_table
def test_2_a_record_has_the_same_future(table: Table) -> None:
    game = made(table)
    record = Record.of(game, 4)
    state, chance = game.start(4), Chance(4)
    while not state.over:
        if len(record.moves) % 60 == 15:
            again = Record.from_json(record.to_json()).replay()
            assert play_out(again, 9).text() == play_out(state.copy(), 9).text()
        moves = state.moves()
        record.moves.append(game.name(moves[chance.below(len(moves))]))
        state.play(game.move(record.moves[-1]))


@each_table
def test_3_what_is_offered_can_be_played_and_nothing_else(table: Table) -> None:
    for seed in range(3):
        for number, state in enumerate(some(positions(table, seed))):
            text, offered = state.text(), state.moves()
            for move in offered:
                tried = state.copy()
                tried.play(move)
                assert tried.text() != text
            others = range(number % MANY, state.game.move_count, 1 + state.game.move_count // MANY)
            for wrong in {*others, -1, state.game.move_count, 10**9}.difference(offered):
                with pytest.raises(dvergar.IllegalMove):
                    state.play(wrong)
            assert state.text() == text, "what is refused leaves no trace"


@each_table
def test_4_looking_and_trying_change_nothing(table: Table) -> None:
    for state in some(positions(table, 5))[::3]:
        text, events = state.text(), state.events()
        seats = [*range(state.game.players), None]
        for lang in LANGUAGES:
            names = state.game.seat_names(lang)
            state.prompt(lang)
            for seat in seats:
                state.game.show(state, seat, lang, names)
        for seat in seats:
            state.view(seat).clear()
            state.imagine(seat, 1).moves()
        state.moves().clear()
        state.scores(), state.ranking(), state.observation(0), state.key()
        for move in state.moves():
            state.copy().play(move)
        assert state.text() == text
        assert state.events() == events


@each_table
def test_5_imagined_copies_differ_and_agree_with_all_that_was_seen(table: Table) -> None:
    start = made(table).start(6)
    for seat in [*range(start.game.players), None]:
        imagined = [start.imagine(seat, seed) for seed in range(12)]
        deals = {hidden(one) for one in imagined}
        assert (len(deals) > 1) == (table not in NOTHING_HIDDEN), "more than one deal is possible"
        assert all(one.view(seat) == start.view(seat) for one in imagined)
    for state in some(positions(table, 6))[::4]:
        for seat in [*range(state.game.players), None]:
            one, same = state.imagine(seat, 1), state.imagine(seat, 1)
            assert one.text() == same.text(), "the same seed imagines the same"
            assert one.view(seat) == state.view(seat)
            assert (one.seat, one.over, one.turn) == (state.seat, state.over, state.turn)
            if not one.over:
                assert one.moves() == state.moves()
                assert play_out(one, 3).over


@each_table
def test_6_a_move_travels_as_its_name(table: Table) -> None:
    game = made(table)
    for move in range(game.move_count):
        name = game.name(move)
        assert name == name.strip()
        assert not name.isdecimal(), "a name cannot be taken for a place in a list"
        assert len(name) <= 60
    state = game.start(8)
    record = Record.of(game, 8)
    record.moves.append(game.name(state.moves()[-1]))
    assert json.loads(record.to_json())["moves"] == record.moves
    state.play(state.moves()[-1])
    assert record.replay() == state


SCRIPT = """
import sys
from dvergar.core import registry
from dvergar.testing import play_out
from tests.tables import every_count, made
from tests import toy
registry.register(toy.INFO)
for table in every_count():
    for again in range(2):
        print(play_out(made(table.values[0]).start(9), 9).text())
"""


def test_7_nothing_depends_on_the_hash_seed_or_on_a_warm_cache() -> None:
    here = [play_out(made(table.values[0]).start(9), 9).text() for table in every_count()]
    for hash_seed in ("0", "4242"):
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        said = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        lines = said.stdout.splitlines()
        assert lines[::2] == lines[1::2] == here
