"""One player's things: goods, dwarfs, home board and furnishing tiles.

Plain numbers and lists, so that a position is copied in a few steps. Animals are counts: where they
live is worked out by the rules when it matters. Cells also have names for people, such as D3.
"""

from __future__ import annotations

from typing import ClassVar, Final

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import (
    CAVERN,
    CELL_COUNT,
    EDGE,
    ENTRANCE,
    ENTRY_DWELLING,
    FURNISHED,
    NEIGHBOURS,
    NUMBERS,
    PLACES,
    PRINTED_CAVERN,
    WILD,
)
from dvergar.games.caverna.facts.game import STABLES, START_DWARFS
from dvergar.games.caverna.facts.goods import GOOD_COUNT
from dvergar.games.caverna.facts.tiles import BEDS, PRINTED_TILE, SUPPLIERS

_LETTERS: Final = "ZABCDEFG"


def cell_name(cell: int) -> str:
    """Column letter and row number; what sticks out of the board lies beyond A, F, 1 and 4.

    >>> cell_name(NUMBERS["r2c3"])
    'D3'
    """
    row, column = PLACES[cell]
    return f"{_LETTERS[column + 1]}{row + 1}"


def called(name: str) -> str:
    """The same for a cell by its name in moves and events."""
    return cell_name(NUMBERS[name])


# Where a dwarf is.
HOME: Final = 0
AWAY: Final = 1
NEWBORN: Final = 2


class Player:
    """The things of one seat."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"stalls"})

    def __init__(
        self,
        goods: list[int],
        land: list[int],
        on: list[int],
        weapons: list[int],
        dwarfs: list[int],
        supplies: list[int],
        stalls: list[int],
        built: int,
        beds: int,
        stables: int,
        begging: int,
    ) -> None:
        self.goods = goods
        self.land = land  # what lies on each cell
        self.on = on  # crops and stables
        self.weapons = weapons  # strength of each dwarf in play, 0: unarmed
        self.dwarfs = dwarfs  # where each dwarf is
        self.supplies = supplies  # rounds each supplier still pays
        self.stalls = stalls  # places for animals as `rules.housing` counted them, empty: not yet
        self.built = built  # set of tiles whose effect counts
        self.beds = beds  # dwarfs the dwellings have room for, the sixth's left out
        self.stables = stables  # left to build
        self.begging = begging

    def copy(self) -> Player:
        """An independent copy. All lists but the goods are replaced whole, so they are shared."""
        return Player(
            self.goods[:],
            self.land,
            self.on,
            self.weapons,
            self.dwarfs,
            self.supplies,
            self.stalls,
            self.built,
            self.beds,
            self.stables,
            self.begging,
        )

    def key(self) -> tuple[object, ...]:
        """Everything about the player, for comparing."""
        return (
            tuple(self.goods),
            tuple(self.land),
            tuple(self.on),
            tuple(self.weapons),
            tuple(self.dwarfs),
            tuple(self.supplies),
            self.built,
            self.beds,
            self.stables,
            self.begging,
        )

    def cover(self, cell: int, land: int) -> None:
        """Something else lies on a cell now."""
        self.land = changed(self.land, cell, land)
        self.stalls = []

    def put_on(self, cell: int, thing: int) -> None:
        """A crop or a stable stands on a cell now."""
        self.on = changed(self.on, cell, thing)
        self.stalls = []

    def arm(self, dwarf: int, strength: int) -> None:
        """A dwarf has a weapon of this strength now; 0: none."""
        self.weapons = changed(self.weapons, dwarf, strength)

    def touch(self, cell: int) -> None:
        """Bare cells beside a newly laid one become places where the next tile may touch."""
        land = self.land[:]
        for other in NEIGHBOURS[cell]:
            if land[other] == WILD:
                land[other] = EDGE
        self.land = land

    def owns(self, tiles: int) -> bool:
        """Whether one of a set of tiles is built, and not laid over."""
        return self.built & tiles != 0


def changed(numbers: list[int], place: int, number: int) -> list[int]:
    """A new list that differs in one place; the old one may belong to copies of a position."""
    other = numbers[:]
    other[place] = number
    return other


def blank_player() -> Player:
    """A player with nothing, to be filled."""
    return Player([], [], [], [], [], [], [], 0, 0, 0, 0)


def new_player() -> Player:
    """A player at the start: a bare board with the printed cavern and the printed dwelling."""
    player = Player(
        goods=[0] * GOOD_COUNT,
        land=[WILD] * CELL_COUNT,
        on=[0] * CELL_COUNT,
        weapons=[0] * START_DWARFS,
        dwarfs=[HOME] * START_DWARFS,
        supplies=[0] * len(SUPPLIERS),
        stalls=[],
        built=bit(PRINTED_TILE),
        beds=BEDS[PRINTED_TILE],
        stables=STABLES,
        begging=0,
    )
    player.cover(PRINTED_CAVERN, CAVERN)
    player.cover(ENTRY_DWELLING, FURNISHED + PRINTED_TILE)
    player.cover(ENTRANCE, EDGE)
    player.touch(PRINTED_CAVERN)
    player.touch(ENTRY_DWELLING)
    return player


def weakest_at_home(player: Player) -> int:
    """The dwarf at home with the weakest weapon: it is placed next."""
    best = -1
    for dwarf, where in enumerate(player.dwarfs):
        if where == HOME and (best < 0 or player.weapons[dwarf] < player.weapons[best]):
            best = dwarf
    return best
