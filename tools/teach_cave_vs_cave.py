"""Teaches the network of Cave vs Cave: games between varied bots, a fit, and so on, round by round.

`python tools/teach_cave_vs_cave.py --rounds 17` goes on where it was stopped; lessons and networks
lie in `build/teach/`. It differs from `dvergar train` in what it was found to matter for this game:
two games of three are played alone, the first lessons are many cheap games of `greedy`, and the
network learns only by how much the hand-made estimate is off, with strong decay.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any, Final

import dvergar
from dvergar import bots
from dvergar.bots.network import PARTS, Network, load_numpy
from dvergar.core.bot import Bot, ask
from dvergar.core.game import State
from dvergar.games.cave_vs_cave.bots.features import FEATURE_NAMES, features
from dvergar.games.cave_vs_cave.bots.whole_turns import whole_turns
from dvergar.lab.fitting import Plan, fit, new_network

numpy = load_numpy()

SLUG: Final = "cave_vs_cave"
FOLDER: Final = Path("build/teach")
FIRST: Final = {1: 700, 2: 600}  # games of the first round, by players
GAMES: Final = {1: 60, 2: 30}  # of every further one
NOISES: Final = (0, 1, 2, 4, 8)
TEMPERATURES: Final = (0, 0, 0.3, 0.7, 1.5)
SLIPS: Final = (0, 0, 0.02, 0.06)  # how often a move is any move
KEPT: Final = 0.2  # of positions in the middle of a turn at which nothing was shown
PLAN: Final = Plan(hidden=(96, 32), batch=256, rate=1e-3, last_rate=1e-5, decay=5.0)
PASSES: Final = 3
# What the terms of the estimate are divided by among the features.
TERMS: Final = {"points": 50, "goods": 20, "rooms to use": 20, "chances": 10, "outlook": 10}


def estimate_line() -> Any:
    """The hand-made estimate as a straight line through the features."""
    line = numpy.zeros((len(FEATURE_NAMES), 1), dtype=numpy.float32)
    for term, scale in TERMS.items():
        line[FEATURE_NAMES.index(f"my {term}")] = scale
    return line


class OneTurn:
    """Plays the end of turn that a network likes best, give or take a temperature."""

    def __init__(self, net: Network, temperature: float, envy: float, dice: random.Random) -> None:
        self._net = net
        self._temperature = temperature
        self._envy = envy  # how much of the other's points counts against one's own
        self._dice = dice
        self._plan: dict[Any, int] = {}

    def choose(self, state: State) -> int:
        planned = self._plan.get(state.key(state.seat))
        if planned is not None:
            return planned
        listed = whole_turns(state, 20_000)  # type: ignore[arg-type]
        values = self._values([after for _, after in listed], state.seat)
        moves = listed[values.index(max(values))][0]
        self._plan = {}
        after = state.copy()
        for move in moves:
            self._plan[after.key(after.seat)] = move
            after.play(move)
        return moves[0]

    def _values(self, states: list[Any], seat: int) -> list[float]:
        values = self._points(states, seat)
        if states[0].game.players > 1 and self._envy:
            others = self._points(states, 1 - seat)
            values = [own - self._envy * his for own, his in zip(values, others, strict=True)]
        return [value + self._temperature * self._dice.gauss(0, 1) for value in values]

    def _points(self, states: list[Any], seat: int) -> list[float]:
        flat: list[float] = []
        for state in states:
            flat += features(state, seat)
        values = self._net.values(flat)
        return [
            float(state.scores()[seat].total) if state.over else value
            for state, value in zip(states, values, strict=True)
        ]


def player(net: Network | None, dice: random.Random) -> Bot:
    """Somebody for a seat: mostly the network, sometimes `greedy`; without a network always."""
    if net is None or dice.random() < 0.12:
        noise = dice.choice(NOISES if net is None else NOISES[::2])
        return bots.make(f"greedy:noise={noise}", seed=dice.randrange(1 << 30))
    return OneTurn(net, dice.choice(TEMPERATURES), dice.choice((0, 0.5, 1)), dice)


def lessons_of_game(players: int, net: Network | None, dice: random.Random) -> tuple[Any, Any]:
    """What the seats saw in one game, and the points that each had in the end."""
    state = dvergar.game(SLUG, players=players).start(dice.randrange(1 << 50))
    seats = [player(net, dice) for _ in range(players)]
    slip = dice.choice(SLIPS)
    rows, who, last = [], [], (-1, -1)
    while not state.over:
        now = (state.turn, state.reveals)
        if now != last or dice.random() < KEPT:
            last = now
            for seat in range(players):
                rows.append(features(state, seat))  # type: ignore[arg-type]
                who.append(seat)
        if dice.random() < slip:
            state.play(dice.choice(state.moves(free=False)))
        else:
            state.play(ask(seats[state.seat], state, dice.randrange(1 << 40)))
    scores = [score.total for score in state.scores()]
    return rows, [scores[seat] for seat in who]


def play_round(number: int, net: Network | None, seed: int) -> None:
    """Plays the games of a round that are not there yet."""
    for players, games in (FIRST if net is None else GAMES).items():
        file = FOLDER / f"lessons-{number:03}-{players}.npz"
        if file.exists():
            continue
        dice = random.Random(seed * 1000 + number * 10 + players)
        rows, points = [], []
        for _ in range(games):
            seen, scored = lessons_of_game(players, net, dice)
            rows += seen
            points += scored
        table = numpy.array(rows, dtype=numpy.float16)
        numpy.savez(file, rows=table, points=numpy.array(points, dtype=numpy.float32))
        sys.stdout.write(f"round {number}: {games} games, players: {players}\n")


def fitted(number: int) -> dict[str, Any]:
    """A network fitted anew to the lessons so far: all those alone, half of those for two."""
    files = [numpy.load(file) for file in sorted(FOLDER.glob("lessons-*.npz"))]
    rows = numpy.concatenate([file["rows"] for file in files]).astype(numpy.float32)
    points = numpy.concatenate([file["points"] for file in files])
    draw = numpy.random.Generator(numpy.random.PCG64(number))
    alone = rows[:, FEATURE_NAMES.index("alone")] > 0
    kept = draw.random(len(rows)) < numpy.where(alone, 1.0, 0.5)
    rows, points = rows[kept], points[kept]
    line = estimate_line()
    off = points - (rows @ line)[:, 0]
    outer = new_network(rows, numpy.zeros(len(rows)), PLAN, number)
    outer, _ = fit(outer, rows, off, PASSES * len(rows) // PLAN.batch, PLAN, number)
    return {name: outer[name] + line if name == "skip" else outer[name] for name in PARTS}


def main() -> None:
    """Goes on until so many rounds are done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=17)
    parser.add_argument("--seed", type=int, default=8)
    wanted = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    net: Network | None = None
    for number in range(wanted.rounds):
        file = FOLDER / f"network-{number:03}.npz"
        if not file.exists():
            play_round(number, net, wanted.seed)
            numpy.savez(file, **fitted(number))
        with numpy.load(file) as arrays:
            net = Network({name: arrays[name] for name in PARTS})


if __name__ == "__main__":
    main()
