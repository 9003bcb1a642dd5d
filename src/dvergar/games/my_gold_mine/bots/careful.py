"""Three dwarfs of different temper for My Gold Mine: `careful`, `bold` and `timid`.

All weigh what a card brings against the chance of being burnt before they are out, counted from
what lies open. `careful` expects everybody else to keep digging and so to wake the dragon; `bold`
hopes that hardly anybody does, and lets a nugget in sight outweigh some risk; `timid` fears more
dragons than there are, and leaves with little.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.chance import Chance
from dvergar.core.game import State as AnyState
from dvergar.games.my_gold_mine.bots.evaluate import STEPS_A_DRAW
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.rules.chances import (
    dragon_chance,
    hidden_cards,
    hidden_dragons,
)
from dvergar.games.my_gold_mine.rules.digging import burns_at_door, door_leads_to, why_not_dig
from dvergar.games.my_gold_mine.rules.exit_cards import do, exit_moves
from dvergar.games.my_gold_mine.rules.reasons import POSSIBLE
from dvergar.games.my_gold_mine.rules.rounds import give_turn, next_inside
from dvergar.games.my_gold_mine.state.moves import DIG, DRAW, OUT
from dvergar.games.my_gold_mine.state.state import NO_CARD, State

OTHERS: Final = 0.15  # how much what the others stand to win weighs against one's own


class Weighing:
    """Takes the move with the greatest worth; `greed` and `fear` make the temper."""

    def __init__(self, seed: int, greed: float, fear: float) -> None:
        self._chance = Chance(seed)
        self._greed = greed  # how much more gold in sight is worth than gold in hand
        self._fear = fear  # which part of the others will dig before the next turn
        self._known: dict[int, float] = {}  # chances to escape, worked out before

    def choose(self, state: AnyState) -> int:
        assert isinstance(state, State)
        worth = {move: self._worth(state, move) for move in state.moves()}
        best = max(worth.values())
        moves = [move for move, value in worth.items() if value > best - 1e-9]
        return moves[self._chance.below(len(moves))]

    def answer(self, state: State) -> int:
        """The same without chance, for whoever plays many rounds out: of equals the first."""
        if state.card == NO_CARD:
            if why_not_dig(state) != POSSIBLE:
                return DRAW
            now = danger(state)
            dig, run = self._worth_of_digging(state, now), self._worth_of_running(state, now)
            return DIG if dig >= run else DRAW
        best, value = -1, 0.0
        for move in exit_moves(state):
            worth = self._worth(state, move)
            if best < 0 or worth > value:
                best, value = move, worth
        return best

    def _worth(self, state: State, move: int) -> float:
        if move == DIG:
            return self._worth_of_digging(state, danger(state))
        if move == DRAW:
            return self._worth_of_running(state, danger(state))
        after = state.copy()
        do(after, move)
        if not after.is_anybody_inside():
            return float(state.pile_gold[state.seat])
        give_turn(after, next_inside(after))
        return self._standing(after, state.seat)

    def _worth_of_digging(self, state: State, now: int) -> float:
        """The gold with the top card, times the chance to get it out from where its door leads."""
        card = state.extraction[-1]
        if burns_at_door(state, card):
            return -1.0
        place = door_leads_to(state, card)
        if place == OUT:
            return float(state.pile_gold[state.seat] + MATERIAL.gold[card])
        gold = state.pile_gold[state.seat] + self._greed * MATERIAL.gold[card]
        return gold * self._escape(now, place, own_barings=1)

    def _worth_of_running(self, state: State, now: int) -> float:
        """The gold in hand, times the chance to get it out after an average exit card."""
        place = state.places[state.dwarf]
        steps = state.variant.most_steps
        after = [max(place - step, OUT) for step in range(max(steps) + 1)]
        escape = [self._escape(now, there, own_barings=0) for there in after]
        total = 0.0
        for card in state.exits:
            total += escape[steps[card]]
        return state.pile_gold[state.seat] * total / len(state.exits)

    def _standing(self, state: State, seat: int) -> float:
        """What a seat stands to get out, less a part of what the others do."""
        now = danger(state)
        worth = [self._expected(state, one, now) for one in range(state.variant.players)]
        others = sum(worth) - worth[seat]
        return worth[seat] - OTHERS * others / (state.variant.players - 1)

    def _expected(self, state: State, seat: int, now: int) -> float:
        owner = state.variant.owner
        out, nearest = 0, state.dragon
        for dwarf, place in enumerate(state.places):
            if owner[dwarf] == seat:
                out += state.out_gold[dwarf]
                if OUT < place < nearest:
                    nearest = place
        if nearest == state.dragon:
            return float(out)
        return out + (state.pile_gold[seat] + 0.5) * self._escape(now, nearest, own_barings=0)

    def _escape(self, danger: int, place: int, own_barings: int) -> float:
        """The chance to walk out from `place` before the dragon comes, an average exit card a turn.

        Before each turn the others bare some cards. Being burnt by the time of the n-th turn is an
        exact chance; the greatest of them is taken as that of the whole way.
        """
        key = (danger << 4 | place) << 1 | own_barings
        known = self._known.get(key, -1.0)
        if known >= 0.0:
            return known
        dragon, others = danger & 15, danger >> 4 & 15
        dragons, hidden = danger >> 8 & 15, danger >> 12
        burnt = 0.0
        turn = 0
        where = float(place)
        while where > OUT:
            turn += 1
            bared = own_barings + round(turn * (self._fear * others))
            moves = dragon - int(where + 0.5)
            burnt = max(burnt, dragon_chance(hidden, dragons, bared, moves))
            where -= STEPS_A_DRAW
        self._known[key] = 1.0 - burnt
        return 1.0 - burnt


def danger(state: State) -> int:
    """All that an escape hangs on besides one's own place, as one number.

    These are the hidden cards, the dragons among them, the others in the mine and the dragon.
    """
    others = -1
    for place in state.places:
        if place > OUT:
            others += 1
    cards = hidden_cards(state) << 4 | hidden_dragons(state)
    return cards << 8 | others << 4 | state.dragon


class Careful(Weighing):
    """Expects everybody to dig on, and runs in time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, greed=1.0, fear=1.0)


class Bold(Weighing):
    """Stays for one more nugget."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, greed=1.4, fear=0.5)


class Timid(Weighing):
    """Is off at the first sign of the dragon."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, greed=0.5, fear=1.5)
