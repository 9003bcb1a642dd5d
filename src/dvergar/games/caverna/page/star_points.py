"""What tiles with a star would bring a player as things are: points that hang on what one has."""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.board import FURNISHED
from dvergar.games.caverna.facts.tiles import (
    AT_SCORING,
    CANCELS,
    HAS_STAR,
    POINTS,
    TILE_COUNT,
)
from dvergar.games.caverna.rules.actions.furnish import site_moves
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.rules.score import (
    ADJACENT_DWELLING,
    bonus_points,
    points_cancelled,
    points_lost,
)
from dvergar.games.caverna.state.moves import CELL_A
from dvergar.games.caverna.state.player import Player

STARS: Final = [tile for tile in range(TILE_COUNT) if HAS_STAR[tile]]
BY_PLACE: Final = frozenset(tile for tile, _, what, _ in AT_SCORING if what == ADJACENT_DWELLING)
"""Those whose points hang on where they lie."""


def star_points(player: Player, on_offer: int) -> tuple[int | None, ...]:
    """The points that each of STARS would bring; None: not on offer, or without a place."""
    herd = housed(player)
    before = bonus_points(player, player.goods, herd)
    return tuple(
        _points(player, tile, herd, before) if has(on_offer, tile) else None for tile in STARS
    )


def _points(player: Player, tile: int, herd: list[int], before: int) -> int | None:
    other = player.copy()
    other.built |= bit(tile)
    if tile not in BY_PLACE:
        return (
            POINTS[tile] + bonus_points(other, player.goods, herd) - before + _saved(other, player)
        )
    found = []
    for move in site_moves(player, tile):
        other.land = player.land
        other.cover(CELL_A[move], FURNISHED + tile)
        found.append(POINTS[tile] + bonus_points(other, player.goods, herd) - before)
    return max(found, default=None)


def _saved(other: Player, player: Player) -> int:
    """The lost points that a tile takes away."""
    if not CANCELS:
        return 0
    lost = points_lost(player)
    return min(lost, points_cancelled(other.built)) - min(lost, points_cancelled(player.built))
