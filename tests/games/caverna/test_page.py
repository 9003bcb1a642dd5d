"""What the table page draws: every choice once, animals where they fit, figures that are true."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.core.presentation import ViewContext
from dvergar.games.caverna.facts.board import FURNISHED
from dvergar.games.caverna.facts.game import DOG, FARM_ANIMALS, GOODS, SHEEP, SPACES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.page.board_choices import SINGLES, TWINS
from dvergar.games.caverna.page.card_signs import lines
from dvergar.games.caverna.page.game_view import GameView, game_view
from dvergar.games.caverna.page.household import goods_changed
from dvergar.games.caverna.page.signs import spoken
from dvergar.games.caverna.page.tray import (
    BY_ARGUMENTS,
    BY_TILES,
    EXCHANGES,
    ICONS,
    ROW_OF,
    SHORTCUTS,
    meal,
)
from dvergar.games.caverna.presentation.labels import ANCHORS
from dvergar.games.caverna.rules.actions.furnish import site_moves
from dvergar.games.caverna.rules.housing import animal_places, housed
from dvergar.games.caverna.rules.score import total
from dvergar.games.caverna.state.moves import CELL_A, VOCABULARY
from dvergar.testing import play
from tests.games.caverna.tables import caverna, evening, table

pytestmark = [pytest.mark.plain, pytest.mark.whole_games]

HERDS = [
    {"r3c2": "meadow", "r2c2": "meadow", "r1c2": "meadow"},
    {"r3c2": "small_pasture", "r2c2": "meadow", "r1c2 r0c2": "large_pasture"},
    {"r3c2 r3c1": "large_pasture", "r2c2": "small_pasture", "r1c2": "field", "r1c1": "field"},
    {"r3c2": "small_pasture", "r3c1": "small_pasture"},
]
ROOMS = [
    {},
    {"r2c3": "stubble_room"},
    {"r2c3": "cuddle_room"},
    {"r2c3": "breakfast_room"},
    {"r2c3": "mixed_dwelling", "r1c3": "tunnel", "r1c4": "ore_mine", "r2c4": "ruby_mine"},
]


def seen(state: Any, lang: str = "en", acts: bool = True) -> GameView:
    """The game_view of the seat that is asked."""
    names = [f"Seat {seat}" for seat in range(state.game.players)]
    prompt = state.prompt(lang, names)
    seat = state.seat
    words = state.game.info.words(lang)
    return game_view(ViewContext(state, state.view(seat), prompt, seat, [seat], acts, names, words))


def drawn(one: GameView) -> list[str]:
    """The choices that the page draws, by name."""
    cards = [*one.spaces, *(card for stage in one.stages for card in stage.cards)]
    choices = [getattr(card, "choice", None) for card in cards]
    choices += [placed.choice for placed in one.places.choices] + one.tiles.choices
    choices += [option.choice for option in one.tray.options]
    choices += [option.choice for row in one.tray.rows for option in row.options]
    if one.expedition:
        choices += [item.choice for item in one.expedition.items]
    return sorted(choice.name for choice in choices if choice)


@pytest.mark.parametrize("players", [1, 2, 4, 7])
def test_the_page_draws_every_choice_once(players: int) -> None:
    for seed in range(2):
        chance = random.Random(seed)
        state = caverna(players, first_seat="random").start(seed)
        while not state.over:
            names = sorted(state.game.name(move) for move in state.moves())
            found = drawn(seen(state, "fr" if seed else "en"))
            if "beg" in names and "beg" not in found:
                fed, begged = state.copy(), state.copy()
                play(fed, "feed")
                play(begged, "beg")
                assert fed.key() == begged.key(), "it would do the same"
                names.remove("beg")
            assert found == names
            state.play(chance.choice(state.moves()))
        assert drawn(seen(state)) == []


def test_whoever_is_not_asked_gets_no_buttons() -> None:
    assert drawn(seen(table(), acts=False)) == []


@pytest.mark.parametrize("rooms", ROOMS, ids=lambda rooms: rooms.get("r2c3", "none"))
@pytest.mark.parametrize("board", HERDS, ids=range(len(HERDS)))
def test_animals_live_where_the_rules_have_room(board: Any, rooms: Any) -> None:
    chance = random.Random(1)
    for _ in range(60):
        stables = [cell for cell in ("r3c2", "r2c2", "r0c0") if chance.random() < 0.5]
        if board.get("r2c2") == "field":
            stables = []
        state = table({"board": {**board, **rooms}, "stables": stables})
        player = state.players[0]
        player.goods[GOODS.index("dog")] = chance.choice([0, 0, 1, 2, 4])
        for animal in FARM_ANIMALS:
            player.goods[animal] = chance.choice([0, 1, 2, 3, 5, 8])
        kept = dict(zip(FARM_ANIMALS, housed(player), strict=True))
        places = animal_places(player)
        living: Counter[int] = Counter()
        for place in places:
            assert 0 <= place.count <= place.room
            assert not place.dogs or place.kind == SHEEP
            if place.count:
                living[place.kind] += place.count
        assert {animal: living[animal] for animal in FARM_ANIMALS} == kept
        assert len({place.cell for place in places}) == len(places)
        assert sum(place.dogs for place in places) <= player.goods[DOG]


def test_the_meal_says_what_feeding_will_do() -> None:
    goods = {"food": 1, "grain": 2, "sheep": 3, "vegetable": 1, "gold": 3, "wood": 2}
    board = {"r3c2": "small_pasture", "r2c2": "meadow", "r2c3": "working_cave"}
    state = evening({"goods": goods, "board": board, "stables": ["r3c2"]}, round=4)
    names = ["Anna", "Balin"]
    prompt = state.prompt("en", names)
    words = state.game.info.words("en")
    plan = meal(ViewContext(state, state.view(0), prompt, 0, [0], True, names, words))
    assert plan is not None
    before = list(state.players[0].goods)
    play(state, "feed")
    after = state.players[0].goods
    eaten = dict(plan.eaten)
    for number, good in enumerate(GOODS):
        if good != "food":
            assert before[number] - after[number] == eaten.get(good, 0)
    assert state.players[0].begging == plan.begging
    assert dict(plan.remains)["food"] == after[GOODS.index("food")]


def test_the_calendar_tells_past_harvests_and_the_event_to_come() -> None:
    one = seen(table(players=3, round=4))
    kinds = [mark.harvest for mark in one.calendar.marks]
    assert kinds[:5] == ["none", "none", "full", "pay_one", "full"]
    assert kinds[5:] == ["hidden"] * 7
    assert one.calendar.event == "none"
    assert one.home.need == 2
    assert seen(table(players=3, round=3)).home.need == 4


@pytest.mark.parametrize("players", range(1, 8))
def test_every_card_says_what_one_does_there(players: int) -> None:
    for space in caverna(players).variant.spaces:
        for lang in LANGUAGES:
            words = caverna(players).info.words(lang)
            said = lines(SPACES[space], players, {}, words)
            assert spoken([sign for line in said for sign in line], words), SPACES[space]


def test_every_kind_of_move_has_its_place_on_the_page() -> None:
    placed = {*TWINS, *SINGLES, "large_pasture", *ANCHORS}
    in_tray = {*ROW_OF, *SHORTCUTS, *ICONS, *EXCHANGES, *BY_ARGUMENTS, *BY_TILES}
    assert placed | in_tray == set(VOCABULARY.kinds)
    assert not placed & in_tray


PLACINGS = {
    "forest": lambda: play(table(), "place slash_and_burn"),
    "mountain": lambda: play(table({"board": {"r2c4": "cavern"}}), "place excavation"),
    "overhang": lambda: play(table({"board": {"r2c3": "office_room"}}), "place slash_and_burn"),
    "ruby mine": lambda: play(
        table({"board": {"r2c4": "deep_tunnel", "r1c4": "tunnel"}}, round=6),
        "place ruby_mine_construction",
    ),
    "beside dwellings": lambda: play(
        table(
            {
                "goods": {"gold": 9, "stone": 9},
                "board": {"r2c4": "cavern", "r1c4": "dwelling", "r1c3": "dwelling"},
            }
        ),
        "place housework",
        "take goods",
        "furnish state_parlor",
    ),
    "bought": lambda: table({"goods": {"ruby": 5}}),
}


@pytest.mark.parametrize("where", PLACINGS)
def test_a_place_names_what_it_brings(where: str) -> None:
    state = PLACINGS[where]()
    brings = 0
    for one in seen(state).places.choices:
        after = state.copy()
        after.play(one.choice.move)
        named = {sign.name: sign.n for sign in one.bonus}
        came = {g: n for g, n in goods_changed(after.events(), state.seat).items() if n > 0}
        assert named == came, one.choice.name
        brings += bool(named)
    assert brings


def test_a_tile_with_a_star_says_what_it_would_bring() -> None:
    """As the score pad would count it, for every such tile in the middle of random games."""
    chance = random.Random(4)
    state = caverna(2, first_seat="random").start(4)
    told = 0
    while not state.over:
        player = state.players[state.seat]
        for cards in dict(seen(state).tiles.colours).values():
            for card in cards:
                if card.now is not None and (
                    sites := site_moves(player, TILES.index(card.face.key))
                ):
                    best = max(
                        after_building(player, card.face.key, CELL_A[move]) for move in sites
                    )
                    assert card.now == best - total(player), card.face.key
                    told += 1
        for _ in range(9):
            if not state.over:
                state.play(chance.choice(state.moves(free=False)))
    assert told > 20


def after_building(player: Any, tile: str, cell: int) -> int:
    """The points of a player once a tile lies on a cell."""
    other = player.copy()
    other.cover(cell, FURNISHED + TILES.index(tile))
    other.built |= 1 << TILES.index(tile)
    return total(other)


def test_a_place_has_one_letter_whichever_way_the_tile_lies() -> None:
    places = seen(PLACINGS["mountain"]()).places
    assert [(tool.key, tool.turned) for tool in places.tools] == [
        ("cavern_tunnel", False),
        ("cavern_tunnel-turned", True),
        ("cavern_cavern", False),
    ]
    by_place: dict[tuple[int, ...], set[str]] = {}
    for one in places.choices:
        where = (one.row, one.column, one.width, one.height)
        by_place.setdefault(where, set()).add(one.letter)
    letters = [letter for found in by_place.values() for letter in found]
    assert sorted(letters) == sorted(set(letters)), "no two places share a letter, none has two"
    assert not set(letters) & set("DHKORSTU"), "those are keys of the page"
    covered = [
        (one.row + down, one.column + across)
        for one in places.choices
        if one.leads and 0 in one.tools
        for down in range(one.height)
        for across in range(one.width)
    ]
    assert len(covered) == len(set(covered)), "places that lead do not overlap"


def test_a_tile_that_fits_one_way_only_is_there_both_ways() -> None:
    state = play(table({"board": {"r3c2": "meadow"}, "stables": ["r2c2"]}), "place slash_and_burn")
    stabled = [one for one in seen(state).places.choices if "r2c2" in one.choice.name.split()]
    assert stabled
    assert all(one.choice.name.startswith("meadow r2c2") for one in stabled)
    assert all(one.tools in ((0, 1), (1, 0)) for one in stabled)


def needs(state: Any) -> dict[int, int]:
    """The food that each seat is shown to need."""
    one = seen(state)
    return {household.seat: household.need for household in (one.home, *one.others)}


def test_the_food_beside_a_name_is_what_the_next_meal_takes() -> None:
    """Right after a meal the next one counts, and newborn have grown by then."""
    hungry = {"goods": {"food": 1, "grain": 4}, "dwarfs": ["away", "away"]}
    state = evening({"goods": {"food": 2, "grain": 5}, "weapons": [0, 0, 0]}, hungry, round=3)
    assert needs(state) == {0: 6, 1: 4}
    first = state.seat
    play(state, "feed")
    eaten = {0: 3, 1: 2}  # round 4 takes one food a dwarf
    assert needs(state) == {0: 6, 1: 4} | {first: eaten[first]}
    play(state, "feed")
    assert needs(state) == eaten


def test_nothing_is_needed_after_the_last_meal() -> None:
    state = evening({"goods": {"food": 20, "ruby": 1}}, round=12, harvest="full")
    play(state, "feed", "feed")
    assert needs(state) == {0: 0, 1: 0}


def test_the_track_shows_the_round_that_is_left_out() -> None:
    for players, left_out in ((1, [9]), (2, [9]), (3, [])):
        marks = seen(table(players=players)).calendar.marks
        assert [mark.number for mark in marks] == list(range(1, 13))
        assert [mark.number for mark in marks if mark.when == "left-out"] == left_out


def test_missing_food_alarms_only_in_the_round_of_the_harvest() -> None:
    early = seen(table({"goods": {"food": 1}}, players=2, round=1)).home
    assert (early.food < early.need, early.hungry) == (True, False)
    assert early.meal is not None
    assert early.meal.round == 3
    assert seen(table({"goods": {"food": 1}}, players=2, round=3)).home.hungry
    assert not seen(table({"goods": {"food": 9}}, players=2, round=3)).home.hungry
