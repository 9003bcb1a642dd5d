"""RLlib: PPO with masked moves learns to play one seat against a bot.

python docs/examples/rllib_ppo.py --game dvergar/MyGoldMine-v1 --opponent easy --rounds 50

It needs `pip install 'dvergar[rl]' 'ray[rllib]' torch`. Each line says the mean rank reward of the
games that ended: 1 for the first place, -1 for the last.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule


class MaskBesideObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Shows the legal moves in the observation, under the names that RLlib looks for."""

    def __init__(self, config: dict[str, Any]) -> None:
        # The module before the name registers the games in every process that plays.
        super().__init__(gymnasium.make(f"dvergar.envs:{config['game']}", **config["options"]))
        moves = int(self.env.action_space.n)  # type: ignore[attr-defined]
        mask = gymnasium.spaces.Box(0.0, 1.0, (moves,), np.float32)
        self.observation_space = gymnasium.spaces.Dict(
            {"observations": self.env.observation_space, "action_mask": mask}
        )

    def reset(self, **settings: Any) -> tuple[Any, dict[str, Any]]:
        row, info = self.env.reset(**settings)
        return self._seen(row, info), {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        row, reward, over, cut, info = self.env.step(action)
        return self._seen(row, info), reward, over, cut, {}

    def _seen(self, row: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {"observations": row, "action_mask": info["action_mask"].astype(np.float32)}


def train(game: str, opponent: str, rounds: int, moves: int, runners: int) -> list[float]:
    """Learns for so many rounds of so many moves; the mean reward after each."""
    options = {"opponents": [opponent], "seat": None, "reward": "rank"}
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [256], "head_fcnet_activation": "tanh"},
    )
    config = (
        PPOConfig()
        .environment(MaskBesideObservation, env_config={"game": game, "options": options})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=8)
        .rl_module(rl_module_spec=module)
        .training(gamma=1.0, lambda_=0.95, lr=3e-4, entropy_coeff=0.01, num_epochs=4)
        .training(train_batch_size_per_learner=moves, minibatch_size=256)
        .debugging(seed=1)
    )
    learner = config.build_algo()
    means = []
    for number in range(rounds):
        means.append(float(learner.train()["env_runners"]["episode_return_mean"]))
        print(f"round {number + 1}: {means[-1]:+.2f}", flush=True)
    learner.stop()
    return means


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="RLlib's PPO learns against a bot.")
    parser.add_argument("--game", default="dvergar/MyGoldMine-v1")
    parser.add_argument("--opponent", default="easy")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--moves", type=int, default=4000, help="of a round")
    parser.add_argument("--runners", type=int, default=0, help="processes that play")
    asked = parser.parse_args()
    ray.init(include_dashboard=False, num_cpus=max(1, asked.runners + 1))
    train(asked.game, asked.opponent, asked.rounds, asked.moves, asked.runners)
