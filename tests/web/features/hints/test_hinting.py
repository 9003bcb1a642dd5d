"""Whatever a hint may name is marked where it lies, in every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dvergar.core.registry import info
from dvergar.lab.move_evaluation import TurnAdvice
from dvergar.web.app import create_app
from dvergar.web.features.hints.service import Hint
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.table_view import Viewer
from dvergar.web.settings import Settings


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
def test_every_choice_can_be_marked(slug: str, tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    kernel: Kernel = app.state.kernel
    chance, table = random.Random(2), opened(slug)
    while not table.state.over:
        moves = [table.game.name(move) for move in table.state.moves()]
        if chance.random() < 0.15:
            move = chance.choice(moves)
            state = table.state.imagine(table.state.seat, 1)
            hint = Hint(table.version, (TurnAdvice((move,), (41.6, 41.6), 0.3),), state)
            viewer = Viewer((table.state.seat,), False, "en", features=(("hints", hint),))
            html = kernel.renderer.fragment(kernel.view(table, viewer), "en")
            assert 'value="' + move + '"' in html
            assert html.count('data-hinted="1"') >= 1, move
            assert "41.6 points" in html
        table = table.after(Stored(table.version, "move", {"move": chance.choice(moves)}))
