"""Trains the policy of a game: games of `search`, a fit, and matches with and without it.

It follows the rounds that make the value network, or uses the network released with the game. Its
samples are in the folder of the campaign, and a stopped run continues as the rounds do.

A sample is a position at which a search began, as its seat sees it, with every possible first move
and its share of visits. Visits say more than the move that was played: two equally good turns are
both likely. The fit is a softmax over the possible moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dvergar.bots.greedy import Greedy
from dvergar.bots.judge import Judge
from dvergar.bots.network import load_numpy
from dvergar.bots.policy import NAMES_KEY, TRUST_KEY
from dvergar.bots.search import Search
from dvergar.bots.tree import Node
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.registry import features, make_game
from dvergar.lab.games import Observer, play_game
from dvergar.lab.training import value_fit
from dvergar.lab.training.campaign import Campaign, chunked_games, read, save
from dvergar.lab.training.gauntlet import SearchWith, rivals
from dvergar.lab.training.self_play import one_of, varied_options

numpy = load_numpy()

NOISE_POINTS: Final = (0.0, 0.0, 1.0, 3.0)
"""Points by which a seat that is learnt from misjudges its turns, so that games differ."""
GREEDY_PERCENT: Final = 15  # of a hundred seats, and only where there are others
MAX_POLICY_MOVES: Final = 64
"""So many moves at most are known to a policy: those that begin turns most often."""
RARE_MOVE_TURNS: Final = 200
"""Moves that began fewer than one turn in this many get no output."""
FIT_CONFIG: Final = value_fit.FitConfig(batch=256, rate=3e-3, last_rate=1e-4, decay=0.5)


@dataclass(slots=True)
class Choices:
    """Positions as numbers, and for each of them the moves that were open with their shares."""

    rows: list[list[float]] = field(default_factory=list)
    shares: list[dict[str, float]] = field(default_factory=list)

    def add(self, other: Choices) -> None:
        """Counts other samples in."""
        self.rows += other.rows
        self.shares += other.shares

    def arrays(self) -> value_fit.Arrays:
        """The samples as they are kept."""
        names = sorted({name for one in self.shares for name in one})
        number = {name: place for place, name in enumerate(names)}
        table = numpy.full((len(self.rows), len(names)), -1, dtype=numpy.float16)
        for place, one in enumerate(self.shares):
            for name, share in one.items():
                table[place, number[name]] = share
        rows = numpy.array(self.rows, dtype=numpy.float16)
        return {"rows": rows, "shares": table, NAMES_KEY: numpy.array(names)}


@dataclass(frozen=True, slots=True)
class PolicyGames:
    """Games played by `search` in most seats, and what it thought of the turns it began."""

    search: SearchWith
    config: value_fit.TrainingConfig

    def play(self, seed: int) -> Choices:
        """Plays one game and returns the choices of its searches."""
        chance = Chance(seed)
        slug = self.search.game
        game = make_game(slug, varied_options(slug, self.config, chance))
        judge = self.search.judge()
        bots = [
            self._bot(chance, derive(seed, seat), judge, game.players)
            for seat in range(game.players)
        ]
        observer = ChoiceObserver(slug, bots)
        play_game(game, seed, bots, observers=[observer])
        return observer.choices

    def _bot(self, chance: Chance, seed: int, judge: Judge, players: int) -> Search | Greedy:
        noise = one_of(NOISE_POINTS, chance)
        if players > 1 and chance.below(100) < GREEDY_PERCENT:
            return Greedy(seed, noise=noise)
        return Search(seed, nodes=self.search.nodes, noise=noise, judge=judge)


class ChoiceObserver(Observer):
    """Keeps the shares of visits whenever a search has looked at a new turn."""

    def __init__(self, slug: str, bots: Sequence[Search | Greedy]) -> None:
        tell = features(slug)
        assert tell is not None
        self._tell = tell
        self._bots = bots
        self._roots: dict[int, Node] = {}
        self.choices = Choices()

    def step(self, state: State, move: int) -> None:  # noqa: ARG002 - an Observer
        """Looks at the tree of the bot that has just chosen."""
        seat = state.seat
        bot = self._bots[seat]
        if not isinstance(bot, Search) or bot.root is None or bot.root is self._roots.get(seat):
            return
        self._roots[seat] = bot.root
        shares = shares_of(state, bot.root)
        if shares:
            self.choices.rows.append(self._tell(state, seat))
            self.choices.shares.append(shares)


def shares_of(state: State, root: Node) -> dict[str, float]:
    """The share of visits that went to each first move which is not free; empty: no choice."""
    real = state.moves(free=False)
    visits = dict.fromkeys(real, 0)
    for branch in root.branches:
        first = next((move for move in branch.moves if move in visits), None)
        if first is not None:
            visits[first] += branch.visits - 1  # each counts as tried once when it is found
    total = sum(visits.values())
    if len(real) < 2 or not total:
        return {}
    return {state.game.name(move): count / total for move, count in visits.items()}


def joined(parts: Sequence[value_fit.Arrays]) -> value_fit.Arrays:
    """Samples of several files, with a column for every move that begins turns often enough."""
    tried: dict[str, float] = {}
    for part in parts:
        shares = part["shares"].astype(numpy.float32)
        for name, sum_of in zip(part[NAMES_KEY].tolist(), shares.clip(0).sum(axis=0), strict=True):
            tried[name] = tried.get(name, 0.0) + float(sum_of)
    samples = sum(len(part["rows"]) for part in parts)
    common = sorted(tried, key=lambda name: (-tried[name], name))[:MAX_POLICY_MOVES]
    names = sorted(name for name in common if tried[name] * RARE_MOVE_TURNS >= samples)
    rows = numpy.concatenate([part["rows"] for part in parts])
    shares = numpy.concatenate([_columns(part, names) for part in parts])
    kept = ((shares >= 0).sum(axis=1) > 1) & (shares.clip(0).sum(axis=1) > 0)
    return {"rows": rows[kept], "shares": shares[kept], NAMES_KEY: numpy.array(names)}


def _columns(part: value_fit.Arrays, names: list[str]) -> Any:
    """The shares of a file in the order of these names; -1 where a move was not open."""
    table = numpy.full((len(part["rows"]), len(names)), -1, dtype=numpy.float32)
    known = {name: place for place, name in enumerate(part[NAMES_KEY].tolist())}
    for place, name in enumerate(names):
        if name in known:
            table[:, place] = part["shares"][:, known[name]]
    return table


def fit_policy(
    samples: value_fit.Arrays, hidden: int, passes: float, seed: int
) -> tuple[value_fit.Arrays, float]:
    """A policy fitted to samples, and how often it liked the right move best on the later ones."""
    rows, shares = samples["rows"], samples["shares"]
    mean = rows.astype(numpy.float32).mean(axis=0)
    spread = numpy.maximum(rows.astype(numpy.float32).std(axis=0), value_fit.MIN_SPREAD)
    inputs, outputs = rows.shape[1], shares.shape[1]
    draw = numpy.random.Generator(numpy.random.PCG64(seed))
    inner = {
        "w1": draw.normal(0, inputs**-0.5, (inputs, hidden)),
        "b1": numpy.zeros(hidden),
        "w2": draw.normal(0, 0.1 * hidden**-0.5, (hidden, outputs)),
        "b2": numpy.zeros(outputs),
        "skip": numpy.zeros((inputs, outputs)),
    }
    inner = {name: part.astype(numpy.float32) for name, part in inner.items()}
    count = 1 + math.ceil(passes * len(rows) / FIT_CONFIG.batch)
    adam = value_fit.Adam(inner, FIT_CONFIG)
    right: list[float] = []
    for number, some in enumerate(value_fit.every_batch(len(rows), FIT_CONFIG.batch, count, seed)):
        x = (rows[some].astype(numpy.float32) - mean) / spread
        gradients, hits = _gradients(inner, x, shares[some])
        adam.step(gradients, number, count)
        right.append(hits)
    later = right[len(right) // 2 :]
    return _folded(inner, mean, spread, samples[NAMES_KEY]), float(sum(later) / max(1, len(later)))


def _gradients(inner: value_fit.Arrays, x: Any, shares: Any) -> tuple[value_fit.Arrays, float]:
    """Those of the cross entropy between shares of visits and a softmax over what was open."""
    wanted = shares.clip(0)
    wanted = wanted / wanted.sum(axis=1, keepdims=True)
    first = numpy.maximum(x @ inner["w1"] + inner["b1"], 0)
    said = first @ inner["w2"] + x @ inner["skip"] + inner["b2"]
    said = numpy.where(shares >= 0, said, -1e9)
    likely = numpy.exp(said - said.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    out = ((likely - wanted) / len(x)).astype(numpy.float32)
    back = (out @ inner["w2"].T) * (first > 0)
    gradients = {
        "w1": x.T @ back,
        "b1": back.sum(axis=0),
        "w2": first.T @ out,
        "b2": out.sum(axis=0),
        "skip": x.T @ out,
    }
    return gradients, float((said.argmax(axis=1) == wanted.argmax(axis=1)).mean())


def _folded(inner: value_fit.Arrays, mean: Any, spread: Any, names: Any) -> value_fit.Arrays:
    """The policy for features as they are."""
    w1 = inner["w1"] / spread[:, None]
    skip = inner["skip"] / spread[:, None]
    return {
        "w1": w1,
        "b1": inner["b1"] - mean @ w1,
        "w2": inner["w2"],
        "b2": inner["b2"] - mean @ skip,
        "skip": skip,
        NAMES_KEY: names,
        TRUST_KEY: numpy.float32(1),
    }


def merged(parts: Iterable[Choices]) -> Choices:
    """The samples of several games."""
    found = Choices()
    for part in parts:
        found.add(part)
    return found


CHUNK_GAMES: Final = 10
WITHOUT_POLICY: Final = "search without it"


def train_policy(campaign: Campaign, weights: value_fit.Arrays | None, games: int) -> Path:
    """Plays the missing games, fits the policy and judges it; returns its file."""
    campaign.folder.mkdir(parents=True, exist_ok=True)
    config = campaign.config
    search = SearchWith(campaign.game, config.policy_nodes, weights)
    chunks = _play(campaign, PolicyGames(search, config), games)
    file = campaign.folder / f"policy-{games:05}.npz"
    if not file.exists():
        samples = joined([read(chunk) for chunk in chunks])
        seed = derive(campaign.seed, 4_000_000)
        found, right = fit_policy(samples, config.policy_hidden, config.policy_passes, seed)
        save(file, found)
        positions = len(samples["rows"])
        campaign.on_step("policy_fitted", positions=positions, right=100 * right)
    if config.match_games:
        trust = config.policy_trust or 1.0  # a policy that is out of play is still tried here
        mine = SearchWith(campaign.game, config.policy_nodes, weights, read(file), trust)
        against = [*rivals(campaign.game), (WITHOUT_POLICY, search)]
        campaign.run_gauntlet(f"policy of {games} games", mine, against, "policy_met")
    return file


def _play(campaign: Campaign, policy_games: PolicyGames, games: int) -> list[Path]:
    """The files of all games; missing ones are played."""
    numbers = range(-(-games // CHUNK_GAMES))
    files = [campaign.folder / f"choices-{number:04}.npz" for number in numbers]
    seed = derive(campaign.seed, 3_000_000)
    seeds = {
        number: [
            derive(seed, game)
            for game in range(number * CHUNK_GAMES, min(games, (number + 1) * CHUNK_GAMES))
        ]
        for number in numbers
        if not files[number].exists()
    }
    played = chunked_games(campaign.game, policy_games.play, seeds, campaign.workers)
    for number, choices, rate in played:
        found = merged(choices)
        save(files[number], found.arrays())
        positions = len(found.rows)
        campaign.on_step("policy_played", games=len(choices), positions=positions, rate=rate)
    return files
