"""What a choice on the home board brings besides what is laid: the goods of that very place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dvergar.core.scene import Sign
from dvergar.core.sets import has
from dvergar.games.caverna.facts.board import DEEP_TUNNEL, ON_BOARD, REWARD_AMOUNT, REWARD_GOOD
from dvergar.games.caverna.facts.game import DEEP_TUNNEL_RUBIES, SINGLE_TILES
from dvergar.games.caverna.facts.goods import GOLD, RUBY
from dvergar.games.caverna.facts.tiles import (
    COUNTED,
    ON_GAIN,
    OVERHANG_GOLD,
    WHEN_BUILT,
    WHEN_BUILT_PER,
)
from dvergar.games.caverna.page.signs import gain
from dvergar.games.caverna.rules.score import adjacent_dwellings
from dvergar.games.caverna.state.moves import CELL_A, CELL_B, VOCABULARY
from dvergar.games.caverna.state.pending import Site
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

TWINS: Final = frozenset({"meadow_field", "cavern_tunnel", "cavern_cavern"})
COVERING: Final = TWINS | {f"{how}_{land}" for how in ("lay", "ruby") for land in SINGLE_TILES}
"""Kinds of moves that cover bare ground and take the reward printed there."""
BESIDE_DWELLINGS: Final = COUNTED.index("adjacent_dwelling")

Amounts = Iterator[tuple[int, int]]


def bonus(state: State, move: int) -> list[Sign]:
    """The goods that a move on the board of the seat that is asked brings there, as signs."""
    player = state.players[state.seat]
    brought: dict[int, int] = {}
    for good, amount in _brings(state, player, move):
        for one, number in _with_answers(player.built, good, amount):
            brought[one] = brought.get(one, 0) + number
    return [gain(good, amount) for good, amount in brought.items()]


def _brings(state: State, player: Player, move: int) -> Amounts:
    kind = VOCABULARY.kinds[move]
    cells = [cell for cell in (CELL_A[move], CELL_B[move]) if cell >= 0]
    if kind in COVERING:
        for cell in cells:
            if REWARD_GOOD[cell] >= 0:
                yield REWARD_GOOD[cell], REWARD_AMOUNT[cell]
    if kind in TWINS and max(cells) >= ON_BOARD:
        yield GOLD, OVERHANG_GOLD
    if kind == "ruby_mine" and player.land[cells[0]] == DEEP_TUNNEL:
        yield RUBY, DEEP_TUNNEL_RUBIES
    frame = state.stack[-1]
    if kind == "into" and isinstance(frame, Site):
        yield from _for_neighbours(player, frame.tile, cells[0])


def _for_neighbours(player: Player, tile: int, cell: int) -> Amounts:
    """What a tile brings for the dwellings beside it."""
    beside = adjacent_dwellings(player, cell)
    if WHEN_BUILT_PER[tile] == BESIDE_DWELLINGS and beside:
        for good, amount in WHEN_BUILT[tile]:
            yield good, amount * beside


def _with_answers(built: int, good: int, amount: int) -> Amounts:
    """A gain, and what tiles give for it."""
    yield good, amount
    for tile, gives in ON_GAIN[good]:
        if has(built, tile):
            yield from _with_answers(built, gives, amount)
