"""Eating: goods become food."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.game import (
    DONKEYS_TOGETHER,
    GOLD_FOR_FOOD,
    GOLD_FOR_MORE_FOOD,
)
from dvergar.games.caverna.facts.goods import (
    DONKEY,
    FARM_ANIMALS,
    FOOD,
    GOLD,
    GRAIN,
    RUBY,
    VEGETABLE,
)
from dvergar.games.caverna.rules.anytime.free_move import FreeMove, Purchase
from dvergar.games.caverna.rules.food import eat
from dvergar.games.caverna.rules.ledger import gain, pay_all
from dvergar.games.caverna.rules.reasons import NO_GOLD_FOR_FOOD
from dvergar.games.caverna.state.moves import (
    ARGUMENT,
    EAT,
    EAT_DONKEYS,
    EAT_GOLD,
    EAT_MORE_GOLD,
)
from dvergar.games.caverna.state.pending import Frame
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State

_EATEN: Final = [GRAIN, VEGETABLE, RUBY, *FARM_ANIMALS]
_FIRST_PRICE: Final[list[tuple[int, int]]] = [(GOLD, GOLD_FOR_FOOD)]
_NEXT_PRICE: Final[list[tuple[int, int]]] = [(GOLD, GOLD_FOR_MORE_FOOD)]


class Eat(FreeMove):
    """One of a kind is eaten, or several donkeys together."""

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        for number, kind in enumerate(_EATEN):
            if player.goods[kind]:
                found.append(EAT + number)
        if player.goods[DONKEY] >= DONKEYS_TOGETHER:
            found.append(EAT_DONKEYS)

    def make(self, state: State, frame: Frame, move: int) -> None:
        if move == EAT_DONKEYS:
            eat(state, frame.seat, DONKEY, DONKEYS_TOGETHER)
        else:
            eat(state, frame.seat, ARGUMENT[move], 1)


class EatGold(Purchase):
    """Gold buys food; each further food directly after it costs less."""

    def could(self, state: State, _frame: Frame, _player: Player) -> list[int]:
        return [EAT_GOLD, EAT_MORE_GOLD] if state.eating_gold else [EAT_GOLD]

    def may_pay(self, player: Player) -> bool:
        return player.goods[GOLD] > 0

    def price(self, move: int) -> list[tuple[int, int]]:
        return _FIRST_PRICE if move == EAT_GOLD else _NEXT_PRICE

    def too_dear(self, _move: int) -> int:
        return NO_GOLD_FOR_FOOD

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain(state, frame.seat, FOOD, 1)
