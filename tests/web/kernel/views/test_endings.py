"""How the page tells the end of a game, and what is folded away in its log."""

from __future__ import annotations

import random

import pytest

from dvergar.core.registry import games
from dvergar.web.kernel.tables.table import Table, sample
from dvergar.web.kernel.views.table_view import Viewer, make_view
from tests.web.kernel.views.test_ids import LINKS, page
from tests.web.kernel.views.test_log import opened, play, undo


def ended(slug: str, players: int) -> Table:
    """A table after a random game."""
    table, chance = sample(slug, players), random.Random(2)
    while not table.state.over:
        table._play(table.game.name(chance.choice(table.state.moves(free=False))))
    return table


def rendered(table: Table) -> str:
    return page(make_view(table, Viewer((0,), True, "en"), LINKS, 1), "en")


@pytest.mark.parametrize(
    ("slug", "players"), [("my_gold_mine", 2), ("cave_vs_cave", 2), ("caverna", 2)]
)
def test_the_end_is_told_once_and_winners_have_a_trophy(slug: str, players: int) -> None:
    text = rendered(ended(slug, players))
    assert text.count("The game is over") == 1, "in the log"
    assert 'class="prompt-sign trophy"' in text


@pytest.mark.parametrize("slug", [slug for slug, one in games().items() if one.players[0] == 1])
def test_who_plays_alone_has_a_trophy_only_for_an_aim_reached(slug: str) -> None:
    table = ended(slug, 1)
    assert table.summary().facts["winners"] == []
    text = rendered(table)
    assert text.count("The game is over") == 1
    assert "#gi-trophy" not in text.partition('id="prompt"')[2]


def test_turns_taken_back_are_folded_into_one_line() -> None:
    table = opened("my_gold_mine", 3)
    for _ in range(3):
        table = undo(play(table, "draw exit"), 0)
    text = rendered(play(table, "dig"))
    assert text.count('class="log-undone"') == 1
    folded = text.partition('class="log-undone"')[2].partition("</details>")[0]
    assert folded.count("log-turn undone") == text.count("log-turn undone") == 1
    assert "<details>" in folded
