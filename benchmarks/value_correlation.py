"""How well the value of a position foresees how a line of Caverna alone ends.

Plays lines by different methods (one turn ahead, annealing, beams, beams and annealing, the records
of docs/best-lines), then prints the correlation between the value at the start of some rounds and
the final points: for the network of today, the one of November 2026 and the hand-made estimate. The
lines are played with the weights of November 2026, so they stay the same while the value changes;
they are stored in `build/value-lines.json` and a stopped run continues.

    PYTHONPATH=build/compiled:. python -m benchmarks.value_correlation
    ... --weights build/train/caverna/network-0003.npz     # of a campaign
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from dvergar.bots.anneal import Annealing, Budget, Cooling, anneal, first_plan
from dvergar.bots.beam import Beam
from dvergar.bots.judge import Judge, beam_judge, earlier_judge, judge_of
from dvergar.bots.network import read_network
from dvergar.bots.turn_replay import Turns
from dvergar.bots.turns import Breadth
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.record import Record
from dvergar.core.registry import evaluate, make_game
from dvergar.lab.solve import Line, line_of
from dvergar.lab.training.self_play import TurnBot

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "docs" / "best-lines"
STORE = Path("build/value-lines.json")
GAME = "caverna"
RELEASE = "expert-2026-11"
ROUNDS = (6, 8, 10)
STRONG_POINTS = 90
"""Among lines that end with fewer points it is easy to tell which is better."""
METHODS = ("one turn ahead", "annealing", "beam", "beam and annealing")

Value = Callable[[State], float]


def start_state() -> State:
    """The start of the game alone; it has no chance."""
    return make_game(GAME, {"players": 1}).start(1)


def hand_made(state: State, seat: int) -> float:
    """The estimate that comes with the rules."""
    estimate = evaluate(GAME)
    assert estimate is not None
    return estimate(state, seat)


def play_line(number: int, seed: int) -> Line:
    """Line number so and so: its method, and how strong it is, change from one to the next."""
    method = METHODS[number % len(METHODS)]
    size = 1 + (number // len(METHODS)) % 4
    chance = Chance(derive(seed, number))
    judge = earlier_judge(GAME, RELEASE)
    if method == "one turn ahead":
        return one_turn_ahead(judge, derive(seed, number), 0.2 * (size - 1))
    line: Line = []
    if method.startswith("beam"):
        line = Beam(judge, chance, 2 * size, noise=1.0, preference=2.0).line(start_state())
    if not method.endswith("annealing"):
        return line
    turns = Turns(hand_made, chance)
    cooling = Cooling(1.0, 0.3, 0.0) if line else Cooling(2.5, 0.4, 5.0)
    annealing = Annealing(turns, first_plan(turns, start_state(), line))
    best = anneal(annealing, cooling, Budget(turns, 50_000 * size, 0), lambda _share, _plan: None)
    return best.turns


def one_turn_ahead(judge: Judge, seed: int, temperature: float) -> Line:
    """The game of a bot that plays the best turn as it sees it."""
    bot = TurnBot(seed, judge, Breadth(8, 1, 16, 1), temperature, mistake=20)
    state = start_state()
    line: Line = []
    turn = -1
    while not state.over:
        if state.turn != turn:
            turn = state.turn
            line.append([])
        line[-1].append(bot.choose(state))
        state.play(line[-1][-1])
    return line


def lines(count: int, seed: int, store: Path) -> list[Line]:
    """The stored lines, as many as are asked for, and the records."""
    tree = json.loads(store.read_text()) if store.exists() else {}
    stored: list[list[list[str]]] = tree.setdefault(str(seed), [])
    game = make_game(GAME, {"players": 1})
    while len(stored) < count:
        line = play_line(len(stored), seed)
        stored.append([[game.name(move) for move in turn] for turn in line])
        store.parent.mkdir(exist_ok=True)
        store.write_text(json.dumps(tree))
    found: list[Line] = [
        [[game.move(name) for name in turn] for turn in line] for line in stored[:count]
    ]
    return found + [line_of(Record.load(path)) for path in RECORDS.glob(f"{GAME}*.json")]


def look(line: Line) -> tuple[dict[int, State], float]:
    """The positions at the start of the rounds, and the final points."""
    state = start_state()
    found: dict[int, State] = {}
    for turn in line:
        number = state.progress()[0]
        if number in ROUNDS and number not in found:
            found[number] = state.copy()
        for move in turn:
            state.play(move)
    return found, float(state.scores()[0].total)


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Pearson's; 0 where one of them never changes.

    >>> correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    mean_1, mean_2 = sum(first) / len(first), sum(second) / len(second)
    pairs = [(a - mean_1, b - mean_2) for a, b in zip(first, second, strict=True)]
    size = math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / size if size else 0.0


def interval(found: float, count: int) -> tuple[float, float]:
    """Where the true correlation is 19 times in 20, by Fisher.

    >>> [round(end, 2) for end in interval(0.5, 103)]
    [0.34, 0.63]
    """
    middle, step = math.atanh(min(found, 0.999999)), 1.96 / math.sqrt(max(1, count - 3))
    return math.tanh(middle - step), math.tanh(middle + step)


def table(looks: list[tuple[dict[int, State], float]], values: dict[str, Value]) -> list[str]:
    """A row for each value, with each round for all lines and for the strong ones."""
    strong = [one for one in looks if one[1] >= STRONG_POINTS]
    sets = (("all", looks), (f"{STRONG_POINTS} or more", strong))
    rows = ["| value | lines | n | " + " | ".join(f"round {one}" for one in ROUNDS) + " |"]
    rows.append("| --- | --- | ---: |" + " ---: |" * len(ROUNDS))
    for name, value in values.items():
        for what, chosen in sets:
            cells: list[str] = []
            for number in ROUNDS:
                seen = [(value(at[number]), points) for at, points in chosen if number in at]
                found = correlation([one for one, _ in seen], [points for _, points in seen])
                low, high = interval(found, len(seen))
                cells.append(f"{found:.2f} ({low:.2f} to {high:.2f})")
            rows.append(f"| {name} | {what} | {len(chosen)} | {' | '.join(cells)} |")
    return rows


def by_judge(judge: Judge) -> Value:
    """The value of a judge as a function."""
    return lambda state: judge.values([state], 0)[0]


def main() -> None:
    """Plays the lines that are missing and prints the table."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--lines", type=int, default=120)
    words.add_argument("--seed", type=int, default=31000)
    words.add_argument("--store", type=Path, default=STORE)
    words.add_argument("--weights", type=Path, help="a network that isn't released")
    asked = words.parse_args()
    net = read_network(asked.weights) if asked.weights else None
    values = {
        "today": by_judge(judge_of(GAME, net) if net else beam_judge(GAME)),
        "November 2026": by_judge(earlier_judge(GAME, RELEASE)),
        "hand-made": lambda state: hand_made(state, 0),
    }
    looks = [look(line) for line in lines(asked.lines, asked.seed, asked.store)]
    points = sorted(points for _, points in looks)
    middle = points[len(points) // 2]
    print(f"{len(points)} lines, {points[0]:.0f} to {points[-1]:.0f} points, median {middle:.0f}\n")
    print("\n".join(table(looks, values)))


if __name__ == "__main__":
    main()
