"""Whether a herd has room, exactly, and which animals live where.

Places that take one kind only (mines for donkeys, stables in the forest for boars, rooms of tiles)
are counted per kind, places for a single animal of any kind together, and places that take several
of one kind by their size. Sheep watched by dogs need no more than a meadow: d dogs spread over m
meadows or pastures keep d + m sheep there. A meadow without a stable is useless otherwise, so dogs
go to such meadows first; if there is none, a single other place is given up for them, the least
one: a second would bring no more than what it held before.

Animals are counts. Of all ways to house a herd, `animal_places` names one: place by place, the
largest first, the kind with most animals left moves in, provided that the rest has room in the
places that are left.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from dvergar.core.facts import FactsError
from dvergar.core.sets import has
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import ANIMAL_ROOM, FIELD_ROOM, OWN_ROOM, OWN_ROOM_TILES
from dvergar.games.caverna.state.state import Player

_SMALL_ROOMS: Final = [
    facts.SMALL_PASTURE_ROOM,
    facts.SMALL_PASTURE_ROOM * facts.STABLE_TIMES,
]  # by stables
_LARGE_ROOMS: Final = [
    facts.LARGE_PASTURE_ROOM,
    facts.LARGE_PASTURE_ROOM * facts.STABLE_TIMES,
    facts.LARGE_PASTURE_ROOM * facts.STABLE_TIMES * facts.STABLE_TIMES,
]
SIZES: Final = sorted({*_SMALL_ROOMS, *_LARGE_ROOMS, *[room for room in ANIMAL_ROOM if room]})
"""Of places that take several of one kind. They divide each other, which `_pack` needs."""
if any(b % a for a, b in pairwise(SIZES)):
    _NUMBERS: Final = ", ".join(str(size) for size in SIZES)
    raise FactsError("facts.divide", where="game.toml, tiles.toml", numbers=_NUMBERS)

# The sorts of places, and where each is counted.
ORE_MINES: Final = 0
RUBY_MINES: Final = 1
FOREST_STABLES: Final = 2
PLAIN_MEADOWS: Final = 3
STABLED_MEADOWS: Final = 4
EMPTY_FIELDS: Final = 5
PASTURES: Final = 6  # one sort for each of SIZES
TILE_ROOMS: Final = PASTURES + len(SIZES)  # likewise
SORTS: Final = TILE_ROOMS + len(SIZES)
ROOMS: Final = SORTS  # pastures and rooms together, for each of SIZES

_SMALL: Final = [PASTURES + SIZES.index(room) for room in _SMALL_ROOMS]  # by stables
_LARGE: Final = [PASTURES + SIZES.index(room) for room in _LARGE_ROOMS]
_TILE_ROOM: Final = [TILE_ROOMS + SIZES.index(room) if room else -1 for room in ANIMAL_ROOM]

PASTURE_SIZE: Final = [0] * PASTURES + SIZES + [0] * len(SIZES)
"""How many animals a pasture of a sort takes; 0: the sort is none."""
TILE_ROOM_SIZE: Final = [0] * TILE_ROOMS + SIZES
"""The same for rooms of tiles."""


def stalls(player: Player) -> list[int]:
    """How many places of each sort there are, counted when the board has changed."""
    if not player.stalls:
        counts = [0] * (ROOMS + len(SIZES))
        for cell in board.FOREST_CELLS:
            sort = forest_sort(player, cell)
            if sort >= 0:
                counts[sort] += 1
        for cell in board.MOUNTAIN_CELLS:
            sort = mountain_sort(player, cell)
            if sort >= 0:
                counts[sort] += 1
        for size in range(len(SIZES)):
            counts[ROOMS + size] = counts[PASTURES + size] + counts[TILE_ROOMS + size]
        player.stalls[:] = counts  # copies with the same board share the list
    return player.stalls


def forest_sort(player: Player, cell: int) -> int:
    """The sort of place that a cell of the forest is; -1: none, or the other half of one."""
    ground = player.land[cell]
    on = player.on[cell]
    if ground <= board.EDGE:
        return FOREST_STABLES if on == board.STABLE else -1
    if ground == board.MEADOW:
        return STABLED_MEADOWS if on == board.STABLE else PLAIN_MEADOWS
    if ground == board.FIELD:
        return EMPTY_FIELDS if on == board.NOTHING else -1
    if ground == board.SMALL_PASTURE:
        return _SMALL[on == board.STABLE]
    if ground == board.LARGE_EAST or ground == board.LARGE_SOUTH:
        return _LARGE[
            (on == board.STABLE) + (player.on[board.other_half(cell, ground)] == board.STABLE)
        ]
    return -1


def mountain_sort(player: Player, cell: int) -> int:
    """The sort of place that a cell of the mountain is; -1: none, or one for a kind of its own."""
    ground = player.land[cell]
    if ground == board.ORE_MINE:
        return ORE_MINES
    if ground == board.RUBY_MINE:
        return RUBY_MINES
    return _TILE_ROOM[ground - board.FURNISHED] if ground >= board.FURNISHED else -1


def own_rooms(player: Player) -> list[int]:
    """For how many of each kind tiles have room of their own."""
    rooms = [0, 0, 0, 0]
    for tile, animal, number, for_each_dwarf in OWN_ROOM:
        if has(player.built, tile):
            rooms[animal - facts.SHEEP] += number + for_each_dwarf * len(player.dwarfs)
    return rooms


def fits(player: Player, dogs: int, sheep: int, donkeys: int, boars: int, cattle: int) -> bool:
    """Whether so many farm animals have room, with so many dogs."""
    counts = stalls(player)
    singles = counts[STABLED_MEADOWS]
    if player.owns(FIELD_ROOM):
        singles += counts[EMPTY_FIELDS]
    if player.owns(OWN_ROOM_TILES):
        own = own_rooms(player)
        sheep -= own[0]
        donkeys -= own[1]
        boars -= own[2]
        cattle -= own[3]
    donkeys -= counts[ORE_MINES] + counts[RUBY_MINES]
    boars -= counts[FOREST_STABLES]
    if dogs and sheep > 0:
        return fits_with_dogs(counts, [sheep, donkeys, boars, cattle], singles, dogs)
    return _pack(sheep, donkeys, boars, cattle, singles, counts)


def sheep_watched(dogs: int, meadows: int) -> int:
    """How many sheep dogs keep that are spread over so many meadows or pastures."""
    return dogs + facts.SHEEP_BEYOND_DOGS * min(dogs, meadows)


def fits_with_dogs(counts: list[int], herd: list[int], singles: int, dogs: int) -> bool:
    """Whether a herd fits into the places that take any kind, with so many dogs beside it.

    Without a plain meadow the dogs may watch sheep on one stabled meadow or one pasture in place of
    its own room.
    """
    sheep, donkeys, boars, cattle = herd
    if dogs and counts[PLAIN_MEADOWS]:
        sheep -= sheep_watched(dogs, counts[PLAIN_MEADOWS])
        return _pack(sheep, donkeys, boars, cattle, singles, counts)
    if _pack(sheep, donkeys, boars, cattle, singles, counts):
        return True
    if not dogs:
        return False
    sheep -= sheep_watched(dogs, 1)
    if counts[STABLED_MEADOWS]:
        return _pack(sheep, donkeys, boars, cattle, singles - 1, counts)
    for size in range(len(SIZES)):
        if counts[PASTURES + size]:
            fewer = counts[:]
            fewer[ROOMS + size] -= 1
            return _pack(sheep, donkeys, boars, cattle, singles, fewer)
    return False


def _pack(a: int, b: int, c: int, d: int, singles: int, counts: list[int]) -> bool:
    """Whether so many of four kinds fit into places of one kind each, the rest into single places.

    The largest place goes to the kind with most animals left: sizes divide each other, so nothing
    is lost by that (an exhaustive test shows it).
    """
    for number in range(len(SIZES) - 1, -1, -1):
        size = SIZES[number]
        for _ in range(counts[ROOMS + number]):
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
    return fits(
        player,
        goods[facts.DOG],
        goods[facts.SHEEP],
        goods[facts.DONKEY],
        goods[facts.BOAR],
        goods[facts.CATTLE],
    )


def donkeys_in_mines(player: Player) -> int:
    """How many donkeys stand in mines: as many as there are, since that is never in the way."""
    counts = stalls(player)
    return min(player.goods[facts.DONKEY], counts[ORE_MINES] + counts[RUBY_MINES])


def donkeys_in_ore_mines(player: Player) -> int:
    """How many donkeys stand in ore mines."""
    return min(player.goods[facts.DONKEY], stalls(player)[ORE_MINES])


def housed(player: Player) -> list[int]:
    """The most animals of each farm kind that have room.

    All of them but while some must be let go.
    """
    goods = player.goods
    dogs = goods[facts.DOG]
    herd = (goods[facts.SHEEP], goods[facts.DONKEY], goods[facts.BOAR], goods[facts.CATTLE])
    if fits(player, dogs, herd[0], herd[1], herd[2], herd[3]):
        return [herd[0], herd[1], herd[2], herd[3]]
    herds: list[tuple[int, int, int, int]] = [herd]
    while True:
        herds = _one_less(herds)
        for a, b, c, d in herds:
            if fits(player, dogs, a, b, c, d):
                return [a, b, c, d]


def _one_less(herds: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """The herds with one animal less, those with most kinds first."""
    found: set[tuple[int, int, int, int]] = set()
    for a, b, c, d in herds:
        if a:
            found.add((a - 1, b, c, d))
        if b:
            found.add((a, b - 1, c, d))
        if c:
            found.add((a, b, c - 1, d))
        if d:
            found.add((a, b, c, d - 1))
    return sorted(found, key=lambda herd: herd.count(0))


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
        self.count = min(herd[kind - facts.SHEEP], self.room)
        self.kind = kind if self.count else NO_ANIMAL
        herd[kind - facts.SHEEP] -= self.count


class _Left:
    """What is left to be settled: animals, dogs, and places that take any kind."""

    def __init__(self, player: Player, herd: list[int]) -> None:
        self.herd = herd
        self.dogs = player.goods[facts.DOG]
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
    for kind in sorted(facts.FARM_ANIMALS, key=lambda one: -left.herd[one - facts.SHEEP]):
        rest = left.herd[:]
        rest[kind - facts.SHEEP] -= min(rest[kind - facts.SHEEP], place.room)
        if left.fits(rest, left.dogs):
            place.take(kind, left.herd)
            return
    _watch(place, left)


def _watch(place: AnimalPlace, left: _Left) -> None:
    """Dogs watch sheep here, in the place of what it holds otherwise."""
    others = left.counts[PLAIN_MEADOWS] if place.sort == PLAIN_MEADOWS else 0
    place.dogs = left.dogs - left.dogs * others // (others + 1)
    place.room = sheep_watched(place.dogs, 1)
    place.take(facts.SHEEP, left.herd)
    left.dogs -= place.dogs
    assert left.fits(left.herd, left.dogs), "housing had room for all of them"


def _own_places(player: Player, herd: list[int]) -> list[AnimalPlace]:
    """The places that take one kind only; the herd loses what lives there."""
    found: list[AnimalPlace] = []
    for sort in (ORE_MINES, RUBY_MINES):
        for cell in board.MOUNTAIN_CELLS:
            if mountain_sort(player, cell) == sort:
                found.append(AnimalPlace(cell, 1))
                found[-1].take(facts.DONKEY, herd)
    for cell in board.FOREST_CELLS:
        if forest_sort(player, cell) == FOREST_STABLES:
            found.append(AnimalPlace(cell, 1))
            found[-1].take(facts.BOAR, herd)
    for tile, animal, number, for_each_dwarf in OWN_ROOM:
        if has(player.built, tile):
            room = number + for_each_dwarf * len(player.dwarfs)
            found.append(AnimalPlace(player.land.index(board.FURNISHED + tile), room))
            found[-1].take(animal, herd)
    return found


def _shared_places(player: Player) -> list[AnimalPlace]:
    """The places that take any kind, and meadows on which nothing but dogs can keep sheep."""
    found: list[AnimalPlace] = []
    for cell in board.FOREST_CELLS:
        sort = forest_sort(player, cell)
        if sort == STABLED_MEADOWS or (sort == EMPTY_FIELDS and player.owns(FIELD_ROOM)):
            found.append(AnimalPlace(cell, 1, sort))
        elif sort == PLAIN_MEADOWS:
            found.append(AnimalPlace(cell, 0, sort))
        elif sort >= 0 and PASTURE_SIZE[sort]:
            found.append(AnimalPlace(cell, PASTURE_SIZE[sort], sort))
    rooms: list[tuple[int, int, int]] = []  # in the order of the tiles
    for cell in board.MOUNTAIN_CELLS:
        sort = mountain_sort(player, cell)
        if sort >= 0 and TILE_ROOM_SIZE[sort]:
            rooms.append((player.land[cell], cell, sort))
    return found + [
        AnimalPlace(cell, TILE_ROOM_SIZE[sort], sort) for _, cell, sort in sorted(rooms)
    ]
