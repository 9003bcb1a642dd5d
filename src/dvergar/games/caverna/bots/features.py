"""The features of a position of Caverna for a learnt estimate: numbers, the same at every moment.

They are the seat's own view: its goods, family and land, what its points are made of, what time is
left, what is on the table (spaces, rounds, other players), who comes before it, and what it is in
the middle of. Nothing here looks at a card or a marker that nobody has seen.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.bots import own_features
from dvergar.games.caverna.facts.game import ADULT_FOOD, FOOD, GOOD_COUNT, MAX_FAMILY
from dvergar.games.caverna.facts.tiles import IS_DWELLING, POINTS, PRICE, TILE_COUNT, YELLOW_TILES
from dvergar.games.caverna.rules.rounds import open_set
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import HOME, NOBODY, State


def tell_table(state: State, seat: int, out: list[float]) -> None:
    """The time, the harvest to come, spaces with their goods, tiles on offer."""
    out[own_features.AT_ROUND + state.round] = 1.0
    if state.stage == pending.WORK:
        out[own_features.AT_TIME + 3] = 1.0
        out[own_features.AT_HARVEST + state.harvest] = 1.0
    elif state.stage == pending.HARVEST:
        out[own_features.AT_TIME + 4] = 1.0
    elif state.stage == pending.ENDING:
        out[own_features.AT_TIME + 5] = 1.0
    out[own_features.AT_TIME + 6] = float(state.reds)
    _tell_spaces(state, seat, out)
    tiles = state.tiles
    for tile in range(TILE_COUNT):
        if has(tiles, tile):
            out[own_features.AT_OFFERED + tile] = 1.0


def _tell_spaces(state: State, seat: int, out: list[float]) -> None:
    """The spaces in play: which of them this seat can take, and what lies there."""
    can_place = state.stage == pending.WORK and HOME in state.players[seat].dwarfs
    occupant, pile, slots = state.occupant, state.pile, state.variant.slots
    is_open = open_set(state)
    for space in state.variant.spaces:
        if not has(is_open, space):
            continue
        if can_place and occupant[space] == NOBODY:
            out[own_features.AT_FREE + space] = 1.0
        number = 0
        for slot in slots[space]:
            number += pile[slot]
        if number:
            out[own_features.AT_PILE + space] = float(number)


def tell_others(state: State, seat: int, out: list[float]) -> None:
    """How many play, who comes before this seat, and the one who comes next after it."""
    players = state.variant.players
    out[own_features.AT_PLAYERS + players] = 1.0
    if players == 1:
        return
    out[own_features.AT_TURN] = 1.0 if state.next_starter == seat else 0.0
    out[own_features.AT_TURN + 1] = 1.0 if state.starter == seat else 0.0
    out[own_features.AT_TURN + 2] = float((seat - state.next_starter) % players)
    family = at_home = 0
    for number in range(players):
        if number != seat:
            family += len(state.players[number].dwarfs)
            at_home += state.players[number].dwarfs.count(HOME)
    out[own_features.AT_TURN + 3] = at_home / (players - 1)
    out[own_features.AT_TURN + 4] = family / (players - 1)
    following = state.players[(seat + 1) % players]
    dwarfs = len(following.dwarfs)
    out[own_features.AT_NEXT] = float(dwarfs)
    out[own_features.AT_NEXT + 1] = float(following.dwarfs.count(HOME))
    out[own_features.AT_NEXT + 2] = float(min(following.beds, MAX_FAMILY) - dwarfs)
    out[own_features.AT_NEXT + 3] = float(max(0, ADULT_FOOD * dwarfs - following.goods[FOOD]))
    out[own_features.AT_NEXT + 4] = float(max(following.weapons))
    for good in range(GOOD_COUNT):
        if following.goods[good]:
            out[own_features.AT_NEXT_GOODS + good] = float(following.goods[good])


def tell_pending(state: State, seat: int, out: list[float]) -> None:
    """What of the stack is this seat's: the action it is in the middle of, or a question."""
    for frame in state.stack:
        if frame.seat == seat:
            out[own_features.AT_KINDS + frame.kind] += 1.0
            if pending.IN_ACTION[frame.kind]:
                out[own_features.AT_USING + state.space] = 1.0
                _tell_action(frame, out)
            elif isinstance(frame, pending.Feeding):
                out[own_features.AT_PENDING + 12] = float(frame.food)


def _tell_action(frame: pending.Frame, out: list[float]) -> None:
    """The numbers of one frame of an action."""
    if isinstance(frame, pending.Flow):
        out[own_features.AT_PENDING] += float(frame.done.bit_count())
    elif isinstance(frame, (pending.Site, pending.Paying)):
        _tell_tile(frame.tile, out)
    elif isinstance(frame, pending.Sowing):
        out[own_features.AT_PENDING + 5] = float(frame.grain)
        out[own_features.AT_PENDING + 6] = float(frame.vegetables)
    elif isinstance(frame, pending.Looting):
        out[own_features.AT_PENDING + 7] += float(frame.left)
        out[own_features.AT_PENDING + 8] = float(frame.taken.bit_count())
        out[own_features.AT_PENDING + 9] = float(frame.strength)
    elif isinstance(frame, pending.Marketing):
        out[own_features.AT_PENDING + 10] = float(frame.bought.bit_count())
    elif isinstance(frame, pending.Selling):
        out[own_features.AT_PENDING + 11] = float(frame.times)


def _tell_tile(tile: int, out: list[float]) -> None:
    """A tile that is to be laid: it is not paid for yet."""
    price = PRICE[tile]
    out[own_features.AT_PENDING + 1] = float(POINTS[tile])
    out[own_features.AT_PENDING + 2] = 1.0 if IS_DWELLING[tile] else 0.0
    out[own_features.AT_PENDING + 3] = float(price[0])
    out[own_features.AT_PENDING + 4] = float(price[1])


FEATURE_NAMES: Final = own_features.names
"""What each feature tells, in order."""


def features(state: State, seat: int) -> list[float]:
    """The position as `seat` sees it, in the order of FEATURE_NAMES."""
    out = [0.0] * own_features.COUNT
    own_features.tell_household(state, seat, out)
    own_features.tell_land(state.players[seat], out)
    tell_table(state, seat, out)
    tell_others(state, seat, out)
    tell_pending(state, seat, out)
    own_features.tell_investment(state, seat, out)
    return out


def line_kind(state: State, seat: int) -> tuple[int, int, int]:
    """The round, then the kind of line: coarse by family and beds, fine by weapons and tiles."""
    player = state.players[seat]
    dwarfs = len(player.dwarfs)
    beds = max(0, min(2, min(player.beds, MAX_FAMILY) - dwarfs))
    arms = (max(player.weapons) + 3) // 4
    yellow = (player.built & YELLOW_TILES).bit_count()
    return state.round, 3 * dwarfs + beds, 8 * min(3, arms) + min(7, yellow)
