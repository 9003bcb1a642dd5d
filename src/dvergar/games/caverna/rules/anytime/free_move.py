"""A kind of move that is possible at any time. It strictly uses something up, so it runs out."""

from __future__ import annotations

from abc import abstractmethod

from dvergar.games.caverna.rules.ledger import holds
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.pending import Frame
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


class FreeMove:
    """All moves of one kind, or of a few that belong together."""

    @abstractmethod
    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        """Adds those that a player has at a question, ascending."""

    @abstractmethod
    def make(self, state: State, frame: Frame, move: int) -> None:
        """Makes one of them; the frame is the topmost one."""


class Purchase(FreeMove):
    """Moves with a price: what one could do here, what it costs, and why it cannot be paid."""

    @abstractmethod
    def could(self, state: State, frame: Frame, player: Player) -> list[int]:
        """What a player could do at a question if only it could pay, ascending."""

    @abstractmethod
    def price(self, move: int) -> list[tuple[int, int]]:
        """What a move costs."""

    @abstractmethod
    def too_dear(self, move: int) -> int:
        """The reason why a move cannot be made without its price."""

    def may_pay(self, _player: Player) -> bool:
        """Whether it is worth looking: without it, a player can pay for none of them."""
        return True

    def why_not(self, player: Player, move: int) -> int:
        """0, or why a player cannot pay for a move."""
        return POSSIBLE if holds(player.goods, self.price(move)) else self.too_dear(move)

    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if self.may_pay(player):
            could = self.could(state, frame, player)
            found += [move for move in could if self.why_not(player, move) == POSSIBLE]
