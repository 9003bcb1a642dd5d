"""The cards by number and name, and what is in the box: track, prizes and decks, from `facts.toml`.

A mistyped key there is reported in a sentence, and a key that nothing here asks for is refused.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from dvergar.core.facts import Facts, FactsError, read

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
WALKING: Final = (SMALL, DOUBLE, ALL)


MAX_COUNTED: Final = 15
"""Places of the track and dragons: what bots remember of a position has no room for more."""


class ExitDeck:
    """One composition of the exit deck; a card is called by its actions, such as `small swap`."""

    def __init__(self, cards: list[Facts]) -> None:
        words = [card.texts("actions", EXIT_ACTIONS) for card in cards]
        for card, actions in zip(cards, words, strict=True):
            card.some("actions", actions)
            if words.count(actions) > 1:
                raise FactsError("facts.once", where=card.where, key=", ".join(actions))
        self.deck = _deck([card.number("count", least=1) for card in cards])
        self.actions = [[EXIT_ACTIONS.index(word) for word in card] for card in words]
        if [SWAP] not in self.actions:  # in no deck of ours, but a custom position may hold one
            self.actions.append([SWAP])
        self.names = [" ".join(EXIT_ACTIONS[action] for action in card) for card in self.actions]


class Material:
    """All numbers of the game."""

    def __init__(self, tree: Facts) -> None:
        self.rounds = tree.number("rounds", least=1)
        self.prizes = tree.numbers("prizes", least=1)
        for before, after in pairwise(self.prizes):
            if after > before:
                raise FactsError("facts.most", where=tree.where, key="prizes", most=before)
        self.prize_rounds = tree.numbers("prize_rounds", most=self.rounds, least=1)
        tree.once("prize_rounds", self.prize_rounds)
        self.bonus_gold = tree.number("bonus_gold", least=1)
        self.dwarfs = tree.number("dwarfs", least=2)
        team = tree.part("two_player_variant")
        self.team = team.number("dwarfs", most=self.dwarfs // 2, least=1)
        track = tree.part("track")
        self.dragon = track.number("dragon", most=MAX_COUNTED, least=2)
        self.wagon = track.number("wagon", most=self.dragon - 1, least=1)
        self.dragon_stop = track.number("dragon_stop", most=self.dragon - 1, least=1)
        cards = tree.part("extraction_deck")
        plain, red, blue, dragon = [cards.part(name) for name in EXTRACTION_CARDS]
        self.gold = [card.number("gold", least=1) for card in (plain, red, blue)] + [0]
        self.door = [0, red.number("door", least=1), blue.number("door", most=-1, least=None), 0]
        counts = [card.number("count", least=1) for card in (plain, red, blue)]
        self.extraction_deck = _deck([*counts, dragon.number("count", most=MAX_COUNTED, least=1)])
        steps = tree.part("steps")
        self.steps = [0] * len(EXIT_ACTIONS)
        for action in WALKING:
            self.steps[action] = steps.number(EXIT_ACTIONS[action], least=1)
        decks = tree.part("exit_deck")
        decks.some("exit_deck", decks.names())
        self.exit_decks = {name: ExitDeck(decks.parts(name)) for name in decks.names()}


def _deck(counts: list[int]) -> list[int]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _read() -> Material:
    with read("dvergar.games.my_gold_mine.facts", "facts.toml") as tree:
        return Material(tree)


MATERIAL: Final = _read()
