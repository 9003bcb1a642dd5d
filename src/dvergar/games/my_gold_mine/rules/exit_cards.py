"""Exit cards: drawing one, what it lets a dwarf choose from, and doing it."""

from __future__ import annotations

from dvergar.games.my_gold_mine.facts.material import ALL, BONUS, EXIT_ACTIONS, MATERIAL, SWAP
from dvergar.games.my_gold_mine.rules.walking import walk
from dvergar.games.my_gold_mine.state.moves import ACT, OUT, SWAP_WITH
from dvergar.games.my_gold_mine.state.state import NO_CARD, State


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
