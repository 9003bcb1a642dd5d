"""What no bot but `random` gets wrong, however weak it is meant to be.

Each position is played on until it has come to the point; then what was at stake must be there.
Bots that think are given little to think with: these are questions for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.game import State
from tests.bots.small import small
from tests.games.cave_vs_cave import tables as cave
from tests.games.caverna import tables as caverna

SEEDS = range(3)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position for seat 0, how long it is played on, and what must be so then."""

    name: str
    state: State
    until: Callable[[State], bool]
    solved: Callable[[State, list[str]], bool]
    """Asked with the moves that seat 0 has made."""


def seat_0(state: State) -> Any:
    """What everybody sees of the seat that is to solve it."""
    return state.view(None)["players"][0]


def is_over(state: State) -> bool:
    return state.over


def is_done(state: State) -> bool:
    """The turn has passed to somebody else."""
    return state.over or state.seat != 0


# Caverna: seat 0 has the last dwarf of a round.

PILES = {"wood_gathering": {"wood": 1}, "sustenance": {"food": 1}}
LARGE = {"r3c2 r2c2": "large_pasture"}


def is_round_seven(state: State) -> bool:
    return state.over or state.view(None)["round"] == 7


def does_not_beg(state: State, _: list[str]) -> bool:
    return bool(seat_0(state)["begging"] == 0)


def evening(name: str, board: dict[str, str] | None = None, **goods: int) -> Puzzle:
    """A full harvest at the end of round six; the other household has enough."""
    mine = {"dwarfs": ["home", "away"], "goods": goods, "board": board or {}}
    state = caverna.table(mine, caverna.RESTING, round=6, harvest="full", piles=PILES)
    return Puzzle(name, state, is_round_seven, does_not_beg)


def last_dwarf(name: str, points: int, piles: dict[str, Any], **mine: Any) -> Puzzle:
    """The last placement of the game; so many points more than before can be had."""
    mine = {"dwarfs": ["home", "away"], "goods": {"food": 8}, **mine}
    state = caverna.table(mine, caverna.RESTING, round=12, piles=PILES | piles)
    wanted = seat_0(state)["score"] + points
    return Puzzle(name, state, is_over, lambda state, _: bool(seat_0(state)["score"] >= wanted))


def free_bed(name: str, **mine: Any) -> Puzzle:
    """Nearly everything is taken, a child can be had, and there are eight rounds to come."""
    taken = ["drift_mining", "excavation", "supplies", "clearing", "housework", "slash_and_burn"]
    taken += ["starting_player"]
    mine = {"dwarfs": ["home", "away"], "goods": {"food": 8}, "board": {"r2c3": "dwelling"}, **mine}
    cards = ["blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children"]
    state = caverna.table(
        mine, caverna.RESTING, round=5, cards=cards, piles=PILES, occupied=dict.fromkeys(taken, 1)
    )
    return Puzzle(name, state, is_done, lambda state, _: len(seat_0(state)["dwarfs"]) == 3)


SHEDS = {**LARGE, "r2c0 r1c0": "large_pasture", "r2c1": "small_pasture"}


def in_caverna() -> Iterator[Puzzle]:
    yield from hungry()
    yield from in_the_end()
    yield from traded_in_the_end()
    yield free_bed("a child with a bed free")
    yield free_bed("a child in a simple dwelling", board={"r2c3": "simple_dwelling_4_2"})
    yield free_bed("a child in a mixed dwelling", board={"r2c3": "mixed_dwelling"})
    yield free_bed("a child with two beds free", board={"r2c3": "couple_dwelling"})


def hungry() -> Iterator[Puzzle]:
    yield evening("hungry with food at hand", food=4)
    yield evening("hungry with more food than needed", food=9, grain=2)
    yield evening("hungry with grain to eat", grain=5)
    yield evening("hungry with vegetables to eat", vegetable=3)
    yield evening("hungry with sheep to eat", LARGE, sheep=4, food=1)
    yield evening("hungry with some food and grain", food=2, grain=2)
    yield evening("hungry with some food and a vegetable", food=2, vegetable=1)
    yield evening("hungry with cattle and a vegetable", LARGE, cattle=1, vegetable=1)
    yield evening("hungry with donkeys to eat", LARGE, donkey=4, food=1)
    yield evening("hungry with gold to spend", gold=8)
    yield evening("hungry with grain and gold", grain=2, gold=4)
    yield evening("hungry with a vegetable and gold", vegetable=1, gold=4)
    yield evening("hungry with a sheep and grain", LARGE, sheep=1, grain=3)
    yield evening("hungry with one cow and grain", LARGE, cattle=1, grain=2)
    yield evening("hungry with grain and sheep", LARGE, grain=4, sheep=2)


