"""Which animals live where: the places of a board with what stands in them.

Animals are counts, and `housing` knows whether they fit. Of all ways to house a herd this names
one, by the same steps: first what is kept for one kind, then the largest place for the kind with
most animals left, dogs where that is not enough.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts.board import FOREST_CELLS, FURNISHED, MOUNTAIN_CELLS
from dvergar.games.caverna.facts.game import SHEEP_BEYOND_DOGS
from dvergar.games.caverna.facts.goods import BOAR, DOG, DONKEY, SHEEP
from dvergar.games.caverna.facts.tiles import FIELD_ROOM, OWN_ROOM
from dvergar.games.caverna.rules.housing import (
    EMPTY_FIELDS,
    FOREST_STABLES,
    ORE_MINES,
    PASTURE_SIZE,
    PLAIN_MEADOWS,
    RUBY_MINES,
    STABLED_MEADOWS,
    TILE_ROOM_SIZE,
    forest_sort,
    housed,
    mountain_sort,
)
from dvergar.games.caverna.state.player import Player

NO_ANIMAL: Final = -1


class Stall:
    """A place for animals: what stands in it, how many, for how many there is room."""

    def __init__(self, cell: int, room: int, on_grass: bool = False) -> None:
        self.cell = cell
        self.room = room
        self.on_grass = on_grass  # a meadow or pasture, where dogs may watch
        self.kind = NO_ANIMAL
        self.count = 0
        self.dogs = 0

    def take(self, kind: int, herd: list[int]) -> None:
        """Moves as many of a kind in as there is room for."""
        self.count = min(max(herd[kind - SHEEP], 0), self.room)
        self.kind = kind if self.count else NO_ANIMAL
        herd[kind - SHEEP] -= self.room

    def take_most(self, herd: list[int]) -> None:
        """Moves animals of the kind in of which most are left."""
        self.take(SHEEP + herd.index(max(herd)), herd)

    def watch(self, dogs: int) -> None:
        """Dogs watch sheep here, in the place of what it holds otherwise."""
        self.dogs = dogs
        self.room = dogs + SHEEP_BEYOND_DOGS


def animal_places(player: Player) -> list[Stall]:
    """All places for animals on a board, with the animals that live there."""
    herd = housed(player)
    own = _own_places(player, herd)
    dogs = player.goods[DOG]
    shared = _shared_places(player)
    if not _settle(shared, herd[:]) and dogs:
        shared = _shared_places(player)
        shared += _watched_meadows(player, dogs) or _give_up_one(shared, dogs)
        _settle(shared, herd[:])
    return own + shared


def _settle(places: list[Stall], herd: list[int]) -> bool:
    """Moves a herd in; false if it does not fit."""
    for place in places:
        if place.dogs:
            place.take(SHEEP, herd)
    several = [place for place in places if place.room > 1 and not place.dogs]
    for place in sorted(several, key=lambda one: -one.room):
        place.take_most(herd)
    singles = [place for place in places if place.room == 1 and not place.dogs]
    if sum([max(count, 0) for count in herd]) > len(singles):
        return False
    for place in singles:
        place.take_most(herd)
    return True


def _own_places(player: Player, herd: list[int]) -> list[Stall]:
    """The places that take one kind only; the herd loses what lives there."""
    found: list[Stall] = []
    for sort in (ORE_MINES, RUBY_MINES):
        for cell in MOUNTAIN_CELLS:
            if mountain_sort(player, cell) == sort:
                found.append(Stall(cell, 1))
                found[-1].take(DONKEY, herd)
    for cell in FOREST_CELLS:
        if forest_sort(player, cell) == FOREST_STABLES:
            found.append(Stall(cell, 1))
            found[-1].take(BOAR, herd)
    for tile, animal, number, for_each_dwarf in OWN_ROOM:
        if has(player.built, tile):
            room = number + for_each_dwarf * len(player.dwarfs)
            found.append(Stall(player.land.index(FURNISHED + tile), room))
            found[-1].take(animal, herd)
    return found


def _shared_places(player: Player) -> list[Stall]:
    """The places that take any kind."""
    found: list[Stall] = []
    for cell in FOREST_CELLS:
        sort = forest_sort(player, cell)
        if sort == STABLED_MEADOWS or (sort == EMPTY_FIELDS and player.owns(FIELD_ROOM)):
            found.append(Stall(cell, 1, on_grass=sort == STABLED_MEADOWS))
        elif sort >= 0 and PASTURE_SIZE[sort]:
            found.append(Stall(cell, PASTURE_SIZE[sort], on_grass=True))
    rooms: list[tuple[int, int, int]] = []  # in the order of the tiles
    for cell in MOUNTAIN_CELLS:
        sort = mountain_sort(player, cell)
        if sort >= 0 and TILE_ROOM_SIZE[sort]:
            rooms.append((player.land[cell], cell, TILE_ROOM_SIZE[sort]))
    return found + [Stall(cell, size) for _, cell, size in sorted(rooms)]


def _watched_meadows(player: Player, dogs: int) -> list[Stall]:
    """Plain meadows with the dogs spread over them."""
    meadows = [cell for cell in FOREST_CELLS if forest_sort(player, cell) == PLAIN_MEADOWS][:dogs]
    found = [Stall(cell, 0, on_grass=True) for cell in meadows]
    for number, place in enumerate(found):
        place.watch(dogs // len(found) + (number < dogs % len(found)))
    return found


def _give_up_one(places: list[Stall], dogs: int) -> list[Stall]:
    """Without plain meadows the dogs go to the least place on grass; no place is added."""
    grass = [place for place in places if place.on_grass]
    if grass:
        min(grass, key=lambda place: place.room).watch(dogs)
    return []
