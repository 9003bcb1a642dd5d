"""Every way to get a good, and everything that hangs on getting it.

The tables are made from the facts, and a test says that no way has been forgotten: each is played
through the public contract, once without and once with the tile that answers to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.home import FOREST, ON_BOARD, REWARDS, beside, half, named, way_to
from tests.games.caverna.referee.printed import (
    ALL_SPACES,
    IMITATIONS,
    LEVELS,
    LOOT,
    LOOT_GOODS,
    MARKET,
    RUBY_GOODS,
    Space,
    counts_of,
    space,
)
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Cell, Goods
from tests.games.caverna.referee.table import (
    booked,
    goods_of,
    offered,
    opponents,
    player_of,
    plus,
    resting,
    table,
)

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

EXTENSION = {"wood": "meadow*", "stone": "cavern*"}
PER_ORE_MINE = ("ore_mining", "ore_delivery")
TILE_GAINS = {
    "stone_carver": "stone",
    "blacksmith": "ore",
    "trader": "stone",
    "stone_supplier": "stone",
    "quarry": "stone",
}
FOOD_OF = {"sheep": 1, "donkey": 1, "boar": 2, "cattle": 3}


class Route(NamedTuple):
    """One way to get a good: where from, the table before, the moves, and how much comes."""

    source: str
    players: int
    seat: dict[str, Any]
    table: dict[str, Any]
    moves: tuple[str, ...]
    amount: int

    def __str__(self) -> str:
        return f"{self.source}, {self.players} players, {', '.join(self.moves)}".replace(" ", "_")


def merged(*seats: dict[str, Any]) -> dict[str, Any]:
    """Several descriptions of one seat laid over each other."""
    whole: dict[str, Any] = {}
    for seat in seats:
        for key, value in seat.items():
            both = isinstance(value, dict) and key in whole
            whole[key] = {**whole[key], **value} if both else value
    return whole


def set_up(route: Route, *seats: dict[str, Any]) -> State:
    """The table before a route is taken."""
    seat = merged({"dwarfs": ["home", "away"]}, route.seat, *seats)
    everybody = [seat, *opponents(route.players)]
    state: State = table(route.players).position(
        seats=everybody, round=12, harvest="none", **route.table
    )
    return state


def follow(state: State, moves: tuple[str, ...]) -> Goods:
    """Plays the moves and adds up what is gained.

    "cavern*" is the first move that begins so, "done?" is left out if it is not asked.
    """
    gained: Goods = {}
    for wanted in moves:
        names = offered(state, free=True)
        move = wanted.rstrip("?")
        if wanted.endswith("*"):
            move = next(name for name in names if name.startswith(wanted[:-1]))
        if not wanted.endswith("?") or move in names:
            play(state, move)
            gained = plus(gained, booked(state, 0, "gain"))
    return gained


def imitations(name: str) -> list[tuple[int, str]]:
    """The tables at which a space can be imitated, and where."""
    return [
        (players, imitation)
        for players in counts_of(name)
        for imitation in IMITATIONS
        if space(imitation, players)
    ]


def direct(name: str, players: int, good: str) -> tuple[tuple[str, ...], int, dict[str, Any]]:
    """The moves after a space is chosen that bring a good which does not pile up there."""
    here = space(name, players)
    assert here is not None
    if name == "weekly_market" and good in MARKET:
        return (f"buy {good}",), 1, {}
    if name == "extension" and good in EXTENSION:
        return (EXTENSION[good],), 1, {"board": {"r3c2": "meadow"}}
    if name in ("growth", "housework"):
        return ("take goods?",), here.fixed.get(good, 0), {}
    return (), here.fixed.get(good, 0), {}


def space_routes(good: str) -> Iterator[Route]:
    """The good from spaces: piled up, fixed, bought, and by imitation."""
    for here in ALL_SPACES:
        for players in here.players:
            if here.name.startswith("wish"):
                continue
            if good in here.empty or good in here.more:
                yield from pile_routes(good, here, players)
            moves_after, amount, seat = direct(here.name, players, good)
            if amount:
                moves = [f"place {here.name}", *moves_after]
                yield Route(f"space {here.name}", players, seat, {}, tuple(moves), amount)
    for name in sorted({here.name for here in ALL_SPACES}):
        yield from imitation_routes(good, name)


def pile_routes(good: str, here: Space, players: int) -> Iterator[Route]:
    """The good from a pile of one and of three."""
    more = ("done?",) if here.name in ("sheep_farming", "donkey_farming") else ()
    moves = (f"place {here.name}", *more)
    for amount in (1, 3):
        piles = {"piles": {here.name: {good: amount}}}
        gain = amount + here.fixed.get(good, 0)
        yield Route(f"space {here.name}", players, {}, piles, moves, gain)


def imitation_routes(good: str, name: str) -> Iterator[Route]:
    """The good from a space of somebody else that is imitated."""
    for players, imitation in imitations(name):
        moves_after, amount, seat = direct(name, players, good)
        if amount and name != "starting_player":
            yield Route(
                f"imitation {name}",
                players,
                merged(seat, {"goods": {"food": 4}}),
                {"occupied": {name: 1}},
                (f"place {imitation}", f"imitate {name}?", *moves_after),
                amount,
            )


def loot_routes(good: str) -> Iterator[Route]:
    """The good from expeditions of every level."""
    for item, goods in LOOT_GOODS.items():
        if good in goods:
            for name in LEVELS:
                for players in counts_of(name):
                    moves = (f"place {name}", f"loot {item}")
                    seat = {"weapons": [LOOT[item], 14]}
                    yield Route(f"loot {item}", players, seat, {}, moves, goods[good])


def ruby_routes(good: str) -> Iterator[Route]:
    """The good for a ruby: before placing, and between the parts of an action."""
    if good in RUBY_GOODS:
        goods = {"ruby": 1, "food": 1 if good == "cattle" else 0}
        yield Route(f"ruby {good}", 2, {"goods": goods}, {}, (f"ruby {good}",), 1)
        between = ("place slash_and_burn", "meadow r3c2 field r2c2", f"ruby {good}")
        goods = {**goods, "grain": 1}
        yield Route(f"ruby {good}", 2, {"goods": goods}, {}, between, 1)


def routes(good: str) -> list[Route]:
    """Every way to get one good that is not a tile's own."""
    return [*space_routes(good), *loot_routes(good), *ruby_routes(good)]


