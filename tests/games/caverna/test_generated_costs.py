"""Every price by every way to pay it, with every tile that changes it.

All 48 furnishing tiles on every action that furnishes, fences and stables on every card and loot,
weapons on every card that forges: the price is worked out again here, and exactly that is paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.prices import WAYS, can_pay, ways_to_pay
from tests.games.caverna.referee.printed import (
    COVERS,
    DWELLINGS,
    IMITATIONS,
    LEVELS,
    TILES,
    counts_of,
    space,
)
from tests.games.caverna.referee.shapes import GOODS, Goods
from tests.games.caverna.referee.table import booked, goods_of, offered, opponents, plus, table

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

PLENTY = {"wood": 20, "stone": 20, "ore": 20, "gold": 20, "grain": 9, "vegetable": 9, "food": 20}
CHANGERS = ("carpenter", "stone_carver", "builder")
OWNED = [tiles for size in range(4) for tiles in combinations(CHANGERS, size)]
CELLS = {"carpenter": "r3c4", "stone_carver": "r2c4", "builder": "r1c3", "guest_room": "r1c4"}
LOOTED_DWELLING = {"wood": 2, "stone": 2}


class Route(NamedTuple):
    """One way to come to a furnish action: the table, the moves before, and what may be built."""

    name: str
    players: int
    table: dict[str, Any]
    weapon: int
    tiles: tuple[str, ...]
    moves: tuple[str, ...]
    food: int = 0
    cost: Goods | None = None

    def __str__(self) -> str:
        return self.name

    def printed(self, tile: str) -> Goods:
        """The price before any discount."""
        return TILES[tile].cost if self.cost is None else self.cost


LATE = {"round": 12, "harvest": "none"}
EARLY = {"round": 6, "harvest": "none"}
ALL = tuple(TILES)


def imitated(route: Route, imitation: str, players: int, name: str) -> Route:
    """The same action from an imitation space."""
    moves = (f"place {imitation}", f"imitate {name}", *route.moves[1:])
    on = {**route.table, "occupied": {name: 1}}
    food = IMITATIONS[imitation]
    return Route(
        f"imitated {name}", players, on, route.weapon, route.tiles, moves, food, route.cost
    )


HOUSEWORK = Route("housework", 2, LATE, 0, ALL, ("place housework",))
WISH = Route("wish", 2, EARLY, 0, DWELLINGS, ("place wish_for_children",))
URGENT = Route("urgent wish", 2, LATE, 0, DWELLINGS, ("place urgent_wish_for_children",))
LOOTS = [
    Route(
        f"loot on {name}",
        counts_of(name)[0],
        LATE,
        7,
        ALL,
        (f"place {name}", "loot furnish_cavern"),
    )
    for name in LEVELS
]
LOOTED = [
    Route(
        f"dwelling looted on {name}",
        counts_of(name)[0],
        LATE,
        11,
        ("dwelling",),
        (f"place {name}", "loot ordinary_dwelling"),
        cost=LOOTED_DWELLING,
    )
    for name in LEVELS
]
GUESTS = [
    route._replace(name=f"{route.name} with guest room")
    for route in (
        WISH,
        URGENT,
        imitated(WISH, "imitation_4", 3, "wish_for_children"),
        imitated(URGENT, "imitation_4", 3, "urgent_wish_for_children"),
    )
]
ROUTES = [
    HOUSEWORK,
    imitated(HOUSEWORK, "imitation_4", 3, "housework"),
    WISH,
    imitated(WISH, "imitation_4", 3, "wish_for_children"),
    URGENT,
    imitated(URGENT, "imitation_4", 3, "urgent_wish_for_children"),
    *LOOTS,
    imitated(LOOTS[0], "imitation_4", 3, "logging"),
    *LOOTED,
    imitated(LOOTED[0], "imitation_4", 3, "logging"),
    *GUESTS,
]


def set_up(route: Route, owned: tuple[str, ...], goods: Goods, **board: str) -> State:
    """The table before a tile is built: one empty cavern, these tiles owned, these goods."""
    guest = ("guest_room",) if "guest" in route.name else ()
    seat = {
        "goods": plus(goods, {"food": route.food}),
        "board": {"r2c4": "tunnel", **{CELLS[tile]: tile for tile in (*owned, *guest)}, **board},
        "weapons": [route.weapon, route.weapon],
        "dwarfs": ["home", "away"],
    }
    state: State = table(route.players).position(
        seats=[seat, *opponents(route.players)], **route.table
    )
    return state


def go(state: State, route: Route) -> set[str]:
    """Plays up to the furnish question; the tiles that can be built, by what is asked."""
    for move in route.moves:
        if move in offered(state):
            play(state, move)
        else:
            assert move.startswith("imitate "), f"{move} is not offered, but {offered(state)}"
    return {name.removeprefix("furnish ") for name in offered(state) if name.startswith("furnish ")}


def on_offer(route: Route, owned: tuple[str, ...]) -> list[str]:
    """The tiles this action can build that nobody owns yet."""
    gone = {*owned, *(["guest_room"] if "guest" in route.name else [])}
    return [tile for tile in route.tiles if tile not in gone]


@pytest.mark.parametrize("owned", OWNED, ids="+".join)
@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_tile_costs_exactly_its_price_on_every_route(
    route: Route, owned: tuple[str, ...]
) -> None:
    start = set_up(route, owned, PLENTY)
    tiles = go(start, route)
    if not tiles:  # the only thing that can be done here is done by itself, or asked at once
        assert route.tiles == ("dwelling",)
        check_ways(start, "dwelling", route, owned)
        return
    assert tiles == set(on_offer(route, owned))
    for tile in sorted(tiles):
        state = start.copy()
        play(state, f"furnish {tile}")
        check_ways(state, tile, route, owned)


def check_ways(state: State, tile: str, route: Route, owned: tuple[str, ...]) -> None:
    """Pays in every way there is and compares what is paid."""
    ways = ways_to_pay(route.printed(tile), owned)
    asked = {name for name in offered(state) if name.startswith("pay ")}
    assert asked == (set(ways) if len(ways) > 1 else set()), tile
    for way in asked:
        after = play(state.copy(), way)
        assert booked(after, 0, "pay") == ways[way], (tile, way)
        check_built(after, tile)
    if not asked:
        assert booked(state, 0, "pay") == ways["pay as printed"], tile
        check_built(state, tile)


def check_built(state: State, tile: str) -> None:
    events = [event for event in state.events() if event.kind == "furnish"]
    assert [(event.seat, event["tile"], event["cell"]) for event in events] == [(0, tile, "r2c3")]
    view = state.view(None)
    assert view["players"][0]["board"]["r2c3"]["tile"] == tile
    assert (tile in view["tiles"]) == (tile == "dwelling")


@pytest.mark.parametrize("owned", OWNED, ids="+".join)
@pytest.mark.parametrize("route", [HOUSEWORK, WISH, URGENT, LOOTS[0], LOOTED[0]], ids=str)
def test_a_tile_is_offered_exactly_when_one_of_its_prices_is_at_hand(
    route: Route, owned: tuple[str, ...]
) -> None:
    for tile in on_offer(route, owned):
        ways = ways_to_pay(route.printed(tile), owned)
        for price in ways.values():
            for goods in [price, *one_less(price)]:
                check_offer(route, owned, tile, goods)


def one_less(price: Goods) -> Iterator[Goods]:
    """The price with one piece missing."""
    for good in price:
        yield plus(price, {good: -1})


def check_offer(route: Route, owned: tuple[str, ...], tile: str, goods: Goods) -> None:
    """With exactly these goods: is the tile offered, and can it be paid to the last piece?"""
    state = set_up(route, owned, goods)
    ways = {
        way: price
        for way, price in ways_to_pay(route.printed(tile), owned).items()
        if can_pay(goods, price)
    }
    if route.moves[0] not in offered(state):
        assert not ways
        return
    play(state, route.moves[0])
    paid = booked(state, 0, "pay")
    if len(route.moves) > 1:
        if route.moves[1] not in offered(state):
            assert not ways, (tile, goods)
            return
        play(state, route.moves[1])
        paid = plus(paid, booked(state, 0, "pay"))
    if f"furnish {tile}" in offered(state):
        play(state, f"furnish {tile}")
        paid = plus(paid, booked(state, 0, "pay"))
    asked = {name for name in offered(state) if name in WAYS}
    if asked:
        assert asked == set(ways)
        return
    built = any(event.kind == "furnish" and event["tile"] == tile for event in state.events())
    assert built == bool(ways), (tile, goods)
    if built:
        assert [paid] == list(ways.values())
        assert all(amount >= 0 for amount in goods_of(state).values())


@pytest.mark.parametrize("tile", CHANGERS)
def test_a_tile_does_not_change_its_own_price(tile: str) -> None:
    for route in (HOUSEWORK, *LOOTS):
        state = set_up(route, (), PLENTY)
        go(state, route)
        play(state, f"furnish {tile}")
        assert booked(state, 0, "pay") == TILES[tile].cost
        for goods in one_less(TILES[tile].cost):
            state = set_up(route, (), goods)
            assert tile not in go(state, route)


def test_a_discount_stays_with_goods_that_are_in_the_price_and_above_nothing() -> None:
    for tile, printed in TILES.items():
        for owned in OWNED:
            for price in ways_to_pay(printed.cost, owned).values():
                assert all(amount > 0 for amount in price.values()), tile
                assert set(price) <= {*printed.cost, "ore"}
                assert sum(price.values()) >= sum(printed.cost.values()) - 2


@pytest.mark.parametrize("owned", OWNED, ids="+".join)
@pytest.mark.parametrize("tile", COVERS)
@pytest.mark.parametrize("route", [HOUSEWORK, *LOOTS], ids=str)
def test_trader_and_spare_part_storage_pay_in_full_for_the_place_of_the_other(
    route: Route, tile: str, owned: tuple[str, ...]
) -> None:
    state = set_up(route, owned, PLENTY, r2c3=COVERS[tile])
    tiles = go(state, route)
    if route is HOUSEWORK:
        assert tiles == {tile}, "there is no empty cavern for anything else"
        play(state, f"furnish {tile}")
    assert not tiles or route is HOUSEWORK, "the only answer is given by itself"
    check_ways(state, tile, route, owned)
    after = state.view(None)["players"][0]["tiles"]
    if not ways_to_pay(TILES[tile].cost, owned).keys() - {"pay as printed"}:
        assert tile in after
        assert COVERS[tile] not in after
        assert COVERS[tile] not in state.view(None)["tiles"]


def test_there_are_48_kinds_and_every_route_is_here() -> None:
    assert len(TILES) == 48
    assert sum(tile.introductory for tile in TILES.values()) == 27
    assert sum(tile.colour == "yellow" for tile in TILES.values()) == 18
    assert {route.name for route in ROUTES} >= {"housework", "wish", "urgent wish"}
    assert len(LOOTS) == len(LOOTED) == 6


# --- fences and stables ---

MEADOWS = {"r3c2": "meadow", "r2c2": "meadow", "r2c1": "meadow", "r1c1": "meadow"}
FENCES = {"small_pasture": 2, "large_pasture": 4}


class Fence(NamedTuple):
    """One way to build pastures or a stable."""

    name: str
    players: int
    table: dict[str, Any]
    weapon: int
    before: tuple[str, ...]
    part: str
    cost: Goods
    food: int = 0

    def __str__(self) -> str:
        return f"{self.part} by {self.name}"


def fence_routes() -> Iterator[Fence]:
    """Every card, imitation and loot that fences or builds stables."""
    parts = {"small_pasture": {"wood": 2}, "large_pasture": {"wood": 4}, "stable": {"stone": 1}}
    for name in ("sheep_farming", "donkey_farming", "fence_building"):
        for part, cost in parts.items():
            if name == "fence_building" and part == "stable":
                continue
            for players in counts_of(name):
                yield Fence(name, players, LATE, 0, (f"place {name}",), part, cost)
                for imitation, food in IMITATIONS.items():
                    if space(imitation, players):
                        on = {**LATE, "occupied": {name: 1}}
                        before = (f"place {imitation}", f"imitate {name}")
                        yield Fence(f"imitated {name}", players, on, 0, before, part, cost, food)
    looted: dict[str, tuple[int, Goods]] = {
        "small_pasture": (9, {"wood": 1}),
        "large_pasture": (10, {"wood": 2}),
        "stable": (8, {}),
    }
    for name in LEVELS:
        for part, (strength, cost) in looted.items():
            before = (f"place {name}", f"loot {part}")
            yield Fence(f"loot on {name}", counts_of(name)[0], LATE, strength, before, part, cost)


FENCE_ROUTES = list(fence_routes())


def fence_price(route: Fence, owned: tuple[str, ...]) -> Goods:
    """What a pasture or stable costs with these tiles."""
    price = dict(route.cost)
    if "carpenter" in owned and price.get("wood"):
        price["wood"] -= 1
    if "stone_carver" in owned:
        price.pop("stone", None)
    return {good: amount for good, amount in price.items() if amount}


def try_fence(route: Fence, owned: tuple[str, ...], goods: Goods) -> Goods | None:
    """What building it costs at the table, None if it cannot be built."""
    seat = {
        "goods": plus(goods, {"food": route.food}),
        "board": {**MEADOWS, **{CELLS[tile]: tile for tile in owned}},
        "weapons": [route.weapon, route.weapon],
        "dwarfs": ["home", "away"],
    }
    state = table(route.players).position(seats=[seat, *opponents(route.players)], **route.table)
    for move in route.before:
        names = offered(state)
        if move.startswith("imitate ") and not any(name.startswith("imitate ") for name in names):
            continue  # the only target
        if move not in names:
            return None
        play(state, move)
    names = [name for name in offered(state) if name.startswith(f"{route.part} ")]
    if not names:
        return None
    play(state, names[0])
    return booked(state, 0, "pay")


@pytest.mark.parametrize("owned", OWNED, ids="+".join)
def test_pastures_and_stables_cost_exactly_their_price_on_every_route(
    owned: tuple[str, ...],
) -> None:
    for route in FENCE_ROUTES:
        price = fence_price(route, owned)
        assert try_fence(route, owned, PLENTY) == price, route
        assert try_fence(route, owned, price) == price, route
        for goods in one_less(price):
            assert try_fence(route, owned, goods) is None, route


def test_the_carpenter_saves_a_wood_on_each_pasture_of_one_action() -> None:
    for name in ("sheep_farming", "donkey_farming", "fence_building"):
        for order in (("small_pasture", "large_pasture"), ("large_pasture", "small_pasture")):
            players = counts_of(name)[-1]
            seat = {
                "goods": {"wood": 4},
                "board": {**MEADOWS, "r3c4": "carpenter"},
                "dwarfs": ["home", "away"],
            }
            state = table(players).position(seats=[seat, *opponents(players)], **LATE)
            play(state, f"place {name}")
            cells = {"small_pasture": "r3c2", "large_pasture": "r2c1 r1c1"}
            paid: Goods = {}
            for part in order:
                names = [
                    move
                    for move in offered(state)
                    if move.startswith(part) and set(move.split()[1:]) == set(cells[part].split())
                ]
                play(state, names[0])
                paid = plus(paid, booked(state, 0, "pay"))
            assert paid == {"wood": 4}


# --- weapons ---

FORGES = [
    *((name, players, None) for name in ("blacksmithing", "adventure") for players in range(1, 8)),
    *(
        (name, players, imitation)
        for name in ("blacksmithing", "adventure")
        for players in range(3, 8)
        for imitation in IMITATIONS
        if space(imitation, players)
    ),
]


@pytest.mark.parametrize("blacksmith", [False, True], ids=["without", "with blacksmith"])
@pytest.mark.parametrize("ore", range(11))
def test_a_weapon_costs_its_strength_less_two_with_the_blacksmith(
    ore: int, blacksmith: bool
) -> None:
    for name, players, imitation in FORGES:
        food = IMITATIONS[imitation] if imitation else 0
        seat = {
            "goods": {"ore": ore, "food": food},
            "board": {"r3c4": "blacksmith"} if blacksmith else {},
            "dwarfs": ["home", "away"],
        }
        occupied = {name: 1} if imitation else {}
        start = table(players).position(
            seats=[seat, *opponents(players)], occupied=occupied, **LATE
        )
        price = {
            strength: max(0, strength - 2) if blacksmith else strength for strength in range(1, 9)
        }
        can = {strength for strength in price if price[strength] <= ore}
        if not can:
            assert f"place {imitation or name}" not in offered(start)
            continue
        state = play(start, f"place {imitation or name}")
        forged = [event for event in state.events() if event.kind == "forge"]
        if forged:
            assert can == {1}, "only one answer"
            assert booked(state, 0, "pay") == plus({"ore": 1}, {"food": food})
            continue
        if imitation and f"imitate {name}" in offered(state):
            play(state, f"imitate {name}")
        assert set(offered(state)) == {f"forge {strength}" for strength in can}
        for strength in can:
            after = play(state.copy(), f"forge {strength}")
            assert booked(after, 0, "pay") == plus({"ore": price[strength]})
            assert strength in [
                dwarf["weapon"] for dwarf in after.view(None)["players"][0]["dwarfs"]
            ]


@pytest.mark.parametrize("players", range(1, 8))
def test_ore_trading_knows_no_discount(players: int) -> None:
    board = {"r3c4": "blacksmith", "r2c4": "carpenter", "r1c4": "stone_carver", "r1c3": "builder"}
    for ore in range(9):
        seat = {"goods": {"ore": ore}, "board": board, "dwarfs": ["home", "away"]}
        state = table(players).position(seats=[seat, *opponents(players)], **LATE)
        if ore < 2:
            assert "place ore_trading" not in offered(state)
            continue
        before = goods_of(state)
        play(state, "place ore_trading")
        done = 0
        while "sell ore" in offered(state):
            play(state, "sell ore")
            done += 1
        after = goods_of(state)
        sold = (before["ore"] - after["ore"]) // 2
        assert sold == min(3, ore // 2)
        assert done <= sold
        assert after == plus_all(before, {"ore": -2 * sold, "gold": 2 * sold, "food": sold})


def plus_all(before: Goods, change: Goods) -> Goods:
    return {good: before[good] + change.get(good, 0) for good in GOODS}
