"""Every action space, every subset and order of its parts, against the words on its card.

The model knows the cards as "and/or", "and then/or", "either/or" and "and then", and which parts
can be done at a table that has this and lacks that. The engine is walked through every kind of
answer it offers; the sequences of parts that come out must be exactly those of the model.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

import pytest

from dvergar.core.game import State
from dvergar.testing import play
from tests.games.caverna.referee.connectives import Flow, Parts, sequences
from tests.games.caverna.referee.printed import (
    ALL_SPACES,
    IMITATIONS,
    LEVELS,
    LOOT,
    MARKET,
    counts_of,
    space,
)
from tests.games.caverna.referee.shapes import Goods
from tests.games.caverna.referee.table import (
    booked,
    free_moves,
    goods_of,
    is_placing,
    offered,
    opponents,
    player_of,
    plus,
    table,
    times,
)

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]

# What a table can have or lack, and what takes its place on the board when it lacks it.
FLAGS = ("forest", "fields", "meadows", "rock", "caverns", "tunnels", "deep", "room")
SUPPLIES: dict[str, Goods] = {
    "wood": {"wood": 20},
    "stone": {"stone": 20},
    "ore": {"ore": 20},
    "seeds": {"grain": 3, "vegetable": 3},
}
Has = frozenset[str]


class Card(NamedTuple):
    """How a space reads, which lacks matter on it, and how its goods come."""

    flow: Flow | None
    flags: tuple[str, ...] = ()
    goods: str = "at once"


FOREST_TILE = Card("meadow tile", ("forest",))
MOUNTAIN_TILE = Card("cavern tile", ("rock",))
GOODS_ONLY = Card(None)
FARMING = Card(("and/or", "small", "large", "stable"), ("meadows", "wood", "stone"), "last")
CARDS: dict[str, Card] = {
    "drift_mining": MOUNTAIN_TILE,
    "drift_mining_2": MOUNTAIN_TILE,
    "excavation": MOUNTAIN_TILE,
    "starting_player": GOODS_ONLY,
    "logging": Card("expedition", ("armed",)),
    "supplies": GOODS_ONLY,
    "growth": Card(("either/or", "goods", "grow"), ("room",), "chosen"),
    "ore_mining": Card(None, ("deep",)),
    "wood_gathering": GOODS_ONLY,
    "clearing": FOREST_TILE,
    "sustenance": FOREST_TILE,
    "ruby_mining": GOODS_ONLY,
    "housework": Card(("and/or", "goods", "furnish"), ("caverns", "wood"), "chosen"),
    "slash_and_burn": Card(
        ("and then/or", "meadow tile", "sow"), ("forest", "fields", "seeds"), "none"
    ),
    "strip_mining": GOODS_ONLY,
    "forest_exploration": GOODS_ONLY,
    "depot": GOODS_ONLY,
    "small_scale_drift_mining": MOUNTAIN_TILE,
    "hardware_rental": Card(("and then/or", "expedition", "sow"), ("armed", "fields", "seeds")),
    "fence_building": Card(("and/or", "small", "large"), ("meadows", "wood")),
    "large_depot": GOODS_ONLY,
    "extension": Card(("either/or", "meadow tile", "cavern tile"), ("forest", "rock"), "none"),
    "blacksmithing": Card(("and then/or", "forge", "expedition"), ("armed", "ore"), "none"),
    "sheep_farming": FARMING,
    "ore_mine_construction": Card(
        ("and then/or", "ore mine", "expedition"), ("armed", "tunnels"), "none"
    ),
    "wish_for_children": Card(
        ("either/or", "grow", "furnish dwelling"), ("room", "caverns", "wood", "stone"), "none"
    ),
    "urgent_wish_for_children": Card(
        ("either/or", ("and then", "furnish dwelling", "grow"), "goods"),
        ("room", "caverns", "wood", "stone"),
        "chosen",
    ),
    "donkey_farming": FARMING,
    "ruby_mine_construction": Card(
        ("either/or", "mine on tunnel", "mine on deep tunnel"), ("tunnels", "deep"), "none"
    ),
    "family_life": Card(("and/or", "grow", "sow"), ("room", "fields", "seeds"), "none"),
    "exploration": Card("expedition", ("armed",), "none"),
    "ore_delivery": Card(None, ("deep",)),
    "adventure": Card(
        ("and then/or", "forge", ("and then", "expedition", "expedition")), ("armed", "ore"), "none"
    ),
    "ore_trading": Card(("and then", "sell", ("and then", "sell", "sell")), ("ore",), "none"),
    "ruby_delivery": GOODS_ONLY,
}
BY_THEMSELVES = {"weekly_market", *IMITATIONS}
CHOSEN_GOOD = {
    "growth": "gold",
    "urgent_wish_for_children": "gold",
    "housework": "dog",
    "sheep_farming": "sheep",
    "donkey_farming": "donkey",
}


def board(has: Has, guest: bool) -> dict[str, str]:
    """A whole board on which only what the table has is left to use."""

    def either(flag: str, kind: str, lack: str) -> str:
        return kind if flag in has else lack

    land = {
        **dict.fromkeys(("r3c1", "r3c0"), either("fields", "field", "small_pasture")),
        **dict.fromkeys(
            ("r3c2", "r2c2", "r2c1", "r1c2", "r1c1"),
            either("meadows", "meadow", "small_pasture"),
        ),
        "r2c3": either("caverns", "cavern", "broom_chamber"),
        "r3c4": either("caverns", "cavern", "prayer_chamber"),
        "r2c4": either("tunnels", "tunnel", "stone_storage"),
        "r2c5": either("tunnels", "tunnel", "ore_storage"),
        "r1c3": either("tunnels", "tunnel", "main_storage"),
        "r1c4": either("deep", "deep_tunnel", "weapon_storage"),
        "r0c4": either("deep", "ore_mine", "supplies_storage"),
        "r3c5": either("room", "dwelling", "fodder_chamber"),
        "r0c3": "guest_room" if guest else "treasure_chamber",
    }
    if "forest" not in has:
        land |= dict.fromkeys(("r0c0", "r0c1", "r0c2", "r1c0", "r2c0"), "small_pasture")
    if "rock" not in has:
        land |= {"r1c5": "writing_chamber", "r0c5": "food_chamber"}
    return land


class Case(NamedTuple):
    """One space at one table."""

    name: str
    players: int
    has: Has
    guest: bool
    imitation: str
    pile: Goods

    def __str__(self) -> str:
        how = f"by {self.imitation}" if self.imitation else "piled" if self.pile else "empty"
        who = "guest" if self.guest else "plain"
        return f"{self.name}-{self.players}-{how}-{who}-{'+'.join(sorted(self.has))}"


def taken_at_once(case: Case) -> Goods:
    """The goods that come by themselves when the space is used."""
    here = space(case.name, case.players)
    assert here is not None
    goods = plus(case.pile, here.fixed)
    if case.name in ("ore_mining", "ore_delivery") and "deep" in case.has:
        goods = plus(goods, {"ore": 2})
    if case.name == "urgent_wish_for_children":
        goods = {"gold": 3}
    return goods


def possible(part: str, before: Parts, has: Has) -> bool:
    """Whether a part can be done at such a table after other parts."""
    needs: dict[str, bool] = {
        "meadow tile": "forest" in has,
        "cavern tile": "rock" in has,
        "sow": "seeds" in has and ("fields" in has or "meadow tile" in before),
        "expedition": "armed" in has or "forge" in before,
        "forge": "armed" not in has and "ore" in has,
        "small": {"meadows", "wood"} <= has,
        "large": {"meadows", "wood"} <= has,
        "stable": "stone" in has,
        "furnish": "caverns" in has,
        "furnish dwelling": {"caverns", "wood", "stone"} <= has,
        "grow": "room" in has or "furnish dwelling" in before,
        "ore mine": "tunnels" in has,
        "mine on tunnel": "tunnels" in has,
        "mine on deep tunnel": "deep" in has,
        "sell": "ore" in has,
        "goods": True,
    }
    return needs[part]


def as_and_or(flow: Flow) -> Flow:
    """What the Guest room makes of either/or."""
    if isinstance(flow, str):
        return flow
    word = "and/or" if flow[0] == "either/or" else flow[0]
    return (word, *(as_and_or(part) for part in flow[1:]))


def model(case: Case) -> set[Parts]:
    """All sequences of parts that the card allows at this table; empty: it cannot be used."""
    card = CARDS[case.name]
    goods = taken_at_once(case)
    flow = card.flow
    ways: set[Parts] = set()
    if flow is not None:
        ways = sequences(as_and_or(flow) if case.guest else flow)
        ways = {
            way
            for way in ways
            if all(possible(part, way[:place], case.has) for place, part in enumerate(way))
        }
    if card.goods == "chosen":
        # Goods are never left behind: at once where nothing speaks against it.
        if case.name == "housework":
            ways = {way for way in ways if "goods" in way}
        elif case.guest:
            ways = {way for way in ways if way[0] == "goods"}
    elif goods and card.goods == "last":
        ways = {(*way, "goods") for way in {(), *ways}}
    elif goods:
        ways.add(())
    return ways


def set_up(case: Case) -> State:
    """The table of a case."""
    here = space(case.name, case.players)
    assert here is not None
    goods = plus(
        *(supply for flag, supply in SUPPLIES.items() if flag in case.has),
        {"food": IMITATIONS[case.imitation]} if case.imitation else {},
    )
    weapon = 5 if "armed" in case.has else 0
    seat = {
        "board": board(case.has, case.guest),
        "goods": goods,
        "weapons": [weapon, weapon],
        "dwarfs": ["home", "away"],
    }
    early = case.name == "wish_for_children"
    state: State = table(case.players).position(
        round=6 if early else 12,
        harvest="none",
        seats=[seat, *opponents(case.players)],
        piles={case.name: case.pile} if case.pile else {},
        occupied={case.name: 1} if case.imitation else {},
    )
    return state


def parts_of(state: State, case: Case) -> Iterator[str]:
    """The parts done by the last move, by its events."""
    deep = board(case.has, case.guest)
    for event in state.events():
        kind = event.kind
        if event.seat != 0:
            continue
        if kind == "twin":
            yield "ore mine" if event["first"] == "ore_mine" else f"{event['first']} tile"
        elif kind == "fence":
            yield "small" if event["a"] == event["b"] else "large"
        elif kind == "ruby_mine":
            on = deep[str(event["cell"])].replace("_", " ")
            yield f"mine on {on}"
        elif kind in ("stable", "sow", "grow", "forge", "expedition"):
            yield kind
        elif kind == "furnish":
            yield "furnish" if case.name == "housework" else "furnish dwelling"
        elif kind == "gain" and event["good"] == CHOSEN_GOOD.get(case.name):
            yield "goods"
        elif kind == "gain" and case.name == "ore_trading" and event["good"] == "gold":
            yield "sell"


def walk(state: State, case: Case, done: Parts, sure: bool) -> Iterator[Parts]:
    """All ways through the rest of an action, one answer of every kind at a time."""
    for part in parts_of(state, case):
        if part != "sow" or done[-1:] != ("sow",):
            done = (*done, part)
    if state.seat != 0 or is_placing(state):
        yield done
        return
    names = offered(state)
    assert names, "nobody is stranded"
    if "done" in names:
        assert done or sure, "done is not offered before something was done"
    if not done and not sure:
        assert len(names) > 1, "one answer is no question"
    for name in representatives(names):
        yield from walk(play(state.copy(), name), case, done, sure)


def representatives(names: list[str]) -> Iterator[str]:
    """One answer of every kind; of the loot the plainest two."""
    seen = set()
    favourites = ("furnish dwelling", "furnish dog_school", "loot wood", "loot dog")
    for name in sorted(names, key=lambda name: name not in favourites):
        kind = name.split()[0]
        if kind == "loot":
            if name in favourites:
                yield name
        elif kind == "forge":
            if name in ("forge 1", "forge 8"):
                yield name
        elif kind == "ruby_mine" or kind not in seen:
            seen.add(kind)
            yield name


def check(case: Case) -> None:
    """Compares the engine with the model at one table."""
    expected = model(case)
    state = set_up(case)
    entrance = f"place {case.imitation or case.name}"
    assert (entrance in offered(state)) == bool(expected), case
    if not expected:
        return
    play(state, entrance)
    if case.imitation and f"imitate {case.name}" in offered(state):
        assert offered(state) == [f"imitate {case.name}"]
        play(state, f"imitate {case.name}")
    here = taken_at_once(case)
    if CARDS[case.name].goods == "at once":
        assert booked(state, 0, "gain") == here, "goods are taken at once"
    # Goods that are taken last are as good as taken.
    sure = CARDS[case.name].goods in ("at once", "last") and bool(here)
    found = set(walk(state, case, (), sure))
    assert found == expected, case


def subsets(flags: tuple[str, ...]) -> Iterator[Has]:
    for chosen in chain.from_iterable(combinations(flags, size) for size in range(len(flags) + 1)):
        yield frozenset(chosen)


def cases(name: str) -> Iterator[Case]:
    """A space at every kind of table: what it has, guest room or not, imitated or not, piled."""
    card = CARDS[name]
    counts = [players for players in counts_of(name) if players > 1]
    for number, has in enumerate(subsets(card.flags)):
        for guest in (False, True):
            players = counts[(number + guest) % len(counts)]
            here = space(name, players)
            assert here is not None
            yield Case(name, players, has, guest, "", {})
            if here.empty:
                twice = {"wood": 1} if name == "fence_building" else times(here.empty, 2)
                yield Case(name, players, has, guest, "", twice)
            spots = [
                (players, imitation)
                for players in counts
                for imitation in IMITATIONS
                if space(imitation, players)
            ]
            if spots and name != "starting_player":
                players, imitation = spots[(number + guest) % len(spots)]
                yield Case(name, players, has, guest, imitation, {})


def test_every_space_is_here() -> None:
    assert set(CARDS) | BY_THEMSELVES == {here.name for here in ALL_SPACES}


@pytest.mark.parametrize("name", CARDS)
def test_the_ways_through_an_action_are_those_of_its_card(name: str) -> None:
    for case in cases(name):
        check(case)


@pytest.mark.parametrize("name", CARDS)
def test_a_rich_table_has_every_way_with_every_number_of_players(name: str) -> None:
    flags = set(FLAGS) | set(SUPPLIES)
    for players in counts_of(name):
        if players == 1:
            continue
        here = space(name, players)
        assert here is not None
        for armed in (set(), {"armed"}):
            for guest in (False, True):
                check(Case(name, players, frozenset(flags | armed), guest, "", here.empty))
                for imitation in IMITATIONS:
                    if space(imitation, players) and name != "starting_player":
                        check(Case(name, players, frozenset(flags | armed), guest, imitation, {}))


def test_the_model_reads_the_words_as_the_rule_book_does() -> None:
    assert sequences(("and/or", "a", "b")) == {("a",), ("b",), ("a", "b"), ("b", "a")}
    assert sequences(("and then/or", "a", "b")) == {("a",), ("b",), ("a", "b")}
    assert sequences(("either/or", "a", "b")) == {("a",), ("b",)}
    assert sequences(("and then", "a", "b")) == {("a",), ("a", "b")}


# --- imitation ---

TABLE_7 = {
    "board": board(frozenset({*FLAGS}), False),
    "goods": {"wood": 20, "stone": 20, "ore": 20, "grain": 3, "food": 9},
    "dwarfs": ["home", "away"],
}


def targets(
    players: int, seat: dict[str, Any], imitation: str, occupied: dict[str, int]
) -> set[str]:
    """What can be imitated, by the moves that are offered."""
    state = table(players).position(
        round=12, harvest="none", occupied=occupied, seats=[seat, *opponents(players)]
    )
    if f"place {imitation}" not in offered(state):
        return set()
    play(state, f"place {imitation}")
    told = [str(event["space"]) for event in state.events() if event.kind == "imitate"]
    if told:
        return set(told)
    return {name.removeprefix("imitate ") for name in offered(state)}


def usable(players: int, armed: bool) -> set[str]:
    """What can be imitated at a rich table: all but what only ever holds piled goods."""
    has = frozenset({*FLAGS, *SUPPLIES, *(["armed"] if armed else [])})
    found = {
        name
        for name in CARDS
        if space(name, players)
        and name not in ("starting_player", "wish_for_children")
        and model(Case(name, players, has, False, "imitation_2", {}))
    }
    return found | ({"weekly_market"} if players > 4 else set())


@pytest.mark.parametrize("armed", [False, True], ids=["unarmed", "armed"])
@pytest.mark.parametrize("players", range(3, 8))
def test_what_can_be_imitated_is_every_space_of_others_that_gives_something(
    players: int, armed: bool
) -> None:
    seat = {**TABLE_7, "weapons": [5, 5] if armed else [0, 0]}
    everywhere = [
        here.name
        for here in ALL_SPACES
        if players in here.players and here.name != "wish_for_children"
    ]
    for imitation, food in IMITATIONS.items():
        if not space(imitation, players):
            continue
        others = {name: 1 + number % (players - 1) for number, name in enumerate(everywhere)}
        del others[imitation]
        assert targets(players, seat, imitation, others) == usable(players, armed)
        own = dict.fromkeys(others, 0)
        assert targets(players, seat, imitation, own) == set()
        if food:
            poor = {**seat, "goods": {"food": food - 1}}
            assert targets(players, poor, imitation, others) == set()
        assert targets(players, seat, imitation, {}) == set()


@pytest.mark.parametrize("players", range(3, 8))
def test_imitation_costs_its_food_and_takes_no_goods_from_the_pile(players: int) -> None:
    for imitation, food in IMITATIONS.items():
        if not space(imitation, players):
            continue
        state = table(players).position(
            round=12,
            harvest="none",
            occupied={"excavation": 1},
            piles={"excavation": {"stone": 3}},
            seats=[TABLE_7, *opponents(players)],
        )
        before = goods_of(state)
        play(state, f"place {imitation}")
        assert goods_of(state) == {**before, "food": before["food"] - food}


# --- the weekly market ---


@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("gold", [0, 1, 3, 12])
def test_the_market_sells_one_of_each_kind_as_long_as_there_is_gold(
    players: int, gold: int
) -> None:
    seat = {
        "board": {
            "r3c2 r2c2": "large_pasture",
            "r3c1 r2c1": "large_pasture",
            "r2c3": "mixed_dwelling",
        },
        "stables": ["r0c0"],
        "goods": {"gold": gold},
        "dwarfs": ["home", "away"],
    }
    for seed in range(60):
        dice = random.Random(seed)
        state = table(players).position(round=12, harvest="none", seats=[seat, *opponents(players)])
        play(state, "place weekly_market")
        assert booked(state, 0, "gain") == {"gold": 4}
        purse, bought = gold + 4, set[str]()
        while True:
            can = {good for good, price in MARKET.items() if good not in bought and price <= purse}
            if not can:
                break
            assert set(offered(state)) == {"done", *(f"buy {good}" for good in can)}
            name = dice.choice(offered(state))
            play(state, name)
            if name == "done":
                break
            good = name.removeprefix("buy ")
            assert booked(state, 0, "pay") == {"gold": MARKET[good]}
            assert booked(state, 0, "gain") == {good: 1}
            purse -= MARKET[good]
            bought.add(good)
        assert state.seat == 1
        assert goods_of(state) == {
            good: purse if good == "gold" else int(good in bought) for good in goods_of(state)
        }


# --- expeditions ---

RICH = {
    "board": {
        "r3c2": "meadow",
        "r2c2": "meadow",
        "r2c1": "meadow",
        "r3c1": "field",
        "r1c2 r1c1": "large_pasture",
        "r2c4": "tunnel",
    },
    "goods": {"wood": 20, "stone": 20, "ore": 5, "gold": 5, "grain": 2, "sheep": 2},
    "dwarfs": ["home", "away"],
}
POOR = {
    "board": {"r2c3": "stone_supplier", "r2c4": "quarry", "r3c4": "seam", "r1c3": "miner"},
    "goods": {},
    "dwarfs": ["home", "away"],
}
ALWAYS = {
    *("all_weapons_plus_1", "dog", "wood", "sheep", "grain", "donkey", "stone", "vegetable"),
    *("ore_2", "boar", "gold_2", "stable", "cattle", "tunnel", "cavern", "meadow", "field"),
}


def start_expedition(name: str, seat: dict[str, Any], strength: int, other: int = 14) -> State:
    players = counts_of(name)[-1]
    state: State = table(players).position(
        round=12,
        harvest="none",
        seats=[{**seat, "weapons": [strength, other]}, *opponents(players)],
    )
    play(state, f"place {name}")
    return state


def loot_offered(state: State) -> set[str]:
    return {name.removeprefix("loot ") for name in offered(state) if name.startswith("loot ")}


@pytest.mark.parametrize("strength", range(1, 15))
@pytest.mark.parametrize("name", LEVELS)
def test_the_loot_is_what_the_strength_at_the_start_allows(name: str, strength: int) -> None:
    allowed = {item for item, least in LOOT.items() if least <= strength}
    state = start_expedition(name, RICH, strength)
    assert loot_offered(state) == allowed
    assert loot_offered(start_expedition(name, POOR, strength)) == allowed & ALWAYS


PLAIN = ("wood", "grain", "vegetable", "ore_2", "gold_2", "dog", "all_weapons_plus_1")


@pytest.mark.parametrize("name", LEVELS)
def test_an_expedition_takes_up_to_its_level_of_different_items(name: str) -> None:
    for seed in range(40):
        dice = random.Random(seed)
        strength = dice.randint(1, 14)
        state = start_expedition(name, RICH, strength)
        strength = take_loot(state, dice, LEVELS[name], strength, first="done" in offered(state))
        if name == "adventure" and state.seat == 0 and loot_offered(state):
            take_loot(state, dice, LEVELS[name], strength, first=True)


def take_loot(state: State, dice: random.Random, level: int, strength: int, first: bool) -> int:
    """One expedition for plain goods, with all that must hold on it; the weapon afterwards."""
    taken: list[str] = []
    while len(taken) < level:
        items = loot_offered(state)
        assert not items & set(taken), "each item once"
        assert all(LOOT[item] <= strength for item in items), "by the strength at the start"
        assert ("done" in offered(state)) == (first or bool(taken)), "one item at least"
        wanted = [item for item in PLAIN if item in items]
        if taken and (not wanted or dice.random() < 0.3):
            play(state, "done")
            break
        taken.append(dice.choice(wanted))
        play(state, f"loot {taken[-1]}")
    strength = min(14, strength + 1 + ("all_weapons_plus_1" in taken))
    weapons = sorted(dwarf["weapon"] for dwarf in player_of(state)["dwarfs"])
    assert weapons == [strength, 14]
    return strength


def test_all_weapons_reaches_every_armed_dwarf_and_no_other() -> None:
    for name in LEVELS:
        players = counts_of(name)[-1]
        seat = {
            "weapons": [3, 0, 5, 13, 14],
            "dwarfs": ["home", "away", "away", "away", "home"],
            "board": {"r2c3": "couple_dwelling", "r2c4": "dwelling"},
        }
        state = table(players).position(round=12, harvest="none", seats=[seat, *opponents(players)])
        play(state, f"place {name}", "loot all_weapons_plus_1")
        if "done" in offered(state):
            play(state, "done")
        weapons = sorted(dwarf["weapon"] for dwarf in player_of(state)["dwarfs"])
        assert weapons == [0, 5, 6, 14, 14]


# --- free moves ---


def test_free_moves_are_offered_before_an_action_is_done_and_between_its_parts() -> None:
    seat = {
        "board": {"r3c2": "meadow", "r3c1": "field", "r3c4": "cavern"},
        "goods": {"ruby": 3, "grain": 3, "wood": 9, "stone": 9, "ore": 9},
        "dwarfs": ["home", "away"],
    }
    state = table(2).position(round=12, harvest="none", seats=[seat, *opponents(2)])
    assert "ruby wood" in free_moves(state)
    play(state, "place housework", "furnish dwelling")
    assert any(name.startswith("into ") for name in offered(state))
    # A ruby buys a cavern at any time, so also while a place for the tile is chosen (0095).
    assert {"ruby wood", "ruby cavern r2c4"} <= set(free_moves(state))
    play(state, "into r2c3")
    assert state.seat == 1
    state = table(2).position(round=12, harvest="none", seats=[seat, *opponents(2)])
    play(state, "place slash_and_burn", "meadow r2c2 field r2c1")
    assert "ruby wood" in free_moves(state)
    play(state, "sow grain")
    assert set(offered(state)) == {"done", "sow grain"}
    assert "ruby wood" in free_moves(state), "between two fields"


def test_nobody_is_stranded_by_any_answer_at_random_tables() -> None:
    for seed in range(120):
        dice = random.Random(seed)
        players = dice.randint(2, 7)
        has = frozenset(flag for flag in (*FLAGS, *SUPPLIES, "armed") if dice.random() < 0.6)
        weapon = dice.randint(1, 14) if "armed" in has else 0
        goods = plus(
            *(supply for flag, supply in SUPPLIES.items() if flag in has),
            {"food": 4, "ruby": dice.randint(0, 2), "gold": dice.randint(0, 3)},
        )
        seat = {
            "board": board(has, dice.random() < 0.5),
            "goods": goods,
            "weapons": [weapon, weapon],
            "dwarfs": ["home", "away"],
        }
        names = [here for here in CARDS if space(here, players) and here != "wish_for_children"]
        occupied = {name: 1 for name in names if dice.random() < 0.2}
        state = table(players).position(
            round=12, harvest="none", seats=[seat, *opponents(players)], occupied=occupied
        )
        for entrance in offered(state):
            after = play(state.copy(), entrance)
            for _ in range(60):
                if after.seat != 0 or is_placing(after):
                    break
                moves = offered(after, free=dice.random() < 0.3)
                play(after, dice.choice(moves))
            else:
                raise AssertionError("an action that never ends")
            changed = player_of(after) != player_of(state) or entrance == "place starting_player"
            assert changed, "a dwarf is not placed for nothing"
