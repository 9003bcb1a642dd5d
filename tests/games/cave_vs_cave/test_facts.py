"""The facts of Cave vs Cave: every key is read, and one that nobody knows is refused by name."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from types import ModuleType
from typing import Any

import pytest

from dvergar.core.facts import Facts, FactsError, read_tree
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.games.cave_vs_cave.facts import cave, game, rooms
from dvergar.games.cave_vs_cave.facts.cave import CaveFacts
from dvergar.games.cave_vs_cave.facts.game import GoodsFacts, RoundsFacts, TilesFacts
from dvergar.games.cave_vs_cave.facts.rooms import RoomsFacts
from tests.games.reading import (
    fields_of,
    matters,
    new_game,
    numbers,
    numbers_said,
    of_another_kind_and_read,
    play_and_look,
    put,
    tables,
    unread_constants,
    unread_fields,
    watched,
)

PACKAGE = "dvergar.games.cave_vs_cave.facts"
READERS: dict[str, Callable[[Facts], object]] = {
    "action_tiles.toml": TilesFacts,
    "cave.toml": CaveFacts,
    "goods.toml": GoodsFacts,
    "rooms.toml": RoomsFacts,
    "rounds.toml": RoundsFacts,
}
MODULES: dict[str, ModuleType] = {
    "action_tiles.toml": game,
    "cave.toml": cave,
    "goods.toml": game,
    "rooms.toml": rooms,
    "rounds.toml": game,
}
NAMES = ("cells", "rooms", "tiles", "ways")  # tables whose keys are the names of things
Path = tuple[str | int, ...]


def closed_tables(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Where the tables of a file are whose keys somebody has to know."""
    if isinstance(tree, dict):
        if not path or path[-1] not in NAMES:
            yield path
        for key, value in tree.items():
            yield from closed_tables(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from closed_tables(value, (*path, number))


def at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def load(file: str, tree: dict[str, Any]) -> None:
    with Facts(tree, file) as facts:
        READERS[file](facts)


def test_every_file_has_its_reader() -> None:
    found = {file.name for file in files(PACKAGE).iterdir() if file.name.endswith(".toml")}
    assert found == set(READERS)


@pytest.mark.parametrize("file", READERS)
def test_the_files_are_read_as_they_are(file: str) -> None:
    load(file, read_tree(PACKAGE, file))


@pytest.mark.parametrize("file", READERS)
def test_a_mistyped_key_is_refused_wherever_it_stands(file: str) -> None:
    tree = read_tree(PACKAGE, file)
    tried = 0
    for path in closed_tables(tree):
        for key in at(tree, path):
            wrong = copy.deepcopy(tree)
            table = at(wrong, path)
            table[f"{key}x"] = table.pop(key)
            with pytest.raises(FactsError) as error:
                load(file, wrong)
            assert file in str(error.value)
            assert key in str(error.value), "the key, or the one that was meant, is named"
            tried += 1
    assert tried > 4


@pytest.mark.plain
@pytest.mark.parametrize("file", READERS)
def test_what_is_of_another_kind_is_refused_wherever_it_stands(file: str) -> None:
    tree = read_tree(PACKAGE, file)
    found = of_another_kind_and_read(tree, partial(load, file))
    cells = {(name, "outer_walls") for name in tree.get("cells", {})}  # a cell may have none
    assert {where[1:] for where, other in found if other == []} == cells
    assert [where for where, other in found if other != []] == []


@pytest.mark.parametrize("file", READERS)
def test_a_key_too_many_is_refused_wherever_it_stands(file: str) -> None:
    tree = read_tree(PACKAGE, file)
    for path in closed_tables(tree):
        wrong = copy.deepcopy(tree)
        at(wrong, path)["colour_of_the_door"] = 1
        with pytest.raises(FactsError, match="the key “colour_of_the_door” is unknown"):
            load(file, wrong)


@pytest.mark.plain
@pytest.mark.parametrize("file", READERS)
def test_every_number_reaches_the_tables_of_the_rules(file: str) -> None:
    """What is read and used by nobody would change nothing there."""
    tree = read_tree(PACKAGE, file)
    for where in numbers(tree):
        if where[-1] != "number":  # of a room tile: shown, and never asked for by a rule
            assert matters(tree, where, partial(_tables, file)), where


def _tables(file: str, tree: dict[str, Any]) -> dict[str, Any]:
    """What the rules look up, without the rooms as they were read."""
    made = tables(MODULES[file], file, tree)
    return {name: one for name, one in made.items() if name != "ROOMS"}


@pytest.mark.plain
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("file", "key"), [("rooms", "rooms"), ("action_tiles", "tiles")])
def test_words_speak_of_the_numbers_that_are_facts(file: str, key: str, lang: str) -> None:
    speak = info("cave_vs_cave").words(lang)
    for name, entry in read_tree(PACKAGE, f"{file}.toml")[key].items():
        known = numbers_said(entry) | {1}  # one is often not said
        assert numbers_said(speak(f"{key[:-1]}_help.{name}")) <= known, name