def in_the_end() -> Iterator[Puzzle]:
    yield last_dwarf("rubies beside wood", 5, {"ruby_mining": {"ruby": 5}})
    yield last_dwarf("more rubies beside wood", 6, {"ruby_mining": {"ruby": 6}})
    yield last_dwarf("rubies delivered", 6, {"ruby_delivery": {"ruby": 7}})
    goods = {"food": 8, "gold": 4}
    yield last_dwarf("rubies beside gold", 6, {"ruby_mining": {"ruby": 6}}, goods=goods)
    treasure = {"r2c3": "treasure_chamber"}
    yield last_dwarf("rubies to treasure", 6, {"ruby_mining": {"ruby": 3}}, board=treasure)
    yield last_dwarf("sheep for a pasture", 6, {"sheep_farming": {"sheep": 5}}, board=LARGE)
    yield last_dwarf("sheep for all pastures", 8, {"sheep_farming": {"sheep": 7}}, board=SHEDS)
    yield last_dwarf("donkeys for a pasture", 6, {"donkey_farming": {"donkey": 5}}, board=LARGE)
    goods = {"food": 8, "wood": 4, "stone": 3}
    yield last_dwarf("a dwelling that can be paid", 3, {}, goods=goods, board={"r2c3": "cavern"})


def traded_in_the_end() -> Iterator[Puzzle]:
    for name, points, tile, goods in (
        ("gold for grain in the end", 4, "beer_parlor", {"grain": 4}),
        ("gold for an odd number of grain", 4, "beer_parlor", {"grain": 5}),
        ("gold for much grain in the end", 8, "beer_parlor", {"grain": 8}),
        ("gold for rubies and ore", 2, "blacksmithing_parlor", {"ruby": 2, "ore": 2}),
        ("gold for spare parts", 4, "spare_part_storage", {"wood": 2, "stone": 2, "ore": 2}),
        ("gold for more spare parts", 6, "spare_part_storage", {"wood": 3, "stone": 3, "ore": 3}),
    ):
        yield last_dwarf(name, points, {}, board={"r2c3": tile}, goods={"food": 8, **goods})


# Cave vs Cave: the last turn of seat 0, with two tiles left.

START = ["cultivation", "housework", "excavation", "undergrowth", "furnishing"]


def last_tile(name: str, gold: int, tile: str, *taken: str, **mine: Any) -> Puzzle:
    """So much gold can be had with the last tile."""
    goods = {**cave.NONE, **mine.pop("goods", {})}
    state = cave.table({"goods": goods, **mine}, tile=tile, around=8, taken=[*START, *taken])
    wanted = goods["gold"] + gold
    return Puzzle(name, state, is_done, lambda state, _: seat_0(state)["goods"]["gold"] >= wanted)


def with_room(name: str, gold: int, cell: str, room: str, **goods: int) -> Puzzle:
    """The last tile lets one room be used, or a wall be breached."""
    return last_tile(name, gold, "breach", "masonry", rooms={cell: room}, goods=goods)


def in_cave_vs_cave() -> Iterator[Puzzle]:
    for name, wood, stone in (
        ("gold for wood", 5, 0),
        ("gold for much wood", 9, 0),
        ("gold for stone", 0, 6),
        ("gold for wood, stone to keep", 5, 4),
        ("gold for stone, wood to keep", 3, 5),
    ):
        yield last_tile(name, 4, "expedition", "masonry", goods={"wood": wood, "stone": stone})
    yield with_room("a vein of gold", 1, "r1c0", "gold_vein")
    yield with_room("gold from the state room", 1, "r4c2", "state_room")
    yield with_room("gold for one flax", 1, "r1c0", "spinning_wheel", flax=1)
    yield with_room("gold for flax", 2, "r1c0", "spinning_wheel", flax=3)
    yield with_room("gold for woven flax", 2, "r0c1", "weaving_room", flax=2)
    yield with_room("gold for grain at the stall", 4, "r1c0", "stall", grain=5)
    yield with_room("gold for flax at the stall", 4, "r1c0", "stall", flax=5)
    yield with_room("gold for bread", 2, "r4c2", "bakehouse", grain=3)
    yield with_room("gold from the workshop", 3, "r0c1", "furniture_workshop", wood=2, flax=1)
    goods = {"wood": 1, "grain": 1, "flax": 1, "food": 1}
    yield with_room("gold on the altar", 3, "r1c0", "sacrificial_altar", **goods)
    wheel = {"r1c0": "spinning_wheel"}
    yield last_tile(
        "gold for flax before digging", 2, "drift_mining", "masonry", rooms=wheel, goods={"flax": 3}
    )


