"""Work that feeds one dwarf: while feeding, with goods in the place of food."""

from __future__ import annotations

from dvergar.games.caverna.facts.game import NEWBORN_FOOD
from dvergar.games.caverna.facts.tiles import WORK_GOODS, WORK_PRICES, WORK_TILES
from dvergar.games.caverna.rules.anytime.free_move import FreeMove
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.state.moves import VOCABULARY, WORK_FOR_FOOD
from dvergar.games.caverna.state.pending import Feeding, Frame
from dvergar.games.caverna.state.player import NEWBORN, Player
from dvergar.games.caverna.state.state import State


class WorkForFood(FreeMove):
    """Once a meal, a dwarf or a newborn is fed with goods."""

    def offer(self, _state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if not isinstance(frame, Feeding) or frame.worked or not player.owns(WORK_TILES):
            return
        newborn = player.dwarfs.count(NEWBORN)
        for who, dwarfs in enumerate((len(player.dwarfs) - newborn, newborn)):
            for number, good in enumerate(WORK_GOODS):
                if dwarfs and player.goods[good] >= WORK_PRICES[number]:
                    found.append(WORK_FOR_FOOD + who * len(WORK_GOODS) + number)

    def make(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Feeding)
        who, number = VOCABULARY.arguments[move]
        pay(state, frame.seat, WORK_GOODS[number], WORK_PRICES[number])
        saved = NEWBORN_FOOD if who else frame.adult
        state.stack[-1] = Feeding(frame.seat, frame.food - saved, worked=True, adult=frame.adult)
        state.trail.append(("work", frame.seat, saved))
