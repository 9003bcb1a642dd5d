"""The numbers of Caverna: every key of every file is read, and one that nobody knows is refused.

What a tile does is data: tiles that are made up here work without a line of code.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from dvergar.core.facts import Facts, FactsError, read_tree
from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import info
from dvergar.games.caverna.facts import board as facts_board, game, tiles
from dvergar.games.caverna.rules import housing
from dvergar.games.caverna.rules.actions.expedition import Expedition
from dvergar.games.caverna.rules.actions.goods import Gain, OreForEachMine, RubyWithMines
from dvergar.games.caverna.rules.flow import Joined, Part
from dvergar.games.caverna.rules.spaces import SPACE_FLOWS
from tests.games.reading import (
    Where,
    fresh,
    matters,
    numbers,
    numbers_said,
    of_another_kind_and_read,
    table_of,
    tables,
    unread_constants,
    unread_fields,
    with_another,
)

pytestmark = pytest.mark.plain

PACKAGE = "dvergar.games.caverna.facts"
FILES = {name: read_tree(PACKAGE, f"{name}.toml") for name in ("game", "spaces", "loot", "tiles")}


def keys(tree: Any, where: Where = ()) -> Iterator[Where]:
    """Where every key of a table stands, those of tables within it too."""
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if isinstance(tree, dict):
            yield (*where, key)
        if isinstance(value, dict | list):
            yield from keys(value, (*where, key))


def game_facts(tree: dict[str, Any]) -> Any:
    """All constants that the game and its board would have if the file said this."""
    said = tables(game, "game.toml", tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "REWARDS", said["REWARDS"])
        board = fresh(facts_board)
    return said, plain(board.REWARD_GOOD), plain(board.REWARD_AMOUNT)


def space_facts(tree: dict[str, Any]) -> Any:
    with Facts(tree, "spaces.toml") as entry:
        return plain(game.SpaceFacts(entry))


def loot_facts(name: str, tree: dict[str, Any]) -> Any:
    with Facts(tree, "loot.toml") as entry:
        return plain(game.LootFacts(entry, name))


def tile_facts(tree: dict[str, Any]) -> Any:
    with Facts(tree, "tiles.toml") as entry:
        return plain(tiles.TileFacts(entry, tiles.TILES))


def plain(value: Any) -> Any:
    """A value by what is in it; of a module its constants."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if not name.islower()} or value
    fields = getattr(type(value), "__slots__", ())
    return {name: plain(getattr(value, name)) for name in fields} if fields else value


Read = Callable[[dict[str, Any]], Any]
ENTRIES: list[tuple[str, str, dict[str, Any], Read]] = [
    ("game", "", FILES["game"], game_facts),
    *(
        ("spaces", name, one, space_facts)
        for name, several in FILES["spaces"].items()
        for one in several
    ),
    *(("loot", name, one, partial(loot_facts, name)) for name, one in FILES["loot"].items()),
    *(("tiles", name, one, tile_facts) for name, one in FILES["tiles"].items()),
]
each_entry = pytest.mark.parametrize(
    ("file", "tree", "read"),
    [(file, tree, read) for file, _, tree, read in ENTRIES],
    ids=[f"{file} {name}" for file, name, _, _ in ENTRIES],
)


@each_entry
def test_a_mistyped_key_is_refused_with_a_sentence(
    file: str, tree: dict[str, Any], read: Read
) -> None:
    for where in keys(tree):
        wrong = copy.deepcopy(tree)
        table = table_of(wrong, where)
        table[f"{where[-1]}x"] = table.pop(where[-1])
        with pytest.raises(FactsError) as refused:
            read(wrong)
        for lang in LANGUAGES:
            assert f"{file}.toml" in refused.value.text(lang)
            assert str(where[-1]) in refused.value.text(lang)


@each_entry
def test_what_is_of_another_kind_is_refused_wherever_it_stands(
    file: str, tree: dict[str, Any], read: Read
) -> None:
    assert of_another_kind_and_read(tree, read) == [], file


@each_entry
def test_a_key_that_is_left_out_is_missed(file: str, tree: dict[str, Any], read: Read) -> None:
    for where in keys(tree):
        short = copy.deepcopy(tree)
        table_of(short, where).pop(where[-1])
        try:
            assert read(short) != read(tree), (file, where)
        except FactsError:
            continue


@each_entry
def test_another_number_is_another_fact(file: str, tree: dict[str, Any], read: Read) -> None:
    for where in numbers(tree):
        assert matters(tree, where, read), (file, where)


