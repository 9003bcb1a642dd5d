"""The page of My Gold Mine says what digging may do, whatever the options."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.core.registry import info
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
RENDERER = Renderer()
WARNING = "it would burn you"


def table_at(options: dict[str, Any], **position: Any) -> Table:
    """A table of three people at a prepared position, the first to act."""
    body: dict[str, Any] = {"game": "my_gold_mine", "seed": 1, "name": "", "public": False}
    body |= {"rules": info("my_gold_mine").rules_version, "host": ""}
    body |= {"options": {"players": 3, **options}}
    body |= {"seats": [{"kind": PERSON, "name": f"Seat {seat}"} for seat in range(3)]}
    table = Table("t", Stored(0, "open", body))
    game: Any = table.game
    table.state = game.position(turn=0, **position)
    return table


def page_of(table: Table) -> str:
    view = make_view(table, Viewer((0,), False, "en"), LINKS, 1)
    return RENDERER.page("table.html", "en", "auto", "/table/t", table=view, points="on")


@pytest.mark.parametrize("timing", ["after_move", "before_move"])
@pytest.mark.parametrize(("top", "place"), [("blue", 6), ("red", 5), ("plain", 6), ("plain", 5)])
def test_the_warning_comes_exactly_where_one_dragon_would_burn(
    timing: str, top: str, place: int
) -> None:
    deck = [top, "dragon", "plain"]
    table = table_at({"dragon_timing": timing}, dwarfs=[place, 4, 4], dragon=7, extraction=deck)
    page = page_of(table)
    state: Any = table.state
    state.play(state.game.move("dig"))
    burnt = state.view(None)["dwarfs"][0]["state"] == "burnt"
    assert (WARNING in page) == burnt


def test_the_dragon_does_not_move_once_the_last_dwarf_has_left() -> None:
    deck = ["blue", "dragon", "plain"]
    last = table_at({}, dwarfs=[1, "burnt", "burnt"], dragon=7, extraction=deck)
    assert "never<" in page_of(last).replace("\n", "")
    others = table_at({}, dwarfs=[1, 4, 4], dragon=7, extraction=deck)
    assert "never<" not in page_of(others).replace("\n", "")
