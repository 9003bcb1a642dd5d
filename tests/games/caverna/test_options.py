"""The options of the game: tiles, when markers are turned, the solo purge, the first seat."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar.testing import play, play_out, rule
from tests.games.caverna.tables import caverna, evening, goods, kinds, names, table

INTRODUCTORY = {
    "dwelling",
    "simple_dwelling_4_2",
    "simple_dwelling_3_3",
    "cuddle_room",
    "breakfast_room",
    "stubble_room",
    "carpenter",
    "stone_carver",
    "blacksmith",
    "wood_supplier",
    "stone_supplier",
    "ruby_supplier",
    "slaughtering_cave",
    "cooking_cave",
    "working_cave",
    "weaving_parlor",
    "milking_parlor",
    "hunting_parlor",
    "beer_parlor",
    "stone_storage",
    "ore_storage",
    "main_storage",
    "weapon_storage",
    "treasure_chamber",
    "food_chamber",
    "writing_chamber",
    "fodder_chamber",
}


@rule("caverna.option.tiles.full")
def test_the_full_game_has_48_kinds_of_tiles() -> None:
    assert len(caverna(2).start(seed=1).view(None)["tiles"]) == 48
    assert (
        caverna(2).start(seed=1).view(None)["tiles"]
        == caverna(2, tiles="full").start(seed=1).view(None)["tiles"]
    )


@rule("caverna.option.tiles.introductory")
def test_the_introductory_game_has_27_kinds_of_tiles() -> None:
    tiles = caverna(2, tiles="introductory").start(seed=1).view(None)["tiles"]
    assert set(tiles) == INTRODUCTORY
    assert len(tiles) == 27


@rule("caverna.option.tiles.introductory")
def test_other_tiles_cannot_be_built_in_the_introductory_game() -> None:
    rich = {"goods": {"wood": 20, "stone": 20, "ore": 9, "gold": 9, "food": 9, "grain": 9}}
    state = play(table(rich, tiles="introductory"), "place housework")
    offered = {
        name.removeprefix("furnish ") for name in names(state) if name.startswith("furnish ")
    }
    assert offered == INTRODUCTORY - {"food_chamber"}
    with pytest.raises(dvergar.PositionError):
        table({"board": {"r2c3": "guest_room"}}, tiles="introductory")


@rule("caverna.option.tiles.introductory")
@pytest.mark.parametrize("players", [1, 4])
def test_a_whole_introductory_game(players: int) -> None:
    state = play_out(caverna(players, tiles="introductory").start(seed=2), 2)
    built = {tile for entry in state.view(None)["players"] for tile in entry["tiles"]}
    assert built <= INTRODUCTORY | {"entry_level_dwelling"}


@rule("caverna.option.harvest_reveal.round_start")
def test_the_marker_is_usually_turned_at_the_start_of_the_round() -> None:
    state = table(round=7)
    assert state.view(None)["harvest"]["now"] is not None
    assert state.view(None)["harvest"]["markers"]["7"] != "hidden"


@rule("caverna.option.harvest_reveal.before_harvest")
def test_the_marker_may_stay_hidden_until_all_are_home() -> None:
    state = table(round=7, harvest_reveal="before_harvest")
    assert state.view(None)["harvest"]["now"] is None
    assert state.view(None)["harvest"]["markers"]["7"] == "hidden"


@rule("caverna.option.harvest_reveal.before_harvest")
def test_the_hidden_marker_is_turned_before_the_harvest() -> None:
    seat = {"goods": {"food": 9}}
    state = evening(seat, round=6, harvest="full", harvest_reveal="before_harvest")
    assert kinds(state).index("marker") < kinds(state).index("harvest")
    assert state.view(None)["harvest"]["markers"]["6"] == "green"


@rule("caverna.option.harvest_reveal.before_harvest")
def test_the_harvests_are_the_same_in_both_ways() -> None:
    for reveal in ("round_start", "before_harvest"):
        state = play_out(caverna(3, harvest_reveal=reveal).start(seed=6), 6)
        markers = list(state.view(None)["harvest"]["markers"].values())
        assert (markers.count("green"), markers.count("red")) == (4, 3)


@rule(
    "caverna.option.solo_purge.printed",
    "caverna.option.solo_purge.six",
    "caverna.option.solo_purge.excess",
)
def test_the_purge_is_an_option_of_the_solo_game_only() -> None:
    for purge in ("printed", "six", "excess"):
        assert caverna(1, solo_purge=purge).start(seed=1).seat == 0
    with pytest.raises(dvergar.OptionError):
        caverna(2, solo_purge="six")


@rule("caverna.option.first_seat", "caverna.setup.starting_player")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_may_be_named_to_begin(seat: int) -> None:
    state = caverna(3, first_seat=seat).start(seed=5)
    assert state.seat == state.view(None)["starter"] == seat
    assert goods(state, (seat + 2) % 3) == {"food": 2}


@rule("caverna.option.first_seat")
@pytest.mark.parametrize("seat", [3, -1, "nobody"])
def test_a_seat_that_is_not_there_cannot_begin(seat: object) -> None:
    with pytest.raises(dvergar.OptionError):
        caverna(3, first_seat=seat)


@rule("caverna.option.tiles.full", "caverna.option.harvest_reveal.round_start")
@pytest.mark.parametrize("option", [{"tiles": "some"}, {"harvest_reveal": "never"}, {"luck": 1}])
def test_unknown_options_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(dvergar.OptionError):
        caverna(3, **option)


@rule("caverna.option.harvest_reveal.before_harvest")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_harvest_without_a_marker_is_known_from_the_start_of_its_round(players: int) -> None:
    seen: dict[int, set[Any]] = {}
    came: dict[int, Any] = {}

    def look(state: Any) -> None:
        came.update({e["round"]: e["harvest"] for e in state.events() if e.kind == "harvest"})
        view = state.view(None)
        if view["stage"] == "work":
            seen.setdefault(view["round"], set()).add(view["harvest"]["now"])

    option = {"harvest_reveal": "before_harvest"} if players > 1 else {}
    play_out(caverna(players, **option).start(seed=4), 4, look)
    assert {1, 3, 4, 5} <= set(seen)
    for number, shown in seen.items():
        assert shown == {None if players > 1 and number >= 6 else came[number]}
