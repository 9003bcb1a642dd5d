"""Self-play: varied players meet, and some positions are kept with the final points.

Diverse games teach more than many, so every seat of every game draws its player: `greedy` with some
noise, or whole turns by the hand-made estimate, by the current network or an earlier one, at some
temperature. A game is determined by its seed and the networks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

from dvergar.bots.beam import Beam, Place
from dvergar.bots.greedy import Greedy
from dvergar.bots.judge import HandMadeJudge, Judge, LearntJudge
from dvergar.bots.network import Network
from dvergar.bots.turns import Breadth, Turn, turns
from dvergar.core.bot import Bot
from dvergar.core.chance import Chance, derive
from dvergar.core.game import Game, State
from dvergar.core.options import Value
from dvergar.core.registry import evaluate, features, info, make_game
from dvergar.lab.games import Observer, play_game
from dvergar.lab.training.value_fit import Arrays, TrainingConfig, numpy

BEAM_WIDTH: Final = 6
"""Places of a beam near which positions are sampled."""


@dataclass(slots=True)
class Samples:
    """Positions as numbers, one after the other, and the final points of each.

    `estimates` are those of the hand-made evaluation: a network starts as that.
    """

    rows: list[float] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)

    def add(self, other: Samples) -> None:
        """Adds the samples of another game."""
        self.rows += other.rows
        self.targets += other.targets
        self.estimates += other.estimates

    def arrays(self) -> Arrays:
        """The samples as they are stored."""
        targets = numpy.array(self.targets, dtype=numpy.float32)
        return {
            "rows": numpy.array(self.rows, dtype=numpy.float16).reshape(len(targets), -1),
            "targets": targets,
            "estimates": numpy.array(self.estimates, dtype=numpy.float32),
        }


class TurnBot:
    """Plans a whole turn and plays it; better turns are likelier.

    With a temperature of 0 it plays the best turn. One turn in `mistake` is any turn.
    """

    def __init__(
        self, seed: int, judge: Judge, breadth: Breadth, temperature: float = 0.0, mistake: int = 0
    ) -> None:
        self._chance = Chance(seed)
        self._judge = judge
        self._breadth = breadth
        self._temperature = temperature
        self._mistake = mistake
        self._planned: list[int] = []
        self._planned_at = (-1, -1)

    def choose(self, state: State) -> int:
        """The next move of the planned turn; a new turn or a revelation needs a new plan."""
        at = (state.turn, state.reveals)
        if self._planned and self._planned_at == at and self._planned[0] in state.moves():
            return self._planned.pop(0)
        only = state.moves()
        if len(only) == 1:
            return only[0]
        self._planned = list(self._draw(turns(state, self._judge, self._breadth)).moves)
        self._planned_at = at
        return self._planned.pop(0)

    def _draw(self, found: Sequence[Turn]) -> Turn:
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
class SelfPlay:
    """The source of samples: the game, the weights of the networks so far (current one last)."""

    game: str
    networks: Sequence[Arrays]
    config: TrainingConfig = field(default_factory=TrainingConfig)

    def play(self, seed: int) -> Samples:
        """Plays one game and returns its samples."""
        chance = Chance(seed)
        game = make_game(self.game, varied_options(self.game, self.config, chance))
        if game.players == 1 and self.networks and chance.below(100) < self.config.beams:
            return self._near_a_beam(game, seed, chance)
        bots = [self._bot(chance, derive(seed, seat)) for seat in range(game.players)]
        sampler = Sampler(self.game, game.players, self.config, chance)
        played = play_game(game, seed, bots, observers=[sampler])
        return sampler.samples([float(points) for points in played.record.scores or ()])

    def _bot(self, chance: Chance, seed: int) -> Bot:
        config = self.config
        drawn = chance.below(100)
        networks = len(self.networks)
        stepping = config.stepping if networks else config.stepping_first
        if drawn < stepping:
            return Greedy(seed, noise=one_of(config.noises, chance))
        temperature = one_of(config.temperatures, chance)
        mistake = config.mistakes[chance.below(len(config.mistakes))]
        number = networks - 1
        if networks > 1 and drawn < stepping + config.earlier:
            number = chance.below(networks)
        breadth = Breadth(beginnings=4 + chance.below(5), lines=1, steps=12, free=1)
        weights = self.networks[number] if networks else None
        if weights is not None and chance.below(100) < config.bias_percent:
            weights = biased_weights(self.game, weights, config, chance)
        return TurnBot(seed, value_judge(self.game, weights), breadth, temperature, mistake)

    def _near_a_beam(self, game: Game, seed: int, chance: Chance) -> Samples:
        """A beam that leans to something, and rollouts from positions that it went through.

        The rollouts are by the current network. So it learns what becomes of strong lines in its
        own hands: the ends of the beam itself would make it believe in mirages.
        """
        biased = biased_weights(self.game, self.networks[-1], self.config, chance)
        noise, preference = 2.0 * chance.below(100) / 100, 2.0 * chance.below(3)
        beam = Beam(value_judge(self.game, biased), chance, BEAM_WIDTH, noise, preference)
        beam.line(game.start(seed))
        places = [place.state for place in places_before(beam.ends)]
        found = Samples()
        for number in range(self.config.rollouts):
            state = places[chance.below(len(places))].copy()
            bot = self._bot(chance, derive(seed, number))
            sampler = Sampler(self.game, 1, self.config, chance)
            while not state.over:
                move = bot.choose(state)
                sampler.step(state, move)
                state.play(move)
            found.add(sampler.samples([float(state.scores()[0].total)]))
        return found


def biased_weights(game: str, weights: Arrays, config: TrainingConfig, chance: Chance) -> Arrays:
    """A network that overrates some things, by each of the biases every other time."""
    names: list[str] = import_module(info(game).features.partition(":")[0]).FEATURE_NAMES
    line = weights["skip"].copy()
    for name, most in config.biases.items():
        places = [at for at, one in enumerate(names) if one == name or one.startswith(name)]
        if places and chance.below(2):
            for _ in range(1 if name in names else 3):
                line[places[chance.below(len(places))], 0] += most * chance.below(100) / 100
    return {**weights, "skip": line}


def places_before(ends: Sequence[Place]) -> list[Place]:
    """The places that beams went through on the way to some ends, each once."""
    found: dict[int, Place] = {}
    for end in ends:
        place = end.before
        while place is not None and id(place) not in found:
            found[id(place)] = place
            place = place.before
    return list(found.values())


def one_of(numbers: Sequence[float], chance: Chance) -> float:
    """One of some numbers, each equally likely."""
    return numbers[chance.below(len(numbers))]


def varied_options(slug: str, config: TrainingConfig, chance: Chance) -> dict[str, Value]:
    """Mostly the plain game with the usual number of players, sometimes another."""
    found = info(slug)
    counts = list(config.players)
    if config.any_players and chance.below(config.any_players) == 0:
        counts = list(range(found.players[0], found.players[1] + 1))
    players = counts[chance.below(len(counts))]
    options: dict[str, Value] = {"players": players}
    for option in found.options if config.odd_options else ():
        if option.fits(players) and chance.below(config.odd_options) == 0:
            values = option.values_for(players)
            options[option.name] = values[chance.below(len(values))]
    return options


def value_judge(game: str, weights: Arrays | None) -> Judge:
    """The judge with these weights, or the hand-made one where there are none yet."""
    tell, estimate = features(game), evaluate(game)
    assert tell is not None
    assert estimate is not None
    return LearntJudge(tell, Network(weights), estimate) if weights else HandMadeJudge(estimate)


class Sampler(Observer):
    """Keeps some positions of one game, as the seats saw them."""

    def __init__(self, game: str, players: int, config: TrainingConfig, chance: Chance) -> None:
        tell, estimate = features(game), evaluate(game)
        assert tell is not None
        assert estimate is not None
        self._tell: Callable[[State, int], list[float]] = tell
        self._estimate: Callable[[State, int], float] = estimate
        self._config = config
        self._chance = chance
        self._players = players
        self._last: tuple[int, int] | None = None
        self._rows: list[float] = []
        self._seats: list[int] = []
        self._estimates: list[float] = []

    def step(self, state: State, move: int) -> None:  # noqa: ARG002 - an Observer
        """Looks at the position that the move before has led to."""
        if self._last is not None:
            mover, turn = self._last
            self._look(state, mover, state.turn != turn)
        self._last = (state.seat, state.turn)

    def _look(self, state: State, mover: int, at_end: bool) -> None:
        drawn = self._chance.below(100)
        if drawn < (self._config.kept_turn if at_end else self._config.kept_step):
            self._keep(state, mover)
        if at_end and self._players > 1 and drawn < self._config.kept_other:
            self._keep(state, (mover + 1 + self._chance.below(self._players - 1)) % self._players)

    def _keep(self, state: State, seat: int) -> None:
        self._rows += self._tell(state, seat)
        self._seats.append(seat)
        self._estimates.append(self._estimate(state, seat))

    def samples(self, scores: Sequence[float]) -> Samples:
        """The kept positions with the final points of their seats."""
        return Samples(self._rows, [scores[seat] for seat in self._seats], self._estimates)
