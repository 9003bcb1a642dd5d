"""The bots of My Gold Mine: `careful`, `bold`, `timid` and, the strongest, `cunning`.

The first three compare what a card brings with the chance of being burnt before they are out,
counted from the open cards. `careful` expects everyone else to keep digging and wake the dragon;
`bold` hopes that hardly anyone does, and accepts some risk for a nugget in sight; `timid` fears
more dragons than there are, and leaves with little.

`cunning` plays every answer out to the end of the round, each on the same sampled deals of what is
hidden, so that luck is the same for all. It drops answers that are clearly behind and plays the one
that is left. In these playouts everyone is careful. The end of a round is worth the chance to win
the game: known in the last round, estimated from the big nuggets before it.
"""

from __future__ import annotations

import time
from math import exp, sqrt
from typing import ClassVar, Final

from dvergar.core.bot import Thought, TurnOption
from dvergar.core.chance import Chance
from dvergar.core.game import State as AnyState
from dvergar.games.my_gold_mine.bots.evaluate import STEPS_A_DRAW
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.rules import actions
from dvergar.games.my_gold_mine.rules.machine import carry_out, give_turn, next_inside
from dvergar.games.my_gold_mine.rules.score import give_prizes, ranking, scores
from dvergar.games.my_gold_mine.state import BURNT, DIG, DRAW, NO_CARD, OUT, State

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
        """The same without chance, for playouts of many rounds: of equals the first."""
        if state.card == NO_CARD:
            if actions.why_not_dig(state) != actions.POSSIBLE:
                return DRAW
            now = danger(state)
            dig, run = self._worth_of_digging(state, now), self._worth_of_running(state, now)
            return DIG if dig >= run else DRAW
        best, value = -1, 0.0
        for move in actions.exit_moves(state):
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
        actions.do(after, move)
        if not after.is_anybody_inside():
            return float(state.pile_gold[state.seat])
        give_turn(after, next_inside(after))
        return self._lead(after, state.seat)

    def _worth_of_digging(self, state: State, now: int) -> float:
        """The gold with the top card, times the chance to get it out from where its door leads."""
        card = state.extraction[-1]
        if actions.burns_at_door(state, card):
            return -1.0
        place = actions.door_leads_to(state, card)
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

    def _lead(self, state: State, seat: int) -> float:
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
            burnt = max(burnt, actions.dragon_chance(hidden, dragons, bared, moves))
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
    cards = actions.hidden_cards(state) << 4 | actions.hidden_dragons(state)
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


SPREAD: Final = 5.0  # of the points that are still to come, for they decide with the nuggets
MARGIN: Final = 0.01  # what a point ahead of the best of the others is worth beside the first place
LAST_GOLD: Final = 6.5  # what a seat carries out of the last round on average


def play_out(state: State, move: int, crowd: Weighing) -> None:
    """Plays a move and then the whole round, to its prizes but not into the next one."""
    carry_out(state, move)
    while state.is_anybody_inside():
        if state.card == NO_CARD:
            give_turn(state, next_inside(state))
        carry_out(state, crowd.answer(state))
    give_prizes(state)


def chance_of_first(state: State, seat: int) -> float:
    """The share of the first place in the end, when a round has been played out."""
    if state.round == MATERIAL.rounds:
        return _place_of(state, seat)
    weights = [exp(nuggets / SPREAD) for nuggets in state.nuggets]
    return weights[seat] / sum(weights)


def _place_of(state: State, seat: int) -> float:
    """First or not, and a little for every point, so that nobody gives up or stops at enough."""
    ranks = ranking(state)
    first = 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0
    totals = [score.total for score in scores(state)]
    best = max([total for one, total in enumerate(totals) if one != seat])
    return first + MARGIN * (totals[seat] - best)


def points_to_expect(state: State) -> list[float]:
    """The points of every seat in the end, when a round has been played out."""
    if state.round == MATERIAL.rounds:
        return [float(score.total) for score in scores(state)]
    rounds = len([one for one in MATERIAL.prize_rounds if one > state.round])
    prizes = rounds * sum(MATERIAL.prizes) / state.variant.players
    return [nuggets + prizes + LAST_GOLD for nuggets in state.nuggets]


NODES: Final = 120
WITHOUT_END: Final = 1_000_000  # nodes, where the clock alone is the limit
CLEARLY: Final = 2.0  # behind by so many standard errors
AT_LEAST: Final = 12  # deals before anything is dropped
A_LOOK: Final = 4  # deals between two looks at who is behind