# My Gold Mine: three players in the last round, seat 0 has gold in hand.

OTHERS_OUT = {1: ["plain"], 2: ["plain"]}


def in_the_mine(name: str, move: str, burns: bool = False, **position: Any) -> Puzzle:
    """There is one right answer to the present question."""
    door = "burn" if burns else "stay"
    game = dvergar.game("my_gold_mine", players=3, first_seat=0, red_door_at_dragon=door)
    state = game.position(piles=[["plain"] * 5, [], []], turn=0, round=3, **position)
    return Puzzle(name, state, is_done, lambda _, moves: moves[0] == move)


def in_my_gold_mine() -> Iterator[Puzzle]:
    for name, dwarfs, dragon in (
        ("a red door into the fire", [3, 2, 2], 4),
        ("a red door into the fire from the middle", [2, 1, 1], 3),
        ("a red door into the fire, alone inside", [3, "out", "out"], 4),
    ):
        ladder = OTHERS_OUT if "out" in dwarfs else {}
        yield in_the_mine(
            name, "draw exit", burns=True,
            dwarfs=dwarfs, dragon=dragon, extraction=["red"], ladder=ladder,
        )  # fmt: skip
    for name, place in (
        ("beside the dragon with a free way out", 2),
        ("beside the dragon far inside", 3),
        ("beside the dragon one step from the exit", 1),
    ):
        yield in_the_mine(
            name, "draw exit",
            dwarfs=[place, "out", "out"], dragon=place + 1, ladder=OTHERS_OUT,
            extraction=["plain", "dragon", "plain", "dragon"], short_deck=True,
        )  # fmt: skip
    alone = [1, "out", "out"]
    yield in_the_mine(
        "a blue door into the open", "dig",
        dwarfs=alone, extraction=["blue"], ladder={1: ["plain"] * 5, 2: ["red"]},
    )  # fmt: skip
    yield in_the_mine(
        "a blue door before two piles", "dig",
        dwarfs=alone, extraction=["blue"], ladder={1: ["plain"] * 4, 2: ["plain"] * 2},
    )  # fmt: skip
    for name, dragon in (
        ("a blue door with the dragon behind", 2),
        ("a blue door with the dragon two steps behind", 3),
    ):
        yield in_the_mine(
            name, "dig", dwarfs=alone, dragon=dragon, extraction=["blue"], ladder=OTHERS_OUT
        )


PUZZLES = {
    "caverna": in_caverna,
    "cave_vs_cave": in_cave_vs_cave,
    "my_gold_mine": in_my_gold_mine,
}


def every_bot() -> list[Any]:
    """Every puzzle with every bot that has to solve it."""
    return [
        pytest.param(puzzle, bot, id=f"{game}-{puzzle.name}-{bot}")
        for game, puzzles in PUZZLES.items()
        for puzzle in puzzles()
        for bot in bots.names(game)
        if bot != "random"
    ]


@pytest.mark.parametrize(("puzzle", "bot"), every_bot())
def test_every_bot_but_chance_knows_better(puzzle: Puzzle, bot: str) -> None:
    for seed in SEEDS:
        solved, played = play_puzzle(puzzle, bot, seed)
        assert solved, played


@pytest.mark.parametrize("game", PUZZLES)
def test_chance_gets_many_of_them_wrong(game: str) -> None:
    solved = [
        play_puzzle(puzzle, "random", seed)[0] for puzzle in PUZZLES[game]() for seed in range(10)
    ]
    assert sum(solved) / len(solved) < 0.5


def test_there_are_sixty_puzzles_each_with_a_name() -> None:
    names = [puzzle.name for puzzles in PUZZLES.values() for puzzle in puzzles()]
    assert len(set(names)) == len(names) == 60


def play_puzzle(puzzle: Puzzle, bot: str, seed: int) -> tuple[bool, list[str]]:
    """Whether a bot with little to think with solves it, and the moves of seat 0."""
    state = puzzle.state.copy()
    thinker = small(bot, seed, state.game.slug)
    other = bots.make("random", seed)
    played: list[str] = []
    for number in range(100):
        if puzzle.until(state):
            break
        move = ask(thinker if state.seat == 0 else other, state, 100 * seed + number)
        if state.seat == 0:
            played.append(state.game.name(move))
        state.play(move)
    return puzzle.solved(state, played), played
