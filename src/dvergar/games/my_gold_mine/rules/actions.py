"""What a dwarf can do in My Gold Mine: walk, dig, and draw an exit card.

Digging turns up the top extraction card with its gold, its door and the dragon it may wake; the
odds of that are counted from what everyone at the table can see. An exit card lets a dwarf choose
what to do. A reason says why something is not possible: 0 means it is possible.
"""

from __future__ import annotations

from math import comb
from typing import Final

from dvergar.core.prompt import Reason
from dvergar.games.my_gold_mine.facts.material import (
    ALL,
    BONUS,
    DRAGON,
    EXIT_ACTIONS,
    MATERIAL,
    PLAIN,
    RED,
    SWAP,
)
from dvergar.games.my_gold_mine.state import ACT, BURNT, NO_CARD, OUT, SWAP_WITH, State

POSSIBLE: Final = 0
DECK_EMPTY: Final = 1
RED_DOOR_FORBIDDEN: Final = 2

REASONS: Final[tuple[Reason, ...]] = (
    Reason("possible", ""),
    Reason("deck_empty", "my_gold_mine.dig.deck_empty"),
    Reason("red_door", "my_gold_mine.option.red_door.forbid"),
)


def walk(state: State, dwarf: int, step: int, why: str) -> None:
    """Moves a dwarf along the track, towards the exit by less than 0; whoever reaches it is out."""
    start = state.places[dwarf]
    end = max(start + step, OUT)
    state.places[dwarf] = end
    state.trail.append(("move", dwarf, start, end, why))
    if end == OUT:
        leave(state, dwarf)


def leave(state: State, dwarf: int) -> None:
    """A dwarf takes the highest free slot of the ladder, and its seat's open pile."""
    seat = state.variant.owner[dwarf]
    state.ladder.append(dwarf)
    state.out_gold[dwarf] = state.pile_gold[seat]
    state.out_cards[dwarf] = state.pile_cards[seat]
    state.pile_gold[seat] = 0
    state.pile_cards[seat] = 0
    state.trail.append(("leave", dwarf, len(state.ladder), state.out_cards[dwarf]))


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


def hidden_cards(state: State) -> int:
    """How many extraction cards lie face down: all but the top one."""
    return max(len(state.extraction) - 1, 0)


def hidden_dragons(state: State) -> int:
    """How many dragons are among them; the top card never is one."""
    return state.extraction.count(DRAGON)


def dragon_chance(hidden: int, dragons: int, bared: int, moves: int) -> float:
    """The chance of at least `moves` dragon moves while gold is bared `bared` times.

    Baring goes on until gold lies on top, so the dragons that come are those before the `bared`-th
    gold card; there are at least `moves` of them just when the first `bared + moves - 1` of the
    `hidden` cards hold at least `moves` of the `dragons`.

    >>> dragon_chance(hidden=2, dragons=1, bared=1, moves=1)
    0.5
    """
    if moves <= 0:
        return 1.0
    if bared <= 0:
        return 0.0
    seen = min(bared + moves - 1, hidden)
    ways = sum(
        comb(dragons, come) * comb(hidden - dragons, seen - come)
        for come in range(moves, min(dragons, seen) + 1)
    )
    return ways / comb(hidden, seen)


def after_dragon(state: State) -> State:
    """The position after digging, had just one dragon lain below the top card."""
    after = state.copy()
    after.extraction = [PLAIN, DRAGON, state.extraction[-1]]
    after.trail = []
    dig(after)
    return after


def draw(state: State) -> None:
    """Draws an exit card; one that leaves no choice is carried out at once."""
    state.card = state.exits.pop()
    state.reveals += 1
    state.trail.append(("draw", state.dwarf, state.card))
    moves = exit_moves(state)
    if len(moves) == 1:
        do(state, moves[0])
    elif not moves:
        state.trail.append(("void", state.dwarf, state.card))
        put_away(state)


def exit_moves(state: State) -> list[int]:
    """What the drawn exit card lets the acting dwarf choose from."""
    moves: list[int] = []
    for action in state.variant.exit_deck.actions[state.card]:
        if action == SWAP:
            moves += [SWAP_WITH + dwarf for dwarf in state.others_inside()]
        else:
            moves.append(ACT + action)
    return sorted(moves)


def do(state: State, move: int) -> None:
    """Carries out one action of the drawn exit card and puts the card away."""
    if move >= SWAP_WITH:
        swap(state, move - SWAP_WITH)
        put_away(state)
        return
    action = move - ACT
    if action == BONUS:
        keep_bonus(state)
        return
    if action == ALL:
        walk_all(state)
    else:
        walk(state, state.dwarf, -MATERIAL.steps[action], EXIT_ACTIONS[action])
    put_away(state)


def walk_all(state: State) -> None:
    """Everybody in the mine moves; leaving goes in turn order, the acting dwarf first."""
    for number in range(state.variant.dwarfs):
        dwarf = (state.dwarf + number) % state.variant.dwarfs
        if state.places[dwarf] > OUT:
            walk(state, dwarf, -MATERIAL.steps[ALL], EXIT_ACTIONS[ALL])


def swap(state: State, other: int) -> None:
    """The acting dwarf and another one change places, nothing else."""
    here, there = state.places[state.dwarf], state.places[other]
    state.places[state.dwarf], state.places[other] = there, here
    state.trail.append(("move", state.dwarf, here, there, EXIT_ACTIONS[SWAP]))
    state.trail.append(("move", other, there, here, EXIT_ACTIONS[SWAP]))


def keep_bonus(state: State) -> None:
    """The card goes face down onto the pile and counts as gold."""
    state.pile_gold[state.seat] += MATERIAL.bonus_gold
    state.pile_cards[state.seat] += 1
    state.card = NO_CARD
    state.trail.append(("bonus", state.dwarf))
    refill_exits(state)


def put_away(state: State) -> None:
    """The exit card goes to the discard."""
    state.discard.append(state.card)
    state.card = NO_CARD
    refill_exits(state)


def refill_exits(state: State) -> None:
    """An empty exit deck is made anew from the discard at once."""
    if not state.exits and state.is_anybody_inside():
        state.exits, state.discard = state.discard, []
        state.chance.shuffle(state.exits)
        state.trail.append(("reshuffle", len(state.exits)))
