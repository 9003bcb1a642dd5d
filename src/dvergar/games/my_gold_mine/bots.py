"""Two dwarfs of different temper for My Gold Mine: `careful` and `bold`.

Both weigh what a card brings against the chance of being burnt before they are out, counted from
what lies open. `careful` expects everybody else to keep digging and so to wake the dragon; `bold`
hopes that hardly anybody does, and lets a nugget in sight outweigh some risk.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.chance import Chance
from dvergar.core.game import State as AnyState
from dvergar.games.my_gold_mine.chances import dragon_chance
from dvergar.games.my_gold_mine.facts import DRAGON, SWAP
from dvergar.games.my_gold_mine.moves import DIG, DRAW, OUT
from dvergar.games.my_gold_mine.rules import State

OTHERS: Final = 0.15  # how much what the others stand to win weighs against one's own


class _Weighing:
    """Takes the move with the greatest worth; `greed` and `fear` make the temper."""

    greed: float
    """How much more gold in sight is worth than gold in hand."""
    fear: float
    """Which part of the others will dig before the next turn."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def choose(self, state: AnyState) -> int:
        assert isinstance(state, State)
        worth = {move: self._worth(state, move) for move in state.moves()}
        best = max(worth.values())
        moves = [move for move, value in worth.items() if value > best - 1e-9]
        return moves[self._chance.below(len(moves))]

    def _worth(self, state: State, move: int) -> float:
        if move == DIG:
            return self._worth_of_digging(state)
        if move == DRAW:
            return self._worth_of_running(state)
        after = state.copy()
        round_before = after.round
        after.play(move)
        if after.over or after.round != round_before:
            return float(state.pile_gold[state.seat])
        return self._standing(after, state.seat)

    def _worth_of_digging(self, state: State) -> float:
        """The gold with the top card, times the chance to get it out from where its door leads."""
        facts = state.game.facts
        card = state.extraction[-1]
        place = state.places[state.dwarf] + facts.door[card]
        if place == OUT:
            return float(state.pile_gold[state.seat] + facts.gold[card])
        if place >= state.dragon:
            if state.game.red_door == "burn":
                return -1.0
            place = state.dragon - 1
        gold = state.pile_gold[state.seat] + self.greed * facts.gold[card]
        return gold * self._escape(state, place, own_barings=1)

    def _worth_of_running(self, state: State) -> float:
        """The gold in hand, times the chance to get it out after an average exit card."""
        place = state.places[state.dwarf]
        facts = state.game.facts
        total = 0.0
        for card in state.exits:
            steps = [_steps(action) for action in facts.exit_actions[card]]
            after = max(place - max(steps), OUT)
            total += self._escape(state, after, own_barings=0) if after else 1.0
        return state.pile_gold[state.seat] * total / len(state.exits)

    def _standing(self, state: State, seat: int) -> float:
        """What a seat stands to get out, less a part of what the others do."""
        worth = [self._expected(state, one) for one in range(state.game.players)]
        others = sum(worth) - worth[seat]
        return worth[seat] - OTHERS * others / (state.game.players - 1)

    def _expected(self, state: State, seat: int) -> float:
        owner = state.game.owner
        out = sum(gold for dwarf, gold in enumerate(state.out_gold) if owner[dwarf] == seat)
        inside = [p for d, p in enumerate(state.places) if p > OUT and owner[d] == seat]
        if not inside:
            return float(out)
        nearest = min(inside)
        return out + (state.pile_gold[seat] + 0.5) * self._escape(state, nearest, own_barings=0)

    def _escape(self, state: State, place: int, own_barings: int) -> float:
        """The chance to walk out from `place` before the dragon comes, an average exit card a turn.

        Before each turn the others bare some cards. Being burnt by the time of the n-th turn is an
        exact chance; the greatest of them is taken as that of the whole way.
        """
        hidden = state.extraction[:-1]
        dragons = hidden.count(DRAGON)
        others = self.fear * len(state.others_inside())
        burnt = 0.0
        turn = 0
        where = float(place)
        while where > OUT:
            turn += 1
            bared = own_barings + round(turn * others)
            moves = state.dragon - int(where + 0.5)
            burnt = max(burnt, dragon_chance(len(hidden), dragons, bared, moves))
            where -= STEP
        return 1.0 - burnt


STEP: Final = 1.3  # the length of an average exit card


def _steps(action: int) -> int:
    return 0 if action == SWAP else (1, 2, 1, 0)[action]


class Careful(_Weighing):
    """Expects everybody to dig on, and runs in time."""

    greed = 1.0
    fear = 1.0


class Bold(_Weighing):
    """Stays for one more nugget."""

    greed = 1.4
    fear = 0.5