class Playouts:
    """What came of one answer: chances of the first place, points and gold, over the deals."""

    def __init__(self, players: int) -> None:
        self.worth: list[float] = []
        self.points: list[float] = [0.0] * players
        self.squares = 0.0
        self.gold = 0
        self.burnt = 0

    def note(self, after: State, seat: int) -> None:
        """Adds a round that was played out."""
        self.worth.append(chance_of_first(after, seat))
        points = points_to_expect(after)
        for one in range(len(points)):
            self.points[one] += points[one]
        self.squares += points[seat] * points[seat]
        owner = after.variant.owner
        self.gold += sum([gold for d, gold in enumerate(after.out_gold) if owner[d] == seat])
        places = [place for d, place in enumerate(after.places) if owner[d] == seat]
        self.burnt += BURNT in places

    def option(self, move: int, seat: int) -> TurnOption:
        """The answer with what to expect of it."""
        deals = len(self.worth)
        mean = self.points[seat] / deals
        noise = sqrt(max(0.0, self.squares / deals - mean * mean) / deals)
        facts = (("gold_out", self.gold / deals), ("burnt", float(round(100 * self.burnt / deals))))
        return TurnOption((move,), tuple([one / deals for one in self.points]), noise, facts)


class Cunning:
    """Takes the answer that brings the first place most often, over many deals.

    A node is one round played out; `nodes` limits them, or `seconds` the time for a move.
    """

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds")
    facts: ClassVar[tuple[str, ...]] = ("gold_out", "burnt")

    def __init__(self, seed: int, nodes: int = 0, seconds: float = 0.0) -> None:
        self._chance = Chance(seed)
        self._nodes = nodes or (WITHOUT_END if seconds else NODES)
        self._seconds = seconds  # 0: nodes are the only limit
        self._crowd = Careful(seed)
        self._tried: dict[int, Playouts] = {}
        self.thought = Thought(0, 0.0)

    def choose(self, state: AnyState) -> int:
        assert isinstance(state, State)
        moves = state.moves()
        played = 0
        self._tried = {move: Playouts(state.variant.players) for move in moves}
        worth = {move: tried.worth for move, tried in self._tried.items()}
        until = time.monotonic() + self._seconds
        while len(moves) > 1 and played + len(moves) <= max(self._nodes, len(moves)):
            self._try_all(state, moves)
            played += len(moves)
            if self._seconds and time.monotonic() > until:
                break
            moves = _without_those_behind(moves, worth)
        best = max(moves, key=lambda move: sum(worth[move]))
        self._set_thought(played)
        return best

    def options(self, state: AnyState) -> list[TurnOption]:
        """All answers, the one it gives first, then by their chances of the first place."""
        assert isinstance(state, State)
        best = self.choose(state)
        if not self._tried[best].worth:  # the only answer
            self._try_all(state, [best])
        found = [(tried.worth, move) for move, tried in self._tried.items() if tried.worth]
        found.sort(key=lambda one: (one[1] != best, -sum(one[0]) / len(one[0])))
        return [self._tried[move].option(move, state.seat) for _, move in found]

    def _try_all(self, state: State, moves: list[int]) -> None:
        """Plays every answer out on one more deal."""
        deal = state.game.imagined(state, state.seat, self._chance.next())
        for move in moves:
            after = deal.copy()
            assert isinstance(after, State)
            play_out(after, move, self._crowd)
            self._tried[move].note(after, state.seat)

    def _set_thought(self, played: int) -> None:
        points: list[float] = []
        if played:
            for seat in range(len(next(iter(self._tried.values())).points)):
                points.append(sum([one.points[seat] for one in self._tried.values()]) / played)
        self.thought = Thought(played, 1.0, tuple(points))


def _without_those_behind(moves: list[int], worth: dict[int, list[float]]) -> list[int]:
    """The answers that may still be the best one."""
    deals = len(worth[moves[0]])
    if deals < AT_LEAST or deals % A_LOOK:
        return moves
    best = max(moves, key=lambda move: sum(worth[move]))
    return [move for move in moves if move == best or not _is_behind(worth[move], worth[best])]


def _is_behind(worth: list[float], best: list[float]) -> bool:
    """Whether the differences on the same deals are too great to be luck."""
    deals = len(worth)
    gaps = [other - one for one, other in zip(worth, best, strict=True)]
    gap = sum(gaps) / deals
    spread = sum([(one - gap) * (one - gap) for one in gaps]) / (deals - 1)
    return gap > CLEARLY * sqrt(spread / deals)
