"""What is in the box, in numbers: track, prizes and decks, read once from `facts.toml`.

Whoever mistypes a key there is told so in a sentence, and a key that nothing here asks for is
refused.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, read
from dvergar.games.my_gold_mine.facts.cards import EXIT_ACTIONS, EXTRACTION_CARDS, SWAP, WALKING


class ExitDeck:
    """One composition of the exit deck; a card is called by its actions, such as `small swap`."""

    def __init__(self, cards: list[Facts]) -> None:
        words = [card.texts("actions", EXIT_ACTIONS) for card in cards]
        self.deck = _deck([card.number("count") for card in cards])
        self.actions = [[EXIT_ACTIONS.index(word) for word in card] for card in words]
        if [SWAP] not in self.actions:  # in no deck of ours, but a custom position may hold one
            self.actions.append([SWAP])
        self.names = [" ".join(EXIT_ACTIONS[action] for action in card) for card in self.actions]


class Material:
    """All numbers of the game."""

    def __init__(self, tree: Facts) -> None:
        self.rounds = tree.number("rounds")
        self.prizes = tree.numbers("prizes")
        self.prize_rounds = tree.numbers("prize_rounds")
        self.bonus_gold = tree.number("bonus_gold")
        self.dwarfs = tree.number("dwarfs")
        self.team = tree.part("two_player_variant").number("dwarfs")
        track = tree.part("track")
        self.wagon = track.number("wagon")
        self.dragon = track.number("dragon")
        self.dragon_stop = track.number("dragon_stop")
        cards = tree.part("extraction_deck")
        extraction = [cards.part(name) for name in EXTRACTION_CARDS]
        self.gold = [card.number("gold") for card in extraction]
        self.door = [card.number("door") for card in extraction]
        self.extraction_deck = _deck([card.number("count") for card in extraction])
        steps = tree.part("steps")
        self.steps = [0] * len(EXIT_ACTIONS)
        for action in WALKING:
            self.steps[action] = steps.number(EXIT_ACTIONS[action])
        decks = tree.part("exit_deck")
        self.exit_decks = {name: ExitDeck(decks.parts(name)) for name in decks.names()}


def _deck(counts: list[int]) -> list[int]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _read() -> Material:
    with read("dvergar.games.my_gold_mine.facts", "facts.toml") as tree:
        return Material(tree)


MATERIAL: Final = _read()
