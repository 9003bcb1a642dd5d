"""Every answer to every question can be seen and pressed, at every width and in every language."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play
from dvergar.web.kernel.security.tokens import new_token
from tests.browser.answers import faults_at_every_size, largest_questions
from tests.browser.caverna.scenes import PILES, POOR, RICH
from tests.browser.stage import LONG_LANGUAGES, Guests, set_before
from tests.games.caverna.tables import evening, table
from tests.web.serving import Served

pytestmark = pytest.mark.browser

PLAYERS = {"caverna": (1, 2, 4, 7), "cave_vs_cave": (1, 2), "my_gold_mine": (2, 4, 6)}
WEALTH = {**RICH["goods"], "ore": 19, "grain": 4, "vegetable": 4, "ruby": 6, "boar": 2}


def wealthy(*moves: str, weapons: tuple[int, ...] = (0, 9, 0), players: int = 3) -> Any:
    """Somebody who can pay for everything, in round 8."""
    rich = {**RICH, "goods": WEALTH, "weapons": list(weapons)}
    piles = PILES if players > 1 else {}
    return play(table(rich, *[{}] * (players - 1), players=players, round=8, piles=piles), *moves)


def hungry() -> Any:
    """A meal that is short, with all kinds of goods to make it of."""
    goods = {"food": 1, "grain": 4, "sheep": 3, "vegetable": 3, "gold": 5, "ruby": 3, "ore": 2}
    return evening({**POOR, "goods": goods}, round=5)


def office() -> Any:
    """Two kinds of tiles in hand, each both ways round, with places that bring gold and food."""
    board = {"r0c4": "tunnel", "r1c4": "tunnel", "r1c5": "tunnel", "r2c3": "office_room"}
    board |= {"r2c4": "tunnel", "r2c5": "cavern", "r3c2": "field", "r3c1": "meadow"}
    goods = {"gold": 9, "ruby": 4, "grain": 2, "vegetable": 2, "food": 3}
    seats = [{"board": board, "goods": goods}, *[{}] * 6]
    return play(table(*seats, players=7, round=8), "place extension")


# Richer than what random players come to.
RICHEST: dict[str, dict[str, Callable[[], Any]]] = {
    "caverna": {
        "forging": lambda: wealthy("place blacksmithing"),
        "looting": lambda: wealthy("jump dwarf 14", "place blacksmithing", weapons=(3, 14, 0)),
        "feeding": hungry,
        "laying": office,
        "placing alone": lambda: wealthy(players=1),
    }
}


MOST = 3
"""So many kinds of questions of a game are looked at in every run, those with the most answers."""


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
@pytest.mark.parametrize("slug", PLAYERS)
def test_no_answer_is_hidden(guests: Guests, server: Served, slug: str, lang: str) -> None:
    questions = largest_questions(slug, PLAYERS[slug], games=12)
    chosen = dict(islice(questions.items(), MOST))
    chosen |= {name: make() for name, make in RICHEST.get(slug, {}).items()}
    assert_no_answer_hidden(guests, server, chosen, lang)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("slug", "players"), [(slug, n) for slug in PLAYERS for n in PLAYERS[slug]]
)
def test_no_answer_is_hidden_in_many_games(
    guests: Guests, server: Served, slug: str, players: int, lang: str
) -> None:
    questions = largest_questions(slug, [players], games=400)
    assert_no_answer_hidden(guests, server, questions, lang)


def assert_no_answer_hidden(
    guests: Guests, server: Served, questions: dict[str, Any], lang: str
) -> None:
    token = new_token()
    page = guests.arrive(token, locale=lang)
    found = []
    for kind, state in questions.items():
        address = set_before(server, state, token=token).path
        found += [f"{kind}, {fault}" for fault in faults_at_every_size(page, address)]
    assert not found, "\n".join(found)
