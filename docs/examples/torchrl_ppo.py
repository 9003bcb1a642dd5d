"""TorchRL: PPO with masked moves learns to play one seat against a bot.

python docs/examples/torchrl_ppo.py --game dvergar/MyGoldMine-v1 --opponent easy --moves 200000

It needs `pip install 'dvergar[rl]' torchrl`. Each line says the mean rank reward of the games that
ended: 1 for the first place, -1 for the last.
"""

import argparse
from typing import Any

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

BATCH = 2048  # moves between two lessons
MINIBATCH = 256
EPOCHS = 4


class MaskBesideObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Shows the legal moves in the observation, where TorchRL looks for them."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        moves = int(env.action_space.n)  # type: ignore[attr-defined]
        mask = gymnasium.spaces.Box(0, 1, (moves,), bool)  # type: ignore[arg-type]
        self.observation_space = gymnasium.spaces.Dict(
            {"observation": env.observation_space, "action_mask": mask}
        )

    def reset(self, **settings: Any) -> tuple[Any, dict[str, Any]]:
        row, info = self.env.reset(**settings)
        return {"observation": row, "action_mask": info["action_mask"].astype(bool)}, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        row, reward, over, cut, info = self.env.step(action)
        seen = {"observation": row, "action_mask": info["action_mask"].astype(bool)}
        return seen, reward, over, cut, info


def train(name: str, opponent: str, moves: int) -> list[float]:
    """Learns for so many moves; the mean reward of the games in each batch."""
    game = gymnasium.make(f"dvergar.envs:{name}", opponents=[opponent], seat=None, reward="rank")
    env = GymWrapper(MaskBesideObservation(game), categorical_action_encoding=True)
    env.set_seed(1)
    size = env.observation_spec["observation"].shape[-1]
    actor = ProbabilisticActor(
        TensorDictModule(network(size, env.action_spec.n), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(size, 1), in_keys=["observation"])
    lessons = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), 3e-4)
    means = []
    for batch in Collector(env, actor, frames_per_batch=BATCH, total_frames=moves):
        for _ in range(EPOCHS):
            lessons(batch)
            for part in torch.randperm(BATCH).split(MINIBATCH):
                parts = loss(batch[part])
                total = sum(parts[key] for key in parts.keys() if key.startswith("loss_"))  # noqa: SIM118
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        paid = batch["next", "reward"][batch["next", "done"]]
        means.append(float(paid.mean()) if paid.numel() else 0.0)
        print(f"{len(means) * BATCH} moves: {means[-1]:+.2f}", flush=True)
    return means


def network(size: int, out: int) -> nn.Module:
    """Two layers, which is enough for these observations."""
    return nn.Sequential(nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, out))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="TorchRL's PPO learns against a bot.")
    parser.add_argument("--game", default="dvergar/MyGoldMine-v1")
    parser.add_argument("--opponent", default="easy")
    parser.add_argument("--moves", type=int, default=200_000)
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    train(asked.game, asked.opponent, asked.moves)
