"""The green tiles: rooms, craftsmen, suppliers and caves, each played and with what it touches."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.tables import (
    RESTING,
    evening,
    furnished,
    gained,
    goods,
    land,
    lines,
    names,
    player,
    real,
    starting,
    table,
    weapons,
)

COSTS: dict[str, tuple[dict[str, int], int]] = {
    "cuddle_room": ({"wood": 1}, 2),
    "breakfast_room": ({"wood": 1}, 0),
    "stubble_room": ({"wood": 1, "ore": 1}, 1),
    "work_room": ({"stone": 1}, 2),
    "guest_room": ({"wood": 1, "stone": 1}, 0),
    "office_room": ({"stone": 1}, 0),
    "carpenter": ({"stone": 1}, 0),
    "stone_carver": ({"wood": 1}, 1),
    "blacksmith": ({"wood": 1, "stone": 2}, 3),
    "miner": ({"wood": 1, "stone": 1}, 3),
    "builder": ({"stone": 1}, 2),
    "trader": ({"wood": 1}, 2),
    "wood_supplier": ({"stone": 1}, 2),
    "stone_supplier": ({"wood": 1}, 1),
    "ruby_supplier": ({"wood": 2, "stone": 2}, 2),
    "dog_school": ({}, 0),
    "quarry": ({"wood": 1}, 2),
    "seam": ({"wood": 2}, 1),
    "slaughtering_cave": ({"wood": 2, "stone": 2}, 2),
    "cooking_cave": ({"stone": 2}, 2),
    "working_cave": ({"wood": 1, "stone": 1}, 2),
    "mining_cave": ({"wood": 3, "stone": 2}, 2),
    "breeding_cave": ({"grain": 1, "stone": 1}, 2),
    "peaceful_cave": ({"wood": 2, "stone": 2}, 2),
}
GIFTS = {"stone_carver": {"stone": 2}, "blacksmith": {"ore": 2}, "dog_school": {"wood": 1}}
ORE_MINE = {"r2c4": "deep_tunnel", "r2c5": "ore_mine"}
SUPPLIERS = {
    "wood_supplier": ("wood", 7),
    "stone_supplier": ("stone", 5),
    "ruby_supplier": ("ruby", 4),
}


def with_tile(tile: str, **seat: Any) -> dict[str, Any]:
    """A seat with this tile in its printed cavern."""
    return {**seat, "board": {"r2c3": tile, **seat.get("board", {})}}


def farming(seat: dict[str, Any], animal: str = "sheep", count: int = 1) -> Any:
    """Seat 0 is about to build on Sheep or Donkey farming."""
    name = f"{animal}_farming"
    return play(table(seat, round=6, piles={name: {animal: count}}), f"place {name}")


def deliveries(tile: str, turn: int) -> list[int]:
    """How much a supplier brings at the beginning of each later round, to the end of the game."""
    good, rounds = SUPPLIERS[tile]
    state = table(with_tile(tile, supplies={tile: rounds}, goods={"food": 90}), RESTING, round=turn)
    brought = []
    while not state.over:
        moves = real(state)
        play(state, "feed" if "feed" in moves else min(moves))
        happened = [(event.kind, event.seat, event.facts.get("good")) for event in state.events()]
        if ("round", None, None) in happened:
            after = happened[happened.index(("round", None, None)) :]
            brought.append(after.count(("gain", 0, good)))
    return brought


@rule(
    "caverna.tile.cuddle_room",
    "caverna.tile.breakfast_room",
    "caverna.tile.stubble_room",
    "caverna.tile.work_room",
    "caverna.tile.guest_room",
    "caverna.tile.office_room",
    "caverna.tile.carpenter",
    "caverna.tile.stone_carver",
    "caverna.tile.blacksmith",
    "caverna.tile.miner",
    "caverna.tile.builder",
    "caverna.tile.trader",
    "caverna.tile.wood_supplier",
    "caverna.tile.stone_supplier",
    "caverna.tile.ruby_supplier",
    "caverna.tile.dog_school",
    "caverna.tile.quarry",
    "caverna.tile.seam",
    "caverna.tile.slaughtering_cave",
    "caverna.tile.cooking_cave",
    "caverna.tile.working_cave",
    "caverna.tile.mining_cave",
    "caverna.tile.breeding_cave",
    "caverna.tile.peaceful_cave",
)
@pytest.mark.parametrize("tile", list(COSTS))
def test_a_green_tile_costs_and_scores_what_is_printed(tile: str) -> None:
    cost, value = COSTS[tile]
    state = play(table({"goods": cost}), "place housework", f"furnish {tile}")
    assert goods(state) == {"dog": 1, **GIFTS.get(tile, {})}
    assert furnished(state) == [tile]
    assert lines(state)["furnishings"] == value
    assert lines(state)["bonus"] == 0


@rule("caverna.tile.cuddle_room")
def test_the_cuddle_room_holds_a_sheep_for_each_dwarf() -> None:
    state = farming(with_tile("cuddle_room", goods={"boar": 2}), count=3)
    assert real(state) == {"butcher sheep", "butcher boar"}
    play(state, "butcher sheep")
    assert goods(state) == {"boar": 2, "sheep": 2, "food": 1}


@rule("caverna.tile.cuddle_room")
def test_the_cuddle_room_holds_no_other_animals() -> None:
    state = farming(with_tile("cuddle_room", goods={"cattle": 2}), "donkey")
    assert real(state) == {"butcher donkey", "butcher cattle"}


@rule("caverna.tile.cuddle_room.newborn")
def test_a_newborn_counts_for_the_cuddle_room() -> None:
    seat = with_tile("cuddle_room", goods={"sheep": 2, "cattle": 2}, board={"r2c4": "dwelling"})
    state = play(
        table(seat, RESTING, round=8, piles={"sheep_farming": {"sheep": 1}}), "place family_life"
    )
    play(state, "place sheep_farming")
    assert goods(state)["sheep"] == 3


@rule("caverna.tile.breakfast_room")
def test_the_breakfast_room_holds_three_cattle() -> None:
    state = table(
        with_tile("breakfast_room", goods={"cattle": 3, "donkey": 2, "ruby": 1, "food": 1})
    )
    play(state, "ruby cattle")
    assert {"butcher cattle", "butcher donkey"} <= real(state)
    play(state, "butcher cattle")
    assert goods(state)["cattle"] == 3


@rule("caverna.tile.breakfast_room")
def test_the_breakfast_room_holds_cattle_only() -> None:
    state = farming(with_tile("breakfast_room", goods={"boar": 2}))
    assert real(state) == {"butcher sheep", "butcher boar"}


@rule("caverna.tile.stubble_room")
def test_the_stubble_room_holds_one_animal_on_each_empty_field() -> None:
    board = {"r3c2": "field", "r3c1": "field", "r2c2": "field"}
    herd = {"sheep": 2, "donkey": 1, "cattle": 1}
    seat = with_tile("stubble_room", board=board, crops={"r2c2": "grain 1"}, goods=herd)
    assert lines(table(seat))["animals"] == 4
    state = farming(seat, "donkey", 2)
    assert "butcher donkey" in real(state)


@rule("caverna.tile.stubble_room.sow", "caverna.animal.after_changes")
def test_sowing_drives_the_animal_off_its_field() -> None:
    seat = with_tile(
        "stubble_room", board={"r3c2": "field"}, goods={"sheep": 2, "boar": 1, "grain": 1}
    )
    state = play(table(seat), "place slash_and_burn", "sow grain")
    assert real(state) == {"butcher sheep", "butcher boar"}
    play(state, "butcher boar")
    assert goods(state) == {"sheep": 2, "food": 2}
    assert state.seat == 1


@rule("caverna.tile.stubble_room.sow")
def test_an_animal_with_another_place_just_moves() -> None:
    seat = with_tile("stubble_room", board={"r3c2": "field"}, goods={"sheep": 2, "grain": 1})
    state = play(table(seat), "place slash_and_burn", "sow grain")
    assert (goods(state), state.seat) == ({"sheep": 2}, 1)


@rule("caverna.tile.work_room")
def test_the_work_room_opens_tunnels_and_deep_tunnels_but_not_mines() -> None:
    board = {**ORE_MINE, "r3c4": "tunnel", "r1c4": "ruby_mine"}
    state = play(
        table(with_tile("work_room", board=board)), "place housework", "furnish dog_school"
    )
    assert real(state) == {"into r2c4", "into r3c4"}
    play(state, "into r2c4")
    assert player(state)["board"]["r2c4"]["tile"] == "dog_school"


@rule("caverna.tile.work_room")
@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ({"round": 4}, ["place wish_for_children", "furnish dwelling"]),
        ({"round": 8}, ["place urgent_wish_for_children", "furnish dwelling"]),
    ],
)
def test_the_work_room_works_for_dwellings_too(position: dict[str, Any], moves: list[str]) -> None:
    seat = with_tile("work_room", board={"r2c4": "tunnel"}, goods={"wood": 4, "stone": 3})
    state = play(table(seat, **position), *moves)
    assert player(state)["board"]["r2c4"]["tile"] == "dwelling"


@rule("caverna.tile.work_room", "caverna.loot.ordinary_dwelling")
def test_the_work_room_works_for_loot_too() -> None:
    seat = with_tile("work_room", board={"r2c4": "tunnel"}, goods={"wood": 2, "stone": 2})
    state = play(table({**seat, "weapons": [11, 11]}), "place logging", "loot ordinary_dwelling")
    assert player(state)["board"]["r2c4"]["tile"] == "dwelling"


@rule("caverna.tile.work_room")
def test_a_furnished_tunnel_takes_no_mine() -> None:
    board = {"r2c4": "dog_school", "r2c5": "tunnel"}
    state = table(with_tile("work_room", board=board), round=6)
    assert "place ore_mine_construction" not in names(state)


@rule("caverna.tile.work_room.itself")
def test_the_work_room_itself_needs_a_cavern() -> None:
    board = {"r2c3": "dwelling", "r2c4": "tunnel"}
    state = play(table({"board": board, "goods": {"stone": 1}}), "place housework")
    assert state.seat == 1
    assert furnished(state) == ["dwelling"]


@rule("caverna.tile.carpenter")
@pytest.mark.parametrize(("tile", "cost"), [("dwelling", {"wood": 3, "stone": 3}), ("trader", {})])
def test_the_carpenter_saves_a_wood_on_a_tile(tile: str, cost: dict[str, int]) -> None:
    seat = with_tile("carpenter", board={"r2c4": "cavern"}, goods=cost)
    state = play(table(seat), "place housework", f"furnish {tile}")
    assert goods(state) == {"dog": 1}


@rule("caverna.tile.carpenter", "caverna.tile.carpenter.each_pasture")
def test_the_carpenter_saves_a_wood_on_each_pasture() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow"}
    state = farming(with_tile("carpenter", board=board, goods={"wood": 4}))
    play(state, "small_pasture r1c2")
    play(state, *starting(state, "large_pasture"))
    assert goods(state) == {"sheep": 1}


@rule(
    "caverna.tile.carpenter.each_pasture",
    "caverna.loot.small_pasture",
    "caverna.loot.large_pasture",
)
@pytest.mark.parametrize(
    ("item", "wood", "moves"),
    [("small_pasture", 0, ["small_pasture r3c2"]), ("large_pasture", 1, [])],
)
def test_the_carpenter_saves_a_wood_on_looted_pastures(
    item: str, wood: int, moves: list[str]
) -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow"}
    seat = with_tile("carpenter", board=board, goods={"wood": wood}, weapons=[10, 10])
    state = play(table(seat), "place logging", f"loot {item}", *moves)
    assert goods(state) == {}
    assert land(state, "r3c2") == item


@rule("caverna.tile.carpenter")
def test_the_carpenter_does_not_make_stables_cheaper() -> None:
    state = farming(with_tile("carpenter"))
    assert state.seat == 1


@rule("caverna.tile.stone_carver")
def test_the_stone_carver_gives_stone_once_and_makes_stables_free() -> None:
    state = farming(with_tile("stone_carver"))
    play(state, "stable r0c0")
    assert goods(state) == {"sheep": 1}


@rule("caverna.tile.stone_carver")
def test_the_stone_carver_saves_a_stone_on_a_tile() -> None:
    seat = with_tile("stone_carver", board={"r2c4": "cavern"}, goods={"stone": 1})
    state = play(table(seat), "place housework", "furnish cooking_cave")
    assert goods(state) == {"dog": 1}


@rule("caverna.tile.stone_carver")
def test_the_stone_carver_does_not_make_fences_cheaper() -> None:
    state = farming(with_tile("stone_carver", board={"r3c2": "meadow"}, goods={"wood": 1}))
    assert starting(state, "small_pasture") == set()


@rule("caverna.tile.blacksmith", "caverna.weapon.forge")
@pytest.mark.parametrize(("ore", "strongest"), [(0, 2), (1, 3), (6, 8), (9, 8)])
def test_the_blacksmith_saves_two_ore_on_a_weapon(ore: int, strongest: int) -> None:
    state = play(table(with_tile("blacksmith", goods={"ore": ore}), round=3), "place blacksmithing")
    assert starting(state, "forge") == {f"forge {n}" for n in range(1, strongest + 1)}
    play(state, f"forge {strongest}")
    assert goods(state).get("ore", 0) == ore - max(strongest - 2, 0)


@rule("caverna.tile.blacksmith.limits")
def test_the_blacksmith_never_pays_ore_back() -> None:
    state = table(with_tile("blacksmith", goods={"ore": 3}), round=3)
    play(state, "place blacksmithing", "forge 1")
    assert goods(state) == {"ore": 3}


@rule("caverna.tile.blacksmith.limits")
def test_the_blacksmith_does_not_help_ore_trading() -> None:
    assert "place ore_trading" not in names(
        table(with_tile("blacksmith", goods={"ore": 1}), round=12)
    )
    state = play(table(with_tile("blacksmith", goods={"ore": 2}), round=12), "place ore_trading")
    assert goods(state) == {"gold": 2, "food": 1}


@rule("caverna.tile.blacksmith")
def test_the_blacksmith_helps_on_adventure_too() -> None:
    state = play(table(with_tile("blacksmith"), round=12), "place adventure", "forge 2")
    assert weapons(state) == [0, 2]


@rule("caverna.tile.miner")
@pytest.mark.parametrize(("donkeys", "ore"), [(0, 0), (1, 1), (2, 2), (4, 2)])
def test_the_miner_digs_in_ore_mines_with_a_donkey(donkeys: int, ore: int) -> None:
    board = {**ORE_MINE, "r1c5": "deep_tunnel", "r1c4": "ore_mine"}
    state = evening(with_tile("miner", board=board, goods={"donkey": donkeys}))
    assert gained(state, "ore") == ore


@rule("caverna.tile.miner")
def test_the_miner_does_not_dig_in_ruby_mines_and_donkeys_go_where_they_help() -> None:
    board = {**ORE_MINE, "r3c4": "ruby_mine"}
    state = evening(with_tile("miner", board=board, goods={"donkey": 1}))
    assert gained(state, "ore") == 1
    state = evening(with_tile("miner", board={"r3c4": "ruby_mine"}, goods={"donkey": 1}))
    assert gained(state, "ore") == 0


@rule("caverna.tile.builder")
def test_the_builder_lets_you_choose_what_ore_replaces() -> None:
    board = {"r2c4": "cavern"}
    seat = with_tile("builder", board=board, goods={"wood": 1, "stone": 1, "ore": 2})
    state = play(table(seat), "place housework", "furnish guest_room")
    assert real(state) == {
        "pay as printed",
        "pay ore for wood",
        "pay ore for stone",
        "pay ore for both",
    }
    left = {
        "pay as printed": {"ore": 2},
        "pay ore for wood": {"wood": 1, "ore": 1},
        "pay ore for stone": {"stone": 1, "ore": 1},
        "pay ore for both": {"wood": 1, "stone": 1},
    }
    for way, rest in left.items():
        assert goods(play(state.copy(), way)) == {"dog": 1, **rest}


@rule("caverna.tile.builder")
def test_the_builder_replaces_at_most_one_of_each() -> None:
    seat = with_tile("builder", board={"r2c4": "cavern"}, goods={"ore": 9})
    state = play(table(seat), "place housework")
    assert "furnish guest_room" in names(state)
    assert not {"furnish seam", "furnish cooking_cave", "furnish prayer_chamber"} & names(state)


@rule("caverna.tile.builder", "caverna.tile.carpenter")
def test_a_wood_saved_by_the_carpenter_need_not_be_replaced() -> None:
    board = {"r2c4": "carpenter", "r1c3": "cavern"}
    state = play(table(with_tile("builder", board=board, goods={"ore": 1})), "place housework")
    play(state, "furnish seam")
    assert goods(state) == {"dog": 1}


@rule("caverna.tile.builder")
def test_the_builder_does_not_help_with_fences_and_stables() -> None:
    state = farming(with_tile("builder", board={"r3c2": "meadow"}, goods={"wood": 1, "ore": 5}))
    assert state.seat == 1


@rule("caverna.tile.trader")
def test_the_trader_sells_the_whole_set() -> None:
    state = table(with_tile("trader", goods={"gold": 5}))
    play(state, "trade trader", "trade trader")
    assert goods(state) == {"gold": 1, "wood": 2, "stone": 2, "ore": 2}
    assert "trade trader" not in names(state)


@rule("caverna.tile.wood_supplier", "caverna.tile.stone_supplier", "caverna.tile.ruby_supplier")
@pytest.mark.parametrize("tile", list(SUPPLIERS))
def test_a_supplier_delivers_from_the_next_round_on(tile: str) -> None:
    good, rounds = SUPPLIERS[tile]
    state = table({"goods": COSTS[tile][0], "dwarfs": ["home", "away"]}, RESTING)
    play(state, "place housework", f"furnish {tile}")
    assert state.view(None)["round"] == 2
    assert gained(state, good) == 1
    assert player(state)["supplies"] == {tile: rounds - 1}


@rule("caverna.tile.wood_supplier", "caverna.tile.stone_supplier", "caverna.tile.ruby_supplier")
@pytest.mark.parametrize("tile", list(SUPPLIERS))
def test_a_supplier_delivers_so_many_times(tile: str) -> None:
    rounds = SUPPLIERS[tile][1]
    assert deliveries(tile, 1) == [1] * rounds + [0] * (10 - rounds)


@rule("caverna.tile.suppliers.played_rounds", "caverna.two.eleven_rounds")
def test_a_round_that_is_skipped_does_not_use_up_a_delivery() -> None:
    assert deliveries("ruby_supplier", 6) == [1, 1, 1, 1, 0]


@rule("caverna.tile.suppliers.played_rounds")
def test_what_would_come_after_the_last_round_is_lost() -> None:
    assert deliveries("wood_supplier", 11) == [1]


@rule("caverna.tile.dog_school", "caverna.space.housework")
def test_the_dog_of_housework_may_come_after_the_dog_school() -> None:
    state = play(table(), "place housework", "furnish dog_school")
    assert goods(state) == {"dog": 1, "wood": 1}
    state = play(table(), "place housework", "take goods", "furnish dog_school")
    assert goods(state) == {"dog": 1}


@rule("caverna.tile.dog_school.any_dog")
@pytest.mark.parametrize(
    ("extra", "position", "moves"),
    [
        ({}, {}, ["place housework"]),
        ({"goods": {"ruby": 1}}, {}, ["ruby dog"]),
        ({"weapons": [1, 1]}, {}, ["place logging", "loot dog"]),
        ({}, {"players": 5}, ["place weekly_market", "buy dog", "done"]),
        (
            {"goods": {"food": 2}},
            {"players": 4, "occupied": {"housework": 1}},
            ["place imitation_2"],
        ),
    ],
)
def test_every_dog_brings_a_wood(extra: Any, position: Any, moves: list[str]) -> None:
    state = play(table(with_tile("dog_school", **extra), **position), *moves)
    assert (goods(state)["dog"], goods(state)["wood"]) == (1, 1)


@rule("caverna.tile.quarry")
def test_a_newborn_donkey_brings_a_stone() -> None:
    seat = with_tile("quarry", board={"r2c4": "ruby_mine"}, goods={"donkey": 2, "food": 4})
    state = play(evening(seat, round=3), "feed", "feed")
    assert goods(state)["donkey"] == 3
    assert goods(state)["stone"] == 1


@rule("caverna.tile.quarry")
def test_other_donkeys_and_other_young_bring_no_stone() -> None:
    state = farming(with_tile("quarry"), "donkey", 2)
    assert goods(state) == {"donkey": 2}
    state = play(table(with_tile("quarry", goods={"ruby": 1})), "ruby donkey")
    assert goods(state) == {"donkey": 1}
    seat = with_tile("quarry", board={"r3c2": "small_pasture"}, goods={"sheep": 2, "food": 4})
    state = play(evening(seat, round=3), "feed", "feed")
    assert "stone" not in goods(state)


@rule("caverna.tile.quarry", "caverna.loot.breed_2")
def test_the_quarry_works_for_looted_breeding() -> None:
    seat = with_tile("quarry", board={"r2c4": "ruby_mine"}, goods={"donkey": 2}, weapons=[14, 14])
    state = play(table(seat), "place logging", "loot breed_2")
    assert goods(state) == {"donkey": 3, "stone": 1}


@rule("caverna.tile.seam", "caverna.tile.seam.any_stone")
@pytest.mark.parametrize(
    ("extra", "position", "moves", "stones", "ore"),
    [
        ({}, {"piles": {"drift_mining": {"stone": 3}}}, ["place drift_mining", "done"], 3, 3),
        ({}, {}, ["place supplies"], 1, 2),
        (
            {},
            {"round": 8, "piles": {"ore_delivery": {"ore": 1, "stone": 1}}},
            ["place ore_delivery"],
            1,
            2,
        ),
        ({"goods": {"ruby": 1}}, {}, ["ruby stone"], 1, 1),
        ({"weapons": [3, 3]}, {}, ["place logging", "loot stone"], 1, 1),
        ({}, {"players": 5}, ["place weekly_market", "buy stone", "done"], 1, 1),
        ({}, {"players": 5}, ["place small_scale_drift_mining", "done"], 1, 1),
        ({}, {"players": 7}, ["place extension", "cavern r2c4 tunnel r1c4"], 1, 1),
        ({"goods": {"gold": 2}, "board": {"r2c4": "trader"}}, {}, ["trade trader"], 1, 2),
        (
            {"goods": {"wood": 1}, "board": {"r2c4": "cavern"}},
            {},
            ["place housework", "furnish stone_carver"],
            2,
            2,
        ),
    ],
)
def test_every_stone_brings_an_ore(
    extra: Any, position: Any, moves: list[str], stones: int, ore: int
) -> None:
    state = play(table(with_tile("seam", **extra), **position), *moves)
    assert (goods(state)["stone"], goods(state)["ore"]) == (stones, ore)


@rule("caverna.tile.seam.any_stone", "caverna.tile.stone_supplier", "caverna.tile.quarry")
def test_stones_of_suppliers_and_quarries_bring_ore_too() -> None:
    board = {"r2c4": "stone_supplier"}
    state = evening(with_tile("seam", board=board, supplies={"stone_supplier": 1}))
    assert (gained(state, "stone"), gained(state, "ore")) == (1, 1)
    board = {"r2c4": "ruby_mine", "r3c4": "quarry"}
    seat = with_tile("seam", board=board, goods={"donkey": 2, "food": 4})
    state = play(evening(seat, round=3), "feed", "feed")
    assert (goods(state)["stone"], goods(state)["ore"]) == (1, 1)


@rule("caverna.tile.seam")
def test_the_seam_counts_from_now_on_and_for_stone_only() -> None:
    state = play(table({"goods": {"wood": 2, "stone": 4}}), "place housework", "furnish seam")
    assert goods(state) == {"stone": 4, "dog": 1}


@rule("caverna.tile.slaughtering_cave")
@pytest.mark.parametrize(
    ("herd", "move", "food"),
    [
        ({"sheep": 1}, "eat sheep", 2),
        ({"donkey": 1}, "eat donkey", 2),
        ({"donkey": 2}, "eat 2 donkeys", 5),
        ({"boar": 1}, "eat boar", 3),
        ({"cattle": 1}, "eat cattle", 4),
    ],
)
def test_the_slaughtering_cave_makes_animals_worth_more(
    herd: dict[str, int], move: str, food: int
) -> None:
    state = play(table(with_tile("slaughtering_cave", goods=herd)), move)
    assert goods(state) == {"food": food}


@rule("caverna.tile.slaughtering_cave", "caverna.animal.excess")
def test_the_slaughtering_cave_works_for_animals_without_room() -> None:
    state = play(farming(with_tile("slaughtering_cave"), count=3), "butcher sheep")
    assert goods(state) == {"sheep": 2, "food": 2}


@rule("caverna.tile.slaughtering_cave")
def test_crops_rubies_and_gold_are_not_worth_more() -> None:
    state = table(
        with_tile("slaughtering_cave", goods={"grain": 1, "vegetable": 1, "ruby": 1, "gold": 2})
    )
    play(state, "eat grain", "eat vegetable", "eat ruby", "eat 2 gold")
    assert goods(state) == {"food": 6}


@rule("caverna.tile.slaughtering_cave.not_hunting")
def test_the_slaughtering_cave_gives_nothing_in_the_hunting_parlor() -> None:
    seat = with_tile("slaughtering_cave", board={"r2c4": "hunting_parlor"}, goods={"boar": 2})
    state = play(table(seat), "trade hunting_parlor")
    assert goods(state) == {"gold": 2, "food": 2}


@rule("caverna.tile.cooking_cave")
def test_the_cooking_cave_makes_five_food_of_a_grain_and_a_vegetable() -> None:
    state = table(with_tile("cooking_cave", goods={"grain": 2, "vegetable": 1}))
    play(state, "trade cooking_cave")
    assert goods(state) == {"grain": 1, "food": 5}
    assert "trade cooking_cave" not in names(state)


@rule("caverna.tile.cooking_cave")
def test_the_cooking_cave_does_not_cook_what_is_on_fields() -> None:
    seat = with_tile("cooking_cave", board={"r3c2": "field"}, crops={"r3c2": "grain 3"})
    state = table({**seat, "goods": {"vegetable": 1}})
    assert "trade cooking_cave" not in names(state)


@rule("caverna.tile.cooking_cave")
def test_the_cooking_cave_is_used_as_often_as_you_like_while_feeding() -> None:
    state = evening(with_tile("cooking_cave", goods={"grain": 2, "vegetable": 2}), round=3)
    play(state, "trade cooking_cave", "trade cooking_cave", "feed")
    assert goods(state)["food"] == 6


@rule("caverna.tile.working_cave")
@pytest.mark.parametrize(("good", "amount"), [("wood", 1), ("stone", 1), ("ore", 2)])
@pytest.mark.parametrize(("turn", "rest"), [(3, 2), (4, 1)])
def test_the_working_cave_feeds_one_dwarf(good: str, amount: int, turn: int, rest: int) -> None:
    stock = {"food": rest, "stone": 1, "ore": 2}
    state = evening(with_tile("working_cave", goods=stock), round=turn)
    play(state, f"feed adult with {good}")
    assert starting(state, "feed adult") == set()
    play(state, "feed")
    left = {"stone": 1, "ore": 2, "wood": 1}
    left[good] -= amount
    assert goods(state) == {name: count for name, count in left.items() if count}
    assert player(state)["begging"] == 0


@rule("caverna.tile.working_cave")
def test_the_working_cave_works_only_while_feeding() -> None:
    state = table(with_tile("working_cave", goods={"wood": 1, "stone": 1, "ore": 2}))
    assert not any(name.startswith("feed") for name in names(state))


@rule("caverna.tile.working_cave")
def test_one_ore_is_not_enough_for_the_working_cave() -> None:
    state = evening(with_tile("working_cave", goods={"ore": 1, "food": 4}), round=3)
    assert "feed adult with ore" not in names(state)
    assert "feed adult with wood" in names(state)


@rule("caverna.tile.working_cave.newborn")
def test_the_working_cave_may_feed_a_newborn_instead() -> None:
    seat = with_tile("working_cave", board={"r2c4": "dwelling"}, weapons=[0] * 3, goods={"food": 4})
    state = evening({**seat, "dwarfs": ["home", "away", "newborn"]}, round=3)
    play(state, "feed newborn with wood", "feed")
    assert goods(state) == {}
    assert player(state)["begging"] == 0


@rule("caverna.tile.mining_cave")
@pytest.mark.parametrize(("turn", "food"), [(3, 2), (4, 0)])
def test_the_mining_cave_saves_a_food_for_each_donkey_in_a_mine(turn: int, food: int) -> None:
    board = {**ORE_MINE, "r3c4": "ruby_mine"}
    seat = with_tile("mining_cave", board=board, goods={"donkey": 2, "food": 4})
    state = play(evening(seat, round=turn), "feed")
    assert goods(state)["food"] == 4 - food


@rule("caverna.tile.mining_cave")
def test_the_mining_cave_counts_only_donkeys_in_mines_and_never_pays_back() -> None:
    seat = with_tile("mining_cave", board={"r3c4": "ruby_mine"}, goods={"donkey": 3, "food": 4})
    assert goods(play(evening(seat, round=3), "feed"))["food"] == 1
    board = {**ORE_MINE, "r3c4": "ruby_mine", "r3c5": "ruby_mine", "r1c4": "ruby_mine"}
    board["r1c5"] = "ruby_mine"
    seat = with_tile("mining_cave", board=board, goods={"donkey": 5, "food": 4})
    assert goods(play(evening(seat, round=4), "feed"))["food"] == 4


@rule("caverna.tile.mining_cave", "caverna.tile.working_cave")
def test_working_cave_first_then_the_mining_cave_lowers_the_rest() -> None:
    board = {**ORE_MINE, "r3c4": "working_cave", "r1c4": "ruby_mine", "r1c5": "ruby_mine"}
    seat = with_tile("mining_cave", board=board, goods={"donkey": 3, "food": 1})
    state = play(evening(seat, round=3), "feed adult with wood", "feed")
    assert goods(state)["food"] == 1
    assert player(state)["begging"] == 0


@rule("caverna.tile.breeding_cave")
@pytest.mark.parametrize(
    ("herd", "food"),
    [
        ({"sheep": 2}, 1),
        ({"sheep": 2, "donkey": 2}, 2),
        ({"sheep": 2, "donkey": 2, "boar": 2}, 3),
        ({"sheep": 2, "donkey": 2, "boar": 2, "cattle": 2}, 5),
    ],
)
def test_the_breeding_cave_feeds_by_the_number_of_young(herd: dict[str, int], food: int) -> None:
    board = {
        "r3c2 r3c1": "large_pasture",
        "r2c2 r2c1": "large_pasture",
        "r1c2 r1c1": "large_pasture",
    }
    seat = with_tile(
        "breeding_cave", board={**board, "r0c2 r0c1": "large_pasture"}, goods={**herd, "food": 4}
    )
    state = play(evening(seat, round=3), "feed", "feed")
    assert goods(state) == {"wood": 1, "food": food} | dict.fromkeys(herd, 3)


@rule("caverna.tile.breeding_cave", "caverna.loot.breed_2")
def test_the_breeding_cave_works_for_looted_breeding() -> None:
    board = {"r3c2 r3c1": "large_pasture", "r2c2 r2c1": "large_pasture"}
    herd = {"sheep": 2, "cattle": 2}
    seat = with_tile("breeding_cave", board=board, goods=herd, weapons=[14, 14])
    state = play(table(seat), "place logging", "loot breed_2", "young sheep cattle")
    assert goods(state) == {"sheep": 3, "cattle": 3, "food": 2}


@rule("caverna.tile.breeding_cave")
def test_the_breeding_cave_gives_nothing_for_bought_animals() -> None:
    state = play(table(with_tile("breeding_cave", goods={"ruby": 1})), "ruby sheep")
    assert goods(state) == {"sheep": 1}


@rule("caverna.tile.peaceful_cave")
def test_the_peaceful_cave_turns_a_weapon_into_food() -> None:
    state = play(table(with_tile("peaceful_cave", weapons=[3, 14])), "disarm 14")
    assert goods(state) == {"food": 14}
    assert weapons(state) == [0, 3]
    play(state, "disarm 3")
    assert goods(state) == {"food": 17}


@rule("caverna.tile.peaceful_cave")
def test_a_dwarf_at_work_may_give_up_his_weapon_too() -> None:
    state = table(with_tile("peaceful_cave", weapons=[0, 5], dwarfs=["home", "away"]))
    play(state, "disarm away 5")
    assert weapons(state) == [0, 0]
    assert goods(state) == {"food": 5}


@rule("caverna.tile.peaceful_cave")
def test_without_the_peaceful_cave_no_weapon_is_given_up() -> None:
    assert starting(table({"weapons": [3, 14]}), "disarm") == set()
    state = table({"weapons": [3, 14]}, with_tile("peaceful_cave"))
    assert starting(state, "disarm") == set()


@rule("caverna.tile.peaceful_cave.forge_again", "caverna.placing.order")
def test_a_disarmed_dwarf_forges_again() -> None:
    seat = with_tile("peaceful_cave", weapons=[2, 9], goods={"ore": 4})
    state = play(table(seat, round=3), "disarm 9", "place blacksmithing", "forge 4", "done")
    assert weapons(state) == [2, 4]
    assert goods(state) == {"food": 9}


@rule("caverna.tile.peaceful_cave")
def test_the_weapon_may_be_given_up_while_feeding() -> None:
    state = evening(with_tile("peaceful_cave", weapons=[0, 6]), round=3)
    play(state, "disarm 6", "feed")
    assert goods(state) == {"wood": 1, "food": 2}


@rule("caverna.tile.peaceful_cave", "caverna.expedition.armed")
def test_a_weapon_given_up_between_forge_and_expedition_ends_the_journey() -> None:
    seat = with_tile("peaceful_cave", goods={"ore": 8})
    state = play(table(seat, round=3), "place blacksmithing", "forge 8", "disarm away 8")
    assert goods(state) == {"food": 8}
    assert starting(state, "loot") == starting(state, "forge") == set()


@rule("caverna.tile.peaceful_cave.not_travelling")
def test_a_weapon_on_an_expedition_is_not_given_up() -> None:
    seat = with_tile("peaceful_cave", weapons=[4, 7])
    state = play(table(seat, round=3), "place blacksmithing", "loot dog")
    assert not {"disarm 4", "disarm away 4", "disarm 5", "disarm away 5"} & names(state)


@rule("caverna.tile.peaceful_cave.not_travelling")
def test_between_the_two_expeditions_of_adventure_it_may_be_given_up() -> None:
    seat = with_tile("peaceful_cave", weapons=[4, 7])
    state = play(table(seat, round=12), "place adventure", "loot dog")
    assert "disarm 7" in names(state)
