"""Games to learn from: varied players meet, and what each saw is kept with how its game ended.

Diverse games teach more than many, so every seat of every game draws anew who plays it: `greedy`
with some noise, or whole turns by the hand-made estimate, by the present network or by an earlier
one, at some temperature. A game hangs on its seed and on the networks alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dvergar.bots.greedy import Greedy
from dvergar.bots.judge import HandMade, Judge, Learnt
from dvergar.bots.network import Network
from dvergar.bots.turns import Breadth, Turn, turns
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.options import Value
from dvergar.core.registry import evaluate, features, info, make_game

TEMPERATURES: Final = (0.0, 0.0, 0.3, 0.7, 1.5, 3.0)
"""Points by which turns may be worse and are still played now and then."""
NOISES: Final = (0.0, 2.0, 5.0, 10.0)
MISTAKE: Final = 25
"""One turn in so many is any turn."""
KEPT_STEP: Final = 40  # of a hundred positions in the middle of a turn
KEPT_TURN: Final = 85  # of a hundred ends of one's own turn
KEPT_OTHER: Final = 30  # of a hundred ends of another's turn


@dataclass(slots=True)
class Lessons:
    """Positions as numbers, one after the other, and the points that came of each.

    Beside them what the hand-made estimate said: a network begins as that.
    """

    rows: list[float] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)

    def add(self, other: Lessons) -> None:
        """Counts other lessons in."""
        self.rows += other.rows
        self.targets += other.targets
        self.estimates += other.estimates


class Player:
    """Plays whole turns, or single moves as a turn of one."""

    def choose(self, state: State) -> list[int]:
        """The moves to make; the state is an imagined one."""
        raise NotImplementedError


class Stepping(Player):
    """Plays as `greedy` does."""

    def __init__(self, seed: int, noise: float) -> None:
        self._bot = Greedy(seed, noise=noise)

    def choose(self, state: State) -> list[int]:
        return [self._bot.choose(state)]


class Turning(Player):
    """Plays turns that look good, the better the more likely."""

    def __init__(self, seed: int, judge: Judge, breadth: Breadth, temperature: float) -> None:
        self._chance = Chance(seed)
        self._judge = judge
        self._breadth = breadth
        self._temperature = temperature

    def choose(self, state: State) -> list[int]:
        real = state.moves(free=False)
        if len(real) == 1 and len(state.moves()) == 1:
            return real
        return self._one_of(turns(state, self._judge, self._breadth)).moves

    def _one_of(self, found: Sequence[Turn]) -> Turn:
        if not self._temperature:
            return found[0]
        if self._chance.below(MISTAKE) == 0:
            return found[self._chance.below(len(found))]
        best = found[0].value
        weights = [math.exp((one.value - best) / self._temperature) for one in found]
        mark = sum(weights) * self._chance.below(1 << 20) / (1 << 20)
        for one, weight in zip(found, weights, strict=True):
            mark -= weight
            if mark < 0:
                return one
        return found[0]


@dataclass(frozen=True, slots=True)
class School:
    """What games are made of: the game, and the networks so far, the present one last."""

    game: str
    networks: Sequence[Network]

    def play(self, seed: int) -> Lessons:
        """Plays one game and returns what can be learnt of it."""
        chance = Chance(seed)
        game = make_game(self.game, self._options(chance))
        state = game.start(seed)
        players = [self._player(chance, derive(seed, seat)) for seat in range(game.players)]
        seen = _Seen(self.game, game.players, chance)
        asked = 0
        while not state.over:
            seat, asked = state.seat, asked + 1
            for move in players[seat].choose(state.imagine(seat, derive(seed, 100 + asked))):
                turn = state.turn
                state.play(move)
                seen.look(state, seat, state.turn != turn)
        return seen.lessons([float(score.total) for score in state.scores()])

    def _options(self, chance: Chance) -> dict[str, Value]:
        """Mostly the plain game with the usual number of players, sometimes another."""
        found = info(self.game)
        least, most = found.players
        usual = found.default_players
        counts = [usual] * 4 + [least] * 2 + [min(4, most)] * 2
        if chance.below(5) == 0:
            counts = list(range(least, most + 1))
        players = counts[chance.below(len(counts))]
        options: dict[str, Value] = {"players": players}
        for option in found.options:
            if option.fits(players) and chance.below(8) == 0:
                values = option.values_for(players)
                options[option.name] = values[chance.below(len(values))]
        return options

    def _player(self, chance: Chance, seed: int) -> Player:
        drawn = chance.below(100)
        networks = len(self.networks)
        if drawn < (15 if networks else 70):
            return Stepping(seed, NOISES[chance.below(len(NOISES))])
        temperature = TEMPERATURES[chance.below(len(TEMPERATURES))]
        number = networks - 1
        if networks > 1 and drawn < 35:
            number = chance.below(networks)
        breadth = Breadth(beginnings=4 + chance.below(5), lines=1, steps=12, free=1)
        return Turning(
            seed, judge(self.game, self.networks[number : number + 1]), breadth, temperature
        )


def judge(game: str, net: Sequence[Network]) -> Judge:
    """The judge with that network, or the hand-made one where there is none yet."""
    tell, estimate = features(game), evaluate(game)
    assert tell is not None
    assert estimate is not None
    return Learnt(tell, net[0], estimate) if net else HandMade(estimate)


class _Seen:
    """Positions of one game as the seats saw them."""

    def __init__(self, game: str, players: int, chance: Chance) -> None:
        tell, estimate = features(game), evaluate(game)
        assert tell is not None
        assert estimate is not None
        self._tell: Callable[[State, int], list[float]] = tell
        self._estimate: Callable[[State, int], float] = estimate
        self._chance = chance
        self._players = players
        self._rows: list[float] = []
        self._seats: list[int] = []
        self._estimates: list[float] = []

    def look(self, state: State, mover: int, at_end: bool) -> None:
        """Keeps some of what is to be seen after a move."""
        if state.over:
            return
        drawn = self._chance.below(100)
        if drawn < (KEPT_TURN if at_end else KEPT_STEP):
            self._keep(state, mover)
        if at_end and self._players > 1 and drawn < KEPT_OTHER:
            self._keep(state, (mover + 1 + self._chance.below(self._players - 1)) % self._players)

    def _keep(self, state: State, seat: int) -> None:
        self._rows += self._tell(state, seat)
        self._seats.append(seat)
        self._estimates.append(self._estimate(state, seat))

    def lessons(self, scores: Sequence[float]) -> Lessons:
        """What was seen, with the points that each seat had in the end."""
        return Lessons(self._rows, [scores[seat] for seat in self._seats], self._estimates)
