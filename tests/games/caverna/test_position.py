"""Positions set up by hand: every cell takes what can come to lie there, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.testing import rule
from tests.games.caverna.referee.home import FOREST, MOUNTAIN, ON_BOARD, beside, named, ring
from tests.games.caverna.referee.printed import TILES
from tests.games.caverna.tables import land, player, table

PRINTED_CAVERN, PRINTED_DWELLING = (2, 3), (3, 3)
BELOW_THE_DWELLING = (4, 3)  # nothing sticks out there
BESIDE_THE_ENTRANCE = (4, 2)  # without a tile on the entrance there is no other
PRINTED = (PRINTED_CAVERN, PRINTED_DWELLING)
FARM = ["meadow", "field", "small_pasture"]
ROCK = ["tunnel", "cavern", "deep_tunnel", "ore_mine", "ruby_mine"]
ROOMS = [tile for tile in TILES if tile != "entry_level_dwelling"]
KINDS = [*FARM, *ROCK, *ROOMS, "entry_level_dwelling", "large_pasture"]
OUTSIDE = (ring(FOREST) | ring(MOUNTAIN)) - {BELOW_THE_DWELLING}
CELLS = sorted(ON_BOARD | OUTSIDE)

Cell = tuple[int, int]


def can_lie(kind: str, cell: Cell) -> bool:
    """What the rules leave room for: by half, by what is printed, and out of the board."""
    if cell == PRINTED_DWELLING or kind in ("entry_level_dwelling", "large_pasture"):
        return False  # a large pasture needs two cells
    if cell == PRINTED_CAVERN:
        return kind == "cavern" or kind in ROOMS
    if cell in ring(MOUNTAIN) and kind == "office_room":
        return False  # without it nothing sticks out
    farm = cell in FOREST | ring(FOREST)
    return kind in FARM if farm else kind not in FARM


def around(cell: Cell, kind: str) -> dict[str, str]:
    """A full board with an Office room and this kind of land on one cell."""
    board = {named(one): "meadow" for one in FOREST}
    board |= {named(one): "tunnel" for one in MOUNTAIN if one not in PRINTED}
    if kind != "office_room":
        board["r1c3" if cell == PRINTED_CAVERN else "r2c3"] = "office_room"
    return {**board, named(cell): kind}


def refusal(**seat: Any) -> dict[str, str]:
    """Why such a seat cannot be, in each language."""
    with pytest.raises(dvergar.PositionError) as refused:
        table(seat)
    return {lang: refused.value.text(lang) for lang in LANGUAGES}


@rule("caverna.table.positions", "caverna.setup.home_board")
@pytest.mark.parametrize("cell", CELLS, ids=named)
def test_a_cell_takes_what_can_lie_there_and_nothing_else(cell: Cell) -> None:
    for kind in KINDS:
        board = around(cell, kind)
        if can_lie(kind, cell):
            shown = player(table({"board": board}))["board"][named(cell)]
            assert kind in (shown["land"], shown["tile"])
        else:
            said = refusal(board=board)
            assert f"{kind} cannot lie on {named(cell)}" in said["en"]
            assert f"{kind} ne peut pas être en {named(cell)}" in said["fr"]


@rule("caverna.table.positions", "caverna.office.all_edges")
@pytest.mark.parametrize("cell", ["r4c3", "r-1c-1", "r4c6", "r-1c6", "r4c-1", "r9c9", "cave"])
def test_what_is_no_cell_takes_nothing(cell: str) -> None:
    assert f"“{cell}” is not known here" in refusal(board={cell: "meadow"})["en"]
    assert f"“{cell}” is not known here" in refusal(stables=[cell])["en"]
    assert f"“{cell}” is not known here" in refusal(crops={cell: "grain 1"})["en"]


@rule("caverna.table.positions", "caverna.setup.home_board")
@pytest.mark.parametrize("cell", CELLS, ids=named)
def test_a_large_pasture_lies_on_two_cells_of_the_forest_side_by_side(cell: Cell) -> None:
    meadows = around(PRINTED_CAVERN, "office_room")
    for other in CELLS:
        place = f"{named(cell)} {named(other)}"
        rest = {one: kind for one, kind in meadows.items() if one not in place.split()}
        board = {**rest, place: "large_pasture"}
        if cell in FOREST | ring(FOREST) and other in beside(cell):
            assert land(table({"board": board}), named(cell)) == "large_pasture"
        elif cell == other:
            assert f"two tiles lie on {named(cell)}" in refusal(board=board)["en"]
        else:
            assert f"large_pasture cannot lie on {place}" in refusal(board=board)["en"]


@rule("caverna.table.positions")
@pytest.mark.parametrize(
    "board",
    [
        {"r3c2 r2c2": "large_pasture", "r2c2": "meadow"},
        {"r3c2": "field", "r2c2 r3c2": "large_pasture"},
        {"r3c2 r2c2": "large_pasture", "r2c2 r1c2": "large_pasture"},
        {"r2c3": "carpenter", " r2c3": "cavern"},
    ],
)
def test_a_cell_takes_one_tile_only(board: dict[str, str]) -> None:
    said = refusal(board=board)
    assert "two tiles lie on r" in said["en"]
    assert "deux tuiles sont en r" in said["fr"]


@rule("caverna.table.positions", "caverna.office.needed")
@pytest.mark.parametrize("cell", sorted(OUTSIDE), ids=named)
def test_without_the_office_room_nothing_sticks_out(cell: Cell) -> None:
    board = {**around(cell, "field" if cell in ring(FOREST) else "cavern"), "r2c3": "cavern"}
    assert "land sticks out of the board without the Office room" in refusal(board=board)["en"]


@rule("caverna.table.positions", "caverna.office.one_half")
@pytest.mark.parametrize("cell", sorted(OUTSIDE - {BESIDE_THE_ENTRANCE}), ids=named)
def test_what_sticks_out_has_a_half_on_the_board(cell: Cell) -> None:
    kind = "field" if cell in ring(FOREST) else "cavern"
    outside = {named(one): kind for one in beside(cell) if one in OUTSIDE}
    board = {**around(cell, kind), **outside}
    inside = next(named(one) for one in beside(cell) if one in ON_BOARD)
    table({"board": board})
    del board[inside]
    said = refusal(board=board)
    assert f"sticks out of the board at {named(cell)} has no other half" in said["en"]
    assert f"dépasse du plateau en {named(cell)}" in said["fr"]


@rule("caverna.table.positions")
@pytest.mark.parametrize("cell", CELLS, ids=named)
def test_a_stable_stands_in_the_forest_but_on_no_field_and_grain_grows_on_fields(
    cell: Cell,
) -> None:
    name = named(cell)
    for kind in [*FARM, "cavern"]:
        if not can_lie(kind, cell):
            continue
        board = around(cell, kind)
        if kind in ("meadow", "small_pasture"):
            assert player(table({"board": board, "stables": [name]}))["board"][name]["stable"]
        else:
            assert f"a stable cannot stand on {name}" in refusal(board=board, stables=[name])["en"]
        if kind == "field":
            sown = table({"board": board, "crops": {name: "vegetable 2"}})
            assert player(sown)["board"][name]["vegetable"] == 2
        else:
            wrong = refusal(board=board, crops={name: "grain 1"})
            assert f"that crop cannot grow on {name}" in wrong["en"]
    if cell in FOREST:
        assert player(table({"stables": [name]}))["board"][name]["stable"]
    else:
        assert f"a stable cannot stand on {name}" in refusal(stables=[name])["en"]


@rule("caverna.table.positions", "caverna.furnish.trader_spare_part")
def test_trader_and_spare_part_storage_of_one_player_lie_on_top_of_each_other() -> None:
    for top, below in (("trader", "spare_part_storage"), ("spare_part_storage", "trader")):
        table({"board": {"r2c3": top}, "under": {"r2c3": below}})
        both = refusal(board={"r2c3": top, "r2c4": below})
        assert both["en"].endswith(f"{below} and {top} of one player lie on top of each other.")
        for wrong in ({"r2c3": "carpenter"}, {"r2c3": top}, {"r2c4": below}, {"r3c3": below}):
            (cell, name), *_ = wrong.items()
            said = refusal(board={"r2c3": top}, under=wrong)["en"]
            assert f"the tile {name} cannot lie under what is on {cell}" in said
        table({"board": {"r2c3": top}}, {"board": {"r2c3": below}})
        with pytest.raises(dvergar.PositionError, match=f"the tile {below} is not on offer"):
            table({"board": {"r2c3": below}}, {"board": {"r2c3": top}, "under": {"r2c3": below}})


@rule("caverna.table.positions")
def test_a_tile_gives_supplies_where_it_is_built_and_only_its_own() -> None:
    for name in (tile for tile in TILES if tile.endswith("_supplier")):
        board = {"r2c3": name}
        assert player(table({"board": board, "supplies": {name: 1}}))["supplies"][name] == 1
        for given in (refusal(supplies={name: 1}), refusal(board=board, supplies={name: 99})):
            assert f"the tile {name} has no such goods left to give" in given["en"]
        assert refusal(board=board, supplies={name: -1})


@rule("caverna.table.positions")
@pytest.mark.parametrize(
    ("herd", "room"),
    [
        ({"sheep": 3}, {}),
        ({"sheep": 5}, {"board": {"r3c2": "small_pasture"}}),
        ({"sheep": 1, "boar": 1, "cattle": 1}, {"board": {"r3c2 r2c2": "large_pasture"}}),
        ({"boar": 4}, {"stables": ["r3c2"]}),
        ({"donkey": 4}, {"board": {"r2c4": "ore_mine"}}),
        ({"cattle": 3}, {"board": {"r2c4": "ore_mine"}}),
    ],
)
def test_animals_need_room(herd: dict[str, int], room: dict[str, Any]) -> None:
    said = refusal(goods=herd, **room)
    assert "the animals have no room" in said["en"]
    assert "les animaux n’ont pas de place" in said["fr"]


@rule("caverna.table.positions")
def test_a_pile_never_holds_less_than_nothing() -> None:
    with pytest.raises(dvergar.PositionError, match="can be negative"):
        table(piles={"clearing": {"wood": -1}})
