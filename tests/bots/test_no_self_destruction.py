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


def in_caverna() -> Iterator[Puzzle]:
    yield evening("hungry with food at hand", food=4)
    yield evening("hungry with more food than needed", food=9, grain=2)
    yield evening("hungry with grain to eat", grain=5)
    yield evening("hungry with vegetables to eat", vegetable=3)
    yield evening("hungry with sheep to eat", LARGE, sheep=4, food=1)
    yield last_dwarf("rubies beside wood", 5, {"ruby_mining": {"ruby": 5}})
    yield last_dwarf(
        "gold for grain in the end", 4, {}, board={"r2c3": "beer_parlor"},
        goods={"food": 8, "grain": 4},
    )  # fmt: skip
    yield free_bed("a child with a bed free")


# Cave vs Cave: the last turn of seat 0, with two tiles left.

START = ["cultivation", "housework", "excavation", "undergrowth", "furnishing"]


def last_tile(name: str, gold: int, tile: str, *taken: str, **mine: Any) -> Puzzle:
    """So much gold can be had with the last tile."""
    goods = {**cave.NONE, **mine.pop("goods", {})}
    state = cave.table({"goods": goods, **mine}, tile=tile, around=8, taken=[*START, *taken])
    wanted = goods["gold"] + gold
    return Puzzle(name, state, is_done, lambda state, _: seat_0(state)["goods"]["gold"] >= wanted)


def in_cave_vs_cave() -> Iterator[Puzzle]:
    yield last_tile("gold for wood", 4, "expedition", "masonry", goods={"wood": 5})
    yield last_tile("gold for stone", 4, "expedition", "masonry", goods={"stone": 6})
    vein = {"r1c0": "gold_vein"}
    yield last_tile("a vein of gold", 1, "breach", "masonry", rooms=vein)
    wheel = {"r1c0": "spinning_wheel"}
    yield last_tile("gold for flax", 2, "breach", "masonry", rooms=wheel, goods={"flax": 3})


# My Gold Mine: three players in the last round, seat 0 has gold in hand.

OTHERS_OUT = {1: ["plain"], 2: ["plain"]}


def in_the_mine(name: str, move: str, burns: bool = False, **position: Any) -> Puzzle:
    """There is one right answer to the present question."""
    door = "burn" if burns else "stay"
    game = dvergar.game("my_gold_mine", players=3, first_seat=0, red_door_at_dragon=door)
    state = game.position(piles=[["plain"] * 5, [], []], turn=0, round=3, **position)
    return Puzzle(name, state, is_done, lambda _, moves: moves[0] == move)


def in_my_gold_mine() -> Iterator[Puzzle]:
    yield in_the_mine(
        "a red door into the fire", "draw exit", burns=True,
        dwarfs=[3, 2, 2], dragon=4, extraction=["red"],
    )  # fmt: skip
    yield in_the_mine(
        "beside the dragon with a free way out", "draw exit",
        dwarfs=[2, "out", "out"], dragon=3, ladder=OTHERS_OUT,
        extraction=["plain", "dragon", "plain", "dragon"], short_deck=True,
    )  # fmt: skip
    yield in_the_mine(
        "a blue door into the open", "dig",
        dwarfs=[1, "out", "out"], extraction=["blue"], ladder={1: ["plain"] * 5, 2: ["red"]},
    )  # fmt: skip
    yield in_the_mine(
        "a blue door with the dragon behind", "dig",
        dwarfs=[1, "out", "out"], dragon=2, extraction=["blue"], ladder=OTHERS_OUT,
    )  # fmt: skip


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
        assert puzzle.solved(state, played), played
