"""Positions of Caverna that browser tests look at: one for every kind of question, and more."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

import dvergar
from dvergar.testing import play
from tests.games.caverna.tables import RESTING, evening, table

SLUG = "caverna"
START = f"/?game={SLUG}"

RICH: dict[str, Any] = {
    "goods": {"wood": 9, "stone": 9, "ore": 9, "gold": 9, "food": 3, "grain": 2, "vegetable": 2}
    | {"ruby": 3, "dog": 1, "sheep": 5, "donkey": 1, "cattle": 2, "boar": 1},
    "weapons": [3, 9, 0],
    "dwarfs": ["home", "home", "away"],
    "board": {
        "r0c3": "cavern",
        "r1c4": "cavern",
        "r2c4": "tunnel",
        "r2c5": "deep_tunnel",
        "r3c4": "ruby_mine",
        "r3c5": "ore_mine",
        "r1c3": "couple_dwelling",
        "r2c3": "cooking_cave",
        "r3c2": "meadow",
        "r2c2": "field",
        "r2c1 r1c1": "large_pasture",
        "r2c0": "small_pasture",
        "r3c1": "field",
        "r1c2": "meadow",
    },
    "stables": ["r0c1", "r2c1"],
    "crops": {"r2c2": "vegetable 2", "r3c1": "grain 3"},
}
POOR: dict[str, Any] = {
    "goods": {"food": 1, "grain": 2, "sheep": 3, "vegetable": 1, "gold": 3, "wood": 2},
    "weapons": [0, 0, 0],
    "board": {"r3c2": "small_pasture", "r2c2": "field", "r1c2": "meadow", "r2c3": "working_cave"},
    "crops": {"r2c2": "grain 2"},
    "stables": ["r3c2"],
}
PILES: dict[str, dict[str, int]] = {
    "drift_mining": {"stone": 3},
    "excavation": {"stone": 2},
    "logging": {"wood": 3},
    "ore_mining": {"ore": 4},
    "starting_player": {"food": 4},
    "ruby_mining": {"ruby": 2},
}


def working_day(*moves: str) -> Any:
    """Round 8 of three: a rich player chooses, others have placed dwarfs."""
    others: list[dict[str, Any]] = [{"goods": {"food": 9, "wood": 2}}, {"weapons": [0, 6]}]
    state = table(
        RICH, *others, players=3, round=8, piles=PILES, occupied={"clearing": 1, "supplies": 2}
    )
    return play(state, *moves)


def full_of_wishes() -> Any:
    """Round 11 of four: the card with the longest name is taken, and nothing lies on the others."""
    taken = {"urgent_wish_for_children": 1, "clearing": 2, "ore_mining": 3}
    return table(RICH, {}, {}, {}, players=4, round=11, occupied=taken)


def closed_to_many() -> Any:
    """Round 10 of seven: a poor player finds most round cards closed, each with its reason."""
    return table(*[{}] * 7, players=7, round=10)


def young_without_room() -> Any:
    """Two pairs, and a single place left for one young."""
    board = {"r3c2": "small_pasture", "r2c2": "meadow"}
    goods = {"food": 20, "sheep": 2, "donkey": 2}
    return evening({"goods": goods, "board": board, "stables": ["r2c2"]}, round=5)


def last_trades() -> Any:
    return evening({"goods": {"food": 20, "ruby": 2, "gold": 4}}, round=12, harvest="none")


def purge() -> Any:
    """The solo game: too much wood on a space, and rubies to save it with."""
    resting = {**RESTING, "dwarfs": ["home", "away"], "goods": {"food": 20, "ruby": 2}}
    state = table(resting, players=1, round=1, piles={"logging": {"wood": 9}})
    return play(state, "place slash_and_burn", "meadow r3c2 field r3c1", "done")


def mining() -> Any:
    """The last dwarf of a round has found a ruby, and the Miner has a mine without a donkey."""
    board = {"r2c3": "miner", "r1c3": "ore_mine", "r0c3": "deep_tunnel"}
    seat = {"dwarfs": ["home", "away"], "board": board}
    state = table(seat, *[RESTING] * 2, players=3, piles={"ruby_mining": {"ruby": 1}})
    return play(state, "place ruby_mining")


def sowing() -> Any:
    state = table({**RICH, "crops": {}}, players=3, round=8)
    return play(state, "place family_life", "sow grain")


# Every kind of question, by the name its words have.
QUESTIONS: dict[str, Callable[[], Any]] = {
    "placing": lambda: table(players=2),
    "placing_armed": working_day,
    "flow": lambda: working_day("place excavation"),
    "site": lambda: working_day("place housework", "furnish carpenter"),
    "paying": lambda: play(
        table(
            {
                "goods": {"wood": 1, "ore": 1},
                "board": {"r2c3": "builder", "r2c4": "cavern", "r2c5": "tunnel"},
            }
        ),
        "place housework",
        "furnish trader",
    ),
    "sowing": sowing,
    "looting": lambda: working_day("jump dwarf 9", "place blacksmithing", "loot dog"),
    "marketing": lambda: play(
        table({"goods": {"gold": 9}}, players=5), "place weekly_market", "buy dog"
    ),
    "selling": lambda: play(
        table({"goods": {"ore": 9}}, round=12), "place ore_trading", "sell ore"
    ),
    "herd": lambda: play(
        table({"goods": {"donkey": 2}}, round=3, piles={"sheep_farming": {"sheep": 2}}),
        "place sheep_farming",
    ),
    "event": lambda: evening({"goods": {"food": 20}}, round=8, players=3, harvest="skip_one"),
    "feeding": lambda: evening(POOR, round=5),
    "breeding": lambda: play(young_without_room(), "feed", "feed"),
    "last_trades": last_trades,
    "purge": purge,
    "mining": mining,
}


def middle_of(players: int) -> Any:
    """A position of the last round of a random game with so many players."""
    game = dvergar.game(SLUG, players=players)
    chance = random.Random(3)
    state: Any = game.start(3)
    while state.round < 12 or state.view(None)["acting"] is None:
        state.play(chance.choice(state.moves(free=False)))
    return state


def take_up(button: Locator) -> None:
    """Takes up what a place of the home board is for, if something else is in hand."""
    tool = re.search(r"\bw(\d+)", button.get_attribute("class") or "")
    if tool and not button.is_visible():
        button.page.locator(f".tool-{tool[1]} + label").click()
