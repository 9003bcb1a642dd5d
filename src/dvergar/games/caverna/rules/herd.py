"""Animals without room: whoever has some lets animals go until the others fit."""

from __future__ import annotations

from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import DONKEYS_TOGETHER
from dvergar.games.caverna.facts.goods import DONKEY, FARM_ANIMALS
from dvergar.games.caverna.rules.food import eat
from dvergar.games.caverna.rules.housing import herd_fits
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.state.moves import ARGUMENT, BUTCHER, BUTCHER_DONKEYS
from dvergar.games.caverna.state.pending import Frame, Herd
from dvergar.games.caverna.state.state import State


def look_at_herds(state: State) -> None:
    """Asks whoever has animals without room which ones go."""
    for seat in range(state.variant.players):
        if has(state.unsettled, seat) and not herd_fits(state.players[seat]):
            state.stack.append(Herd(seat))
    state.unsettled = 0


def butchered(move: int) -> tuple[int, int]:
    """Which animals a move lets go, and how many."""
    if move == BUTCHER_DONKEYS:
        return DONKEY, DONKEYS_TOGETHER
    return ARGUMENT[move], 1


class LettingGo(Question):
    """Which animals are turned into food?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        player = state.players[frame.seat]
        if herd_fits(player):
            return []
        found = [BUTCHER + n for n, animal in enumerate(FARM_ANIMALS) if player.goods[animal]]
        if player.goods[DONKEY] >= DONKEYS_TOGETHER:
            found.append(BUTCHER_DONKEYS)
        return found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        state.stack.append(frame)  # it is asked again until the herd fits
        animal, number = butchered(move)
        eat(state, frame.seat, animal, number)
