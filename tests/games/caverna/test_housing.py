"""Housing against brute force: every kind in every place, every spread of the dogs.

The farms are random but could all be built. The referee tries everything; the engine must agree
herd by herd, both when it is asked directly and when an animal arrives at the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from dvergar.core.game import State
from dvergar.games.caverna.rules.housing import fits
from dvergar.testing import play
from tests.games.caverna.referee.herds import Herd, Place, houses, places
from tests.games.caverna.referee.home import ENTRANCE, FOREST, MOUNTAIN, beside, cell, named
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Cell, Pair
from tests.games.caverna.referee.table import offered, opponents, player_of, table

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

HOUSING_TILES = ("mixed_dwelling", "cuddle_room", "breakfast_room", "stubble_room")
OTHER_TILES = ("dwelling", "carpenter", "seam", "trader")
Seat = dict[str, Any]


def grown(dice: random.Random, start: list[Cell], inside: frozenset[Cell], size: int) -> list[Cell]:
    """Cells joined to the start, one after the other."""
    found: list[Cell] = []
    for _ in range(size):
        edge = {other for where in [*found, *start] for other in beside(where)} & inside
        edge |= {ENTRANCE} if inside is FOREST else set()
        free = sorted(edge - set(found) - set(start))
        if not free:
            break
        found.append(ENTRANCE if inside is FOREST and not found else dice.choice(free))
    return found


def forest(dice: random.Random, most: int) -> tuple[dict[str, str], list[Pair]]:
    """Random meadows, fields and pastures, and which cells make the large ones."""
    cells = grown(dice, [], FOREST, dice.randint(0, most))
    board: dict[str, str] = {}
    pairs: list[Pair] = []
    left = set(cells)
    kinds = dice.choices(["meadow", "field", "small_pasture", "large_pasture"], k=len(cells))
    for where, kind in zip(cells, kinds, strict=True):
        if where not in left:
            continue
        left.discard(where)
        partner = [other for other in beside(where) if other in left]
        if kind == "large_pasture" and partner:
            other = dice.choice(partner)
            left.discard(other)
            pairs.append((where, other))
            board[f"{named(where)} {named(other)}"] = kind
        else:
            board[named(where)] = "meadow" if kind == "large_pasture" else kind
    return board, pairs


def mountain(dice: random.Random, most: int) -> dict[str, str]:
    """Random mines, tunnels and tiles."""
    cells = grown(dice, [(2, 3), (3, 3)], MOUNTAIN, dice.randint(0, most))
    tiles = [*HOUSING_TILES, *OTHER_TILES]
    dice.shuffle(tiles)
    board = {"r2c3": dice.choice(["cavern", tiles.pop()])}
    for where in cells:
        kind = dice.choice(["ruby_mine", "ore_mine", "tunnel", "cavern", "tile", "tile"])
        other = [near for near in beside(where) if near in cells and named(near) not in board]
        if kind == "ore_mine" and other and named(where) not in board:
            board[named(where)] = "ore_mine"
            board[named(dice.choice(other))] = "deep_tunnel"
        elif named(where) not in board:
            kind = "tunnel" if kind == "ore_mine" else kind
            board[named(where)] = tiles.pop() if kind == "tile" and tiles else kind
            if board[named(where)] == "tile":
                board[named(where)] = "cavern"
    return board


def farm(dice: random.Random, most: int = 6) -> tuple[Seat, list[Pair]]:
    """A random farm without animals, and which cells make its large pastures."""
    land, pairs = forest(dice, most)
    fields = [name for name, kind in land.items() if kind == "field"]
    cells = {name for names, kind in land.items() if kind != "field" for name in names.split()}
    bare = sorted({named(where) for where in FOREST} - {n for names in land for n in names.split()})
    stables = dice.sample(sorted(cells), min(len(cells), dice.randint(0, 3)))
    stables += dice.sample(bare, dice.randint(0, min(len(bare), 3 - len(stables))))
    dwarfs = dice.randint(2, 5)
    return {
        "board": {**land, **mountain(dice, most)},
        "stables": stables,
        "crops": {name: "grain 3" for name in fields if dice.random() < 0.4},
        "goods": {"dog": dice.choice([0, 0, 1, 2, 3, 5])},
        "dwarfs": ["home"] * dwarfs,
        "weapons": [0] * dwarfs,
    }, pairs


def settle(seat: Seat, herd: Herd, **goods: int) -> State:
    """A table at which somebody has this farm and this herd."""
    owned = {**seat["goods"], **dict(zip(FARM_ANIMALS, herd, strict=True)), **goods}
    state: State = table(2).position(seats=[{**seat, "goods": owned}, *opponents(2)])
    return state


def herds(dice: random.Random, where: list[Place], dogs: int, number: int) -> Iterator[Herd]:
    """Herds about as large as what there is room for."""
    room = sum(max(place.holds) for place in where) + dogs + 2
    for _ in range(number):
        kinds = dice.choices(range(4), weights=[dice.random() for _ in range(4)], k=room)
        count = dice.randint(0, room)
        yield tuple(kinds[:count].count(kind) for kind in range(4))  # type: ignore[misc]


def check_farms(first: int, farms: int, each: int, most: int = 6) -> tuple[int, int]:
    """Compares random herds on random farms; how many had room and how many not."""
    answers = [0, 0]
    for seed in range(first, first + farms):
        dice = random.Random(seed)
        seat, pairs = farm(dice, most)
        state = settle(seat, (0, 0, 0, 0))
        where, dogs = places(player_of(state), pairs), seat["goods"]["dog"]
        player: Any = state.players[0]  # type: ignore[attr-defined]
        for herd in herds(dice, where, dogs, each):
            expected = houses(where, dogs, herd)
            assert fits(player, dogs, *herd) == expected, (seed, herd, seat)
            answers[expected] += 1
    return answers[True], answers[False]


def test_the_solver_agrees_with_brute_force_on_random_farms() -> None:
    room, none = check_farms(0, 1000, 8)
    assert room > 2000
    assert none > 2000


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_the_solver_agrees_with_brute_force_on_very_many_farms(batch: int) -> None:
    check_farms(10_000 + 4000 * batch, 4000, 10, most=10)


def test_the_solver_agrees_with_brute_force_on_every_small_herd_of_some_farms() -> None:
    for seed in range(60):
        seat, pairs = farm(random.Random(90_000 + seed), 4)
        state = settle(seat, (0, 0, 0, 0))
        where, dogs = places(player_of(state), pairs), seat["goods"]["dog"]
        player: Any = state.players[0]  # type: ignore[attr-defined]
        herd: Herd
        for herd in product(range(4), range(4), range(4), range(4)):
            assert fits(player, dogs, *herd) == houses(where, dogs, herd), (seed, herd, seat)


def test_an_animal_that_arrives_is_asked_about_exactly_when_it_has_no_room() -> None:
    asked = {True: 0, False: 0}
    for seed in range(400):
        dice = random.Random(50_000 + seed)
        seat, pairs = farm(dice)
        where = places(player_of(settle(seat, (0, 0, 0, 0))), pairs)
        dogs = seat["goods"]["dog"]
        housed = [herd for herd in herds(dice, where, dogs, 12) if houses(where, dogs, herd)]
        if not housed:
            continue
        herd = max(housed, key=sum)
        state = settle(seat, herd, ruby=1, food=1)
        for kind, animal in enumerate(FARM_ANIMALS):
            after = play(state.copy(), f"ruby {animal}")
            more = tuple(number + (kind == place) for place, number in enumerate(herd))
            room = houses(where, dogs, more)  # type: ignore[arg-type]
            names = offered(after)
            assert room != any(name.startswith("butcher") for name in names), (seed, herd, animal)
            assert room == any(name.startswith("place") for name in names)
            asked[room] += 1
    assert min(asked.values()) > 100


def test_a_dog_that_arrives_is_never_asked_about() -> None:
    for seed in range(60):
        seat, _ = farm(random.Random(70_000 + seed))
        after = play(settle(seat, (0, 0, 0, 0), ruby=1), "ruby dog")
        assert any(name.startswith("place") for name in offered(after))


def test_butchering_goes_on_until_the_herd_has_room_and_no_longer() -> None:
    for seed in range(150):
        dice = random.Random(60_000 + seed)
        seat, pairs = farm(dice, 3)
        state = settle(seat, (0, 0, 0, 0), ruby=9, food=9)
        where, dogs = places(player_of(state), pairs), seat["goods"]["dog"]
        herd = [0, 0, 0, 0]
        for _ in range(9):
            kind = dice.randrange(4)
            play(state, f"ruby {FARM_ANIMALS[kind]}")
            herd[kind] += 1
            while not houses(where, dogs, (herd[0], herd[1], herd[2], herd[3])):
                names = offered(state)
                want = {f"butcher {FARM_ANIMALS[kind]}" for kind in range(4) if herd[kind]}
                want |= {"butcher 2 donkeys"} if herd[1] >= 2 else set()
                assert set(names) == want
                name = dice.choice(names)
                play(state, name)
                animal = name.removeprefix("butcher ")
                herd[1 if "2" in name else FARM_ANIMALS.index(animal)] -= 2 if "2" in name else 1
            assert not any(name.startswith("butcher") for name in offered(state))
            goods = player_of(state)["goods"]
            assert [goods[animal] for animal in FARM_ANIMALS] == herd


# --- why sizes that double need no search ---


def greedily(sizes: tuple[int, ...], needs: tuple[int, ...]) -> bool:
    """Whether the needs are met when the largest place always goes to the largest need."""
    left = list(needs)
    for size in sorted(sizes, reverse=True):
        largest = left.index(max(left))
        left[largest] = max(0, left[largest] - size)
    return not any(left)


def all_ways(sizes: tuple[int, ...], kinds: int = 4) -> set[tuple[int, ...]]:
    """The room of every kind, smallest first, for every way to give each place to one kind."""
    ways = {(0,) * kinds}
    for size in sizes:
        ways = {
            tuple(sorted((*way[:kind], way[kind] + size, *way[kind + 1 :])))
            for way in ways
            for kind in range(kinds)
        }
    return ways


def check_packing(most_places: int, most_need: int) -> int:
    """Compares the two for all places of 1, 2, 4, 8 and 16 and all needs up to a bound."""
    checked = 0
    for number in range(most_places + 1):
        for sizes in combinations_with_replacement((1, 2, 4, 8, 16), number):
            ways = all_ways(sizes)
            for needs in combinations_with_replacement(range(most_need + 1), 4):
                if sum(needs) <= sum(sizes):
                    found = any(all(map(int.__ge__, way, needs)) for way in ways)
                    assert greedily(sizes, needs) == found, (sizes, needs)
                    checked += 1
    return checked


def test_the_largest_place_for_the_largest_need_is_always_best() -> None:
    assert check_packing(4, 8) > 10_000


@pytest.mark.long
def test_the_largest_place_for_the_largest_need_is_best_in_every_farm_of_seven_places() -> None:
    check_packing(7, 18)


# --- known farms ---

KNOWN: list[tuple[Seat, Herd, bool]] = [
    ({}, (2, 0, 0, 0), True),
    ({}, (3, 0, 0, 0), False),
    ({}, (1, 1, 0, 0), False),
    ({"board": {"r3c2": "meadow"}}, (2, 1, 0, 0), False),
    ({"board": {"r3c2": "meadow"}, "stables": ["r3c2"]}, (2, 1, 0, 0), True),
    ({"stables": ["r0c0"]}, (2, 0, 1, 0), True),
    ({"stables": ["r0c0"]}, (2, 1, 0, 0), False),
    ({"board": {"r3c2": "meadow"}, "goods": {"dog": 3}}, (4, 0, 0, 2), True),
    ({"board": {"r3c2": "meadow"}, "goods": {"dog": 3}}, (5, 0, 0, 2), False),
    ({"board": {"r3c2": "field"}, "goods": {"dog": 3}}, (1, 0, 0, 2), False),
    ({"board": {"r3c2": "small_pasture"}, "goods": {"dog": 2}}, (3, 2, 0, 0), True),
    ({"board": {"r3c2": "small_pasture"}, "goods": {"dog": 2}}, (4, 2, 0, 0), False),
    ({"board": {"r3c2 r2c2": "large_pasture"}}, (0, 0, 4, 2), True),
    ({"board": {"r3c2 r2c2": "large_pasture"}, "stables": ["r3c2"]}, (0, 0, 8, 2), True),
    (
        {"board": {"r3c2 r2c2": "large_pasture"}, "stables": ["r3c2", "r2c2"]},
        (0, 0, 16, 2),
        True,
    ),
    (
        {"board": {"r3c2 r2c2": "large_pasture"}, "stables": ["r3c2", "r2c2"]},
        (0, 0, 17, 2),
        False,
    ),
    ({"board": {"r2c4": "ruby_mine"}}, (2, 1, 0, 0), True),
    ({"board": {"r2c4": "ruby_mine"}}, (2, 0, 1, 0), False),
    ({"board": {"r2c3": "cuddle_room"}}, (2, 2, 0, 0), True),
    ({"board": {"r2c3": "cuddle_room"}}, (3, 2, 0, 0), False),
    ({"board": {"r2c3": "breakfast_room"}}, (0, 2, 0, 3), True),
    ({"board": {"r2c3": "breakfast_room"}}, (0, 2, 0, 4), False),
    ({"board": {"r2c3": "mixed_dwelling"}}, (0, 2, 0, 2), True),
    ({"board": {"r2c3": "stubble_room", "r3c2": "field", "r2c2": "field"}}, (1, 1, 2, 0), True),
    (
        {
            "board": {"r2c3": "stubble_room", "r3c2": "field", "r2c2": "field"},
            "crops": {"r2c2": "vegetable 2"},
        },
        (1, 1, 2, 0),
        False,
    ),
]


@pytest.mark.parametrize(("seat", "herd", "room"), KNOWN)
def test_farms_a_person_has_counted(seat: Seat, herd: Herd, room: bool) -> None:
    seat = {"goods": {}, **seat}
    state = settle(seat, (0, 0, 0, 0))
    pairs = [
        (cell(names.split()[0]), cell(names.split()[1]))
        for names in seat.get("board", {})
        if " " in names
    ]
    where = places(player_of(state), pairs)
    player: Any = state.players[0]  # type: ignore[attr-defined]
    assert houses(where, seat["goods"].get("dog", 0), herd) == room
    assert fits(player, seat["goods"].get("dog", 0), *herd) == room