def test_nothing_is_read_in_vain() -> None:
    assert unread_constants("cave_vs_cave") == set()
    assert unread_fields("cave_vs_cave") == set()


@pytest.mark.plain
def test_every_fact_of_a_tile_is_looked_at_in_play() -> None:
    """Not only under a name that something else has too; what rooms say stands in tables."""
    tiles = game.TILES
    facts = [*tiles, *(part for tile in tiles for part in tile.parts), *game.WAYS]
    wanted = fields_of(facts)
    with watched(facts) as seen:
        for players in (1, 2):
            for seed in range(3):
                play_and_look(new_game("cave_vs_cave", players=players), seed)
    at_start = {("Tile", "group"), ("Tile", "section_count"), ("Way", "food_per_turn")}
    at_start |= {("Part", "name"), ("Way", "name")}
    assert wanted - seen <= at_start, "those are read when the tables are made"


TILE, ROOM = ("tiles", "housework"), ("rooms", "shelf")
IMPOSSIBLE: list[tuple[str, Path, Any, str]] = [
    ("goods.toml", ("most", "wood"), 0, "at least 1"),
    ("goods.toml", ("most", "gold"), None, "“gold” is missing"),
    ("goods.toml", ("start", "wood"), 10, "at most 9"),
    ("goods.toml", ("eaten", "food"), 1, "the key “food” is unknown"),
    ("goods.toml", ("eaten", "grain"), 0, "at least 1"),
    ("rounds.toml", ("turns", "two_players"), [], "is empty"),
    ("rounds.toml", ("turns", "two_players"), [2, 0], "at least 1"),
    ("rounds.toml", ("turns", "two_players"), [3], "at most 2"),
    ("rounds.toml", ("turns", "two_players"), [2, 4], "at most 3"),
    ("rounds.toml", ("turns", "two_players"), [2] * 9, "too long; the limit is 8"),
    ("rounds.toml", ("turns", "alone"), [6], "at most 5"),
    ("rounds.toml", ("turns", "alone"), [2] * 8, "too long; the limit is 7"),
    ("rounds.toml", ("alone", "goal"), 0, "at least 1"),
    ("rounds.toml", ("alone", "archive"), 49, "at least 50"),
    ("cave.toml", ("cells", "r0c0", "row"), 1, "twice"),
    ("cave.toml", ("cells", "r0c0", "outer_walls"), ["n", "n"], "“n” twice"),
    ("cave.toml", ("cells", "r0c0", "outer_walls"), ["n", "x"], "known values are: n, e, s, w"),
    ("cave.toml", ("cells", "r0c0", "outer_walls"), ["n", "w", "e"], "contradict each other"),
    ("cave.toml", ("wall_tokens",), 0, "at least 1"),
    ("cave.toml", ("food_cells",), ["r9c9"], "unknown value"),
    ("action_tiles.toml", ("ways", "nothing"), None, "“nothing” is missing"),
    ("action_tiles.toml", (*TILE, "do"), [], "is empty"),
    ("action_tiles.toml", (*TILE, "do"), [{}], "use / gain / trade / dig"),
    ("action_tiles.toml", (*TILE, "do"), [{"use": 0}], "at least 1"),
    ("action_tiles.toml", (*TILE, "do"), [{"gain": {}}], "“gain” is empty"),
    ("action_tiles.toml", (*TILE, "do"), [{"trade": {"wood": 1}}], "“for” is empty"),
    ("action_tiles.toml", (*TILE, "do"), [{"trade": {}, "for": {"wood": 1}}], "“trade” is empty"),
    ("action_tiles.toml", (*TILE, "do"), [{"furnish": []}], "“furnish” is empty"),
    ("action_tiles.toml", (*TILE, "do"), [{"use": 1, "gain": {"wood": 1}}], "the key “gain”"),
    ("action_tiles.toml", (*TILE, "do"), [{"gain": {"wood": 1}}] * 2, "“wood” twice"),
    ("rooms.toml", (*ROOM, "number"), 2, "“2” twice"),
    ("rooms.toml", (*ROOM, "points"), -1, "at least 0"),
    ("rooms.toml", (*ROOM, "walls"), [], "is empty"),
    ("rooms.toml", (*ROOM, "walls"), ["1", "1"], "“1” twice"),
    ("rooms.toml", (*ROOM, "use"), [], "is empty"),
    ("rooms.toml", (*ROOM, "use"), [{"pay": {"wood": 1}}], "“gain” is empty"),
    ("rooms.toml", (*ROOM, "use"), [{"gain": {"wood": 1}}] * 2, "“as” contains"),
    ("rooms.toml", (*ROOM, "use"), [{"refill": ["wood"]}], "“to” is missing"),
    ("rooms.toml", (*ROOM, "use"), [{"refill": ["wood"], "to": 10}], "at most 9"),
    ("rooms.toml", (*ROOM, "use"), [{"pay_different": 7, "gain": {"wood": 1}}], "at most 6"),
    ("rooms.toml", ("rooms", "dungeon", "when_built"), None, "exactly one of"),
    ("rooms.toml", ("rooms", "dungeon", "when_gained"), "flax", "exactly one of"),
    ("rooms.toml", ("rooms", "dungeon", "gain"), None, "“gain” is empty"),
]


