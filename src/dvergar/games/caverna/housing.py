"""Whether a herd has room, exactly.

Places that take one kind only (mines for donkeys, stables in the forest for boars, Cuddle room,
Breakfast room) are counted per kind, places for a single animal of any kind together, and places
that take several of one kind one by one. Sheep watched by dogs need no more than a meadow: d dogs
spread over m meadows or pastures keep d + m sheep there. A meadow without a stable is useless
otherwise, so dogs go to such meadows first; if there is none, a single other place is given up
for them, the least one: a second would bring no more than what it held before.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.board import (
    EDGE,
    FIELD,
    FOREST_CELLS,
    LARGE_EAST,
    LARGE_SOUTH,
    MEADOW,
    MOUNTAIN_CELLS,
    NOTHING,
    ORE_MINE,
    RUBY_MINE,
    SMALL_PASTURE,
    STABLE,
    other_half,
)
from dvergar.games.caverna.goods import BOAR, CATTLE, DOG, DONKEY, SHEEP
from dvergar.games.caverna.player import Player
from dvergar.games.caverna.tiles import (
    HAS_BREAKFAST_ROOM,
    HAS_CUDDLE_ROOM,
    HAS_MIXED_DWELLING,
    HAS_STUBBLE_ROOM,
)

# `rooms`: counts of places of each sort, by what the home board has on it.
ORE_MINES: Final = 0
RUBY_MINES: Final = 1
FOREST_STABLES: Final = 2
PLAIN_MEADOWS: Final = 3
STABLED_MEADOWS: Final = 4
EMPTY_FIELDS: Final = 5
PASTURES: Final = 6  # places for 2, 4, 8 and 16 of one kind follow each other
PAIRS: Final = 10  # dwellings that take two of one kind
SORTS: Final = 11
BREAKFAST_CATTLE: Final = 3


def rooms(player: Player) -> list[int]:
    """The counts of places, worked out when the board has changed."""
    if not player.rooms:
        player.rooms = _count(player)
    return player.rooms


def _count(player: Player) -> list[int]:
    counts = [0] * SORTS
    land, on = player.land, player.on
    for cell in FOREST_CELLS:
        ground = land[cell]
        stabled = on[cell] == STABLE
        if ground <= EDGE:
            if stabled:
                counts[FOREST_STABLES] += 1
        elif ground == MEADOW:
            counts[STABLED_MEADOWS if stabled else PLAIN_MEADOWS] += 1
        elif ground == FIELD:
            if on[cell] == NOTHING:
                counts[EMPTY_FIELDS] += 1
        elif ground == SMALL_PASTURE:
            counts[PASTURES + 1 if stabled else PASTURES] += 1
        elif ground == LARGE_EAST or ground == LARGE_SOUTH:
            stables = int(stabled) + int(on[other_half(cell, ground)] == STABLE)
            counts[PASTURES + 1 + stables] += 1
    for cell in MOUNTAIN_CELLS:
        ground = land[cell]
        if ground == ORE_MINE:
            counts[ORE_MINES] += 1
        elif ground == RUBY_MINE:
            counts[RUBY_MINES] += 1
    counts[PAIRS] = 2 if player.built & HAS_MIXED_DWELLING else 1
    return counts


def fits(player: Player, sheep: int, donkeys: int, boars: int, cattle: int) -> bool:
    """Whether so many farm animals have room, with the dogs the player has."""
    counts = rooms(player)
    built = player.built
    singles = counts[STABLED_MEADOWS]
    if built & HAS_STUBBLE_ROOM:
        singles += counts[EMPTY_FIELDS]
    if built & HAS_CUDDLE_ROOM:
        sheep -= len(player.dwarfs)
    if built & HAS_BREAKFAST_ROOM:
        cattle -= BREAKFAST_CATTLE
    donkeys -= counts[ORE_MINES] + counts[RUBY_MINES]
    boars -= counts[FOREST_STABLES]
    twos = counts[PASTURES] + counts[PAIRS]
    fours = counts[PASTURES + 1]
    eights = counts[PASTURES + 2]
    sixteens = counts[PASTURES + 3]
    dogs = player.goods[DOG]
    if dogs and sheep > 0:
        meadows = counts[PLAIN_MEADOWS]
        if meadows:
            sheep -= dogs + min(dogs, meadows)
        else:
            return _fits_without_plain_meadows(
                counts,
                [sheep, donkeys, boars, cattle],
                singles,
                twos,
                fours,
                eights,
                sixteens,
                dogs,
            )
    return _pack([sheep, donkeys, boars, cattle], singles, twos, fours, eights, sixteens)


def _fits_without_plain_meadows(
    counts: list[int],
    herd: list[int],
    singles: int,
    twos: int,
    fours: int,
    eights: int,
    sixteens: int,
    dogs: int,
) -> bool:
    """The dogs may watch sheep on one stabled meadow or one pasture in place of its own room."""
    if _pack(herd, singles, twos, fours, eights, sixteens):
        return True
    watched = [herd[0] - dogs - 1, herd[1], herd[2], herd[3]]
    if counts[STABLED_MEADOWS]:
        return _pack(watched, singles - 1, twos, fours, eights, sixteens)
    if counts[PASTURES]:
        return _pack(watched, singles, twos - 1, fours, eights, sixteens)
    if fours:
        return _pack(watched, singles, twos, fours - 1, eights, sixteens)
    if eights:
        return _pack(watched, singles, twos, fours, eights - 1, sixteens)
    if sixteens:
        return _pack(watched, singles, twos, fours, eights, sixteens - 1)
    return False


def _pack(herd: list[int], singles: int, twos: int, fours: int, eights: int, sixteens: int) -> bool:
    """Whether the herd fits into places of one kind each, the rest into single places.

    The largest place goes to the kind with most animals left: sizes divide each other, so nothing
    is lost by that (an exhaustive test shows it).
    """
    a, b, c, d = herd
    for size, number in ((16, sixteens), (8, eights), (4, fours), (2, twos)):
        for _ in range(number):
            if a >= b and a >= c and a >= d:
                a -= size
            elif b >= c and b >= d:
                b -= size
            elif c >= d:
                c -= size
            else:
                d -= size
    left = 0
    if a > 0:
        left += a
    if b > 0:
        left += b
    if c > 0:
        left += c
    if d > 0:
        left += d
    return left <= singles


def herd_fits(player: Player) -> bool:
    """Whether the animals the player has have room."""
    goods = player.goods
    return fits(player, goods[SHEEP], goods[DONKEY], goods[BOAR], goods[CATTLE])


def donkeys_in_mines(player: Player) -> int:
    """How many donkeys stand in mines: as many as there are, since that is never in the way."""
    counts = rooms(player)
    return min(player.goods[DONKEY], counts[ORE_MINES] + counts[RUBY_MINES])


def donkeys_in_ore_mines(player: Player) -> int:
    """How many donkeys stand in ore mines."""
    return min(player.goods[DONKEY], rooms(player)[ORE_MINES])


def housed(player: Player) -> list[int]:
    """The most animals of each farm kind that have room.

    All of them but while some must be let go.
    """
    goods = player.goods
    herds: list[tuple[int, ...]] = [(goods[SHEEP], goods[DONKEY], goods[BOAR], goods[CATTLE])]
    while True:
        for herd in herds:
            if fits(player, herd[0], herd[1], herd[2], herd[3]):
                return list(herd)
        herds = sorted(
            {
                tuple(amount - (number == kind) for number, amount in enumerate(herd))
                for herd in herds
                for kind in range(4)
                if herd[kind]
            },
            key=lambda herd: -sum(amount > 0 for amount in herd),
        )
