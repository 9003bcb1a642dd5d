"""Digging: the top extraction card with its gold, and the door on it."""

from __future__ import annotations

from dvergar.games.my_gold_mine.facts.cards import RED
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.rules.dragon import burn, wake_dragon
from dvergar.games.my_gold_mine.rules.reasons import DECK_EMPTY, POSSIBLE, RED_DOOR_FORBIDDEN
from dvergar.games.my_gold_mine.rules.walking import walk
from dvergar.games.my_gold_mine.state.places import OUT
from dvergar.games.my_gold_mine.state.state import State


def why_not_dig(state: State) -> int:
    """POSSIBLE, or the reason why the dwarf whose turn it is cannot take the top card."""
    if not state.extraction:
        return DECK_EMPTY
    if (
        state.variant.red_door_forbidden
        and state.extraction[-1] == RED
        and state.is_next_to_dragon()
    ):
        return RED_DOOR_FORBIDDEN
    return POSSIBLE


def dig(state: State) -> None:
    """Takes the top card and its gold, goes through its door, then looks what was bared."""
    card = state.extraction.pop()
    gold = MATERIAL.gold[card]
    state.pile_gold[state.seat] += gold
    state.pile_cards[state.seat] += 1
    state.trail.append(("dig", state.dwarf, card, gold))
    if state.variant.dragon_first:
        wake_dragon(state)
        if state.places[state.dwarf] > OUT:
            go_through_door(state, card)
    else:
        go_through_door(state, card)
        wake_dragon(state)


def go_through_door(state: State, card: int) -> None:
    """Moves the acting dwarf as the door on its card says."""
    step = MATERIAL.door[card]
    if burns_at_door(state, card):
        burn(state, state.dwarf)
    elif step and door_leads_to(state, card) == state.places[state.dwarf]:
        state.trail.append(("stay", state.dwarf))
    elif step:
        walk(state, state.dwarf, step, "red" if step > 0 else "blue")


def door_leads_to(state: State, card: int) -> int:
    """Where the door on a card leads the acting dwarf; a red one never to the dragon."""
    here = state.places[state.dwarf]
    there = here + MATERIAL.door[card]
    return there if there < state.dragon else here


def burns_at_door(state: State, card: int) -> bool:
    """Whether a red door that leads to the dragon burns the acting dwarf, as an option has it."""
    leads_to_dragon = MATERIAL.door[card] > 0 and state.is_next_to_dragon()
    return leads_to_dragon and state.variant.red_door_burns
