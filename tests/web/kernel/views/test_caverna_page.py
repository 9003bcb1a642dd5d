"""The page of Caverna as a document: lean, every choice a button, nothing for those not asked."""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import pytest

from dvergar.core.registry import info
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.fragments import Fragment
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, TableView, Viewer, make_view

pytestmark = pytest.mark.whole_games

BUTTON = re.compile(r'form="move" name="move" value="([^"]+)"')
KILOBYTES = 40
MESSAGE = 10
LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
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
    view: TableView = make_view(table, Viewer(seats, False, lang), LINKS, 1)
    return RENDERER.page("table.html", lang, "auto", "/table/t", table=view, points="on")


def test_seven_players_in_the_last_round_stay_lean() -> None:
    table = table_of(7)
    chance = random.Random(4)
    go_on(table, chance, lambda state: state.round == 12)
    for _ in range(5):
        go_on(table, chance, lambda state: len(state.moves()) > 20)
        size = len(gzip.compress(page_of(table, (table.state.seat,), "fr").encode(), 6))
        assert size < KILOBYTES * 1024
        table._play(table.game.name(chance.choice(table.state.moves())))


def test_no_live_message_of_a_game_of_seven_is_long() -> None:
    """Every third position to the end, for whoever is asked and for whoever is not."""
    table = table_of(7)
    chance = random.Random(7)
    while not table.state.over:
        table._play(table.game.name(chance.choice(table.state.moves())))
        if table.state.over or len(table.steps) % 3:
            continue
        seat = table.state.seat
        for seats in ((seat,), ((seat + 1) % 7,)):
            view = make_view(table, Viewer(seats, False, "fr"), LINKS, 1)
            message = Fragment.of(1, RENDERER.fragment(view, "fr"))
            assert len(message.packed) < MESSAGE * 1024, len(table.steps)


@pytest.mark.parametrize("players", [1, 2])
def test_every_choice_is_one_button_for_whoever_is_asked(players: int) -> None:
    table = table_of(players)
    chance = random.Random(players)
    while not table.state.over:
        state = table.state
        view = make_view(table, Viewer((state.seat,), False, "en"), LINKS, 1)
        found = BUTTON.findall(RENDERER.fragment(view, "en"))
        wanted = [state.game.name(move) for move in state.moves()]
        if "beg" not in found and "feed" in found:
            wanted = [name for name in wanted if name != "beg"]  # it would do the same
        assert sorted(found) == sorted(wanted)
        table._play(table.game.name(chance.choice(state.moves(free=chance.random() < 0.2))))
    assert not BUTTON.findall(page_of(table, (0,)))


def test_whoever_is_not_asked_and_whoever_watches_gets_no_button() -> None:
    table = table_of(3)
    other = (table.state.seat + 1) % 3
    assert not BUTTON.findall(page_of(table, (other,)))
    assert not BUTTON.findall(page_of(table, ()))
