"""The facts of `facts.toml` as the numbers the rules work with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

PLAIN: Final = 0
RED: Final = 1
BLUE: Final = 2
DRAGON: Final = 3
EXTRACTION_CARDS: Final = ("plain", "red", "blue", "dragon")

SMALL: Final = 0
DOUBLE: Final = 1
ALL: Final = 2
BONUS: Final = 3
SWAP: Final = 4
EXIT_ACTIONS: Final = ("small", "double", "all", "bonus", "swap")

MOST_DWARFS: Final = 6


@cache
def _tree() -> dict[str, Any]:
    file = files("dvergar.games.my_gold_mine").joinpath("facts.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Facts:
    """Track, prizes and decks of one game; built once, shared by all its states."""

    __slots__ = (
        "bonus_gold",
        "door",
        "dragon",
        "dragon_stop",
        "exit_actions",
        "exit_cards",
        "exit_deck",
        "extraction_deck",
        "gold",
        "prize_rounds",
        "prizes",
        "rounds",
        "wagon",
    )

    def __init__(self, exit_deck: str) -> None:
        tree = _tree()
        self.rounds: int = tree["rounds"]
        self.prizes: list[int] = tree["prizes"]
        self.prize_rounds: list[int] = tree["prize_rounds"]
        self.bonus_gold: int = tree["bonus_gold"]
        self.wagon: int = tree["track"]["wagon"]
        self.dragon: int = tree["track"]["dragon"]
        self.dragon_stop: int = tree["track"]["dragon_stop"]
        extraction = [tree["extraction_deck"][name] for name in EXTRACTION_CARDS]
        self.gold: list[int] = [card["gold"] for card in extraction]
        self.door: list[int] = [card["door"] for card in extraction]
        self.extraction_deck = _deck([card["count"] for card in extraction])
        deck: dict[str, int] = tree["exit_deck"][exit_deck]
        # "swap" alone is in no deck of ours, but a custom position may hold one.
        self.exit_cards = [*deck, *(name for name in ("swap",) if name not in deck)]
        self.exit_actions = [_actions(name) for name in self.exit_cards]
        self.exit_deck = _deck([deck.get(name, 0) for name in self.exit_cards])


def exit_decks() -> tuple[str, ...]:
    """The names of the exit decks there are, the default first."""
    return tuple(_tree()["exit_deck"])


def _deck(counts: list[int]) -> list[int]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _actions(name: str) -> list[int]:
    return [EXIT_ACTIONS.index(word) for word in name.split()]
