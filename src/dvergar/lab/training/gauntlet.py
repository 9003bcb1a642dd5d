"""The gauntlet: matches that judge a network by how it plays, not by how well it predicts.

The rivals are always the same: `random`, `greedy`, `greedy` with noise, the network released with
the game, and those released before. The judged bot has one seat, the rival all the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dvergar.bots.judge import Judge, LearntJudge
from dvergar.bots.network import WEIGHT_ARRAYS, WEIGHTS_FILE, Network, fits, network, weights_file
from dvergar.bots.policy import Policy
from dvergar.bots.search import Search
from dvergar.bots.turns import Breadth
from dvergar.core.bot import Bot
from dvergar.core.registry import evaluate, features, info, settled
from dvergar.lab.games import Failure
from dvergar.lab.parallel import Workers
from dvergar.lab.players import Entrant
from dvergar.lab.playing import in_order
from dvergar.lab.simulate import Simulation
from dvergar.lab.training.self_play import TurnBot, value_judge
from dvergar.lab.training.value_fit import Arrays, numpy

BREADTH: Final = (8, 1, 16)
NAMED_OPPONENTS: Final = ("random", "greedy", "greedy:noise=4")
RELEASES_FOLDER: Final = Path("benchmarks/releases")
"""Networks that were released with a game earlier, as `GAME-N.npz`."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match against one rival; a tie is half a win."""

    rival: str
    games: int
    won: float
    points: float
    rival_points: float

    def data(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "rival": self.rival,
            "games": self.games,
            "won": self.won,
            "points": round(self.points, 2),
            "rival_points": round(self.rival_points, 2),
        }


@dataclass(frozen=True, slots=True, eq=False)
class OneTurnAhead:
    """Makes bots that play the turn which a network values most."""

    game: str
    weights: Arrays

    def __call__(self, seed: int) -> Bot:
        return TurnBot(seed, value_judge(self.game, self.weights), Breadth(*BREADTH))


@dataclass(frozen=True, slots=True, eq=False)
class SearchWith:
    """Makes `search` bots with weights of their own; without any, those of the game."""

    game: str
    nodes: int
    weights: Arrays | None = None
    policy: Arrays | None = field(default=None, repr=False)
    trust: float = 0.0

    def __call__(self, seed: int) -> Bot:
        return Search(seed, nodes=self.nodes, judge=self.judge())

    def judge(self) -> Judge:
        """The judge of such a bot."""
        tell, known = features(self.game), network(self.game)
        if self.weights is not None:
            known = Network(self.weights)
        assert tell is not None, "checked before"
        assert known is not None, "a game without a network needs rounds first"
        policy = Policy(self.policy) if self.policy is not None else None
        over, trust = settled(self.game), self.trust if policy else 0.0
        return LearntJudge(tell, known, evaluate(self.game), over, policy, trust)


def rivals(slug: str) -> Iterator[tuple[str, Entrant]]:
    """The rivals of every network of a game, by name."""
    for name in NAMED_OPPONENTS:
        yield name, name
    for file in sorted(RELEASES_FOLDER.glob(f"{slug}-*.npz")):
        yield f"release {file.stem}", OneTurnAhead(slug, read_weights(file))
    released = weights_file(slug, WEIGHTS_FILE)
    if released is not None:
        with released.open("rb") as opened:
            weights = read_weights(opened)
        if fits(slug, len(weights["w1"])):
            yield "release", OneTurnAhead(slug, weights)


def read_weights(file: Any) -> Arrays:
    """The weights of a value network, from a path or an open file."""
    with numpy.load(file) as arrays:
        return {name: arrays[name] for name in WEIGHT_ARRAYS}


def play_match(
    slug: str,
    mine: Entrant,
    rival: str,
    theirs: Entrant,
    games: int,
    seed: int,
    workers: Workers,
) -> MatchResult:
    """Plays with the usual number of players: one seat is mine, the rival has the others."""
    players = max(2, info(slug).default_players)
    bots = [mine] + [theirs] * (players - 1)
    simulation = Simulation(slug, {"players": players}, bots, seed, paired=False)
    won = points = others = 0.0
    for played, _ in in_order(simulation, range(games), workers):
        if isinstance(played, Failure):
            raise RuntimeError(played.text())
        seat, scores = -played.number % players, played.record.scores or []
        won += 1 / played.ranks.count(1) if played.ranks[seat] == 1 else 0
        points += scores[seat]
        others += (sum(scores) - scores[seat]) / (players - 1)
    return MatchResult(rival, games, won, points / games, others / games)
