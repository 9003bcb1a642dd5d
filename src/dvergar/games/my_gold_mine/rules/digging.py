"""Digging: the top extraction card with its gold, the door on it, and the dragon it may wake."""

from __future__ import annotations

from dvergar.games.my_gold_mine.facts.material import DRAGON, MATERIAL, RED
from dvergar.games.my_gold_mine.rules.reasons import DECK_EMPTY, POSSIBLE, RED_DOOR_FORBIDDEN
from dvergar.games.my_gold_mine.rules.walking import walk
from dvergar.games.my_gold_mine.state.moves import BURNT, OUT
from dvergar.games.my_gold_mine.state.state import State


def wake_dragon(state: State) -> None:
    """Looks at the newly bared card: the dragon moves for each dragon until gold is on top.

    Beside the exit it stops: it has swept every card of the mine, so nobody is left.
    """
    while state.dragon > MATERIAL.dragon_stop and state.extraction and state.is_anybody_inside():
        card = state.extraction[-1]
        state.reveals += 1
        state.trail.append(("reveal", card))
        if card != DRAGON:
            return
        state.extraction.pop()
        state.box += 1
        state.dragon -= 1
        state.trail.append(("dragon", state.dragon + 1, state.dragon))
        for dwarf in range(state.variant.dwarfs):
            if state.places[dwarf] == state.dragon:
                burn(state, dwarf)


def burn(state: State, dwarf: int) -> None:
    """A dwarf is out of the round; the pile is lost unless a team mate is still inside."""
    state.places[dwarf] = BURNT
    seat = state.variant.owner[dwarf]
    lost = 0
    if not state.has_dwarf_inside(seat):
        lost = state.pile_cards[seat]
        state.box += lost
        state.pile_cards[seat] = 0
        state.pile_gold[seat] = 0
    state.trail.append(("burn", dwarf, lost))


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
