"""What a player has, as a key: what was made ready to be drawn from it once is found again by it.

Most of a table is the same after a move, and for everybody who looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dvergar.games.caverna.facts.board import CAVERN, DEEP_TUNNEL, TUNNEL
from dvergar.games.caverna.facts.game import DOG, FARM_ANIMALS
from dvergar.games.caverna.facts.tiles import PRICE_GOODS
from dvergar.games.caverna.state.state import Player


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """A player to draw from; equal to any other who has the same."""

    key: tuple[object, ...]
    player: Player = field(compare=False)

    @staticmethod
    def of(player: Player) -> PlayerKey:
        """All a player has now."""
        return PlayerKey(player.key(), player)

    @staticmethod
    def on_board(player: Player) -> PlayerKey:
        """What lies or lives on the home board; some rooms have space by the family."""
        animals = tuple(player.goods[animal] for animal in (DOG, *FARM_ANIMALS))
        land, on = tuple(player.land), tuple(player.on)
        return PlayerKey((animals, land, on, player.built, len(player.dwarfs)), player)

    @staticmethod
    def for_tiles(player: Player) -> PlayerKey:
        """What tiles are paid with, the tiles one has, and whether there is a place for another."""
        tunnels = TUNNEL in player.land or DEEP_TUNNEL in player.land
        goods = tuple(player.goods[good] for good in PRICE_GOODS)
        return PlayerKey((player.built, CAVERN in player.land, tunnels, goods), player)
