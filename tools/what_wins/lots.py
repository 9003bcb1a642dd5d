"""What seats draw by lot: furnishing tiles to be out for, or a placement that goes anywhere.

What is drawn hangs on the seed of the bot alone, and that on the seed of the game, so that whoever
has the table of games knows what every seat drew. Because chance chose, differences between those
who drew something and those who did not are caused by it.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.chance import Chance, derive
from dvergar.core.sets import bit
from dvergar.games.caverna.facts.tiles import FULL_SET, TILES

FURNISHING: Final = tuple(name for tile, name in enumerate(TILES) if bit(tile) & FULL_SET)
"""All tiles that can be furnished."""
ONE_IN: Final = 16
"""Each tile is on the list of one seat in so many, so that a list has three tiles on average."""
PLACEMENTS: Final = range(1, 6)
"""The placements of which one may be drawn by lot."""


def seed_at(game: int, seat: int) -> int:
    """The seed of the bot at a seat, counted from 1, of the game with this seed."""
    return derive(game, seat - 1)


def drawn_tiles(seed: int) -> list[str]:
    """The tiles that the bot with this seed is out for.

    >>> drawn_tiles(1), len(drawn_tiles(2))
    (['weaving_parlor', 'weapon_storage'], 4)
    """
    chance = Chance(derive(seed, 8))
    return [tile for tile in FURNISHING if not chance.below(ONE_IN)]


def drawn_placement(seed: int) -> int:
    """The placement that the bot with this seed draws by lot; 0: none.

    >>> [drawn_placement(seed) for seed in range(8)]
    [5, 0, 3, 2, 3, 1, 1, 2]
    """
    return Chance(derive(seed, 9)).below(PLACEMENTS.stop)
