"""PPO alone: MaskablePPO of sb3-contrib learns a solo task of the benchmark, and is measured.

python docs/examples/ppo_alone.py --task cave-vs-cave-1 --steps 5000000 --out mine.json

It needs `pip install 'dvergar[rl]' sb3-contrib`. The network is saved in `build/ppo_alone-GAME.zip`
from time to time; the same command continues where it was stopped. To measure it again:

dvergar benchmark cave-vs-cave-1 --agent docs/examples/ppo_alone.py:PpoAlone
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import dvergar.envs  # registers the environments
from dvergar.lab.benchmark import TASKS, measure

FOLDER = Path("build")
TRAINING_SEED = 1  # the benchmark measures on the deals of another one
SCALE = 10  # points are divided by it, which keeps the numbers small
SAVED_EVERY = 50_000  # moves


def train(task: str, steps: int) -> Path:
    """Learns for so many moves; the file of the network."""

    def make_env() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(TASKS[task].environment, reward="score", shape="points")
        return gymnasium.wrappers.TransformReward(env, lambda points: float(points) / SCALE)

    envs = make_vec_env(make_env, n_envs=8, seed=TRAINING_SEED)
    file = FOLDER / f"ppo_alone-{TASKS[task].game}.zip"
    if file.exists():
        model = MaskablePPO.load(file, envs, device="cpu")
    else:
        model = MaskablePPO(
            "MlpPolicy",
            envs,
            n_steps=256,
            batch_size=512,
            n_epochs=4,
            gamma=1.0,
            gae_lambda=0.97,
            learning_rate=4e-4,
            ent_coef=0.01,
            policy_kwargs={"net_arch": [256]},
            seed=TRAINING_SEED,
            device="cpu",
        )
    while model.num_timesteps < steps:
        part = min(SAVED_EVERY, steps - model.num_timesteps)
        model.learn(part, reset_num_timesteps=False)
        model.save(file)
        print(f"{model.num_timesteps} moves", flush=True)
    return file


class PpoAlone:
    """Plays the move that the network thinks best."""

    def __init__(self) -> None:
        self._model: Any = None

    def choose(self, state: dvergar.State) -> int:
        """The network's answer to a position."""
        if self._model is None:
            self._model = MaskablePPO.load(FOLDER / f"ppo_alone-{state.game.slug}", device="cpu")
        row = np.array(state.observation(state.seat), np.float32)
        mask = np.zeros(state.game.move_count, np.bool_)
        mask[state.moves()] = True
        move, _ = self._model.predict(row, action_masks=mask, deterministic=True)
        return int(move)


if __name__ == "__main__":
    alone = [name for name, task in TASKS.items() if not task.opponents]
    parser = argparse.ArgumentParser(description="PPO learns a solo task of the benchmark.")
    parser.add_argument("--task", choices=alone, default="cave-vs-cave-1")
    parser.add_argument("--steps", type=int, default=0, help="0: what the benchmark allows")
    parser.add_argument("--deals", type=int, default=0, help="0: all that the benchmark has")
    parser.add_argument("--out", type=Path, help="write the result here")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    FOLDER.mkdir(exist_ok=True)
    steps = asked.steps or TASKS[asked.task].training_steps
    train(asked.task, steps)
    result = measure(TASKS[asked.task], f"{__file__}:PpoAlone", asked.deals)
    note = f"`docs/examples/ppo_alone.py`, {steps:,} moves of training"
    result = replace(result, agent="PPO alone", note=note)
    if asked.out:
        asked.out.write_text(result.as_json(), "utf-8")
    print(result.as_json())
