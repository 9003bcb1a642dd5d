"""Rounds: kinds of harvest, the card that comes, goods that gather, whose dwarf is next."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.tiles import MINERS, SUPPLIERS
from dvergar.games.caverna.rules.flow import Question
from dvergar.games.caverna.rules.housing import ORE_MINES, donkeys_in_ore_mines, stalls
from dvergar.games.caverna.rules.ledger import gain, pay
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import ARGUMENT, DONE, GO_ON, SAVE
from dvergar.games.caverna.state.state import HOME, Player, State, Variant, changed, weakest_at_home


def harvest_kind(variant: Variant, number: int, marker: int, reds: int) -> int:
    """The kind of harvest of a round; `reds` markers were red before its own."""
    if marker == pending.RED:
        return pending.RED_HARVESTS[reds]
    if marker != pending.UNKNOWN or number in variant.full_harvests:
        return pending.FULL_HARVEST
    return pending.PAY_ONE if number in facts.PAY_ONE_HARVESTS else pending.NO_HARVEST


def expected_harvest(variant: Variant, number: int) -> int:
    """The kind of harvest to reckon with in a round to come: most markers are green."""
    return harvest_kind(
        variant, number, pending.GREEN if number >= facts.MARKERS_FROM else pending.UNKNOWN, 0
    )


def open_spaces(state: State) -> list[int]:
    """The spaces in play, ascending: those of the boards and the cards that lie open."""
    is_open = open_set(state)
    return [space for space in state.variant.spaces if has(is_open, space)]


def open_set(state: State) -> int:
    """The same as a set."""
    is_open = state.variant.board_spaces
    for number in range(1, state.round + 1):
        if state.cards[number] != pending.UNKNOWN:
            is_open |= bit(state.cards[number])
    if has(is_open, facts.FAMILY_LIFE):
        is_open = is_open & ~bit(facts.WISH) | bit(facts.URGENT_WISH)
    return is_open


def goods_on(state: State, space: int) -> int:
    """How many goods lie on a space."""
    number = 0
    for slot in state.variant.slots[space]:
        number += state.pile[slot]
    return number


def seats_in_order(state: State) -> list[int]:
    """All seats, the starting player's first."""
    players = state.variant.players
    return [(state.starter + step) % players for step in range(players)]


def next_dwarf(state: State) -> bool:
    """Asks the next seat with a dwarf at home where to place its weakest.

    False if none is left.
    """
    for step in range(1, state.variant.players + 1):
        seat = (state.worker + step) % state.variant.players
        player = state.players[seat]
        if HOME in player.dwarfs:
            state.dwarf = weakest_at_home(player)
            state.seat = seat
            state.stack.append(pending.Placing(seat, jumped=False))
            return True
    return False


# The start of a round.


def begin_round(state: State) -> None:
    """Reveals the round's card and marker; then come purge, goods and suppliers."""
    variant = state.variant
    state.round = next_round(state)
    state.starter = state.next_starter
    state.worker = (state.starter - 1) % variant.players
    if variant.players > 1:  # alone, the order of the cards is printed
        state.reveals += 1
    state.trail.append(("round", state.round, state.starter))
    state.trail.append(("card", state.cards[state.round]))
    if variant.reveals_early or state.markers[state.round] == pending.UNKNOWN:
        turn_marker(state)
    else:
        state.harvest = pending.FULL_HARVEST  # as most markers say, until this one is turned over
    state.stage = pending.WORK
    if variant.players == 1 and full_spaces(state):
        if state.players[0].goods[facts.RUBY] >= facts.SAVE_RUBIES:
            state.stack.append(pending.Purge(0, saved=0))
            return
        purge(state, 0)
    replenish(state)


def next_round(state: State) -> int:
    """The number of the round after this one; one may be left out."""
    rounds = state.variant.rounds
    return rounds[0] if not state.round else rounds[rounds.index(state.round) + 1]


def turn_marker(state: State) -> None:
    """Turns the round's harvest marker over and reads what kind of harvest it means."""
    marker = state.markers[state.round]
    state.harvest = harvest_kind(state.variant, state.round, marker, state.reds)
    state.reds += marker == pending.RED
    if marker != pending.UNKNOWN:
        state.trail.append(("marker", marker, state.harvest))


