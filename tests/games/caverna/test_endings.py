"""An action goes on as long as something in hand could open its next part.

The first tests show single cases. The proof at the end makes up boards and hands for every space,
plays it in every way and tries, wherever an action ends, every sequence of the moves that are
possible at any time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from dvergar.core.errors import PositionError
from dvergar.games.caverna.rules.flow import AnyOf, OneOf, Question, may_do_both
from dvergar.games.caverna.rules.questions import QUESTIONS
from dvergar.games.caverna.rules.spaces import PARTS
from dvergar.games.caverna.state.moves import DONE
from dvergar.games.caverna.state.pending import (
    FLOW,
    LOOTING,
    MARKETING,
    SELLING,
    Flow,
    Frame,
    Looting,
)
from dvergar.games.caverna.state.state import State
from dvergar.testing import play, rule
from tests.games.caverna import generated
from tests.games.caverna.referee.printed import ALL_SPACES, LOOT, TILES
from tests.games.caverna.tables import RESTING, furnished, goods, land, names, real, table

Asks = Callable[[Any], bool]


def always_ask(monkeypatch: pytest.MonkeyPatch) -> Asks:
    """Makes the engine ask before an action ends with parts undone; tells if it would have asked.

    With `has_rest` this is all that knows how the engine is made. Between two seeds nothing is
    asked: whoever sows has had the chance to buy seeds before.
    """
    answers = {kind: type(QUESTIONS[kind]).moves for kind in (FLOW, LOOTING, MARKETING, SELLING)}

    def asking(question: Question, state: State, frame: Frame) -> list[int]:
        moves = answers[frame.kind](question, state, frame)
        return [DONE] if not moves and has_rest(state, frame) else moves

    for kind in answers:
        monkeypatch.setattr(type(QUESTIONS[kind]), "moves", asking)
    return lambda state: bool(
        answers[state.stack[-1].kind](QUESTIONS[state.stack[-1].kind], state, state.stack[-1])
    )


def has_rest(state: State, frame: Frame) -> bool:
    """Whether parts of an action are left that the card would still allow."""
    if isinstance(frame, Looting):
        return frame.left > 0
    if not isinstance(frame, Flow):
        return True
    part = PARTS[frame.part]
    if isinstance(part, OneOf) and not may_do_both(state.players[frame.seat]):
        return not frame.done
    return isinstance(part, AnyOf) and any(
        part.is_open(number, frame.done) for number in range(len(part.parts))
    )


def only(*tiles: str) -> list[str]:
    """Which tiles have to be gone so that these are left beside the ordinary Dwelling."""
    return sorted(set(TILES) - {"dwelling", *tiles})


def working(**seat: Any) -> dict[str, Any]:
    """A player with one dwarf still at home."""
    return {"dwarfs": ["away", "home"], **seat}


# Housework: a cavern, a good or food for a tile.


@rule("caverna.ruby.in_between", "caverna.tile.work_room", "caverna.space.housework")
@pytest.mark.parametrize("rubies", [1, 2])
def test_a_tunnel_for_a_ruby_is_a_place_for_a_tile_with_the_work_room(rubies: int) -> None:
    seat = working(board={"r2c3": "work_room"}, goods={"wood": 1, "ruby": rubies})
    state = play(table(seat, RESTING), "place housework")
    assert real(state) == {"done"}
    play(state, "ruby tunnel r1c3", "furnish trader")
    assert furnished(state) == ["trader", "work_room"]


@rule("caverna.ruby.in_between", "caverna.furnish.empty_cavern")
def test_a_tunnel_for_a_ruby_is_no_place_without_the_work_room() -> None:
    seat = working(board={"r2c3": "carpenter"}, goods={"wood": 1, "ruby": 1})
    state = play(table(seat, RESTING), "place housework")
    assert "done" not in real(state)


@rule("caverna.anytime.between_steps", "caverna.tile.supplies_storage", "caverna.food.any_time")
@pytest.mark.parametrize(
    ("stock", "meal"),
    [
        ({"food": 2, "grain": 1}, ["eat grain"]),
        ({"food": 1, "vegetable": 1}, ["eat vegetable"]),
        ({"sheep": 2, "food": 1}, ["eat sheep", "eat sheep"]),
        ({"donkey": 2}, ["eat 2 donkeys"]),
        ({"gold": 3, "food": 1}, ["eat 2 gold", "eat 1 more gold"]),
        ({"ruby": 1, "food": 1}, ["eat ruby"]),
    ],
)
def test_goods_are_eaten_for_the_food_of_a_tile(stock: dict[str, int], meal: list[str]) -> None:
    seat = working(goods={"wood": 1, **stock})
    state = table(seat, RESTING, tiles_gone=only("supplies_storage"))
    play(state, "place housework")
    assert real(state) == {"done"}
    play(state, *meal, "furnish supplies_storage")
    assert furnished(state) == ["supplies_storage"]


@rule("caverna.anytime.between_steps", "caverna.tile.peaceful_cave")
def test_a_weapon_is_given_up_for_the_food_of_a_tile() -> None:
    board = {"r2c3": "peaceful_cave", "r1c3": "cavern"}
    seat = working(goods={"wood": 1}, weapons=[3, 0], board=board)
    state = table(seat, RESTING, tiles_gone=only("peaceful_cave", "supplies_storage"))
    play(state, "place housework")
    assert real(state) == {"done"}
    play(state, "disarm away 3", "furnish supplies_storage")
    assert furnished(state) == ["peaceful_cave", "supplies_storage"]


@rule("caverna.anytime.between_steps", "caverna.tile.builder")
def test_ore_for_a_ruby_pays_for_a_stone_with_the_builder() -> None:
    board = {"r2c3": "builder", "r1c3": "cavern"}
    seat = working(goods={"ruby": 1, "stone": 1}, board=board)
    state = table(seat, RESTING, tiles_gone=only("builder", "cooking_cave"))
    play(state, "place housework")
    assert real(state) == {"done"}
    play(state, "ruby ore", "furnish cooking_cave")
    assert furnished(state) == ["builder", "cooking_cave"]


@rule("caverna.ruby.in_between", "caverna.tile.dog_school")
def test_the_wood_for_a_dog_pays_for_a_tile() -> None:
    board = {"r2c3": "dog_school", "r1c3": "cavern"}
    seat = working(goods={"ruby": 1}, board=board)
    state = table(seat, RESTING, tiles_gone=only("dog_school", "seam"))
    play(state, "place housework")
    assert real(state) == {"done"}
    play(state, "ruby dog", "furnish seam")
    assert furnished(state) == ["dog_school", "seam"]


# A tile of land that opens the place for another one.


@rule("caverna.ruby.in_between", "caverna.land.meadow_under_stable", "caverna.space.clearing")
def test_a_meadow_for_a_ruby_opens_the_forest_behind_stables() -> None:
    seat = working(goods={"ruby": 1}, stables=["r3c2", "r2c2", "r3c1"])
    state = play(table(seat, RESTING, piles={"clearing": {"wood": 1}}), "place clearing")
    assert real(state) == {"done"}
    play(state, "ruby meadow r3c2", "meadow r2c2 field r1c2")
    assert land(state, "r1c2") == "field"


@rule("caverna.ruby.in_between", "caverna.tile.guest_room", "caverna.space.ruby_mine_construction")
def test_a_tunnel_for_a_ruby_carries_the_second_ruby_mine_with_the_guest_room() -> None:
    board = {"r2c3": "guest_room", "r1c3": "ore_mine", "r0c3": "deep_tunnel"}
    state = table(working(goods={"ruby": 1}, board=board), RESTING, round=12)
    play(state, "place ruby_mine_construction")
    assert real(state) == {"done"}
    play(state, "ruby tunnel r2c4", "ruby_mine r2c4")
    assert land(state, "r2c4") == land(state, "r0c3") == "ruby_mine"


@rule("caverna.ruby.in_between", "caverna.land.stable")
def test_a_meadow_for_a_ruby_is_a_place_for_the_last_stable() -> None:
    """Fields everywhere but on one stabled forest space beside which a bare one is left."""
    board = {f"r{row}c{col}": "field" for row in range(4) for col in range(3)}
    board |= {"r3c2": "meadow", "r2c2": "meadow"}
    seat = working(goods={"wood": 2, "ruby": 1, "stone": 0}, board=board)
    state = table(seat, RESTING, round=3)
    play(state, "place sheep_farming", "small_pasture r3c2")
    assert real(state) == {"done"}
    play(state, "ruby stone", "stable r2c2")
    assert goods(state) == {}


# Selling ore, and the market.


@rule("caverna.anytime.between_steps", "caverna.space.ore_trading", "caverna.ruby.goods")
def test_ore_for_a_ruby_makes_a_second_sale() -> None:
    state = table(working(goods={"ore": 3, "ruby": 1}), RESTING, round=12)
    play(state, "place ore_trading")
    assert real(state) == {"done"}
    play(state, "ruby ore", "sell ore")
    assert goods(state) == {"gold": 4, "food": 2}


@rule("caverna.anytime.between_steps", "caverna.space.ore_trading")
def test_nothing_is_asked_where_a_ruby_does_not_make_another_sale() -> None:
    state = table(working(goods={"ore": 2, "ruby": 1}), RESTING, round=12)
    play(state, "place ore_trading")
    assert "done" not in real(state)


@rule("caverna.anytime.between_steps", "caverna.tile.seam", "caverna.space.ore_trading")
def test_a_stone_for_a_ruby_brings_ore_to_sell_with_the_seam() -> None:
    seat = working(goods={"ore": 2, "ruby": 2}, board={"r2c3": "seam"})
    state = table(seat, RESTING, round=12)
    play(state, "place ore_trading")
    assert real(state) == {"done"}
    play(state, "ruby stone", "ruby ore", "sell ore")
    assert goods(state) == {"stone": 1, "gold": 4, "food": 2}


@rule("caverna.anytime.between_steps", "caverna.space.weekly_market", "caverna.ruby.goods")
def test_gold_for_a_ruby_buys_one_more_good_at_the_market() -> None:
    state = table(working(goods={"ruby": 1}), *[RESTING] * 4, players=5)
    play(state, "place weekly_market", "buy dog", "buy boar")
    assert real(state) == {"done"}
    play(state, "ruby gold", "buy wood")
    assert goods(state) == {"dog": 1, "boar": 1, "wood": 1}


@rule("caverna.anytime.between_steps", "caverna.tile.hunting_parlor")
def test_boars_bring_the_gold_for_one_more_good_at_the_market() -> None:
    seat = working(goods={"boar": 1}, board={"r2c3": "hunting_parlor"})
    state = table(seat, *[RESTING] * 4, players=5)
    play(state, "place weekly_market", "buy dog", "buy boar")
    assert real(state) == {"done"}
    play(state, "trade hunting_parlor", "buy wood")
    assert goods(state) == {"dog": 1, "wood": 1, "gold": 1, "food": 2}


# Before the animals of a farming space are taken.


@rule("caverna.ruby.in_between", "caverna.space.sheep_farming", "caverna.placing.goods_first")
def test_a_ruby_builds_the_fence_before_the_sheep_come() -> None:
    seat = working(goods={"ruby": 1, "wood": 1}, board={"r3c2": "meadow"})
    state = table(seat, RESTING, round=3, piles={"sheep_farming": {"sheep": 4}})
    play(state, "place sheep_farming")
    assert real(state) == {"done"}
    play(state, "ruby wood", "small_pasture r3c2")
    assert goods(state) == {"sheep": 4}


@rule("caverna.space.farming.animals_alone")
def test_without_means_to_build_the_sheep_come_at_once() -> None:
    seat = working(board={"r3c2": "meadow"})
    state = table(seat, RESTING, round=3, piles={"sheep_farming": {"sheep": 2}})
    assert "done" not in real(play(state, "place sheep_farming"))


# The proof: every space, many boards and hands, every way of playing, every sequence of moves.

BOARDS = 30
MAX_WAYS = 24  # of playing a space on one board
MAX_HANDS = 20_000  # that a search looks at
SPACES = sorted({one.name for one in ALL_SPACES})


def positions(name: str, boards: int, weapon: int | None = None) -> list[Any]:
    """So many positions in which a dwarf can go to a space, with this weapon if one is wanted."""
    found: list[Any] = []
    for number in range(8 * boards):
        position = generated.around(name, random.Random(f"{name} {number}"))
        first, *others = position.pop("seats")
        if weapon is not None:
            first["weapons"] = [0, weapon]
        try:
            state = table(first, *others, **position)
        except PositionError:  # a herd without room
            continue
        if f"place {name}" in names(state):
            found.append(play(state, f"place {name}"))
        if len(found) == boards:
            break
    return found


def endings(start: Any) -> list[Any]:
    """The positions in which nothing is left to do but to be done, however the action goes on.

    Of moves that begin with the same word two are tried.
    """
    dice = random.Random(1)
    found = []
    queue = [start.copy()]
    for ways, state in enumerate(queue):
        if state.seat != 0 or ways == MAX_WAYS:  # it is the turn of somebody else
            continue
        by_word: dict[str, list[str]] = {}
        for move in sorted(real(state)):
            by_word.setdefault(move.split()[0], []).append(move)
        if list(by_word) == ["done"]:
            found.append(state)
        for same in by_word.values():
            chosen = dice.sample(same, min(2, len(same)))
            queue += [play(state.copy(), move) for move in chosen]
    return found


def what_opens(ending: Any) -> list[str]:
    """The shortest sequence of any-time moves that opens a further part; empty if there is none.

    A herd without room may have to be eaten on the way.
    """
    done, name = ending.game.move("done"), ending.game.name
    seen = {ending.key()}
    queue: list[tuple[Any, list[str]]] = [(ending, [])]
    for state, before in queue:
        for move in state.moves():
            if move == done:
                continue
            after = state.copy()
            after.play(move)
            if after.key() in seen:
                continue
            seen.add(after.key())
            assert len(seen) < MAX_HANDS, "too large a hand to try everything"
            queue.append((after, [*before, name(move)]))
            if any(not one.startswith(("done", "butcher")) for one in real(after)):
                return [*before, name(move)]
    return []


def check_endings(start: Any, asks: Asks) -> None:
    """Where the action ends without a question, nothing in hand could have gone on with it."""
    for ending in endings(start):
        if not asks(ending):
            opened = what_opens(ending)
            assert not opened, f"it ended, but: {', '.join(opened)}; {goods(ending)}"


@pytest.mark.plain
@pytest.mark.whole_games
@rule("caverna.ruby.in_between", "caverna.anytime.between_steps")
@pytest.mark.parametrize("name", SPACES)
def test_no_action_ends_that_something_in_hand_could_go_on_with(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = always_ask(monkeypatch)
    starts = positions(name, BOARDS)
    assert len(starts) == BOARDS
    for start in starts:
        check_endings(start, asks)


@pytest.mark.plain
@pytest.mark.whole_games
@rule("caverna.ruby.in_between", "caverna.anytime.between_steps")
@pytest.mark.parametrize("item", list(LOOT))
def test_no_action_ends_after_any_loot_that_could_go_on(
    item: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = always_ask(monkeypatch)
    able = [
        start
        for start in positions("hardware_rental", BOARDS, weapon=14)
        if f"loot {item}" in names(start)
    ]
    assert able
    for start in able[: BOARDS // 4]:
        check_endings(play(start, f"loot {item}"), asks)


@pytest.mark.plain
@pytest.mark.whole_games
@rule("caverna.ruby.in_between", "caverna.anytime.between_steps")
def test_hardly_anybody_is_asked_who_could_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = always_ask(monkeypatch)
    asked = [
        ending
        for name in SPACES
        for start in positions(name, BOARDS // 2)
        for ending in endings(start)
        if asks(ending)
    ]
    in_vain = [ending for ending in asked if not what_opens(ending)]
    assert len(asked) > 100
    assert len(in_vain) < len(asked) / 10
