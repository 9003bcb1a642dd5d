"""Which animals live where: the places of a board with what stands in them.

Animals are counts, and `housing` alone knows whether they fit. Of all ways to house a herd this
names one: place by place, the largest first, the kind with most animals left moves in, provided
that `housing` has room for the rest in the places that are left.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts.board import FOREST_CELLS, FURNISHED, MOUNTAIN_CELLS
from dvergar.games.caverna.facts.goods import BOAR, DOG, DONKEY, FARM_ANIMALS, SHEEP
from dvergar.games.caverna.facts.tiles import FIELD_ROOM, OWN_ROOM
from dvergar.games.caverna.rules.housing import (
    EMPTY_FIELDS,
    FOREST_STABLES,
    ORE_MINES,
    PASTURE_SIZE,
    PLAIN_MEADOWS,
    ROOMS,
    RUBY_MINES,
    SIZES,
    STABLED_MEADOWS,
    TILE_ROOM_SIZE,
    fits_with_dogs,
    forest_sort,
    housed,
    mountain_sort,
    sheep_watched,
    stalls,
)
from dvergar.games.caverna.state.player import Player

NO_ANIMAL: Final = -1


class AnimalPlace:
    """A place for animals: what stands in it, how many, for how many there is room."""

    def __init__(self, cell: int, room: int, sort: int = -1) -> None:
        self.cell = cell
        self.room = room
        self.sort = sort  # as `housing` counts it; -1: takes one kind only
        self.kind = NO_ANIMAL
        self.count = 0
        self.dogs = 0

    def take(self, kind: int, herd: list[int]) -> None:
        """Moves as many of a kind in as there is room for."""
        self.count = min(herd[kind - SHEEP], self.room)
        self.kind = kind if self.count else NO_ANIMAL
        herd[kind - SHEEP] -= self.count


class _Left:
    """What is left to be settled: animals, dogs, and places that take any kind."""

    def __init__(self, player: Player, herd: list[int]) -> None:
        self.herd = herd
        self.dogs = player.goods[DOG]
        self.counts = stalls(player)[:]
        self.singles = self.counts[STABLED_MEADOWS]
        if player.owns(FIELD_ROOM):
            self.singles += self.counts[EMPTY_FIELDS]

    def without(self, place: AnimalPlace) -> None:
        """One place less."""
        self.counts[place.sort] -= 1
        if place.sort in (STABLED_MEADOWS, EMPTY_FIELDS):
            self.singles -= 1
        elif place.sort != PLAIN_MEADOWS:
            self.counts[ROOMS + SIZES.index(place.room)] -= 1

    def fits(self, herd: list[int], dogs: int) -> bool:
        """Whether such a rest has room in the places that are left."""
        return fits_with_dogs(self.counts, herd, self.singles, dogs)


def animal_places(player: Player) -> list[AnimalPlace]:
    """All places for animals on a board, with the animals that live there."""
    herd = housed(player)
    own = _own_places(player, herd)
    shared = _shared_places(player)
    left = _Left(player, herd)
    for place in sorted(shared, key=lambda one: -one.room):
        _settle(place, left)
    return own + [place for place in shared if place.room]


def _settle(place: AnimalPlace, left: _Left) -> None:
    """Moves animals into a place so that the others still fit, the kind with most of them first."""
    left.without(place)
    for kind in sorted(FARM_ANIMALS, key=lambda one: -left.herd[one - SHEEP]):
        rest = left.herd[:]
        rest[kind - SHEEP] -= min(rest[kind - SHEEP], place.room)
        if left.fits(rest, left.dogs):
            place.take(kind, left.herd)
            return
    _watch(place, left)


def _watch(place: AnimalPlace, left: _Left) -> None:
    """Dogs watch sheep here, in the place of what it holds otherwise."""
    others = left.counts[PLAIN_MEADOWS] if place.sort == PLAIN_MEADOWS else 0
    place.dogs = left.dogs - left.dogs * others // (others + 1)
    place.room = sheep_watched(place.dogs, 1)
    place.take(SHEEP, left.herd)
    left.dogs -= place.dogs
    assert left.fits(left.herd, left.dogs), "housing had room for all of them"


def _own_places(player: Player, herd: list[int]) -> list[AnimalPlace]:
    """The places that take one kind only; the herd loses what lives there."""
    found: list[AnimalPlace] = []
    for sort in (ORE_MINES, RUBY_MINES):
        for cell in MOUNTAIN_CELLS:
            if mountain_sort(player, cell) == sort:
                found.append(AnimalPlace(cell, 1))
                found[-1].take(DONKEY, herd)
    for cell in FOREST_CELLS:
        if forest_sort(player, cell) == FOREST_STABLES:
            found.append(AnimalPlace(cell, 1))
            found[-1].take(BOAR, herd)
    for tile, animal, number, for_each_dwarf in OWN_ROOM:
        if has(player.built, tile):
            room = number + for_each_dwarf * len(player.dwarfs)
            found.append(AnimalPlace(player.land.index(FURNISHED + tile), room))
            found[-1].take(animal, herd)
    return found


def _shared_places(player: Player) -> list[AnimalPlace]:
    """The places that take any kind, and meadows on which nothing but dogs can keep sheep."""
    found: list[AnimalPlace] = []
    for cell in FOREST_CELLS:
        sort = forest_sort(player, cell)
        if sort == STABLED_MEADOWS or (sort == EMPTY_FIELDS and player.owns(FIELD_ROOM)):
            found.append(AnimalPlace(cell, 1, sort))
        elif sort == PLAIN_MEADOWS:
            found.append(AnimalPlace(cell, 0, sort))
        elif sort >= 0 and PASTURE_SIZE[sort]:
            found.append(AnimalPlace(cell, PASTURE_SIZE[sort], sort))
    rooms: list[tuple[int, int, int]] = []  # in the order of the tiles
    for cell in MOUNTAIN_CELLS:
        sort = mountain_sort(player, cell)
        if sort >= 0 and TILE_ROOM_SIZE[sort]:
            rooms.append((player.land[cell], cell, sort))
    return found + [
        AnimalPlace(cell, TILE_ROOM_SIZE[sort], sort) for _, cell, sort in sorted(rooms)
    ]