HALF_SAID: list[tuple[str, dict[str, Any], str]] = [
    ("on_gain", {"of": "stone"}, "gives"),
    ("on_gain", {"gives": "stone"}, "of"),
    ("on_birth", {"of": "sheep"}, "gives"),
    ("discount", {"wood": 1}, "on"),
    ("discount", {"on": ["fence"]}, "wood"),
    ("discount", {"ruby": 1, "on": ["furnish"]}, "wood"),
    ("discount", {"ruby": 1, "wood": 1, "on": ["furnish"]}, "ruby"),
    ("at_scoring", {"points": 7}, "per"),
    ("at_scoring", {"per": "sheep"}, "points"),
    ("each_round", {"good": "ore"}, "rounds"),
    ("each_round", {"rounds": 3}, "good"),
    ("when_built", {"per": "sheep"}, "wood"),
]


@pytest.mark.parametrize(("moment", "said", "missing"), HALF_SAID)
def test_half_an_effect_is_refused(moment: str, said: dict[str, Any], missing: str) -> None:
    with pytest.raises(FactsError) as refused:
        tile_facts({"colour": "green", moment: said})
    for lang in LANGUAGES:
        assert "tiles.toml" in refused.value.text(lang)
        assert missing in refused.value.text(lang)


@pytest.mark.parametrize("name", FILES["loot"])
@pytest.mark.parametrize(("key", "said"), [("cost", {"gold": 5}), ("kinds", 1), ("weapons", 1)])
def test_loot_says_nothing_that_its_verb_does_not_use(name: str, key: str, said: Any) -> None:
    used = {"cost": "ordinary_dwelling", "kinds": game.BREEDING, "weapons": game.WEAPONS}
    entry = {**FILES["loot"][name], key: said}
    if name == used[key]:
        loot_facts(name, entry)
    else:
        with pytest.raises(FactsError):
            loot_facts(name, entry)


WRONG_FILES: list[tuple[Any, str, Where, Any]] = [
    (game, "game", ("harvest", "red"), 4),
    (game, "game", ("rounds",), 13),
    (game, "game", ("rounds",), 11),
    (game, "game", ("short_rounds", 0), 2),
    (game, "game", ("short_rounds", 10), 13),
    (game, "game", ("short_with",), [1]),
    (game, "game", ("short_with",), [1, 2, 3]),
    (game, "game", ("cards", "stages", 1, "rounds"), [5]),
    (game, "game", ("cards", "stages", 1, "cards"), ["wish_for_children", "exploration"]),
    (game, "game", ("cards", "not_for_two"), ["adventure"]),
    (game, "game", ("cards", "solo"), ["adventure"]),
    (game, "game", ("harvest", "full"), [5, 3]),
    (game, "game", ("harvest", "solo_full"), [0, 3]),
    (game, "game", ("harvest", "markers_from"), 11),
    (game, "game", ("eat_gold", "more"), 0),
    (game, "game", ("ruby", "good"), 0),
    (game, "game", ("score", "grain_each"), 0),
    (game, "game", ("sowing", "grain"), 4),
    (game, "game", ("sowing", "vegetable"), 4),
    (tiles, "tiles", ("trader", "while_feeding"), {"one_dwarf_for": {"gold": 1}}),
    (tiles, "tiles", ("trader", "on_gain"), {"of": "ore", "gives": "ore"}),
    (tiles, "tiles", ("trader", "on_gain"), {"of": "ore", "gives": "stone"}),
]


@pytest.mark.parametrize(("module", "file", "where", "said"), WRONG_FILES)
def test_what_cannot_work_is_refused_when_it_is_read(
    module: Any, file: str, where: Where, said: Any
) -> None:
    tree = copy.deepcopy(FILES[file])
    table_of(tree, where)[where[-1]] = said
    with pytest.raises(FactsError) as refused:
        tables(module, f"{file}.toml", tree)
    for lang in LANGUAGES:
        assert f"{file}.toml" in refused.value.text(lang)


def test_tiles_that_the_rules_know_are_there_once() -> None:
    without, twice, nameless = (copy.deepcopy(FILES["tiles"]) for _ in range(3))
    del without["entry_level_dwelling"]["printed"]
    twice["trader"]["printed"] = True
    nameless["dwellling"] = nameless.pop("dwelling")
    for tree, key in ((without, "printed"), (twice, "printed"), (nameless, "dwelling")):
        with pytest.raises(FactsError, match=key):
            tables(tiles, "tiles.toml", tree)


def test_loot_that_the_rules_know_by_name_is_missed() -> None:
    for name in (game.BREEDING, game.WEAPONS):
        tree = copy.deepcopy(FILES["loot"])
        del tree[name]
        with pytest.raises(FactsError, match=name):
            tables(game, "loot.toml", tree)


