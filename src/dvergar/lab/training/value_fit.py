"""How the networks of a game are trained, as data, and fitting a value network to samples.

Every game with a network has a `bots/training.toml`; what it leaves out has the default below. So
`dvergar train` is one command for all games, and the file documents the campaign.

The fit is plain numpy: Adam and Huber's loss. Features are normalised to mean 0 and spread 1 and
points scaled to tens during the fit, and the result is folded back, so that a player needs no
normalisation. A fit is determined by its seed and its samples. Written by hand because it needs no
dependency beyond numpy and takes seconds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from dvergar.bots.network import load_numpy
from dvergar.core.info import GameInfo

numpy = load_numpy()

Arrays = dict[str, Any]

VALUE_SCALE: Final = 10.0
MAX_SPREAD_ROWS: Final = 50_000  # enough to see how features are spread
RIDGE: Final = 1e-4
MIN_SPREAD: Final = 0.25  # what hardly ever changes must not shout when it does


@dataclass(frozen=True, slots=True)
class FitConfig:
    """How a network is fitted."""

    hidden: tuple[int, int] = (128, 64)
    batch: int = 512
    rate: float = 1.5e-3
    last_rate: float = 1e-4
    decay: float = 1e-2  # of weights, a batch and rate
    bend: float = 1.0  # tens of points from which Huber's loss is straight
    beside: bool = False  # learns only by how much the estimate is off, which stays as it is


def new_network(rows: Any, estimates: Any, config: FitConfig, seed: int) -> Arrays:
    """A network that says what the hand-made estimate said of these rows, ready to learn better.

    The straight line past the hidden layers is what comes nearest to the estimate; the hidden
    layers begin with small random weights and add nearly nothing.
    """
    some = rows[:: max(1, len(rows) // MAX_SPREAD_ROWS)].astype(numpy.float32)
    said = estimates[:: max(1, len(rows) // MAX_SPREAD_ROWS)]
    mean = some.mean(axis=0)
    spread = numpy.maximum(some.std(axis=0), MIN_SPREAD)
    inputs = some.shape[1]
    one, two = config.hidden
    draw = numpy.random.Generator(numpy.random.PCG64(seed))
    inner = {
        "w1": draw.normal(0, inputs**-0.5, (inputs, one)),
        "b1": numpy.zeros(one),
        "w2": draw.normal(0, (2 / one) ** 0.5, (one, two)),
        "b2": numpy.zeros(two),
        "w3": draw.normal(0, 0.03 * two**-0.5, (two, 1)),
        "b3": numpy.full(1, said.mean() / VALUE_SCALE),
        "skip": _line((some - mean) / spread, (said - said.mean()) / VALUE_SCALE),
    }
    inner = {name: part.astype(numpy.float32) for name, part in inner.items()}
    return folded(inner, {"mean": mean, "spread": spread})


def _line(x: Any, wanted: Any) -> Any:
    """The straight line through wanted values, by least squares, the shortest of equal ones."""
    square = x.T.astype(numpy.float64) @ x + RIDGE * len(x) * numpy.eye(x.shape[1])
    return numpy.linalg.solve(square, x.T.astype(numpy.float64) @ wanted)[:, None]


def folded(inner: Arrays, scale: Arrays) -> Arrays:
    """The network for features and points as they are."""
    mean, spread = scale["mean"], scale["spread"][:, None]
    w1 = inner["w1"] / spread
    skip = inner["skip"] / spread
    return {
        "w1": w1,
        "b1": inner["b1"] - mean @ w1,
        "w2": inner["w2"],
        "b2": inner["b2"],
        "w3": inner["w3"] * VALUE_SCALE,
        "b3": (inner["b3"] - mean @ skip) * VALUE_SCALE,
        "skip": skip * VALUE_SCALE,
        **scale,
    }


def unfolded(outer: Arrays) -> Arrays:
    """The same network as it is fitted."""
    mean, spread = outer["mean"], outer["spread"][:, None]
    skip = outer["skip"] / VALUE_SCALE
    return {
        "w1": outer["w1"] * spread,
        "b1": outer["b1"] + mean @ outer["w1"],
        "w2": outer["w2"],
        "b2": outer["b2"],
        "w3": outer["w3"] / VALUE_SCALE,
        "b3": outer["b3"] / VALUE_SCALE + mean @ skip,
        "skip": skip * spread,
    }


def fitted(
    rows: Any, targets: Any, estimates: Any, passes: float, config: FitConfig, seed: int
) -> tuple[Arrays, float]:
    """A new network fitted to samples, and its mean error in points on the later ones."""
    batches = 1 + int(passes * len(rows) / config.batch)
    begun = new_network(rows, estimates, config, seed)
    if not config.beside:
        return fit(begun, rows, targets, batches, config, seed)
    line, lift = begun["skip"], begun["b3"]
    begun = {**begun, "skip": 0 * line, "b3": 0 * lift}
    said = rows.astype(numpy.float32) @ line + lift
    found, off = fit(begun, rows, targets - said[:, 0], batches, config, seed)
    return {**found, "skip": found["skip"] + line, "b3": found["b3"] + lift}, off


def tuned(
    released: Arrays,
    rows: Any,
    targets: Any,
    passes: float,
    config: FitConfig,
    rate: float,
    seed: int,
) -> tuple[Arrays, float]:
    """A released network fitted further to samples; features that it doesn't know begin at 0."""
    some = rows[:: max(1, len(rows) // MAX_SPREAD_ROWS)].astype(numpy.float32)
    begun = {name: part.astype(numpy.float32) for name, part in released.items()}
    new = rows.shape[1] - len(begun["w1"])
    for name in ("w1", "skip"):
        zeros = numpy.zeros((new, begun[name].shape[1]), dtype=numpy.float32)
        begun[name] = numpy.concatenate([begun[name], zeros])
    begun["mean"] = some.mean(axis=0)
    begun["spread"] = numpy.maximum(some.std(axis=0), MIN_SPREAD)
    batches = 1 + int(passes * len(rows) / config.batch)
    slow = replace(config, rate=rate, last_rate=rate / 20)
    return fit(begun, rows, targets, batches, slow, seed)


def fit(
    outer: Arrays, rows: Any, targets: Any, batches: int, config: FitConfig, seed: int
) -> tuple[Arrays, float]:
    """The network after these batches, and its mean error in points on the later ones."""
    scale = {"mean": outer["mean"], "spread": outer["spread"]}
    inner = unfolded(outer)
    adam = Adam(inner, config)
    off: list[float] = []
    for number, some in enumerate(every_batch(len(rows), config.batch, batches, seed)):
        x = (rows[some].astype(numpy.float32) - scale["mean"]) / scale["spread"]
        gradients, error = _gradients(inner, x, targets[some] / VALUE_SCALE, config.bend)
        adam.step(gradients, number, batches)
        off.append(error)
    later = off[len(off) // 2 :]
    return folded(inner, scale), VALUE_SCALE * float(sum(later) / max(1, len(later)))


def every_batch(rows: int, size: int, count: int, seed: int) -> Iterator[Any]:
    """Rows for each batch: all in a random order, then again in another."""
    draw = numpy.random.Generator(numpy.random.PCG64(seed))
    order: Sequence[int] = []
    for _ in range(count):
        if len(order) < min(size, rows):
            order = draw.permutation(rows)
        yield order[:size]
        order = order[size:]


def _gradients(inner: Arrays, x: Any, wanted: Any, bend: float) -> tuple[Arrays, float]:
    first = numpy.maximum(x @ inner["w1"] + inner["b1"], 0)
    second = numpy.maximum(first @ inner["w2"] + inner["b2"], 0)
    found = (second @ inner["w3"] + x @ inner["skip"] + inner["b3"])[:, 0]
    error = found - wanted
    out = (numpy.clip(error, -bend, bend) / len(x))[:, None].astype(numpy.float32)
    back2 = (out @ inner["w3"].T) * (second > 0)
    back1 = (back2 @ inner["w2"].T) * (first > 0)
    gradients = {
        "w1": x.T @ back1,
        "b1": back1.sum(axis=0),
        "w2": first.T @ back2,
        "b2": back2.sum(axis=0),
        "w3": second.T @ out,
        "b3": out.sum(axis=0),
        "skip": x.T @ out,
    }
    return gradients, float(numpy.abs(error).mean())


class Adam:
    """Kingma and Ba's Adam with decoupled decay; the rate falls in a half wave of the cosine."""

    def __init__(self, inner: Arrays, config: FitConfig) -> None:
        self._inner = inner
        self._plan = config
        self._mean = {name: numpy.zeros_like(part) for name, part in inner.items()}
        self._square = {name: numpy.zeros_like(part) for name, part in inner.items()}

    def step(self, gradients: Arrays, number: int, count: int) -> None:
        """Takes one step by these gradients."""
        config = self._plan
        wave = 0.5 + 0.5 * numpy.cos(numpy.pi * number / count)
        rate = config.last_rate + (config.rate - config.last_rate) * float(wave)
        before, after = 1 - 0.9 ** (number + 1), 1 - 0.999 ** (number + 1)
        for name in self._inner:
            part = self._inner[name]
            mean, square, gradient = self._mean[name], self._square[name], gradients[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            if name in ("w1", "w2", "skip"):
                part *= 1 - rate * config.decay
            part -= (rate / before) * mean / (numpy.sqrt(square / after) + 1e-8)


CONFIG_FILE: Final = "training.toml"


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """What a campaign does, round by round.

    >>> TrainingConfig.read({"games": 90, "fit": {"hidden": [96, 32]}}).fit.hidden
    (96, 32)
    """

    rounds: int = 20
    games: int = 50
    """Games in a round."""
    first_games: int = 150
    """In the first one, which has no network to play by."""
    chunk: int = 25
    """Games that are kept together."""
    window: int = 30
    """Rounds whose games are still learnt from; those of the first round always are."""
    passes: float = 1.2
    """How often a fit goes through all samples; every round fits anew, more passes overfit."""
    fit: FitConfig = field(default_factory=FitConfig)

    players: tuple[int, ...] = (2, 2, 2, 2, 1, 1, 4, 4)
    """One of these is how many play a game."""
    any_players: int = 5
    """One game in this many is for any number of players; 0: none."""
    odd_options: int = 8
    """One option in this many differs from its default; 0: none."""

    stepping_first: int = 70
    """Percentage of seats played by `greedy`, which is quick, in the first round,"""
    stepping: int = 15
    """and in later ones."""
    earlier: int = 20
    """Percentage of seats played by an earlier network instead of the present one."""
    noises: tuple[float, ...] = (0.0, 2.0, 5.0, 10.0)
    """By how many points `greedy` misjudges where a turn leads."""
    temperatures: tuple[float, ...] = (0.0, 0.0, 0.3, 0.7, 1.5, 3.0)
    """In points: how much worse a turn may be and still be played now and then."""
    mistakes: tuple[int, ...] = (25,)
    """For seats with a temperature, one turn in this many is drawn at random; 0: none."""

    bias_percent: int = 0
    """Percentage of seats with a network that overrate something, so that such lines occur."""
    biases: dict[str, float] = field(default_factory=dict)
    """What they overrate: a feature by name, or any of a section if the name ends with a dot, and
    the most points by which one is overrated."""
    beams: int = 0
    """Percentage of single-player games that are beams, with rollouts of the current network from
    positions near them: strong lines, and how the network continues them."""
    rollouts: int = 50
    """Rollouts for each beam."""
    tuning_rate: float = 0.0
    """If set, each fit starts from the released network, at this rate, instead of from nothing."""

    kept_step: int = 40
    """Percentage of positions kept in the middle of a turn,"""
    kept_turn: int = 85
    """at the end of the seat's own turn,"""
    kept_other: int = 30
    """and at the end of another seat's turn."""

    match_games: int = 20
    """Games of a match against each opponent of the gauntlet; 0: none."""
    match_every: int = 10
    """Rounds from one match to the next."""

    policy_games: int = 200
    """Games by which the policy is taught, after all rounds."""
    policy_nodes: int = 2000
    """What `search` looks at in a turn of these games."""
    policy_hidden: int = 32
    policy_passes: float = 6.0
    policy_trust: float = 1.0
    """How many points a factor e of likelihood is worth in play; 0: it is left out of it."""

    @staticmethod
    def read(tree: dict[str, Any]) -> TrainingConfig:
        """What a file says."""
        known = {one.name for one in fields(TrainingConfig)}
        for name in tree:
            if name not in known:
                raise ValueError(f"{CONFIG_FILE}: unknown key {name}")
        said = {name: _plain(value) for name, value in tree.items() if name != "fit"}
        fit = {name: _plain(value) for name, value in tree.get("fit", {}).items()}
        return TrainingConfig(**said, fit=FitConfig(**fit))


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def training_config(game: GameInfo) -> TrainingConfig:
    """The training configuration of a game."""
    file = game.folder().joinpath("bots", CONFIG_FILE)
    return (
        TrainingConfig.read(tomllib.loads(file.read_text("utf-8")))
        if file.is_file()
        else TrainingConfig()
    )
