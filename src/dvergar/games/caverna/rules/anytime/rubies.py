"""Rubies: goods, single tiles, and the order in which dwarfs are placed."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.game import (
    GOOD_RUBIES,
    JUMP_RUBIES,
    RUBY_GOODS,
    RUBY_GOODS_FOOD,
    SINGLE_TILE_RUBIES,
)
from dvergar.games.caverna.facts.goods import FOOD, RUBY
from dvergar.games.caverna.rules.anytime.free_move import Purchase
from dvergar.games.caverna.rules.land import lay_single, single_moves
from dvergar.games.caverna.rules.ledger import gain, holds, pay_all
from dvergar.games.caverna.rules.reasons import (
    NO_RUBY_AND_FOOD_FOR_GOOD,
    NO_RUBY_FOR_CAVERN,
    NO_RUBY_FOR_GOOD,
    NO_RUBY_FOR_MEADOW_OR_FIELD,
    NO_RUBY_FOR_TUNNEL,
    NO_RUBY_TO_JUMP,
)
from dvergar.games.caverna.state.moves import (
    ARGUMENT,
    CELL_A,
    JUMP,
    KIND,
    RUBY_GOOD,
    RUBY_SINGLE,
    SINGLE_LAND,
)
from dvergar.games.caverna.state.pending import Frame, Placing
from dvergar.games.caverna.state.player import HOME, Player
from dvergar.games.caverna.state.state import State

_GOODS: Final = [RUBY_GOOD + number for number in range(len(RUBY_GOODS))]
_GOOD_PRICES: Final[list[list[tuple[int, int]]]] = [
    [(RUBY, GOOD_RUBIES), (FOOD, food)] if food else [(RUBY, GOOD_RUBIES)]
    for food in RUBY_GOODS_FOOD
]
_LAND_PRICES: Final[list[list[tuple[int, int]]]] = [
    [(RUBY, rubies)] for rubies in SINGLE_TILE_RUBIES
]
_LAND_TOO_DEAR: Final = [
    NO_RUBY_FOR_MEADOW_OR_FIELD,
    NO_RUBY_FOR_MEADOW_OR_FIELD,
    NO_RUBY_FOR_TUNNEL,
    NO_RUBY_FOR_CAVERN,
]
"""By single tile."""
_JUMP_PRICE: Final[list[tuple[int, int]]] = [(RUBY, JUMP_RUBIES)]


class BuyGood(Purchase):
    """A ruby becomes a good; some cost food besides."""

    def could(self, _state: State, _frame: Frame, _player: Player) -> list[int]:
        return _GOODS

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        if player.goods[RUBY]:
            for number, price in enumerate(_GOOD_PRICES):
                if holds(player.goods, price):
                    found.append(RUBY_GOOD + number)

    def price(self, move: int) -> list[tuple[int, int]]:
        return _GOOD_PRICES[ARGUMENT[move]]

    def too_dear(self, move: int) -> int:
        return NO_RUBY_AND_FOOD_FOR_GOOD if RUBY_GOODS_FOOD[ARGUMENT[move]] else NO_RUBY_FOR_GOOD

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain(state, frame.seat, RUBY_GOODS[ARGUMENT[move]], 1)


class BuyLand(Purchase):
    """Rubies become a single tile, laid at once."""

    def could(self, _state: State, _frame: Frame, player: Player) -> list[int]:
        found: list[int] = []
        for number, land in enumerate(SINGLE_LAND):
            found += single_moves(player, land, RUBY_SINGLE[number])
        return found

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        if player.goods[RUBY]:
            for number, price in enumerate(_LAND_PRICES):
                if holds(player.goods, price):
                    found += single_moves(player, SINGLE_LAND[number], RUBY_SINGLE[number])

    def price(self, move: int) -> list[tuple[int, int]]:
        return _LAND_PRICES[RUBY_SINGLE.index(KIND[move])]

    def too_dear(self, move: int) -> int:
        return _LAND_TOO_DEAR[RUBY_SINGLE.index(KIND[move])]

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        lay_single(state, frame.seat, SINGLE_LAND[RUBY_SINGLE.index(KIND[move])], CELL_A[move])


class Jump(Purchase):
    """A ruby sends any armed dwarf at home before weaker ones, once a turn.

    A second one would only waste the first: one ruby passes any number of weaker dwarfs.
    """

    def could(self, state: State, frame: Frame, player: Player) -> list[int]:
        if not isinstance(frame, Placing) or frame.jumped:
            return []
        acting = player.weapons[state.dwarf]
        strengths = {
            weapon
            for weapon, where in zip(player.weapons, player.dwarfs, strict=True)
            if where == HOME and weapon > acting
        }
        return [JUMP + strength - 1 for strength in sorted(strengths)]

    def may_pay(self, player: Player) -> bool:
        return player.goods[RUBY] > 0

    def price(self, _move: int) -> list[tuple[int, int]]:
        return _JUMP_PRICE

    def too_dear(self, _move: int) -> int:
        return NO_RUBY_TO_JUMP

    def make(self, state: State, frame: Frame, move: int) -> None:
        strength = ARGUMENT[move]
        player = state.players[frame.seat]
        pay_all(state, frame.seat, _JUMP_PRICE)
        for dwarf, weapon in enumerate(player.weapons):
            if weapon == strength and player.dwarfs[dwarf] == HOME:
                state.dwarf = dwarf
                break
        state.stack[-1] = Placing(frame.seat, jumped=True)
        state.trail.append(("jump", frame.seat, strength))