@pytest.mark.parametrize(("name", "room"), [("SMALL_PASTURE_ROOM", 3), ("LARGE_PASTURE_ROOM", 3)])
def test_rooms_for_animals_divide_each_other(name: str, room: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, name, room)
        with pytest.raises(FactsError, match="divide the next"):
            fresh(housing)


def test_every_number_of_a_tile_reaches_the_tables_of_the_rules() -> None:
    """What is read of a tile and used by nobody would change nothing there."""
    before = tables(tiles, "tiles.toml", FILES["tiles"])
    for where in numbers(FILES["tiles"]):
        other = with_another(FILES["tiles"], where)
        if where[-1] == "printed":  # one tile has to be
            other["dwelling"]["printed"] = True
        assert tables(tiles, "tiles.toml", other) != before, where


def test_every_number_on_a_card_is_the_one_of_its_flow() -> None:
    """A number on a card whose action has no such part would be said in vain."""
    for name, printed in game.PRINTED.items():
        found = list(verbs(SPACE_FLOWS[name]))
        levels = {one.level for one in found if isinstance(one, Expedition)}
        ore = {one.ore for one in found if isinstance(one, OreForEachMine)}
        rubies = {(one.mines, one.rubies) for one in found if isinstance(one, RubyWithMines)}
        assert levels == {printed.expedition} - {0}, name
        assert ore == {printed.ore_for_each_mine} - {0}, name
        assert rubies == {(printed.mines_for_ruby, printed.ruby)} - {(0, 0)}, name
        assert [(one.good, one.amount) for one in found if isinstance(one, Gain)] == printed.reward


def verbs(part: Part) -> Iterator[Part]:
    """The verbs of a flow, in their order."""
    if isinstance(part, Joined):
        for one in part.parts:
            yield from verbs(one)
    else:
        yield part


def test_two_boards_cannot_print_different_levels_of_an_expedition() -> None:
    tree = copy.deepcopy(FILES["spaces"])
    tree["logging"][1]["expedition"] = 2
    with pytest.raises(FactsError, match="logging"):
        tables(game, "spaces.toml", tree)


def test_a_moment_that_nobody_knows_is_refused_with_those_there_are() -> None:
    entry = {**FILES["tiles"]["carpenter"], "at_scorring": {"points": 1, "per": "ore"}}
    with pytest.raises(FactsError, match="the key “at_scorring” is unknown; the known keys are: "):
        tile_facts(entry)


@pytest.mark.parametrize(
    ("tile", "moment", "says"),
    [
        ("carpenter", "discount", {"wood": 1, "on": ["fences"]}),
        ("quarry", "on_birth", {"of": "dog", "gives": "stone"}),
        ("seam", "on_gain", {"of": "stone", "gives": "rock"}),
        ("miner", "each_round", {"good": "ore", "per": "donkey"}),
        ("ore_storage", "at_scoring", {"points": 1, "per": "sheeps"}),
        ("trader", "permits", {"over": "spare_part"}),
    ],
)
def test_a_word_that_nobody_knows_is_refused_with_those_allowed(
    tile: str, moment: str, says: dict[str, Any]
) -> None:
    with pytest.raises(FactsError, match="has an unknown value; the known values are: "):
        tile_facts({**FILES["tiles"][tile], moment: says})


def test_nothing_is_read_in_vain() -> None:
    """Every constant that the facts give is used somewhere else, or to make one that is."""
    assert unread_constants("caverna") == set()
    assert unread_fields("caverna") == set()


# Tiles that are data alone.

MADE_UP = """
import json, sys
from dvergar.core import facts
changes = json.loads(sys.argv[1])
read = facts.read_tree
def read_tree(package, name):
    tree = read(package, name)
    if package.endswith("caverna.facts") and name == "tiles.toml":
        for tile, says in changes.items():
            tree.setdefault(tile, {}).update(says)
    if package.endswith("caverna.facts") and name == "spaces.toml":
        for space, says in json.loads(sys.argv[4]).items():
            for board in tree[space]:
                board.update(says)
    return tree
facts.read_tree = read_tree
import dvergar
game = dvergar.game("caverna", players=2, first_seat=0)
state = game.position(**json.loads(sys.argv[2]))
for name in json.loads(sys.argv[3]):
    state.play(game.move(name))
goods = {good: n for good, n in state.view(None)["players"][0]["goods"].items() if n}
print(json.dumps({"goods": goods, "moves": [game.name(move) for move in state.moves(free=False)]}))
"""


