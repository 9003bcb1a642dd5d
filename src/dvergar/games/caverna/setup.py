"""Setting Caverna up: cards by stage, harvest markers and the first food.

What a player cannot know is dealt anew here too, for imagined copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.core.chance import Chance
from dvergar.games.caverna.facts import (
    FACTS,
    SPACE_COUNT,
    SPACES,
)
from dvergar.games.caverna.goods import (
    FOOD,
)
from dvergar.games.caverna.phases import (
    UNKNOWN,
)
from dvergar.games.caverna.player import new_player
from dvergar.games.caverna.rounds import first_unseen_marker

if TYPE_CHECKING:
    from dvergar.core.chance import Chance
    from dvergar.games.caverna.rules import State


def set_up(state: State) -> None:
    """Deals cards and markers, gives everybody the first food, and begins round 1."""
    game = state.caverna
    start = FACTS["start"]
    state.players = [new_player(start["dwarfs"], start["stables"]) for _ in range(game.players)]
    state.pile = [0] * game.slot_count
    state.occupant = [-1] * SPACE_COUNT
    first = game.first_seat
    state.starter = first if isinstance(first, int) else state.chance.below(game.players)
    state.next_starter = state.starter
    for number, food in enumerate(start["food"][game.players - 1]):
        state.players[(state.starter + number) % game.players].goods[FOOD] = food
    _deal_cards(state)
    _deal_markers(state)
    state.advance()
    state.run()


def _deal_cards(state: State) -> None:
    game = state.caverna
    if game.players == 1:
        order = [SPACES.index(card) for card in FACTS["cards"]["solo"]]
    else:
        order = []
        for stage in FACTS["cards"]["stages"]:
            cards = [SPACES.index(card) for card in stage["cards"]]
            if game.players == 2:
                cards = [c for c in cards if SPACES[c] not in FACTS["cards"]["not_for_two"]]
            state.chance.shuffle(cards)
            order += cards
    state.cards = [UNKNOWN] * (FACTS["rounds"] + 1)
    for number, card in zip(game.rounds, order, strict=True):
        state.cards[number] = card


def _deal_markers(state: State) -> None:
    harvest = FACTS["harvest"]
    state.markers = [UNKNOWN] * (FACTS["rounds"] + 1)
    if state.caverna.players == 1:
        return
    rounds = [number for number in state.caverna.rounds if number >= harvest["markers_from"]]
    markers = [1] * harvest["red"]
    markers += [0] * (len(rounds) - len(markers))
    state.chance.shuffle(markers)
    for number, marker in zip(rounds, markers, strict=True):
        state.markers[number] = marker


def deal_unseen_cards(state: State, chance: Chance) -> list[int]:
    """The cards with those to come shuffled within their stages."""
    cards = state.cards[:]
    for stage in FACTS["cards"]["stages"]:
        unseen = [n for n in stage["rounds"] if n > state.round and cards[n] != UNKNOWN]
        hidden = [cards[number] for number in unseen]
        chance.shuffle(hidden)
        for number, card in zip(unseen, hidden, strict=True):
            cards[number] = card
    return cards


def deal_unseen_markers(state: State, chance: Chance) -> list[int]:
    """The harvest markers with those that lie face down shuffled."""
    markers = state.markers[:]
    first_unseen = first_unseen_marker(state)
    unseen = [n for n in range(first_unseen, len(markers)) if markers[n] != UNKNOWN]
    hidden = [markers[number] for number in unseen]
    chance.shuffle(hidden)
    for number, marker in zip(unseen, hidden, strict=True):
        markers[number] = marker
    return markers
