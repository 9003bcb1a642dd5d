"""Games to learn from: varied players meet, and what each saw is kept with how its game ended.

Diverse games teach more than many, so every seat of every game draws anew who plays it: `greedy`
with some noise, or whole turns by the hand-made estimate, by the present network or by an earlier
one, at some temperature. A game hangs on its seed and on the networks alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dvergar.bots.greedy import Greedy
from dvergar.bots.judge import HandMade, Judge, Learnt
from dvergar.bots.network import Network
from dvergar.bots.turns import Breadth, Turn, turns
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.options import Value
from dvergar.core.registry import evaluate, features, info, make_game
from dvergar.lab.teaching import Teaching


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

    def __init__(
        self, seed: int, judge: Judge, breadth: Breadth, temperature: float = 0.0, mistake: int = 0
    ) -> None:
        self._chance = Chance(seed)
        self._judge = judge
        self._breadth = breadth
        self._temperature = temperature
        self._mistake = mistake  # one turn in so many is any turn

    def choose(self, state: State) -> list[int]:
        real = state.moves(free=False)
        if len(real) == 1 and len(state.moves()) == 1:
            return real
        return self._one_of(turns(state, self._judge, self._breadth)).moves

    def _one_of(self, found: Sequence[Turn]) -> Turn:
        if not self._temperature:
            return found[0]
        if self._mistake and self._chance.below(self._mistake) == 0:
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
    """What games are made of: the game, the networks so far (the present one last), who plays."""

    game: str
    networks: Sequence[Network]
    teaching: Teaching = field(default_factory=Teaching)

    def play(self, seed: int) -> Lessons:
        """Plays one game and returns what can be learnt of it."""
        chance = Chance(seed)
        game = make_game(self.game, varied_options(self.game, self.teaching, chance))
        state = game.start(seed)
        players = [self._player(chance, derive(seed, seat)) for seat in range(game.players)]
        seen = _Seen(self.game, game.players, self.teaching, chance)
        asked = 0
        while not state.over:
            seat, asked = state.seat, asked + 1
            for move in players[seat].choose(state.imagine(seat, derive(seed, 100 + asked))):
                turn = state.turn
                state.play(move)
                seen.look(state, seat, state.turn != turn)
        return seen.lessons([float(score.total) for score in state.scores()])

    def _player(self, chance: Chance, seed: int) -> Player:
        teaching = self.teaching
        drawn = chance.below(100)
        networks = len(self.networks)
        stepping = teaching.stepping if networks else teaching.stepping_first
        if drawn < stepping:
            return Stepping(seed, one_of(teaching.noises, chance))
        temperature = one_of(teaching.temperatures, chance)
        mistake = teaching.mistakes[chance.below(len(teaching.mistakes))]
        number = networks - 1
        if networks > 1 and drawn < stepping + teaching.earlier:
            number = chance.below(networks)
        breadth = Breadth(beginnings=4 + chance.below(5), lines=1, steps=12, free=1)
        known = judge(self.game, self.networks[number : number + 1])
        return Turning(seed, known, breadth, temperature, mistake)


def one_of(numbers: Sequence[float], chance: Chance) -> float:
    """One of some numbers, each as likely as the others."""
    return numbers[chance.below(len(numbers))]


def varied_options(slug: str, teaching: Teaching, chance: Chance) -> dict[str, Value]:
    """Mostly the plain game with the usual number of players, sometimes another."""
    found = info(slug)
    counts = list(teaching.players)
    if teaching.any_players and chance.below(teaching.any_players) == 0:
        counts = list(range(found.players[0], found.players[1] + 1))
    players = counts[chance.below(len(counts))]
    options: dict[str, Value] = {"players": players}
    for option in found.options if teaching.odd_options else ():
        if option.fits(players) and chance.below(teaching.odd_options) == 0:
            values = option.values_for(players)
            options[option.name] = values[chance.below(len(values))]
    return options


def judge(game: str, net: Sequence[Network]) -> Judge:
    """The judge with that network, or the hand-made one where there is none yet."""
    tell, estimate = features(game), evaluate(game)
    assert tell is not None
    assert estimate is not None
    return Learnt(tell, net[0], estimate) if net else HandMade(estimate)


class _Seen:
    """Positions of one game as the seats saw them."""

    def __init__(self, game: str, players: int, teaching: Teaching, chance: Chance) -> None:
        tell, estimate = features(game), evaluate(game)
        assert tell is not None
        assert estimate is not None
        self._tell: Callable[[State, int], list[float]] = tell
        self._estimate: Callable[[State, int], float] = estimate
        self._teaching = teaching
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
        if drawn < (self._teaching.kept_turn if at_end else self._teaching.kept_step):
            self._keep(state, mover)
        if at_end and self._players > 1 and drawn < self._teaching.kept_other:
            self._keep(state, (mover + 1 + self._chance.below(self._players - 1)) % self._players)

    def _keep(self, state: State, seat: int) -> None:
        self._rows += self._tell(state, seat)
        self._seats.append(seat)
        self._estimates.append(self._estimate(state, seat))

    def lessons(self, scores: Sequence[float]) -> Lessons:
        """What was seen, with the points that each seat had in the end."""
        return Lessons(self._rows, [scores[seat] for seat in self._seats], self._estimates)
