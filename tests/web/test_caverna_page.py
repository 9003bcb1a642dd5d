"""The page of Caverna as a document: lean, every choice a button, nothing for those not asked."""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import pytest

from dvergar.core.registry import info
from dvergar.web.desk import Desk, Viewer, make_desk
from dvergar.web.render import Renderer
from dvergar.web.store import Stored
from dvergar.web.table import PERSON, Table

pytestmark = pytest.mark.whole_games

BUTTON = re.compile(r'form="move" name="move" value="([^"]+)"')
KILOBYTES = 40
RENDERER = Renderer()


def table_of(players: int, seed: int = 1) -> Table:
    """A table with only people at it."""
    names = [f"Seat {seat}" for seat in range(players)]
    body = {"game": "caverna", "seed": seed, "name": "", "public": False, "host": ""}
    body["rules"] = info("caverna").rules_version
    seats = [{"kind": PERSON, "name": name} for name in names]
    return Table("t", Stored(0, "open", {**body, "options": {"players": players}, "seats": seats}))


def go_on(table: Table, chance: random.Random, until: Any) -> None:
    """Plays at random until the state is as asked for."""
    while not until(table.state):
        move = chance.choice(table.state.moves(free=False))
        table._play(table.game.name(move))


def page_of(table: Table, seats: tuple[int, ...], lang: str = "en") -> str:
    desk: Desk = make_desk(table, Viewer(seats, False, lang), {})
    return RENDERER.page("table.html", lang, "auto", "/table/t", desk=desk, points="on")


def test_seven_players_in_the_last_round_stay_lean() -> None:
    table = table_of(7)
    chance = random.Random(4)
    go_on(table, chance, lambda state: state.round == 12)
    for _ in range(5):
        go_on(table, chance, lambda state: len(state.moves()) > 20)
        size = len(gzip.compress(page_of(table, (table.state.seat,), "fr").encode(), 6))
        assert size < KILOBYTES * 1024
        table._play(table.game.name(chance.choice(table.state.moves())))


@pytest.mark.parametrize("players", [1, 2])
def test_every_choice_is_one_button_for_whoever_is_asked(players: int) -> None:
    table = table_of(players)
    chance = random.Random(players)
    while not table.state.over:
        state = table.state
        desk = make_desk(table, Viewer((state.seat,), False, "en"), {})
        found = BUTTON.findall(RENDERER.fragment(desk, "en"))
        assert sorted(found) == sorted(state.game.name(move) for move in state.moves())
        table._play(table.game.name(chance.choice(state.moves(free=chance.random() < 0.2))))
    assert not BUTTON.findall(page_of(table, (0,)))


def test_whoever_is_not_asked_and_whoever_watches_gets_no_button() -> None:
    table = table_of(3)
    other = (table.state.seat + 1) % 3
    assert not BUTTON.findall(page_of(table, (other,)))
    assert not BUTTON.findall(page_of(table, ()))
