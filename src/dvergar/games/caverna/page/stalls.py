"""Where the animals of a player live, for the eye: places on the board with what stands in them.

Animals are counts, and `housing` knows whether they fit. This follows the same steps and says
which place holds which animals; of all ways to house a herd it shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dvergar.games.caverna.board import (
    EDGE,
    FIELD,
    FOREST_CELLS,
    FURNISHED,
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
from dvergar.games.caverna.goods import BOAR, CATTLE, DOG, DONKEY, FARM_ANIMALS, SHEEP
from dvergar.games.caverna.housing import BREAKFAST_CATTLE, housed
from dvergar.games.caverna.player import Player
from dvergar.games.caverna.tiles import ENTRY_LEVEL_DWELLING, HAS_STUBBLE_ROOM, tile

CUDDLE_ROOM = tile("cuddle_room")
BREAKFAST_ROOM = tile("breakfast_room")
MIXED_DWELLING = tile("mixed_dwelling")


@dataclass(slots=True)
class Stall:
    """A place for animals: what stands in it, how many, for how many there is room."""

    cell: int
    room: int
    kind: int = -1
    count: int = 0
    dogs: int = 0

    def take(self, kind: int, herd: dict[int, int]) -> None:
        """Moves as many of a kind in as there is room for."""
        self.count = min(max(herd[kind], 0), self.room)
        self.kind = kind if self.count else -1
        herd[kind] -= self.room


def stalls(player: Player) -> list[Stall]:
    """All places for animals on a board, with the animals that live there."""
    herd = dict(zip(FARM_ANIMALS, housed(player), strict=True))
    own = _own_places(player, herd)
    for shared in _ways(player):
        left = dict(herd)
        watched = [stall for stall in shared if stall.dogs]
        for stall in watched:
            stall.take(SHEEP, left)
        singles = [stall for stall in shared if stall.room == 1 and not stall.dogs]
        several = [stall for stall in shared if stall.room > 1 and not stall.dogs]
        for stall in sorted(several, key=lambda one: -one.room):
            stall.take(max(FARM_ANIMALS, key=lambda kind: left[kind]), left)
        if sum(max(count, 0) for count in left.values()) <= len(singles):
            for stall in singles:
                stall.take(max(FARM_ANIMALS, key=lambda kind: left[kind]), left)
            break
    return own + shared


def _own_places(player: Player, herd: dict[int, int]) -> list[Stall]:
    """The places that take one kind only; the herd loses what lives there."""
    found = []
    land, on = player.land, player.on
    for ground, kind in ((ORE_MINE, DONKEY), (RUBY_MINE, DONKEY)):
        for cell in MOUNTAIN_CELLS:
            if land[cell] == ground:
                found.append(Stall(cell, 1))
                found[-1].take(kind, herd)
    for cell in FOREST_CELLS:
        if land[cell] <= EDGE and on[cell] == STABLE:
            found.append(Stall(cell, 1))
            found[-1].take(BOAR, herd)
    for room, kind, size in (
        (CUDDLE_ROOM, SHEEP, len(player.dwarfs)),
        (BREAKFAST_ROOM, CATTLE, BREAKFAST_CATTLE),
    ):
        if player.built >> room & 1:
            found.append(Stall(land.index(FURNISHED + room), size))
            found[-1].take(kind, herd)
    return found


def _ways(player: Player) -> Iterator[list[Stall]]:
    """The places of any kind: first without dogs, then with dogs on meadows, then elsewhere."""
    yield _shared(player)
    dogs = player.goods[DOG]
    meadows = [cell for cell in FOREST_CELLS if _is_plain_meadow(player, cell)][:dogs]
    if meadows:
        share, more = divmod(dogs, len(meadows))
        watched = [
            Stall(cell, share + (number < more) + 1, dogs=share + (number < more))
            for number, cell in enumerate(meadows)
        ]
        yield _shared(player) + watched
        return
    shared = _shared(player)
    on_grass = [stall for stall in shared if stall.cell in FOREST_CELLS]
    grass = [stall for stall in on_grass if player.land[stall.cell] != FIELD]
    given_up = min(grass, key=lambda stall: stall.room, default=None)
    if given_up is not None:
        given_up.room, given_up.dogs = dogs + 1, dogs
    yield shared


def _is_plain_meadow(player: Player, cell: int) -> bool:
    return player.land[cell] == MEADOW and player.on[cell] != STABLE


def _shared(player: Player) -> list[Stall]:
    found = []
    land, on = player.land, player.on
    for cell in FOREST_CELLS:
        ground = land[cell]
        stabled = on[cell] == STABLE
        stubble = ground == FIELD and on[cell] == NOTHING and player.built & HAS_STUBBLE_ROOM
        if stubble or (ground == MEADOW and stabled):
            found.append(Stall(cell, 1))
        elif ground == SMALL_PASTURE:
            found.append(Stall(cell, 4 if stabled else 2))
        elif ground in (LARGE_EAST, LARGE_SOUTH):
            stables = int(stabled) + int(on[other_half(cell, ground)] == STABLE)
            found.append(Stall(cell, 4 << stables))
    pairs = [room for room in (ENTRY_LEVEL_DWELLING, MIXED_DWELLING) if player.built >> room & 1]
    return found + [Stall(land.index(FURNISHED + room), 2) for room in pairs]
