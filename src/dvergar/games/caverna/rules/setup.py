"""Setting Caverna up: cards by stage, harvest markers and the first food.

What a player cannot know is dealt anew here too, for imagined copies: what is unknown is put into
one order first, so that the new deal hangs on nothing but what is known and on chance.
"""

from __future__ import annotations

from dvergar.core.chance import Chance
from dvergar.games.caverna.facts.game import (
    MARKERS_FROM,
    RED_MARKERS,
    ROUNDS,
    SOLO_CARDS,
    SOLO_FOOD,
    START_FOOD,
)
from dvergar.games.caverna.facts.goods import FOOD
from dvergar.games.caverna.facts.spaces import SPACE_COUNT
from dvergar.games.caverna.rules.rounds import seats_in_order
from dvergar.games.caverna.state.phases import GREEN, RED, UNKNOWN
from dvergar.games.caverna.state.player import new_player
from dvergar.games.caverna.state.state import NOBODY, State
from dvergar.games.caverna.state.variant import Variant


def set_up(state: State, chance: Chance) -> None:
    """Fills a blank state: everybody has the first food, cards and markers are dealt."""
    variant = state.variant
    players = variant.players
    state.tiles = variant.tile_set
    state.players = [new_player() for _ in range(players)]
    state.stack = []
    state.trail = []
    state.pile = [0] * len(variant.slot_goods)
    state.occupant = [NOBODY] * SPACE_COUNT
    state.dwarf_on = state.occupant
    state.starter = variant.first_seat if variant.first_seat >= 0 else chance.below(players)
    state.next_starter = state.starter
    for number, seat in enumerate(seats_in_order(state)):
        state.players[seat].goods[FOOD] = SOLO_FOOD if players == 1 else START_FOOD[number]
    state.cards = _deal_cards(variant, chance)
    state.markers = _deal_markers(variant, chance)


def _deal_cards(variant: Variant, chance: Chance) -> list[int]:
    order: list[int] = []
    if variant.players == 1:
        order = SOLO_CARDS
    else:
        for cards in variant.stage_cards:
            shuffled = cards[:]
            chance.shuffle(shuffled)
            order += shuffled
    by_round = [UNKNOWN] * (ROUNDS + 1)
    for number, card in zip(variant.rounds, order, strict=True):
        by_round[number] = card
    return by_round


def _deal_markers(variant: Variant, chance: Chance) -> list[int]:
    by_round = [UNKNOWN] * (ROUNDS + 1)
    if variant.players == 1:
        return by_round
    rounds = [number for number in variant.rounds if number >= MARKERS_FROM]
    markers = [RED] * RED_MARKERS + [GREEN] * (len(rounds) - RED_MARKERS)
    chance.shuffle(markers)
    for number, marker in zip(rounds, markers, strict=True):
        by_round[number] = marker
    return by_round


def deal_unseen(state: State, chance: Chance) -> None:
    """Deals what nobody knows anew: cards to come within their stage, markers face down."""
    if state.variant.players == 1:
        return  # alone, all cards come in a known order, and there are no markers
    cards, markers = state.cards[:], state.markers[:]
    for rounds in state.variant.stage_rounds:
        _deal_anew(cards, [number for number in rounds if number > state.round], chance)
    _deal_anew(
        markers,
        [n for n in range(state.first_hidden_marker(), len(markers)) if markers[n] != UNKNOWN],
        chance,
    )
    state.cards, state.markers = cards, markers


def _deal_anew(by_round: list[int], rounds: list[int], chance: Chance) -> None:
    unseen = sorted([by_round[number] for number in rounds])
    chance.shuffle(unseen)
    for number, one in zip(rounds, unseen, strict=True):
        by_round[number] = one
