"""Rounds of Caverna: the card that comes, goods that gather, suppliers, and whose dwarf is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.facts import (
    FACTS,
    FAMILY_LIFE,
    URGENT_WISH,
    WISH,
)
from dvergar.games.caverna.frames import (
    MINING,
    PLACING,
    PURGE,
)
from dvergar.games.caverna.goods import (
    ORE,
    RUBY,
)
from dvergar.games.caverna.housing import ORE_MINES, donkeys_in_ore_mines, rooms
from dvergar.games.caverna.ledger import gain, pay
from dvergar.games.caverna.moves import (
    DONE,
    GO_ON,
    SAVE,
)
from dvergar.games.caverna.phases import (
    FULL_HARVEST,
    NO_HARVEST,
    PAY_ONE,
    UNKNOWN,
    WORK,
)
from dvergar.games.caverna.player import HOME, Player, changed, weakest_at_home
from dvergar.games.caverna.tiles import HAS_MINER, SUPPLIERS

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def open_spaces(state: State) -> list[int]:
    """The spaces in play, ascending: those of the boards and the cards that lie open."""
    spaces = state.caverna.board_spaces[:]
    urgent = False
    for number in range(1, state.round + 1):
        card = state.cards[number]
        if card >= 0:
            spaces.append(card)
            urgent = urgent or card == FAMILY_LIFE
    if urgent:
        spaces[spaces.index(WISH)] = URGENT_WISH
    spaces.sort()
    return spaces


def goods_on(state: State, space: int) -> int:
    """How many goods lie on a space."""
    return sum(state.pile[slot] for slot, _ in state.caverna.slots[space])


def first_unseen_marker(state: State) -> int:
    """The first round whose harvest marker still lies face down."""
    if state.caverna.reveal_early or state.stage != WORK:
        return state.round + 1
    return state.round


def next_dwarf(state: State) -> bool:
    """Asks the next seat with a dwarf at home where to place its weakest.

    False if none is left.
    """
    for step in range(1, state.caverna.players + 1):
        seat = (state.worker + step) % state.caverna.players
        player = state.players[seat]
        if HOME in player.dwarfs:
            state.dwarf = weakest_at_home(player)
            state.seat = seat
            state.stack.append((PLACING, seat, 0, 0, 0))
            return True
    return False


def begin_round(state: State) -> None:
    """Reveals the round's card and marker; then come purge, goods and suppliers."""
    rounds = state.caverna.rounds
    state.round = rounds[0] if not state.round else rounds[rounds.index(state.round) + 1]
    state.starter = state.next_starter
    state.worker = (state.starter - 1) % state.caverna.players
    state.reveals += 1
    state.trail.append(("round", state.round, state.starter))
    state.trail.append(("card", state.cards[state.round]))
    if state.caverna.reveal_early or state.markers[state.round] == UNKNOWN:
        turn_marker(state)
    else:
        state.harvest = FULL_HARVEST  # as most markers say, until this one is turned over
    state.stage = WORK
    if state.caverna.players == 1 and full_spaces(state):
        if state.players[0].goods[RUBY]:
            state.stack.append((PURGE, 0, 0, 0, 0))
            return
        purge(state, 0)
    replenish(state)


def turn_marker(state: State) -> None:
    """Turns the round's harvest marker over and reads what kind of harvest it means."""
    marker = state.markers[state.round]
    facts = FACTS["harvest"]
    if state.caverna.players == 1:
        full, pay_one = facts["solo_full"], facts["pay_one"]
    else:
        full, pay_one = facts["full"], facts["pay_one"]
    if marker == 1:
        state.harvest = state.reds  # none, then pay one, then skip one
        state.reds += 1
    elif marker == 0 or state.round in full:
        state.harvest = FULL_HARVEST
    else:
        state.harvest = PAY_ONE if state.round in pay_one else NO_HARVEST
    if marker != UNKNOWN:
        state.trail.append(("marker", marker, state.harvest))


def full_spaces(state: State) -> list[int]:
    """The spaces of the solo game on which too many goods have gathered."""
    return [
        space
        for space in open_spaces(state)[:]
        if goods_on(state, space) >= state.caverna.purge_from
    ]


def purge_moves(state: State, player: Player, saved: int) -> list[int]:
    """Which full spaces a ruby can still save; none if there is nothing to decide."""
    moves = [SAVE + space for space in full_spaces(state) if not saved >> space & 1]
    if not moves or not player.goods[RUBY]:
        return []
    return [*moves, GO_ON]


def purge(state: State, saved: int) -> None:
    """Clears the full spaces that were not saved."""
    full = full_spaces(state)
    state.pile = state.pile[:]
    for space in full:
        if not saved >> space & 1:
            for slot, _ in state.caverna.slots[space]:
                state.pile[slot] = 0
            state.trail.append(("purge", space))


def replenish(state: State) -> None:
    """Goods gather on the spaces, then suppliers and miners pay in turn order."""
    game = state.caverna
    pile = state.pile = state.pile[:]
    for space in open_spaces(state):
        if game.empty[space] and state.round >= game.first_round[space]:
            bare = not goods_on(state, space)
            for slot, amount in game.empty[space] if bare else game.more[space]:
                pile[slot] += amount
    asked: list[int] = []
    for step in range(game.players):
        seat = (state.starter + step) % game.players
        player = state.players[seat]
        for number, (_, good, _) in enumerate(SUPPLIERS):
            if player.supplies[number]:
                player.supplies = changed(player.supplies, number, player.supplies[number] - 1)
                gain(state, seat, good, 1)
        if player.built & HAS_MINER:
            if state.fresh >> seat & 1 and mining_moves(player):
                asked.append(seat)
            else:
                pay_miner(state, seat)
    for seat in reversed(asked):
        state.stack.append((MINING, seat, 0, 0, 0))


def mining_moves(player: Player) -> list[int]:
    """Whether a ruby can still become a donkey for the Miner: DONE, or nothing."""
    if not player.goods[RUBY] or donkeys_in_ore_mines(player) == rooms(player)[ORE_MINES]:
        return []
    return [DONE]


def pay_miner(state: State, seat: int) -> None:
    """One ore for every donkey in an ore mine."""
    ore = donkeys_in_ore_mines(state.players[seat])
    if ore:
        gain(state, seat, ORE, ore)


def answer_purge(state: State, seat: int, saved: int, move: int) -> None:
    """Saves a space, or clears those that were not saved and goes on with the round."""
    if move == GO_ON:
        purge(state, saved)
        replenish(state)
        return
    pay(state, seat, RUBY, 1)
    saved |= 1 << (move - SAVE)
    state.trail.append(("save", seat, move - SAVE))
    if purge_moves(state, state.players[seat], saved):
        state.stack.append((PURGE, seat, saved, 0, 0))
    else:
        purge(state, saved)
        replenish(state)