def sources(good: str) -> set[str]:
    """Where the facts say that a good comes from."""
    found = {
        f"space {here.name}"
        for here in ALL_SPACES
        if good in here.empty or good in here.more or good in here.fixed
    }
    found |= {"space weekly_market"} if good in MARKET else set()
    found |= {"space extension"} if good in EXTENSION else set()
    found |= {f"loot {item}" for item, goods in LOOT_GOODS.items() if good in goods}
    found |= {f"ruby {good}"} if good in RUBY_GOODS else set()
    return found


STONE = routes("stone")
DOGS = routes("dog")
ANIMALS = {kind: routes(kind) for kind in FARM_ANIMALS}


@pytest.mark.parametrize("good", ["stone", "dog", *FARM_ANIMALS])
def test_the_tables_know_every_way_to_get_a_good(good: str) -> None:
    known = {route.source for route in routes(good)}
    assert {source for source in known if not source.startswith("imitation")} == sources(good)
    for source in sorted(sources(good)):
        if source.startswith("space "):
            name = source.removeprefix("space ")
            played = {route.players for route in routes(good) if route.source == source}
            assert played == {
                players
                for here in ALL_SPACES
                if here.name == name and good in {**here.empty, **here.more, **here.fixed}
                for players in here.players
            } | set(counts_of(name) if good in direct_goods(name) else [])


def direct_goods(name: str) -> set[str]:
    if name == "weekly_market":
        return set(MARKET)
    return set(EXTENSION) if name == "extension" else set()


@pytest.mark.parametrize("route", STONE, ids=str)
def test_seam_gives_an_ore_with_every_stone(route: Route) -> None:
    without = follow(set_up(route), route.moves)
    assert without["stone"] == route.amount
    state = set_up(route, {"board": {"r2c3": "seam"}})
    assert follow(state, route.moves) == plus(without, {"ore": route.amount})


@pytest.mark.parametrize("route", DOGS, ids=str)
def test_dog_school_gives_a_wood_with_every_dog(route: Route) -> None:
    without = follow(set_up(route), route.moves)
    assert without["dog"] == route.amount
    state = set_up(route, {"board": {"r2c3": "dog_school"}})
    assert follow(state, route.moves) == plus(without, {"wood": route.amount})


