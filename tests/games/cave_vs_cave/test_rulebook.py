"""The rule book that players read agrees with what is printed on tiles and rooms."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dvergar.games.cave_vs_cave.page.tiles import ENTRANCE, face
from dvergar.testing import rule
from tests.games.cave_vs_cave.printed import ALL_TILES, BLUE, ORANGE, ROOMS
from tests.games.cave_vs_cave.tables import PLENTY, TEN, cave, seat, table, turn
from tests.tables import rulebook

pytestmark = pytest.mark.plain

# Words of a symbol's patterns.
PATTERNS = {
    "#...": "one wall",
    ".#.#": "two opposite walls",
    "#..+": "one wall or a corner",
    "#..#": "a corner",
    "##.#": "three walls",
    "#+.+": "one wall, a corner or three walls",
    "#+.#": "a corner or three walls",
    "##+#": "three or four walls",
    "####": "four walls",
}
NUMBERS = {
    "shelf": 1,
    "spinning_wheel": 2,
    "tunnel": 3,
    "grindstone": 4,
    "food_corner": 5,
    "parlor": 6,
    "warehouse": 7,
    "stall": 8,
    "sacrificial_altar": 9,
    "storeroom": 10,
    "weaving_room": 11,
    "furniture_workshop": 12,
    "gold_vein": 13,
    "junction_room": 14,
    "digging_cave": 15,
    "bakehouse": 16,
    "state_room": 17,
    "secret_chamber": 18,
    "treasury": 19,
    "prospecting_site": 20,
    "retting_room": 21,
    "equipment_room": 22,
    "wood_storeroom": 23,
    "dungeon": 24,
}
FRENCH_TILES = {
    "excavation": "Excavation",
    "undergrowth": "Croissance",
    "undermining": "Sape",
    "breach": "Brèche",
    "renovation": "Rénovation",
}
FRENCH_ROOMS = {
    "tunnel": "Tunnel",
    "parlor": "Parloir",
    "junction_room": "Salle de réunion",
    "bakehouse": "Fournil",
}


def title(name: str) -> str:
    """The English name of a tile or room."""
    return name.replace("_", " ").title()


def text(name: str, lang: str = "en") -> str:
    """What the rule book says."""
    return str(rulebook("cave_vs_cave")[f"cave_vs_cave.{name}"].text(lang))


@pytest.mark.parametrize("room", ROOMS)
def test_the_rule_of_a_room_gives_its_cost_points_and_walls(room: str) -> None:
    said = text(f"room.{room}")
    head = re.match(r"(.+?) \((.+?)\): ", said)
    assert head, said
    name, facts = head.groups()
    assert name == title(room)
    found = ROOMS[room]
    assert facts.endswith(f"{found.points} points, {PATTERNS[found.symbol]}")
    cost = [f"{number} {good}" for good, number in found.cost.items()] or ["costs nothing"]
    assert facts.startswith(", ".join([*(["blue"] if room in BLUE else []), *cost]))


@pytest.mark.parametrize("room", ROOMS)
def test_the_french_rule_of_a_room_has_the_same_numbers(room: str) -> None:
    english, french = text(f"room.{room}"), text(f"room.{room}", "fr")
    assert re.findall(r"\d+", english) == re.findall(r"\d+", french)
    if room in FRENCH_ROOMS:
        assert FRENCH_ROOMS[room] in french


@pytest.mark.parametrize("tile", ALL_TILES)
def test_the_rule_of_a_tile_begins_with_its_name(tile: str) -> None:
    assert text(f"tile.{tile}").startswith(f"{title(tile)}: ")
    if tile in FRENCH_TILES:
        assert text(f"tile.{tile}", "fr").startswith(FRENCH_TILES[tile])


@pytest.mark.parametrize("name", [*ROOMS, *ALL_TILES])
def test_what_the_rule_text_does_not_name_is_said_to_come_from_the_tiles(name: str) -> None:
    kind = "room" if name in ROOMS else "tile"
    source = rulebook("cave_vs_cave")[f"cave_vs_cave.{kind}.{name}"].source
    if name in FRENCH_TILES:  # its parts are told in the text
        assert source.startswith("CVC p.")
    elif name in FRENCH_ROOMS or name in BLUE:  # what they do is told, what they cost is not
        assert re.fullmatch(r"CVC p\.\d, CVC tiles", source)
    else:
        assert source == "CVC tiles"


@rule("cave_vs_cave.setup.light_rooms")
@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_the_number_that_is_printed_on_it(room: str) -> None:
    assert face(room, "en").number == NUMBERS[room]


@rule("cave_vs_cave.cave.entrance")
def test_the_entrance_has_no_number_and_no_points() -> None:
    entrance = face(ENTRANCE, "en")
    assert (entrance.points, entrance.number, entrance.colour) == (0, 0, "orange")
    for score in cave().start(seed=1).scores():
        assert dict(score.lines) == {"rooms": 0, "gold": 1}


def labels(state: Any, lang: str) -> dict[str, str]:
    """The choices of a prompt, in words."""
    prompt = state.prompt(lang)
    return {choice.name: f"{choice.label} {choice.detail}" for choice in prompt.choices}


@rule("cave_vs_cave.turn.take_tile")
def test_every_tile_is_called_by_its_name() -> None:
    state = table(seat(gold=2), tile="renovation")
    english, french = labels(state, "en"), labels(state, "fr")
    for tile in ALL_TILES:
        assert title(tile).lower() in english[f"take {tile}"].lower()
    for tile, name in FRENCH_TILES.items():
        assert name.lower() in french[f"take {tile}"].lower()


@rule("cave_vs_cave.use.number", "cave_vs_cave.furnish.cost")
@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_called_by_its_name(room: str) -> None:
    if room in ORANGE:
        state = turn("cultivation", seat({"r2c0": room}, goods=PLENTY))
        moves = [name for name in labels(state, "en") if name.startswith(f"use {room}")]
        assert moves
        for move in moves:
            assert title(room).lower() in labels(state, "en")[move].lower()
            if room in FRENCH_ROOMS:
                assert FRENCH_ROOMS[room].lower() in labels(state, "fr")[move].lower()


@rule("cave_vs_cave.aim.players")
def test_both_languages_have_the_same_words() -> None:
    english, french = (cave().info.words(lang).keys() for lang in ("en", "fr"))
    assert english == french
    assert len(TEN) == 10
