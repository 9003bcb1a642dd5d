"""PPO alone: MaskablePPO of sb3-contrib learns a solo task of the benchmark.

python docs/examples/ppo_alone.py --task cave-vs-cave-1 --steps 5000000
dvergar benchmark cave-vs-cave-1 --agent docs/examples/ppo_alone.py:PpoAlone

It needs `pip install 'dvergar[rl]' sb3-contrib`. The first command saves its network in
`build/ppo_alone-GAME.zip`, where the second one looks for it.
"""

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import dvergar.envs  # registers the environments
from dvergar.lab.benchmark import TASKS

FOLDER = Path("build")
TRAINING_SEED = 1  # the benchmark measures on the deals of another one
SCALE = 10  # points are divided by it, which keeps the numbers small


def train(task: str, steps: int) -> Path:
    """Learns for so many moves; the file of the network."""

    def make_env() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(TASKS[task].environment, reward="score", shape="points")
        return gymnasium.wrappers.TransformReward(env, lambda points: float(points) / SCALE)

    model = MaskablePPO(
        "MlpPolicy",
        make_vec_env(make_env, n_envs=8, seed=TRAINING_SEED),
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
    file = FOLDER / f"ppo_alone-{TASKS[task].game}.zip"
    model.learn(steps)
    model.save(file)
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
    asked = parser.parse_args()
    torch.set_num_threads(1)
    FOLDER.mkdir(exist_ok=True)
    print(f"saved {train(asked.task, asked.steps or TASKS[asked.task].training_steps)}")
