"""Every item of the expedition loot: its strength, what it gives, and when it cannot be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from dvergar.testing import play, rule
from tests.games.caverna.referee.printed import LOOT
from tests.games.caverna.tables import (
    furnished,
    goods,
    land,
    names,
    player,
    real,
    starting,
    table,
    weapons,
)

GOODS = {"ore_2": {"ore": 2}, "gold_2": {"gold": 2}} | {
    good: {good: 1}
    for good in ["dog", "wood", "sheep", "grain", "donkey", "stone", "vegetable", "boar", "cattle"]
}
# Somebody who could use every item, if only his weapon were strong enough.
ABLE: dict[str, Any] = {
    "goods": {"wood": 20, "stone": 20, "grain": 2, "sheep": 2},
    "board": {"r3c2": "meadow", "r2c2": "meadow", "r3c1": "field", "r1c2": "small_pasture"},
}


def exploring(strength: int, **seat: Any) -> Any:
    """Seat 0 is on a level 1 expedition with a weapon of this strength."""
    return play(table({"weapons": [strength, strength], **seat}), "place logging")


def found(item: str, **seat: Any) -> Any:
    """Seat 0 has just chosen this item with just enough strength."""
    return play(exploring(LOOT[item], **seat), f"loot {item}")


@rule(
    "caverna.expedition.strength",
    "caverna.loot.all_weapons_plus_1",
    "caverna.loot.dog",
    "caverna.loot.wood",
    "caverna.loot.sheep",
    "caverna.loot.grain",
    "caverna.loot.donkey",
    "caverna.loot.stone",
    "caverna.loot.vegetable",
    "caverna.loot.ore_2",
    "caverna.loot.boar",
    "caverna.loot.gold_2",
    "caverna.loot.furnish_cavern",
    "caverna.loot.stable",
    "caverna.loot.tunnel",
    "caverna.loot.small_pasture",
    "caverna.loot.cattle",
    "caverna.loot.large_pasture",
    "caverna.loot.meadow",
    "caverna.loot.ordinary_dwelling",
    "caverna.loot.field",
    "caverna.loot.sow",
    "caverna.loot.cavern",
    "caverna.loot.breed_2",
)
@pytest.mark.parametrize("strength", range(1, 15))
def test_what_can_be_chosen_with_each_strength(strength: int) -> None:
    items = {name.removeprefix("loot ") for name in starting(exploring(strength, **ABLE), "loot")}
    assert items == {item for item, least in LOOT.items() if least <= strength}


@rule(
    "caverna.loot.dog",
    "caverna.loot.wood",
    "caverna.loot.sheep",
    "caverna.loot.grain",
    "caverna.loot.donkey",
    "caverna.loot.stone",
    "caverna.loot.vegetable",
    "caverna.loot.ore_2",
    "caverna.loot.boar",
    "caverna.loot.gold_2",
    "caverna.loot.cattle",
)
@pytest.mark.parametrize("item", list(GOODS))
def test_goods_found_on_the_way(item: str) -> None:
    state = found(item)
    assert goods(state) == GOODS[item]
    assert weapons(state) == sorted([LOOT[item], LOOT[item] + 1])


@rule("caverna.loot.all_weapons_plus_1", "caverna.loot.all_weapons_plus_1.after")
def test_all_weapons_get_stronger_and_the_traveller_gains_two() -> None:
    seat = {"weapons": [1, 5, 0, 9], "dwarfs": ["home", "home", "away", "away"]}
    state = table({**seat, "board": {"r2c3": "couple_dwelling"}})
    play(state, "place logging", "loot all_weapons_plus_1")
    assert weapons(state) == [0, 3, 6, 10]


@rule("caverna.loot.all_weapons_plus_1.after", "caverna.expedition.start_strength")
def test_all_weapons_plus_1_opens_no_item_of_the_same_expedition() -> None:
    state = table({"weapons": [1, 1]}, round=3)
    play(state, "place blacksmithing", "loot all_weapons_plus_1")
    assert real(state) == {"done", "loot dog", "loot wood"}
    play(state, "loot dog", "loot wood")
    assert weapons(state) == [2, 3]


@rule("caverna.loot.all_weapons_plus_1", "caverna.weapon.fourteen")
def test_no_weapon_gets_stronger_than_fourteen() -> None:
    state = play(exploring(14), "loot all_weapons_plus_1")
    assert weapons(state) == [14, 14]


@rule("caverna.loot.furnish_cavern")
def test_a_cavern_is_furnished_at_the_usual_price() -> None:
    state = found("furnish_cavern", goods={"wood": 4, "stone": 3})
    assert {"furnish dwelling", "furnish carpenter", "furnish trader"} <= names(state)
    play(state, "furnish dwelling")
    assert (goods(state), furnished(state)) == ({}, ["dwelling"])


@rule("caverna.loot.furnish_cavern", "caverna.expedition.doable")
def test_furnishing_needs_an_empty_cavern() -> None:
    state = exploring(14, board={"r2c3": "dwelling"}, goods={"wood": 9, "stone": 9})
    assert not {"loot furnish_cavern", "loot ordinary_dwelling"} & names(state)


@rule("caverna.loot.stable")
def test_a_stable_for_free() -> None:
    state = play(found("stable"), "stable r1c1")
    assert player(state)["stables"] == 2
    assert goods(state) == {}


@rule("caverna.loot.stable", "caverna.expedition.doable", "caverna.land.stable.three")
def test_no_stable_is_found_when_all_three_stand() -> None:
    assert "loot stable" not in names(exploring(14, stables=["r0c0", "r0c1", "r1c1"]))


@rule("caverna.loot.tunnel")
def test_a_tunnel_for_free() -> None:
    state = found("tunnel")
    assert real(state) == {"lay tunnel r1c3", "lay tunnel r2c4", "lay tunnel r3c4"}
    play(state, "lay tunnel r3c4")
    assert land(state, "r3c4") == "tunnel"
    assert goods(state) == {"food": 1}


@rule("caverna.loot.small_pasture")
def test_a_small_pasture_for_one_wood() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow"}
    state = play(found("small_pasture", board=board, goods={"wood": 1}), "small_pasture r2c2")
    assert land(state, "r2c2") == "small_pasture"
    assert goods(state) == {}


@rule("caverna.loot.small_pasture", "caverna.loot.large_pasture", "caverna.expedition.doable")
@pytest.mark.parametrize(("board", "wood"), [({}, 9), ({"r3c2": "meadow", "r2c2": "meadow"}, 0)])
def test_pastures_need_meadows_and_wood(board: dict[str, str], wood: int) -> None:
    state = exploring(14, board=board, goods={"wood": wood})
    assert not {"loot small_pasture", "loot large_pasture"} & names(state)


@rule("caverna.loot.large_pasture")
def test_a_large_pasture_for_two_wood() -> None:
    board = {"r3c2": "meadow", "r2c2": "meadow"}
    state = found("large_pasture", board=board, goods={"wood": 2}, stables=["r3c2"])
    assert land(state, "r3c2") == land(state, "r2c2") == "large_pasture"
    assert player(state)["board"]["r3c2"]["stable"]
    assert goods(state) == {}


@rule("caverna.loot.meadow")
def test_a_meadow_for_free_also_under_a_stable() -> None:
    state = found("meadow", stables=["r3c2"])
    assert land(state, "r3c2") == "meadow"
    assert player(state)["board"]["r3c2"]["stable"]


@rule("caverna.loot.meadow", "caverna.loot.field")
@pytest.mark.parametrize("kind", ["meadow", "field"])
def test_a_single_tile_touches_the_others(kind: str) -> None:
    state = found(kind, board={"r3c2": "field"})
    assert real(state) == {f"lay {kind} r3c1", f"lay {kind} r2c2"}
    play(state, f"lay {kind} r2c2")
    assert land(state, "r2c2") == kind


@rule("caverna.loot.field")
def test_a_field_never_lies_under_a_stable() -> None:
    assert land(found("field"), "r3c2") == "field"
    assert "loot field" not in names(exploring(14, stables=["r3c2"]))


@rule("caverna.loot.ordinary_dwelling")
def test_a_dwelling_for_two_wood_and_two_stone() -> None:
    state = found("ordinary_dwelling", goods={"wood": 2, "stone": 2})
    assert (goods(state), furnished(state)) == ({}, ["dwelling"])


@rule("caverna.loot.ordinary_dwelling")
def test_no_other_dwelling_can_be_built_that_way() -> None:
    state = found("ordinary_dwelling", goods={"wood": 20, "stone": 20})
    assert furnished(state) == ["dwelling"]
    assert goods(state) == {"wood": 18, "stone": 18}


@rule("caverna.loot.ordinary_dwelling", "caverna.furnish.discounts")
@pytest.mark.parametrize(
    ("tiles", "price"),
    [
        (["carpenter"], {"wood": 1, "stone": 2}),
        (["stone_carver"], {"wood": 2, "stone": 1}),
        (["carpenter", "stone_carver"], {"wood": 1, "stone": 1}),
        (["builder"], {"wood": 1, "stone": 1, "ore": 2}),
        (["carpenter", "stone_carver", "builder"], {"ore": 2}),
    ],
)
def test_craftsmen_help_with_the_looted_dwelling(tiles: list[str], price: dict[str, int]) -> None:
    board = dict(zip(["r2c3", "r2c4", "r1c3"], tiles, strict=False))
    state = found(
        "ordinary_dwelling", goods=price, board={**board, "r3c4": "cavern", "r3c5": "cavern"}
    )
    play(state, "into r3c5")
    assert goods(state) == {}
    assert "dwelling" in furnished(state)


@rule("caverna.loot.sow")
def test_sowing_on_an_expedition() -> None:
    board = {"r3c2": "field", "r3c1": "field"}
    state = found("sow", board=board, goods={"grain": 1, "vegetable": 1})
    play(state, "sow grain", "sow vegetable")
    assert goods(state) == {}
    assert player(state)["board"]["r3c2"]["grain"] + player(state)["board"]["r3c1"]["grain"] == 3


@rule("caverna.loot.sow", "caverna.expedition.doable", "caverna.expedition.one_by_one")
def test_a_found_crop_can_be_sown_with_the_next_item() -> None:
    state = table({"weapons": [12, 12], "board": {"r3c2": "field"}}, round=3)
    play(state, "place blacksmithing")
    assert "loot sow" not in names(state)
    play(state, "loot vegetable")
    assert "loot sow" in names(state)


@rule("caverna.loot.sow", "caverna.space.hardware_rental")
def test_looted_sowing_does_not_count_against_the_sowing_of_the_space() -> None:
    board = dict.fromkeys(("r3c2", "r3c1", "r3c0", "r2c2", "r2c1"), "field")
    seat = {"weapons": [12, 12], "board": board, "goods": {"grain": 5}}
    state = table(seat, players=5)
    play(state, "place hardware_rental", "loot sow", "sow grain", "loot dog")  # sows one by itself
    play(state, "sow grain", "sow grain")
    assert goods(state) == {"grain": 1, "dog": 1}
    assert state.seat == 1


@rule("caverna.loot.cavern")
def test_a_cavern_for_free() -> None:
    state = play(found("cavern"), "lay cavern r2c4")
    assert land(state, "r2c4") == "cavern"


@rule("caverna.loot.tunnel", "caverna.loot.cavern", "caverna.expedition.doable")
def test_a_full_mountain_takes_no_tile() -> None:
    mountain = {f"r{row}c{col}": "tunnel" for row in range(4) for col in range(3, 6)}
    del mountain["r3c3"], mountain["r2c3"]
    assert not {"loot tunnel", "loot cavern"} & names(exploring(14, board=mountain))


@rule("caverna.loot.breed_2", "caverna.breed.loot")
def test_two_kinds_breed_and_no_more() -> None:
    board = {f"r{row}c2 r{row}c1": "large_pasture" for row in range(4)}
    herd = {"sheep": 2, "donkey": 2, "boar": 2, "cattle": 1}
    state = found("breed_2", board=board, goods=herd)
    assert {"young sheep donkey", "young sheep boar", "young donkey boar"} <= real(state)
    assert not {name for name in real(state) if len(name.split()) > 3 or "cattle" in name}
    play(state, "young sheep boar")
    assert goods(state) == {"sheep": 3, "donkey": 2, "boar": 3, "cattle": 1}


@rule("caverna.loot.breed_2", "caverna.breed.loot")
def test_one_kind_may_breed_where_two_could() -> None:
    board = {f"r{row}c2 r{row}c1": "large_pasture" for row in range(4)}
    state = found("breed_2", board=board, goods={"sheep": 2, "donkey": 2})
    assert real(state) == {"young sheep", "young donkey", "young sheep donkey"}
    play(state, "young donkey")
    assert goods(state) == {"sheep": 2, "donkey": 3}


@rule("caverna.loot.breed_2", "caverna.breed.loot", "caverna.table.single_answers")
def test_the_only_kind_that_can_breed_breeds() -> None:
    board = {"r3c2 r3c1": "large_pasture"}
    state = found("breed_2", board=board, goods={"sheep": 2, "donkey": 1})
    assert goods(state)["sheep"] == 3


@rule("caverna.loot.breed_2", "caverna.expedition.doable", "caverna.breed.room")
def test_breeding_needs_a_pair_and_room() -> None:
    assert "loot breed_2" not in names(exploring(14, goods={"sheep": 1}))
    assert "loot breed_2" not in names(exploring(14, goods={"sheep": 2}))
    roomy = {"r3c2": "small_pasture"}
    assert "loot breed_2" in names(exploring(14, goods={"sheep": 2}, board=roomy))


@rule("caverna.loot.ore_2", "caverna.expedition.once")
def test_two_ore_are_one_item() -> None:
    state = table({"weapons": [4, 4]}, round=3)
    play(state, "place blacksmithing", "loot ore_2")
    assert "loot ore_2" not in names(state)
    assert goods(state) == {"ore": 2}


@rule("caverna.loot.boar", "caverna.animal.excess")
def test_an_animal_without_room_is_eaten() -> None:
    state = found("boar", goods={"sheep": 2})
    assert real(state) == {"butcher sheep", "butcher boar"}
    play(state, "butcher sheep", "butcher sheep")
    assert goods(state) == {"boar": 1, "food": 2}
