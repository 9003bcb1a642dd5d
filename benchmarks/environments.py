"""How many steps a second an environment makes, ours beside PettingZoo's chess and catanatron's.

A step is a random legal move through the environment, with the observation and the mask of whoever
moves next. `python benchmarks/environments.py` measures the checkout and the compiled engine that
`./dvergar test` leaves in `build/compiled`; the peers come with `pip install --group benchmark`.
All take turns on one core; figures are processor time, the best of several runs.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RUNS = 5
STEPS = 6_000
PEER_STEPS = 800

GAMES = (("caverna", 2), ("caverna", 4), ("cave_vs_cave", 2), ("my_gold_mine", 4))
OURS = [f"{slug}, {players} players" for slug, players in GAMES] + ["caverna alone, Gymnasium"]
PEERS = {"chess, PettingZoo": "chess", "catanatron, Gymnasium": "catanatron_gym"}


def aec_steps(env: Any, steps: int) -> float:
    """Steps a second of a PettingZoo environment."""
    chance = random.Random(1)
    env.reset(seed=1)
    started, seed = time.process_time(), 1
    for _ in range(steps):
        seen, _, over, cut, _ = env.last()
        if over or cut:
            seed += 1
            env.reset(seed=seed)
            continue
        env.step(chance.choice(seen["action_mask"].nonzero()[0]))
    return steps / (time.process_time() - started)


def alone_steps(env: Any, legal: Callable[[Any, Any], Any], steps: int) -> float:
    """Steps a second of a Gymnasium environment."""
    chance = random.Random(1)
    _, info = env.reset(seed=1)
    started = time.process_time()
    for _ in range(steps):
        _, _, over, cut, info = env.step(chance.choice(legal(env, info)))
        if over or cut:
            _, info = env.reset()
    return steps / (time.process_time() - started)


def measure(name: str) -> float:
    """One run of one environment, in this process."""
    if name == "chess, PettingZoo":
        from pettingzoo.classic import chess_v6

        return aec_steps(chess_v6.raw_env(), PEER_STEPS)
    if name == "catanatron, Gymnasium":
        import catanatron_gym  # noqa: F401 - it tells gymnasium of its environment
        import gymnasium

        env = gymnasium.make("catanatron-v1").unwrapped
        return alone_steps(env, lambda one, _: one.get_valid_actions(), PEER_STEPS)
    from dvergar import envs

    if name == OURS[-1]:
        alone = envs.GymnasiumEnv("caverna")
        return alone_steps(alone, lambda _, info: info["action_mask"].nonzero()[0], STEPS)
    slug, players = GAMES[OURS.index(name)]
    return aec_steps(envs.aec_env(slug, players=players), STEPS)


def ask(name: str, folder: Path | None) -> float:
    """One run of one environment in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure", name],
        env={**os.environ, "PYTHONPATH": str(folder or "")},
        stdout=subprocess.PIPE,
        check=True,
    )
    figure: float = json.loads(done.stdout.splitlines()[-1])
    return figure


def main() -> None:
    """Measure all environments in turns and print one table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--compiled", type=Path, metavar="DIR", default=ROOT / "build/compiled")
    words.add_argument("--runs", type=int, default=RUNS)
    words.add_argument("--measure", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.measure:
        print(json.dumps(measure(asked.measure)))
        return
    engines: dict[str, Path] = {"plain": ROOT / "src"}
    if (asked.compiled / "dvergar").is_dir():
        engines["compiled"] = asked.compiled
    else:
        print(f"There is no compiled engine in {asked.compiled}; ./dvergar test makes one.")
    contestants: list[tuple[str, str, Path | None]] = [
        (name, engine, folder) for name in OURS for engine, folder in engines.items()
    ]
    contestants += [(n, "", None) for n, needs in PEERS.items() if importlib.util.find_spec(needs)]
    best: dict[tuple[str, str], float] = {}
    for _ in range(asked.runs):
        for name, engine, folder in contestants:
            best[name, engine] = max(best.get((name, engine), 0), ask(name, folder))
    print("| environment | engine | steps a second |")
    print("| --- | --- | ---: |")
    for (name, engine), figure in best.items():
        print(f"| {name} | {engine} | {figure:,.0f} |")


if __name__ == "__main__":
    main()