def played_with(
    tiles: dict[str, Any],
    position: dict[str, Any],
    *moves: str,
    spaces: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Goods and moves of seat 0 after some moves, in a game whose tiles and spaces say this."""
    words = [json.dumps(one) for one in (tiles, position, moves, spaces or {})]
    done = subprocess.run(
        [sys.executable, "-c", MADE_UP, *words], stdout=subprocess.PIPE, check=True, timeout=120
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


PLAIN = {"colour": "green", "points": 1}


def test_a_new_tile_with_a_discount_needs_no_code() -> None:
    bargain = {"bargain_cave": {**PLAIN, "discount": {"stone": 2, "on": ["furnish", "stable"]}}}
    owner = {"board": {"r2c3": "bargain_cave", "r2c4": "cavern"}}
    after = played_with(bargain, {"seats": [owner]}, "place housework")
    assert {"furnish carpenter", "furnish builder"} <= set(after["moves"]), "1 stone each"
    assert "furnish dwelling" not in after["moves"]
    stranger = {"board": {"r2c4": "cavern"}}
    after = played_with(bargain, {"seats": [stranger]}, "place housework")
    assert "furnish carpenter" not in after["moves"]


def test_a_new_tile_that_answers_to_a_gain_needs_no_code() -> None:
    sluice = {"sluice": {**PLAIN, "on_gain": {"of": "ore", "gives": "gold"}}}
    seats = [{"board": {"r2c3": "sluice"}, "goods": {}}]
    position = {"seats": seats, "piles": {"ore_mining": {"ore": 3}}}
    assert played_with(sluice, position, "place ore_mining")["goods"] == {"ore": 3, "gold": 3}


def test_a_new_tile_that_answers_to_a_birth_needs_no_code() -> None:
    wool = {"wool_room": {**PLAIN, "on_birth": {"of": "sheep", "gives": "gold"}}}
    seat = {"board": {"r2c3": "wool_room", "r3c2": "small_pasture"}, "goods": {"sheep": 2}}
    position = {"seats": [{**seat, "weapons": [14, 0], "dwarfs": ["home", "away"]}]}
    after = played_with(wool, position, "place logging", "loot breed_2")
    assert after["goods"] == {"sheep": 3, "gold": 1}


def test_a_new_tile_houses_animals_and_permits_things_without_code() -> None:
    manor = {"manor": {**PLAIN, "houses": {"animals": 8}, "permits": {"furnish_tunnels": True}}}
    seat = {"board": {"r2c3": "manor", "r2c4": "tunnel"}, "goods": {"sheep": 8, "wood": 9}}
    after = played_with(manor, {"seats": [seat]}, "place housework", "furnish trader")
    assert after["goods"]["sheep"] == 8
    assert after["goods"]["wood"] == 8


RECKONED = {"breeding_cave": {4}, "broom_chamber": {6, 10}}
"""Numbers in words that follow from the facts: the fourth young, a second dwarf more."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_speak_of_the_numbers_that_are_facts(lang: str) -> None:
    speak = info("caverna").words(lang)
    for name, tile in FILES["tiles"].items():
        known = numbers_said(tile) | RECKONED.get(name, set()) | {1}  # one is often not said
        assert numbers_said(speak(f"effect.{name}")) <= known, name
    for name, item in FILES["loot"].items():
        assert numbers_said(speak(f"loot.{name}")) <= numbers_said(item), name
        brought = sum(item.get("goods", {}).values())
        assert not brought or numbers_said(speak(f"loot.{name}")) == {brought}, name


def test_the_carpenters_discount_is_the_one_in_the_data() -> None:
    dear = {"carpenter": {"discount": {"wood": 3, "on": ["furnish", "fence"]}}}
    seat = {"board": {"r2c3": "carpenter", "r3c2": "meadow"}}
    position = {"seats": [seat], "round": 3, "piles": {"sheep_farming": {"sheep": 1}}}
    fence = "small_pasture r3c2"
    assert fence in played_with(dear, position, "place sheep_farming")["moves"]
    assert fence not in played_with({}, position, "place sheep_farming")["moves"], "1 wood missing"


def test_what_a_card_prints_is_what_its_action_gives() -> None:
    mines = {"r2c4": "ruby_mine", "r2c5": "tunnel", "r1c5": "tunnel"}
    seat = {"board": mines, "goods": {}, "weapons": [3, 0], "dwarfs": ["home", "away"]}
    dear = {"ruby_mining": {"ruby_with_mines": {"mines": 1, "ruby": 4}}}
    position = {"seats": [seat], "piles": {"ruby_mining": {"ruby": 1}}}
    after = played_with({}, position, "place ruby_mining", spaces=dear)
    assert after["goods"] == {"ruby": 5}
    long = {"logging": {"expedition": 2}}
    position = {"seats": [seat], "piles": {"logging": {"wood": 3}}}
    after = played_with({}, position, "place logging", "loot dog", spaces=long)
    assert {"loot wood", "loot donkey"} <= set(after["moves"])
    after = played_with({}, position, "place logging", "loot dog")
    assert "loot wood" not in after["moves"], "the card has level 1"