@pytest.mark.parametrize("kind", FARM_ANIMALS)
def test_only_a_birth_feeds_the_breeding_cave_and_digs_the_quarry(kind: str) -> None:
    for route in ANIMALS[kind]:
        without = follow(set_up(route), route.moves)
        assert without[kind] == route.amount
        state = set_up(route, {"board": {"r2c3": "quarry", "r3c4": "breeding_cave"}})
        assert follow(state, route.moves) == without


# --- tiles that bring stone ---

CARVER_ROUTES = [
    Route("housework", 2, {}, {}, ("place housework", "furnish stone_carver"), 2),
    Route(
        "imitation",
        3,
        {"goods": {"food": 4}},
        {"occupied": {"housework": 1}},
        ("place imitation_4", "imitate housework?", "furnish stone_carver"),
        2,
    ),
    *(
        Route(
            "loot",
            counts_of(name)[0],
            {"weapons": [7, 7]},
            {},
            (f"place {name}", "loot furnish_cavern", "furnish stone_carver"),
            2,
        )
        for name in LEVELS
    ),
]


@pytest.mark.parametrize("route", CARVER_ROUTES, ids=str)
def test_an_older_seam_answers_to_the_gift_of_the_stone_carver(route: Route) -> None:
    room = {"board": {"r3c4": "cavern"}, "goods": {"wood": 1}}
    without = follow(set_up(route, room), (*route.moves, "into r3c4?"))
    assert without["stone"] == 2
    state = set_up(route, room, {"board": {"r2c3": "seam"}})
    assert follow(state, route.moves) == plus(without, {"ore": 2})


def test_a_younger_seam_does_not_look_back() -> None:
    route = Route("housework", 2, {}, {}, ("place housework", "furnish seam"), 0)
    state = set_up(
        route,
        {
            "board": {"r2c3": "stone_carver", "r3c4": "cavern"},
            "goods": {"wood": 2, "stone": 3},
        },
    )
    assert follow(state, route.moves) == {"dog": 1}


def test_seam_answers_to_the_trader_every_time() -> None:
    route = Route("trader", 2, {"goods": {"gold": 5}}, {}, ("trade trader",) * 2, 2)
    board = {"r2c3": "trader", "r3c4": "seam"}
    state = set_up(route, {"board": board})
    assert follow(state, route.moves) == {"wood": 2, "stone": 2, "ore": 4}
    assert "trade trader" not in offered(state, free=True), "one gold is left"


