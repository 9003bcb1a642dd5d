"""Positions set up in one call: what they hold, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, play_out, rule
from tests.games.cave_vs_cave.printed import (
    BURIED,
    DARK,
    EDGES,
    GOODS,
    LIGHT,
    START_TILES,
)
from tests.games.cave_vs_cave.tables import (
    TEN,
    cave,
    cells,
    goods,
    names,
    player,
    seat,
    table,
    told,
    walls,
)


@rule("cave_vs_cave.setup.goods")
def test_what_is_not_said_is_as_at_the_start() -> None:
    state = cave().position()
    start = cave().start(seed=0)
    for seat_number in (0, 1):
        assert player(state, seat_number) == player(start, seat_number)
    view = state.view(None)
    assert (view["round"], view["display"], view["walls"]) == (1, list(LIGHT), 7)
    assert [tile["tile"] for tile in view["tiles"][:4]] == [
        tile["tile"] for tile in start.view(None)["tiles"][:4]
    ]


@rule("cave_vs_cave.cave.cells")
def test_a_position_holds_what_was_said() -> None:
    me = {
        "goods": {"wood": 3, "food": 0, "gold": 19},
        "rooms": {"r2c0": "shelf", "r1c0": "stall"},
        "dug": ["r2c1"],
        "walls": ["r2c0|r2c1", "r3c0|r3c1"],
    }
    state = cave().position(
        round=5,
        taken=["cultivation"],
        starter=0,
        shown=["masonry", "furnishing", "undermining", "expedition", "breach"],
        seats=[{}, me],
        display=["treasury"],
    )
    view = state.view(None)
    assert (view["round"], view["starter"], view["seat"], state.seat) == (5, 0, 1, 1)
    assert goods(state, 1) == {
        **dict.fromkeys(GOODS, 1),
        "wood": 3,
        "food": 0,
        "gold": 19,
    }
    assert goods(state, 0) == dict.fromkeys(GOODS, 1)
    shown = cells(state, 1)
    assert (shown["r2c0"]["room"], shown["r1c0"]["room"]) == ("shelf", "stall")
    assert shown["r2c1"]["state"] == "empty"
    assert walls(state, 1) == {"r2c0|r2c1", "r3c0|r3c1"}
    assert view["walls"] == 5
    assert view["display"] == [*LIGHT[1:], "treasury"]
    opened = [tile["tile"] for tile in view["tiles"] if tile["open"]][4:]
    assert opened == ["masonry", "furnishing", "undermining", "expedition", "breach"]
    assert names(state) >= {"take breach", "take expedition"}
    assert "take cultivation" not in names(state)


@rule("cave_vs_cave.setup.dark_rooms")
def test_hidden_rooms_can_be_named() -> None:
    state = table(hidden={0: {"r1c0": "stall", "r3c1": "dungeon"}, 1: {"r4c0": "treasury"}})
    play(state, "take excavation", "dig r3c1")
    assert told(state, "dig")[0]["room"] == "dungeon"


@rule("cave_vs_cave.setup.dark_rooms")
def test_rooms_dug_up_lie_on_display() -> None:
    state = table(seat(dug=["r1c0", "r2c1"]), seat(dug=["r4c0"]))
    display = state.view(None)["display"]
    assert len(display) == 6 + 3
    assert set(display) - set(LIGHT) <= set(DARK)


@rule("cave_vs_cave.setup.dark_rooms")
@pytest.mark.parametrize("seed", range(5))
def test_the_seed_deals_what_is_not_said(seed: int) -> None:
    one, same = table(seed=seed), table(seed=seed)
    assert one.text() == same.text()
    assert one.text() != table(seed=seed + 100).text()
    play_out(one, seed)
    assert one.over


@rule("cave_vs_cave.round.reveal")
@pytest.mark.parametrize("number", range(1, 9))
def test_round_r_shows_r_tiles_even_if_they_are_not_named(number: int) -> None:
    view = cave().position(round=number).view(None)
    opened = [tile["tile"] for tile in view["tiles"] if tile["open"]]
    assert len(opened) == 4 + number
    assert set(opened[:4]) == set(START_TILES)


OTHERS = (
    *("tunnel", "parlor", "stall", "furniture_workshop", "gold_vein", "junction_room"),
    *("digging_cave", "state_room", "secret_chamber", "treasury"),
)
WRONG: dict[str, dict[str, Any]] = {
    "unknown room": {"seats": [{"rooms": {"r2c0": "dragon"}}]},
    "unknown cell": {"seats": [{"rooms": {"r9c9": "shelf"}}]},
    "unknown dug cell": {"seats": [{"dug": ["r5c0"]}]},
    "room on the entrance": {"seats": [{"rooms": {"r3c0": "shelf"}}]},
    "unknown good": {"seats": [{"goods": {"ruby": 1}}]},
    "too much wood": {"seats": [{"goods": {"wood": 10}}]},
    "too much gold": {"seats": [{"goods": {"gold": 20}}]},
    "less than nothing": {"seats": [{"goods": {"food": -1}}]},
    "unknown edge": {"seats": [{"walls": ["r0c0|r4c2"]}]},
    "eight walls": {"seats": [{"walls": list(EDGES[:4])}, {"walls": list(EDGES[:4])}]},
    "a wall twice": {"seats": [{"walls": [EDGES[0], EDGES[0]]}]},
    "a room twice": {"seats": [{"rooms": {"r2c0": "shelf"}}, {"rooms": {"r2c0": "shelf"}}]},
    "a room furnished and open": {"seats": [{"rooms": {"r2c0": "stall"}}], "display": ["stall"]},
    "blue first": {"seats": [{"rooms": {"r2c0": "dungeon"}, "dug": ["r1c0"]}]},
    "as many blue as orange": {
        "seats": [{"rooms": {"r2c0": "dungeon", "r1c0": "retting_room", "r2c1": "shelf"}}]
    },
    "three seats": {"seats": [{}, {}, {}]},
    "unknown tile": {"taken": ["farming"]},
    "a tile taken twice": {"taken": ["cultivation", "cultivation"]},
    "a tile not yet open": {"taken": ["renovation"]},
    "too many tiles taken": {"taken": [*START_TILES]},
    "round nine": {"round": 9},
    "round zero": {"round": 0},
    "unknown starter": {"starter": 2},
    "a tile of another group": {"shown": ["expansion"]},
    "unknown shown tile": {"shown": ["farming"]},
    "a tile shown twice": {"round": 2, "shown": ["masonry", "masonry"]},
    "unknown display": {"display": ["dragon"]},
    "unknown hidden room": {"hidden": {0: {"r1c0": "dragon"}}},
    "hidden and open": {
        "hidden": {0: {"r1c0": "stall"}},
        "display": ["stall"],
        "seats": [{"dug": ["r2c1"]}],
    },
    "hidden twice": {"hidden": {0: {"r1c0": "stall"}, 1: {"r1c0": "stall"}}},
    "a light-grey room face down": {"hidden": {0: {"r1c0": "shelf"}}},
    "face down on the free cell": {"hidden": {0: {"r2c0": "stall"}}},
    "face down on a dug cell": {"hidden": {0: {"r1c0": "stall"}}, "seats": [{"dug": ["r1c0"]}]},
    "a stack for two": {"stack": ["stall"]},
    "rooms gone for two": {"gone": ["shelf", "tunnel", "parlor"]},
    "a cavern for a cave that is not full": {"seats": [{"cavern": "two walls"}]},
    "two caverns": {
        "seats": [
            {"rooms": TEN, "cavern": "two walls"},
            {"rooms": dict(zip(TEN, OTHERS, strict=True)), "cavern": "two walls"},
        ]
    },
    "a room in no cavern": {"seats": [{"rooms": {"extra": "shelf"}}]},
    "a wall at no cavern": {"seats": [{"walls": ["extra|s"]}]},
    "a token on a printed wall": {
        "seats": [{"rooms": TEN, "cavern": "two walls", "walls": ["extra|n"]}]
    },
    "unknown side": {"seats": [{"rooms": TEN, "cavern": "four walls"}]},
}


@rule("cave_vs_cave.aim.open")
@pytest.mark.parametrize("name", WRONG)
def test_an_impossible_position_is_refused(name: str) -> None:
    with pytest.raises(dvergar.PositionError) as caught:
        cave().position(**WRONG[name])
    for lang in LANGUAGES:
        assert caught.value.text(lang).strip()


@rule("cave_vs_cave.solo.no_breach")
@pytest.mark.parametrize(
    "wrong",
    [
        {"round": 8},
        {"round": 4, "taken": ["breach"]},
        {"seats": [{}, {}]},
        {"gone": ["shelf"] * 3},
        {"gone": ["stall", "shelf", "tunnel"]},
        {"gone": ["shelf", "tunnel", "parlor"], "seats": [{"rooms": {"r2c0": "shelf"}}]},
        {"gone": ["shelf", "tunnel", "parlor", "grindstone"]},
        {"stack": ["dragon"]},
        {"stack": ["stall", "stall"]},
        {"stack": ["shelf"]},
        {"stack": DARK[:10], "seats": [{"dug": ["r1c0"]}]},
        {"starter": 1},
    ],
)
def test_an_impossible_solo_position_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(dvergar.PositionError):
        cave(1).position(**wrong)


@rule("cave_vs_cave.cave.cells")
def test_a_whole_game_can_be_played_from_a_position() -> None:
    for seed in range(4):
        state = table(seat({"r2c0": "shelf"}, dug=["r1c0"]), around=6, seed=seed)
        play_out(state, seed)
        assert state.over
    assert len(BURIED) == 9


@rule("cave_vs_cave.cavern.first")
def test_a_full_cave_holds_the_cavern_unless_the_other_does() -> None:
    with pytest.raises(dvergar.PositionError):
        cave().position(round=8, seats=[{"rooms": TEN}])
    cave().position(round=8, seats=[{"rooms": TEN, "cavern": "two walls"}])
