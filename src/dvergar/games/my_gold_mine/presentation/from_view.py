"""A position of My Gold Mine from what a seat sees of it.

Gold in face-down piles is made up so that it fits the cards that are gone: those of every kind can
be counted. The order of the decks is dealt by whoever imagines the position further.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dvergar.core.chance import Chance
from dvergar.core.game import Game
from dvergar.games.my_gold_mine.facts.material import BONUS, DRAGON, EXTRACTION_CARDS, MATERIAL
from dvergar.games.my_gold_mine.state.moves import BURNT
from dvergar.games.my_gold_mine.state.state import NO_CARD, State
from dvergar.games.my_gold_mine.state.variant import Variant


class Pile:
    """Cards that lie face down, with their gold where it is known."""

    def __init__(self, cards: int, gold: int | None) -> None:
        self.cards = cards
        self.known = gold is not None
        self.gold = gold or 0


def from_view(game: Game, view: dict[str, Any], _seat: int | None, seed: int) -> State:
    """A position that looks so."""
    state = State(game, Variant(game.players, game.options), Chance(seed))
    state.over = bool(view["over"])
    state.round, state.starter = int(view["round"]), int(view["starter"])
    state.dwarf, state.seat = int(view["dwarf"]), int(view["seat"])
    state.dragon, state.box = int(view["dragon"]), int(view["extraction"]["box"])
    state.reveals, state.turn = int(view["reveals"]), int(view["turn"])
    state.ladder, state.second_ladder = list(view["ladder"]), list(view["last_ladder"])
    state.places = [BURNT if one["place"] is None else one["place"] for one in view["dwarfs"]]
    state.nuggets = [int(one["nuggets"]) for one in view["players"]]
    state.results = [
        (result["round"], one["dwarf"], one["gold"], one["prize"])
        for result in view["results"]
        for one in result["ranking"]
    ]
    _lay_decks(state, view)
    inside = [Pile(one["cards"], one["gold"]) for one in view["players"]]
    outside = [Pile(one["cards"], one["gold"]) for one in view["dwarfs"]]
    _imagine_gold(state, inside + outside, Chance(seed))
    state.pile_cards, state.pile_gold = [p.cards for p in inside], [p.gold for p in inside]
    state.out_cards, state.out_gold = [p.cards for p in outside], [p.gold for p in outside]
    return state


def _lay_decks(state: State, view: dict[str, Any]) -> None:
    names = state.variant.exit_deck.names
    hidden, top = view["extraction"]["hidden"], view["extraction"]["top"]
    state.extraction = [
        card for card, name in enumerate(EXTRACTION_CARDS) for _ in range(hidden[name])
    ]
    if top is not None:
        state.extraction.append(EXTRACTION_CARDS.index(top))
    seen = view["exit"]
    state.exits = [
        card for card, name in enumerate(names) for _ in range(seen["unseen"].get(name, 0))
    ]
    state.discard = [names.index(name) for name in seen["discard"]]
    state.card = NO_CARD if seen["drawn"] is None else names.index(seen["drawn"])


def _imagine_gold(state: State, piles: list[Pile], chance: Chance) -> None:
    """Deals the cards that are gone to the piles whose gold is not known."""
    gone = _gone(state)
    known = [pile for pile in piles if pile.known and pile.cards]
    _take_known(gone, known)
    chance.shuffle(gone)
    for pile in piles:
        if not pile.known:
            pile.gold = sum(gone.pop() if gone else 1 for _ in range(pile.cards))


def _gone(state: State) -> list[int]:
    """The gold of every card that has left the decks, burnt ones included."""
    gone = MATERIAL.extraction_deck[:]
    for card in state.extraction:
        if card in gone:
            gone.remove(card)
    gold = [MATERIAL.gold[card] for card in gone if card != DRAGON]
    deck = state.variant.exit_deck
    exits = [*state.exits, *state.discard, state.card]
    for card, actions in enumerate(deck.actions):
        if BONUS in actions:
            gold += [MATERIAL.bonus_gold] * (deck.deck.count(card) - exits.count(card))
    return gold


def _take_known(gone: list[int], piles: list[Pile]) -> bool:
    """Takes cards for piles of known gold; False, and nothing taken, where they cannot be had."""
    if not piles:
        return True
    first, others = piles[0], piles[1:]
    kinds = sorted({*MATERIAL.gold, MATERIAL.bonus_gold} - {0}, reverse=True)
    for wanted in _worth(first.gold, first.cards, kinds, gone):
        for gold in wanted:
            gone.remove(gold)
        if _take_known(gone, others):
            return True
        gone += wanted
    return False


def _worth(gold: int, cards: int, kinds: list[int], gone: list[int]) -> Iterator[list[int]]:
    """Every choice of so many of the cards that are gone with so much gold together."""
    if not kinds:
        if gold == cards == 0:
            yield []
        return
    worth, others = kinds[0], kinds[1:]
    for number in range(min(gone.count(worth), cards, gold // worth) + 1):
        for rest in _worth(gold - number * worth, cards - number, others, gone):
            yield [worth] * number + rest