def next_round(*tiles: str, goods: Goods | None = None, **seat: Any) -> Goods:
    """What the first seat gains when a round ends without harvest and the next one begins."""
    cells = ["r2c3", "r3c4", "r2c4", "r1c3"]
    board = dict(zip(cells, tiles, strict=False))
    state = table(2).position(
        round=1,
        seats=[
            merged({"dwarfs": ["home", "away"], "board": board, "goods": goods or {}}, seat),
            *resting(2),
        ],
    )
    play(state, "place supplies")
    gained = booked(state, 0, "gain")
    provisions = {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert state.view(None)["round"] == 2
    return {
        good: amount - provisions.get(good, 0)
        for good, amount in gained.items()
        if amount - provisions.get(good, 0)
    }


def test_seam_answers_to_the_stone_supplier() -> None:
    assert next_round("stone_supplier", supplies={"stone_supplier": 3}) == {"stone": 1}
    # One ore answers to the stone of Supplies itself, one to the supplier's.
    assert next_round("stone_supplier", "seam", supplies={"stone_supplier": 3}) == {
        "stone": 1,
        "ore": 2,
    }
    assert next_round("wood_supplier", "seam", supplies={"wood_supplier": 3}) == {
        "wood": 1,
        "ore": 1,
    }


def test_the_tiles_that_bring_stone_are_all_here() -> None:
    assert {tile for tile, good in TILE_GAINS.items() if good == "stone"} == {
        "stone_carver",
        "trader",
        "stone_supplier",
        "quarry",
    }


def test_dog_school_built_on_housework_answers_to_the_dog_of_housework() -> None:
    state = table(2).position(seats=[{"dwarfs": ["home", "away"]}, *opponents(2)])
    assert follow(state, ("place housework", "furnish dog_school")) == {"dog": 1, "wood": 1}
    state = table(2).position(seats=[{"dwarfs": ["home", "away"]}, *opponents(2)])
    moves = ("place housework", "take goods", "furnish dog_school")
    assert follow(state, moves) == {"dog": 1}


# --- births ---

PASTURES = {
    "r3c2 r2c2": "large_pasture",
    "r3c1 r2c1": "large_pasture",
    "r3c0 r2c0": "large_pasture",
    "r1c0 r1c1": "large_pasture",
}
HERDS = [herd for size in range(1, 5) for herd in combinations(FARM_ANIMALS, size)]
BIRTH_TILES = [(), ("quarry",), ("breeding_cave",), ("quarry", "seam"), ("quarry", "breeding_cave")]
CAVE_FOOD = [0, 1, 2, 3, 5]


def births(young: tuple[str, ...], tiles: tuple[str, ...]) -> Goods:
    """What comes with these young for somebody who owns these tiles."""
    gained = dict.fromkeys(young, 1)
    if "quarry" in tiles and "donkey" in young:
        gained["stone"] = 1
        if "seam" in tiles:
            gained["ore"] = 1
    if "breeding_cave" in tiles:
        gained["food"] = CAVE_FOOD[len(young)]
    return gained


def tiles_on(tiles: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(["r2c3", "r3c4", "r2c4"], tiles, strict=False))


@pytest.mark.parametrize("tiles", BIRTH_TILES, ids="+".join)
@pytest.mark.parametrize("herd", HERDS, ids="+".join)
@pytest.mark.parametrize("harvest", ["full", "skip_one"])
def test_every_young_of_a_harvest_is_answered(
    herd: tuple[str, ...], tiles: tuple[str, ...], harvest: str
) -> None:
    seat = {
        "dwarfs": ["home", "away"],
        "board": {**PASTURES, **tiles_on(tiles)},
        "goods": {"food": 9, **dict.fromkeys(herd, 2)},
    }
    state = table(2).position(
        round=6,
        harvest=harvest,
        piles={"wood_gathering": {"wood": 1}},
        seats=[seat, *resting(2)],
    )
    harvest_moves = ("keep breeding phase?", "keep breeding phase?", "feed?", "feed?")
    gained = follow(state, ("place wood_gathering", *harvest_moves))
    assert state.view(None)["round"] == 7
    assert gained == plus({"wood": 1}, births(herd, tiles))


@pytest.mark.parametrize("tiles", BIRTH_TILES, ids="+".join)
@pytest.mark.parametrize("herd", HERDS, ids="+".join)
def test_every_young_of_the_strength_14_loot_is_answered(
    herd: tuple[str, ...], tiles: tuple[str, ...]
) -> None:
    seat = {
        "dwarfs": ["home", "away"],
        "weapons": [14, 14],
        "board": {**PASTURES, **tiles_on(tiles)},
        "goods": dict.fromkeys(herd, 2),
    }
    state = table(2).position(round=12, harvest="none", seats=[seat, *opponents(2)])
    play(state, "place blacksmithing", "loot breed_2")
    if len(herd) <= 1:
        assert booked(state, 0, "gain") == births(herd, tiles)
        return
    kinds = [some for n in (1, 2) for some in combinations(FARM_ANIMALS, n)]
    kinds = [some for some in kinds if set(some) <= set(herd)]
    assert set(offered(state)) == {f"young {' '.join(some)}" for some in kinds}
    for some in kinds:
        after = state.copy()
        play(after, f"young {' '.join(some)}")
        assert booked(after, 0, "gain") == births(some, tiles)


def test_single_animals_and_dogs_do_not_breed() -> None:
    seat = {
        "dwarfs": ["home", "away"],
        "weapons": [14, 14],
        "board": {**PASTURES, "r2c3": "breeding_cave"},
        "goods": {"dog": 5, "sheep": 1, "donkey": 1, "boar": 1, "cattle": 1},
    }
    state = table(2).position(round=12, harvest="none", seats=[seat, *opponents(2)])
    play(state, "place blacksmithing")
    assert "loot breed_2" not in offered(state)


# --- the herd ---


@pytest.mark.parametrize("kind", FARM_ANIMALS)
@pytest.mark.parametrize("filler", FARM_ANIMALS)
def test_an_animal_without_room_is_butchered_at_once_by_every_way(kind: str, filler: str) -> None:
    for route in ANIMALS[kind]:
        full = {"goods": {filler: 2}}
        state = set_up(route, full)
        gained = follow(state, route.moves)
        assert gained[kind] == route.amount
        herd = plus({filler: 2}, {kind: route.amount})
        want = {f"butcher {animal}" for animal in herd}
        if herd.get("donkey", 0) >= 2:
            want.add("butcher 2 donkeys")
        assert set(offered(state)) == want, route
        for choice in sorted(want):
            check_butchering(state.copy(), choice, herd)


def check_butchering(state: State, choice: str, herd: Goods) -> None:
    before = goods_of(state)
    play(state, choice)
    after = goods_of(state)
    eaten = 2 if choice == "butcher 2 donkeys" else 1
    animal = "donkey" if eaten == 2 else choice.removeprefix("butcher ")
    assert after[animal] == before[animal] - eaten
    assert after["food"] - before["food"] == (3 if eaten == 2 else FOOD_OF[animal])
    herd = plus(herd, {animal: -eaten})
    fits = len(herd) <= 1 and sum(herd.values()) <= 2
    assert fits != any(name.startswith("butcher") for name in offered(state))


@pytest.mark.parametrize("kind", FARM_ANIMALS)
def test_an_animal_with_room_is_kept_by_every_way(kind: str) -> None:
    for route in ANIMALS[kind]:
        if route.amount <= 2:
            state = set_up(route)
            follow(state, route.moves)
            assert not any(name.startswith("butcher") for name in offered(state)), route
            assert goods_of(state)[kind] == route.amount


# --- what the land gives ---

FOREST_TWINS = ("clearing", "sustenance", "slash_and_burn", "extension")
MOUNTAIN_TWINS = (
    *("drift_mining", "drift_mining_2", "excavation", "small_scale_drift_mining"),
    "extension",
)


def twin_names(first: str, one: Cell, second: str, other: Cell) -> set[str]:
    """A twin by its possible names."""
    found = {f"{first} {named(one)} {second} {named(other)}"}
    if first == second:
        found.add(f"{second} {named(other)} {first} {named(one)}")
    return found


def covering_twins(target: Cell) -> Iterator[tuple[str, str, Cell, Cell]]:
    """All twins with one half on the target."""
    kinds = [("meadow", "field")] if half(target) is FOREST else [("cavern", "tunnel")]
    if half(target) is not FOREST:
        kinds.append(("cavern", "cavern"))
    for other in beside(target):
        if other in ON_BOARD and other not in ((2, 3), (3, 3)):
            for first, second in kinds:
                yield first, second, target, other
                yield first, second, other, target


def twin_routes(target: Cell) -> Iterator[Route]:
    """Every space, directly and imitated, from which a twin can be laid on the target."""
    names = FOREST_TWINS if half(target) is FOREST else MOUNTAIN_TWINS
    for first, second, one, other in covering_twins(target):
        board = way_to((one, other))
        twin = f"{first} {named(one)} {second} {named(other)}"
        for name in names:
            if second == "cavern" and name != "excavation":
                continue
            for players in {counts_of(name)[0], counts_of(name)[-1]}:
                yield Route(name, players, {"board": board}, {}, (f"place {name}", twin), 0)
            for players, imitation in imitations(name)[:1]:
                yield Route(
                    f"imitated {name}",
                    players,
                    {"board": board, "goods": {"food": 4}},
                    {"occupied": {name: 1}},
                    (f"place {imitation}", f"imitate {name}?", twin),
                    0,
                )


def single_routes(target: Cell) -> Iterator[Route]:
    """The target covered by a single tile: bought or looted."""
    kinds = ("meadow", "field") if half(target) is FOREST else ("tunnel", "cavern")
    board = way_to((target,))
    for kind in kinds:
        move = f"ruby {kind} {named(target)}"
        yield Route("ruby", 2, {"board": board, "goods": {"ruby": 2}}, {}, (move,), 0)
        for name in LEVELS:
            moves = (f"place {name}", f"loot {kind}", f"lay {kind} {named(target)}")
            seat = {"board": board, "weapons": [14, 14]}
            yield Route("loot", counts_of(name)[0], seat, {}, moves, 0)


def play_tile(state: State, moves: tuple[str, ...]) -> Goods:
    """Plays up to the tile and tells what that last move gained (a twin by either name)."""
    follow(state, moves[:-1])
    names = offered(state, free=True)
    words = moves[-1].split()
    other = " ".join([*words[2:], *words[:2]])
    if moves[-1] in names or other in names:
        play(state, moves[-1] if moves[-1] in names else other)
    else:
        # The only answer: the machine has laid it by itself.
        assert words[-1] in player_of(state)["board"], (moves, names)
    return booked(state, 0, "gain")


@pytest.mark.parametrize("target", REWARDS, ids=named)
def test_every_tile_on_a_preserve_or_water_pays_once(target: Cell) -> None:
    played = 0
    for route in [*twin_routes(target), *single_routes(target)]:
        state = set_up(route)
        gained = play_tile(state, route.moves)
        extra = {}
        if "extension" in route.source:
            extra = {"wood": 1} if half(target) is FOREST else {"stone": 1}
        assert gained == plus(REWARDS[target], extra), route
        played += 1
    assert played >= 20


@pytest.mark.parametrize("target", [where for where in REWARDS if where in FOREST], ids=named)
def test_a_stable_on_a_preserve_or_water_pays_nothing_and_a_meadow_under_it_pays(
    target: Cell,
) -> None:
    name = named(target)
    board = way_to((target,))
    for route in [
        *(
            Route("card", 2, {"goods": {"stone": 1}}, {}, (f"place {card}", f"stable {name}"), 0)
            for card in ("sheep_farming", "donkey_farming")
        ),
        *(
            Route(
                "loot",
                counts_of(space_name)[0],
                {"weapons": [8, 8]},
                {},
                (f"place {space_name}", "loot stable", f"stable {name}"),
                0,
            )
            for space_name in LEVELS
        ),
    ]:
        state = set_up(route, {"board": board, "goods": {"ruby": 1}})
        assert follow(state, route.moves) == {}, route
    stabled = {"board": board, "stables": [name]}
    ruby = Route("", 2, {"goods": {"ruby": 1}}, {}, (f"ruby meadow {name}",), 0)
    assert follow(set_up(ruby, stabled), ruby.moves) == REWARDS[target]
    looted = Route(
        "",
        2,
        {"weapons": [11, 11]},
        {},
        ("place blacksmithing", "loot meadow", f"lay meadow {name}"),
        0,
    )
    assert play_tile(set_up(looted, stabled), looted.moves) == REWARDS[target]
    played = 0
    for route in twin_routes(target):
        if route.moves[-1].startswith(f"meadow {name} "):
            extra = {"wood": 1} if "extension" in route.source else {}
            gained = play_tile(set_up(route, {"stables": [name]}), route.moves)
            assert gained == plus(REWARDS[target], extra)
            played += 1
        else:
            state = set_up(route, {"stables": [name]})
            if route.moves[0] in offered(state):
                play(state, route.moves[0])
                assert route.moves[-1] not in offered(state), "no field under a stable"
    assert played >= 8


def test_what_is_laid_over_a_tile_pays_nothing() -> None:
    board = {"r3c4": "tunnel", "r2c4": "tunnel"}
    state = table(2).position(
        round=12, seats=[{"board": board, "dwarfs": ["home", "away"]}, *opponents(2)]
    )
    play(state, "place ore_mine_construction", "ore_mine r3c4 deep_tunnel r2c4")
    assert booked(state, 0, "gain") == {"ore": 3}
    state = table(2).position(
        round=12,
        seats=[
            {
                "board": {"r3c2": "meadow", "r3c1": "meadow"},
                "goods": {"wood": 9},
                "dwarfs": ["home", "away"],
            },
            *opponents(2),
        ],
    )
    play(state, "place sheep_farming", "small_pasture r3c1")
    assert booked(state, 0, "gain") == {}


@pytest.mark.parametrize("target", [(0, 2), (2, 0)], ids=named)
def test_a_boar_of_the_preserve_without_room_is_butchered(target: Cell) -> None:
    for route in [*twin_routes(target), *single_routes(target)]:
        state = set_up(route, {"goods": {"sheep": 2}})
        gained = play_tile(state, route.moves)
        assert gained["boar"] == 1
        assert set(offered(state)) == {"butcher sheep", "butcher boar"}, route
        play(state, "butcher boar")
        assert booked(state, 0, "gain")["food"] == 2
        assert goods_of(state)["sheep"] == 2


def test_reward_cells_are_those_of_the_board() -> None:
    assert {named(where) for where in REWARDS} == {"r0c2", "r2c0", "r3c1", "r3c4", "r0c5"}
