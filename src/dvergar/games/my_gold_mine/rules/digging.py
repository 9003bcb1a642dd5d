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
    if step > 0 and state.is_next_to_dragon():
        if state.variant.red_door_burns:
            burn(state, state.dwarf)
        else:
            state.trail.append(("stay", state.dwarf))
    elif step:
        walk(state, state.dwarf, step, "red" if step > 0 else "blue")
