"""The yellow tiles: parlors, storages and chambers, each built, used and scored."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import evening, furnished, goods, lines, names, player, table

COSTS: dict[str, tuple[dict[str, int], int]] = {
    "weaving_parlor": ({"wood": 2, "stone": 1}, 0),
    "milking_parlor": ({"wood": 2, "stone": 2}, 0),
    "state_parlor": ({"gold": 5, "stone": 3}, 0),
    "hunting_parlor": ({"wood": 2}, 1),
    "beer_parlor": ({"wood": 2}, 3),
    "blacksmithing_parlor": ({"ore": 3}, 2),
    "stone_storage": ({"wood": 3, "ore": 1}, 0),
    "ore_storage": ({"wood": 1, "stone": 2}, 0),
    "spare_part_storage": ({"wood": 2}, 0),
    "main_storage": ({"wood": 2, "stone": 1}, 0),
    "weapon_storage": ({"wood": 3, "stone": 2}, 0),
    "supplies_storage": ({"wood": 1, "food": 3}, 0),
    "broom_chamber": ({"wood": 1}, 0),
    "treasure_chamber": ({"wood": 1, "stone": 1}, 0),
    "food_chamber": ({"wood": 2, "vegetable": 2}, 0),
    "prayer_chamber": ({"wood": 2}, 0),
    "writing_chamber": ({"stone": 2}, 0),
    "fodder_chamber": ({"grain": 2, "stone": 1}, 0),
}
PASTURES = {
    "r3c2 r3c1": "large_pasture",
    "r2c2 r2c1": "large_pasture",
    "r1c2 r1c1": "large_pasture",
}
# Trades: what is paid and what comes in.
TRADES: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "hunting_parlor": ("hunting_parlor", {"boar": 2}, {"gold": 2, "food": 2}),
    "beer for gold": ("beer_parlor gold", {"grain": 2}, {"gold": 3}),
    "beer for food": ("beer_parlor food", {"grain": 2}, {"food": 4}),
    "blacksmithing_parlor": ("blacksmithing_parlor", {"ruby": 1, "ore": 1}, {"gold": 2, "food": 1}),
    "spare_part_storage": ("spare_part_storage", {"wood": 1, "stone": 1, "ore": 1}, {"gold": 2}),
}


def with_tile(tile: str, **seat: Any) -> dict[str, Any]:
    """A seat with this tile in its printed cavern."""
    return {**seat, "board": {"r2c3": tile, **seat.get("board", {})}}


def bonus(tile: str, **seat: Any) -> int:
    """The bonus points of a player who owns this tile."""
    return lines(table(with_tile(tile, **seat)))["bonus"]


@rule(
    "caverna.tile.weaving_parlor",
    "caverna.tile.milking_parlor",
    "caverna.tile.state_parlor",
    "caverna.tile.hunting_parlor",
    "caverna.tile.beer_parlor",
    "caverna.tile.blacksmithing_parlor",
    "caverna.tile.stone_storage",
    "caverna.tile.ore_storage",
    "caverna.tile.spare_part_storage",
    "caverna.tile.main_storage",
    "caverna.tile.weapon_storage",
    "caverna.tile.supplies_storage",
    "caverna.tile.broom_chamber",
    "caverna.tile.treasure_chamber",
    "caverna.tile.food_chamber",
    "caverna.tile.prayer_chamber",
    "caverna.tile.writing_chamber",
    "caverna.tile.fodder_chamber",
)
@pytest.mark.parametrize("tile", list(COSTS))
def test_a_yellow_tile_costs_and_scores_what_is_printed(tile: str) -> None:
    cost, value = COSTS[tile]
    state = play(table({"goods": cost}), "place housework", f"furnish {tile}")
    gift = {"food": 2} if tile == "state_parlor" else {}
    assert goods(state) == {"dog": 1, **gift}
    assert furnished(state) == [tile]
    assert lines(state)["furnishings"] == value


@rule("caverna.tile.weaving_parlor")
def test_the_weaving_parlor_gives_food_for_sheep_once() -> None:
    seat = {"goods": {"wood": 2, "stone": 1, "sheep": 5}, "board": {"r3c2 r3c1": "large_pasture"}}
    state = play(table(seat), "place housework", "furnish weaving_parlor")
    assert goods(state) == {"sheep": 5, "food": 5, "dog": 1}


@rule("caverna.tile.weaving_parlor")
@pytest.mark.parametrize(("sheep", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_the_weaving_parlor_scores_pairs_of_sheep(sheep: int, points: int) -> None:
    assert bonus("weaving_parlor", board=PASTURES, goods={"sheep": sheep}) == points


@rule("caverna.tile.milking_parlor")
def test_the_milking_parlor_gives_food_for_cattle_and_scores_them() -> None:
    seat = {"goods": {"wood": 2, "stone": 2, "cattle": 3}, "board": PASTURES}
    state = play(table(seat), "place housework", "furnish milking_parlor")
    assert goods(state) == {"cattle": 3, "food": 3, "dog": 1}
    assert lines(state)["bonus"] == 3
    assert lines(state)["animals"] == 4


@rule("caverna.tile.state_parlor")
@pytest.mark.parametrize(
    ("board", "cell", "dwellings"),
    [
        ({}, "r2c3", 1),
        ({"r2c4": "dwelling", "r1c3": "simple_dwelling_3_3"}, "r2c3", 3),
        ({"r2c3": "dwelling", "r1c3": "cavern", "r1c4": "dwelling"}, "r1c3", 2),
        ({"r2c3": "dwelling", "r2c4": "dwelling", "r1c3": "dwelling", "r1c4": "cavern"}, "r1c4", 2),
        (
            {"r2c3": "dwelling", "r1c4": "dwelling", "r2c5": "dwelling", "r3c4": "dwelling"}
            | {"r2c4": "cavern"},
            "r2c4",
            4,
        ),
    ],
)
def test_the_state_parlor_counts_adjacent_dwellings(
    board: dict[str, str], cell: str, dwellings: int
) -> None:
    state = table({"goods": {"gold": 5, "stone": 3}, "board": board})
    play(state, "place housework", "furnish state_parlor")
    assert player(state)["board"][cell]["tile"] == "state_parlor"
    assert goods(state)["food"] == 2 * dwellings
    assert lines(state)["bonus"] == 4 * dwellings


@rule("caverna.tile.state_parlor.entry_level", "caverna.tile.entry_level_dwelling")
def test_the_entry_level_dwelling_counts_for_the_state_parlor() -> None:
    assert bonus("state_parlor") == 4


@rule("caverna.tile.state_parlor.entry_level", "caverna.tile.additional_dwelling.early")
def test_an_empty_additional_dwelling_counts_for_the_state_parlor() -> None:
    assert bonus("state_parlor", board={"r2c4": "additional_dwelling"}) == 8


@rule("caverna.tile.state_parlor")
def test_a_dwelling_built_later_scores_but_gives_no_food() -> None:
    seat = with_tile("state_parlor", board={"r2c4": "cavern"}, goods={"wood": 4, "stone": 3})
    state = play(table(seat, round=4), "place wish_for_children", "furnish dwelling")
    assert goods(state) == {}
    assert lines(state)["bonus"] == 8


@rule(
    "caverna.tile.hunting_parlor",
    "caverna.tile.beer_parlor",
    "caverna.tile.blacksmithing_parlor",
    "caverna.tile.spare_part_storage",
)
@pytest.mark.parametrize("trade", list(TRADES))
def test_a_trade_takes_the_whole_set_and_may_be_repeated(trade: str) -> None:
    name, price, income = TRADES[trade]
    tile = name.split()[0]
    board = {"r3c2 r3c1": "large_pasture"}
    stock = {good: 2 * count + 1 for good, count in price.items()}
    state = table(with_tile(tile, goods=stock, board=board))
    play(state, f"trade {name}", f"trade {name}")
    assert goods(state) == dict.fromkeys(price, 1) | {good: 2 * n for good, n in income.items()}


@rule(
    "caverna.tile.hunting_parlor",
    "caverna.tile.beer_parlor",
    "caverna.tile.blacksmithing_parlor",
    "caverna.tile.spare_part_storage",
)
@pytest.mark.parametrize("trade", list(TRADES))
def test_an_incomplete_set_is_not_traded(trade: str) -> None:
    name, price, _ = TRADES[trade]
    for missing in price:
        stock = {good: count - (good == missing) for good, count in price.items()}
        assert f"trade {name}" not in names(table(with_tile(name.split()[0], goods=stock)))


@rule("caverna.tile.hunting_parlor", "caverna.tile.beer_parlor")
@pytest.mark.parametrize("trade", list(TRADES))
def test_a_trade_needs_the_tile(trade: str) -> None:
    name, price, _ = TRADES[trade]
    assert f"trade {name}" not in names(table({"goods": price}))


@rule("caverna.tile.beer_parlor")
def test_the_beer_parlor_does_not_brew_what_is_on_fields() -> None:
    seat = with_tile("beer_parlor", board={"r3c2": "field"}, crops={"r3c2": "grain 3"})
    assert not any(
        name.startswith("trade") for name in names(table({**seat, "goods": {"grain": 1}}))
    )


@rule("caverna.tile.beer_parlor")
def test_beer_may_be_brewed_while_feeding() -> None:
    state = play(
        evening(with_tile("beer_parlor", goods={"grain": 2}), round=3), "trade beer_parlor food"
    )
    assert goods(play(state, "feed")) == {"wood": 1}


@rule("caverna.tile.stone_storage")
@pytest.mark.parametrize("stone", [0, 1, 6])
def test_the_stone_storage_scores_every_stone(stone: int) -> None:
    assert bonus("stone_storage", goods={"stone": stone}) == stone


@rule("caverna.tile.ore_storage")
@pytest.mark.parametrize(("ore", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3)])
def test_the_ore_storage_scores_pairs_of_ore(ore: int, points: int) -> None:
    assert bonus("ore_storage", goods={"ore": ore}) == points


@rule("caverna.tile.main_storage")
def test_the_main_storage_scores_yellow_tiles_and_itself() -> None:
    assert bonus("main_storage") == 2
    board = {"r2c4": "writing_chamber", "r1c3": "spare_part_storage", "r1c4": "hunting_parlor"}
    assert bonus("main_storage", board={**board, "r3c4": "dwelling", "r2c5": "carpenter"}) == 8


@rule("caverna.tile.main_storage")
@pytest.mark.parametrize("tile", [tile for tile in COSTS if tile != "main_storage"])
def test_every_yellow_tile_counts_for_the_main_storage(tile: str) -> None:
    armed = {"weapons": [1, 0]}  # neither all nor none are armed
    alone = bonus(tile, **armed, board={"r3c5": "cavern", "r3c4": "cavern"})
    both = bonus(tile, **armed, board={"r3c5": "main_storage", "r3c4": "cavern"})
    assert both - alone == 4


@rule("caverna.tile.weapon_storage")
@pytest.mark.parametrize(("weapons", "points"), [([0, 0], 0), ([0, 1], 3), ([14, 2], 6)])
def test_the_weapon_storage_scores_armed_dwarfs(weapons: list[int], points: int) -> None:
    assert bonus("weapon_storage", weapons=weapons) == points


@rule("caverna.tile.supplies_storage")
@pytest.mark.parametrize(("weapons", "points"), [([0, 0], 0), ([0, 14], 0), ([1, 1], 8)])
def test_the_supplies_storage_scores_if_all_are_armed(weapons: list[int], points: int) -> None:
    assert bonus("supplies_storage", weapons=weapons) == points


@rule("caverna.tile.supplies_storage")
def test_a_newborn_is_unarmed_too() -> None:
    seat = {
        "weapons": [1, 1, 0],
        "dwarfs": ["home", "away", "newborn"],
        "board": {"r2c4": "dwelling"},
    }
    assert bonus("supplies_storage", **seat) == 0


@rule("caverna.tile.supplies_storage", "caverna.tile.weapon_storage")
def test_both_weapon_tiles_score_together() -> None:
    assert bonus("supplies_storage", weapons=[1, 1], board={"r2c4": "weapon_storage"}) == 14


@rule("caverna.tile.broom_chamber")
@pytest.mark.parametrize(("dwarfs", "points"), [(2, 0), (4, 0), (5, 5), (6, 10)])
def test_the_broom_chamber_scores_large_families(dwarfs: int, points: int) -> None:
    board = {"r2c4": "couple_dwelling", "r1c3": "dwelling", "r1c4": "additional_dwelling"}
    assert bonus("broom_chamber", board=board, weapons=[0] * dwarfs) == points


@rule("caverna.tile.treasure_chamber")
def test_the_treasure_chamber_scores_rubies_once_more() -> None:
    state = table(with_tile("treasure_chamber", goods={"ruby": 4}))
    assert (lines(state)["bonus"], lines(state)["rubies"]) == (4, 4)


@rule("caverna.tile.food_chamber")
@pytest.mark.parametrize(
    ("stock", "crops", "points"),
    [
        ({"grain": 1}, {}, 0),
        ({"grain": 2, "vegetable": 2}, {}, 4),
        ({"grain": 1}, {"r3c2": "vegetable 2"}, 2),
        ({"vegetable": 1}, {"r3c2": "grain 3", "r3c1": "vegetable 1"}, 4),
    ],
)
def test_the_food_chamber_scores_sets_in_supply_and_fields(
    stock: dict[str, int], crops: dict[str, str], points: int
) -> None:
    board = {"r3c2": "field", "r3c1": "field"}
    assert bonus("food_chamber", goods=stock, crops=crops, board=board) == points


@rule("caverna.tile.prayer_chamber")
@pytest.mark.parametrize(("weapons", "points"), [([0, 0], 8), ([0, 1], 0), ([5, 5], 0)])
def test_the_prayer_chamber_scores_if_none_is_armed(weapons: list[int], points: int) -> None:
    assert bonus("prayer_chamber", weapons=weapons) == points


@rule("caverna.tile.prayer_chamber", "caverna.tile.peaceful_cave")
def test_the_peaceful_cave_helps_the_prayer_chamber() -> None:
    seat = with_tile("prayer_chamber", board={"r2c4": "peaceful_cave"}, weapons=[0, 3])
    state = play(table(seat), "disarm 3")
    assert lines(state)["bonus"] == 8


@rule("caverna.tile.writing_chamber")
def test_the_writing_chamber_saves_seven_points_of_all_that_is_lost() -> None:
    fresh = table()
    state = table(with_tile("writing_chamber"))
    assert state.scores()[0].total == fresh.scores()[0].total + 7
    assert lines(state)["bonus"] == 0


@rule("caverna.tile.writing_chamber")
def test_the_writing_chamber_saves_no_more_than_is_lost() -> None:
    forest = {f"r{row}c{col}": "field" for row in range(4) for col in range(3)}
    mountain = {f"r{row}c{col}": "tunnel" for row in range(4) for col in range(3, 6)}
    board = {**mountain, **forest, "r2c3": "writing_chamber", "r3c4": "breakfast_room"}
    del board["r3c3"], board["r0c0"]
    herd = {"cattle": 2, "sheep": 1}
    board |= {"r2c4": "cuddle_room"}
    state = table({"board": board, "goods": herd})
    assert lines(state)["missing_types"] == 0
    assert lines(state)["unused_spaces"] == 0


@rule("caverna.tile.fodder_chamber")
@pytest.mark.parametrize(
    ("herd", "points"),
    [
        ({"sheep": 2}, 0),
        ({"sheep": 3}, 1),
        ({"sheep": 3, "cattle": 2, "dog": 9}, 1),
        ({"sheep": 3, "cattle": 2, "boar": 1}, 2),
        ({"sheep": 4, "cattle": 4, "boar": 3}, 3),
    ],
)
def test_the_fodder_chamber_scores_three_farm_animals(herd: dict[str, int], points: int) -> None:
    assert bonus("fodder_chamber", board=PASTURES, goods=herd) == points