@pytest.mark.parametrize(("file", "where", "said", "sentence"), IMPOSSIBLE, ids=str)
@pytest.mark.plain
def test_what_cannot_be_is_refused_with_a_sentence(
    file: str, where: Path, said: Any, sentence: str
) -> None:
    with pytest.raises(FactsError, match=sentence) as refused:
        tables(MODULES[file], file, put(read_tree(PACKAGE, file), where, said))
    assert file in refused.value.text("fr")


@pytest.mark.plain
def test_no_more_light_rooms_go_out_than_there_are() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "LIGHT_ROOMS_OUT", 99)
        with pytest.raises(FactsError, match="light_rooms_out"):
            tables(rooms, "rooms.toml", read_tree(PACKAGE, "rooms.toml"))


def test_a_good_that_there_is_not_cannot_be_paid() -> None:
    tree = read_tree(PACKAGE, "rooms.toml")
    tree["rooms"]["shelf"]["cost"] = {"wodo": 1}
    with pytest.raises(FactsError, match=r"rooms\.toml, rooms, shelf, cost .* “wodo”"):
        load("rooms.toml", tree)


def test_a_pattern_of_walls_that_there_is_not_is_refused() -> None:
    tree = read_tree(PACKAGE, "rooms.toml")
    tree["rooms"]["shelf"]["walls"] = ["5"]
    with pytest.raises(FactsError, match="known values are: 1, 2a, 2o, 3, 4"):
        load("rooms.toml", tree)


@pytest.mark.parametrize(
    ("room", "says"),
    [
        ("dungeon", {"pay": {"food": 1}}),  # only an exchange is paid
        ("retting_room", {"more_rooms": 1}),  # only using rooms can allow more of them
        ("shelf", {"when_gained": "flax"}),  # an orange room is used
        ("dungeon", {"when_biult": "wall"}),
    ],
)
def test_what_a_room_would_never_do_is_refused(room: str, says: dict[str, Any]) -> None:
    tree = read_tree(PACKAGE, "rooms.toml")
    tree["rooms"][room].update(says)
    with pytest.raises(FactsError, match=f"{room} the key “{next(iter(says))}” is unknown"):
        load("rooms.toml", tree)


# Rooms and action tiles that are data alone.

PLAYED = """
import json, sys
from dvergar.core import facts
rooms, tiles, position, moves = [json.loads(word) for word in sys.argv[1:]]
read = facts.read_tree
def read_tree(package, name):
    tree = read(package, name)
    if package.endswith("cave_vs_cave.facts") and name == "rooms.toml":
        tree["rooms"].update(rooms)
    if package.endswith("cave_vs_cave.facts") and name == "action_tiles.toml":
        for instead, (tile, says) in tiles.items():
            tree["tiles"] = dict((tile, says) if old == instead else (old, said)
                                 for old, said in tree["tiles"].items())
    return tree
facts.read_tree = read_tree
import dvergar
game = dvergar.game("cave_vs_cave", players=2, first_seat=0)
state = game.position(round=1, **position)
told = []
for name in moves:
    state.play(game.move(name))
    goods = {good: n for good, n in state.view(None)["players"][0]["goods"].items() if n}
    told.append({"goods": goods, "moves": [game.name(move) for move in state.moves(free=False)]})
print(json.dumps(told))
"""


def played(
    rooms: dict[str, Any], tiles: dict[str, Any], position: dict[str, Any], *moves: str
) -> list[dict[str, Any]]:
    """Goods and moves after each of the moves, with these rooms and tiles in the box."""
    words = [json.dumps(one) for one in (rooms, tiles, position, moves)]
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, *words], stdout=subprocess.PIPE, check=True, timeout=120
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


NOTHING = dict.fromkeys(("wood", "stone", "grain", "flax", "food", "gold"), 0)
PRINTED = {"number": 25, "colour": "blue", "light": True, "points": 1, "walls": ["1", "2a"]}