def replenish(state: State) -> None:
    """Goods gather on the spaces, then tiles pay in turn order."""
    variant = state.variant
    pile = state.pile[:]
    for space in open_spaces(state):
        if variant.empty[space] and state.round >= variant.first_round[space]:
            bare = not goods_on(state, space)
            for slot, amount in variant.empty[space] if bare else variant.more[space]:
                pile[slot] += amount
    state.pile = pile
    asked: list[int] = []
    for seat in seats_in_order(state):
        pay_suppliers(state, seat)
        if can_mine_more(state.players[seat]):
            asked.append(seat)
        else:
            pay_miners(state, seat)
    for seat in reversed(asked):
        state.stack.append(pending.Mining(seat, begun=True))


def pay_suppliers(state: State, seat: int) -> None:
    """One good from each supplier that still pays."""
    player = state.players[seat]
    for number, (_, good, _) in enumerate(SUPPLIERS):
        if player.supplies[number]:
            player.supplies = changed(player.supplies, number, player.supplies[number] - 1)
            gain(state, seat, good, 1)


# Tiles that pay for donkeys in ore mines.


def pay_miners(state: State, seat: int) -> None:
    """A good for every donkey in an ore mine."""
    player = state.players[seat]
    for tile, good in MINERS:
        donkeys = donkeys_in_ore_mines(player) if has(player.built, tile) else 0
        if donkeys:
            gain(state, seat, good, donkeys)


def can_mine_more(player: Player) -> bool:
    """Whether a tile pays for donkeys, and a ruby can still become one with an ore mine."""
    for tile, _ in MINERS:
        if has(player.built, tile):
            mines = stalls(player)[ORE_MINES]
            return (
                player.goods[facts.RUBY] >= facts.GOOD_RUBIES
                and donkeys_in_ore_mines(player) < mines
            )
    return False


def ask_before_round(state: State) -> None:
    """Where no harvest asks anything, a ruby may become a donkey before the next round begins."""
    for seat in reversed(seats_in_order(state)):
        if can_mine_more(state.players[seat]):
            state.stack.append(pending.Mining(seat, begun=False))


class BeforeMining(Question):
    """A ruby may become a donkey before the mines pay."""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        return [DONE] if can_mine_more(state.players[frame.seat]) else []

    def answer(self, _state: State, _frame: pending.Frame, _move: int) -> None:
        """There is no answer but DONE."""

    def close(self, state: State, frame: pending.Frame) -> None:
        assert isinstance(frame, pending.Mining)
        if frame.begun:
            pay_miners(state, frame.seat)


# The solo game's full spaces.


def full_spaces(state: State) -> list[int]:
    """The spaces of the solo game on which too many goods have gathered."""
    most = state.variant.purge_from
    return [space for space in open_spaces(state) if goods_on(state, space) >= most]


def purge(state: State, saved: int) -> None:
    """Clears the full spaces that were not saved, or takes what is too much."""
    full = full_spaces(state)
    state.pile = state.pile[:]
    for space in full:
        if not has(saved, space):
            _take_away(state, space)


def _take_away(state: State, space: int) -> None:
    """Takes the goods of a full space, as far as none may stay; the most numerous kind first."""
    slots, pile = state.variant.slots[space], state.pile
    leaves = state.variant.purge_leaves
    excess = goods_on(state, space) - leaves
    for _ in range(excess):
        most = max([pile[slot] for slot in slots])
        fullest = [slot for slot in slots if pile[slot] == most]
        pile[fullest[-1]] -= 1
    state.trail.append(("trim", space, excess) if leaves else ("purge", space))


class Purging(Question):
    """Which full spaces does a ruby save?"""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        assert isinstance(frame, pending.Purge)
        return self.saving_moves(state, frame.seat, frame.saved)

    def saving_moves(self, state: State, seat: int, saved: int) -> list[int]:
        """The spaces that a ruby can still save; none if there is nothing to decide."""
        found = [SAVE + space for space in full_spaces(state) if not has(saved, space)]
        can_save = state.players[seat].goods[facts.RUBY] >= facts.SAVE_RUBIES
        return [*found, GO_ON] if found and can_save else []

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        assert isinstance(frame, pending.Purge)
        saved = frame.saved
        if move != GO_ON:
            pay(state, frame.seat, facts.RUBY, facts.SAVE_RUBIES)
            saved |= bit(ARGUMENT[move])
            state.trail.append(("save", frame.seat, ARGUMENT[move]))
            if self.saving_moves(state, frame.seat, saved):
                state.stack.append(pending.Purge(frame.seat, saved))
                return
        purge(state, saved)
        replenish(state)
