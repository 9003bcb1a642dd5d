"""Whatever a hint may name is marked where it lies, in every game."""

from __future__ import annotations

import random

import pytest

from dvergar.core.registry import info
from dvergar.web.features.hints.service import Hint
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.rows import Stored
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

LINKS = Links(Keys("key"), "http://localhost/")


def opened(slug: str) -> Table:
    """A table of two people."""
    body = {
        "name": "",
        "public": False,
        "game": slug,
        "options": {"players": 2},
        "rules": info(slug).rules_version,
        "seed": 2,
        "host": "",
        "seats": [{"kind": "person", "name": name} for name in ("Anna", "Balin")],
    }
    return Table("table", Stored(0, "open", body))


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_every_choice_can_be_marked(slug: str) -> None:
    renderer, chance, table = Renderer(), random.Random(2), opened(slug)
    while not table.state.over:
        moves = [table.game.name(move) for move in table.state.moves()]
        if chance.random() < 0.15:
            hint = Hint(table.version, chance.choice(moves), 41.6)
            viewer = Viewer((table.state.seat,), False, "en", hint=hint)
            html = renderer.fragment(make_view(table, viewer, LINKS, 1), "en")
            assert 'value="' + hint.move + '"' in html
            assert html.count("data-hinted") >= 1, hint.move
            assert "42 points" in html
        table = table.after(Stored(table.version, "move", {"move": chance.choice(moves)}))