def with_room(says: dict[str, Any], tile: str, *moves: str, **goods: int) -> list[dict[str, Any]]:
    """Goods and moves after taking a tile with a made-up blue room, and after each of the moves."""
    owner = {"rooms": {"r2c0": "shelf", "r1c0": "new_room"}, "goods": {**NOTHING, **goods}}
    position = {"shown": ["masonry"], "seats": [owner]}
    return played({"new_room": {**PRINTED, **says}}, {}, position, f"take {tile}", *moves)


def test_a_new_room_that_answers_to_a_gain_needs_no_code() -> None:
    sluice = {"when_gained": "stone", "gain": {"gold": 1, "food": 1}}
    after = with_room(sluice, "excavation", "gain")[-1]
    assert after["goods"] == {"stone": 1, "gold": 1, "food": 1}
    after = with_room(sluice, "undergrowth", "gain")[-1]
    assert after["goods"] == {"wood": 2}


def test_a_new_room_that_answers_to_a_wall_needs_no_code() -> None:
    quarry = {"when_built": "wall", "gain": {"stone": 2}}
    after = with_room(quarry, "masonry", "wall r0c0|r0c1")[-1]
    assert after["goods"] == {"stone": 2}


def test_a_new_room_that_works_when_rooms_are_used_needs_no_code() -> None:
    larder = {"when_using": [1], "gain": {"food": 2}, "more_rooms": 1}
    first, after = with_room(larder, "cultivation", "use entrance grain", "use shelf wood")[1:]
    assert first["goods"] == {"grain": 1, "food": 2}
    assert "use shelf wood" in first["moves"], "one more room than the tile says"
    assert after["goods"] == {"grain": 1, "food": 4, "wood": 2}


def test_a_new_room_that_exchanges_goods_with_a_tile_needs_no_code() -> None:
    stand = {"when_tile": "masonry", "pay": {"grain": 2}, "gain": {"gold": 3}}
    first, after = with_room(stand, "masonry", "sell 2 grain", grain=3)
    assert "sell 2 grain" in first["moves"]
    assert after["goods"] == {"grain": 1, "gold": 3}
    assert "sell 2 grain" not in after["moves"], "once in a turn"
    assert "sell 2 grain" not in with_room(stand, "cultivation", grain=3)[0]["moves"]


def test_a_new_room_that_digs_needs_no_code() -> None:
    pick = {"colour": "orange", "use": [{"pay": {"wood": 1}, "dig": True}]}
    first, after = with_room(pick, "cultivation", "use new_room r1c1", wood=1)
    assert "use new_room r1c1" in first["moves"]
    assert after["goods"] == {"food": 1}, "that lies on the cell"


def bartered(sections: list[dict[str, Any]], *moves: str) -> list[dict[str, Any]]:
    """Goods and moves after taking a tile of such sections, and after each of the moves."""
    barter = {"masonry": ("barter", {"group": "2", "do": sections})}
    seats = [{"goods": {**NOTHING, "wood": 7, "stone": 5}}]
    return played({}, barter, {"shown": ["barter"], "seats": seats}, "take barter", *moves)


def test_a_new_tile_trades_goods_that_another_trades_without_code() -> None:
    deals = [
        {"trade": {"wood": 5}, "for": {"food": 6}},  # the Expedition gives gold for it
        {"trade": {"wood": 3}, "for": {"food": 2}},
        {"trade": {"wood": 2, "stone": 1}, "for": {"gold": 3}},
        {"trade": {"gold": 1}, "for": {"food": 9}},
    ]
    left = {
        "trade 5 wood": {"wood": 2, "stone": 5, "food": 6},
        "trade 3 wood": {"wood": 4, "stone": 5, "food": 2},
        "trade 2 wood and stone": {"wood": 5, "stone": 4, "gold": 3},
    }
    for name, after in left.items():
        first, then = bartered([{"one_of": deals}], name)
        assert first["moves"] == [*left, "done"], "gold is missing for the last"
        assert then["goods"] == after


def test_a_new_tile_gives_goods_in_several_ways_without_code() -> None:
    either = {"one_of": [{"gain": {"wood": 1}}, {"gain": {"wood": 2}}]}
    first, second, last = bartered(
        [either, {"gain": {"food": 3, "gold": 1}}], "gain 3 food and gold", "gain 2 wood"
    )
    assert first["moves"] == ["gain wood", "gain 2 wood", "gain 3 food and gold", "done"]
    assert second["moves"] == ["gain wood", "gain 2 wood", "done"]
    assert last["goods"] == {"wood": 9, "stone": 5, "food": 3, "gold": 1}
