"""The trades of tiles: goods for goods."""

from __future__ import annotations

from dvergar.core.sets import has
from dvergar.games.caverna.facts.tiles import TRADE_GET, TRADE_PAY, TRADE_TILE, TRADE_TILES
from dvergar.games.caverna.rules.anytime.free_move import Purchase
from dvergar.games.caverna.rules.ledger import gain_all, pay_all
from dvergar.games.caverna.rules.reasons import NO_GOODS_TO_TRADE
from dvergar.games.caverna.state.moves import ARGUMENT, TRADE
from dvergar.games.caverna.state.pending import Frame
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class TradeGoods(Purchase):
    """A tile exchanges goods."""

    def could(self, _state: State, _frame: Frame, player: Player) -> list[int]:
        if not player.owns(TRADE_TILES):
            return []
        return [TRADE + trade for trade, tile in enumerate(TRADE_TILE) if has(player.built, tile)]

    def price(self, move: int) -> list[tuple[int, int]]:
        return TRADE_PAY[ARGUMENT[move]]

    def too_dear(self, move: int) -> int:
        return NO_GOODS_TO_TRADE + ARGUMENT[move]

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain_all(state, frame.seat, TRADE_GET[ARGUMENT[move]])
