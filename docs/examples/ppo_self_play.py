"""Self-play PPO in the manner of CleanRL: one network learns in all seats of many games.

python docs/examples/ppo_self_play.py --task my-gold-mine-4 --steps 5000000 --out mine.json

It needs `pip install 'dvergar[rl]' torch`. The network is saved in `build/ppo_self_play-GAME.pt`
from time to time; the same command continues where it was stopped. To measure it again:

dvergar benchmark my-gold-mine-4 --agent docs/examples/ppo_self_play.py:PpoSelfPlay
"""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import dvergar
from dvergar.envs import many_games
from dvergar.lab.benchmark import TASKS, measure

FOLDER = Path("build")
TRAINING_SEED = 1  # the benchmark measures on the deals of another one
GAMES = 32  # at once
BATCH = 8192  # moves of finished games before the network learns
MINIBATCH = 1024
EPOCHS = 4
CLIP = 0.2
ENTROPY = 0.01
LEARNING_RATE = 4e-4


class Network(nn.Module):  # type: ignore[misc]
    """What a seat sees becomes a preference for each move and the reward it expects."""

    def __init__(self, size: int, moves: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh())
        self.policy = nn.Linear(256, moves)
        self.value = nn.Linear(256, 1)

    def forward(
        self, rows: torch.Tensor, masks: torch.Tensor
    ) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """The chances of the legal moves, and the value."""
        hidden = self.body(rows)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def train(task: str, steps: int) -> Path:
    """Learns for so many moves; the file of the network."""
    torch.manual_seed(TRAINING_SEED)
    about = TASKS[task]
    envs = many_games(about.game, players=about.players, count=GAMES, workers=0, reward="rank")
    network = Network(envs.game.layout.size, envs.game.move_count)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    file = FOLDER / f"ppo_self_play-{about.game}.pt"
    done = load(file, network, optimizer) if file.exists() else 0
    rows, info = envs.reset(seed=TRAINING_SEED + done)
    running: list[list[tuple[Any, ...]]] = [[] for _ in range(GAMES)]
    finished: list[tuple[Any, ...]] = []
    for step in range(done, steps, GAMES):
        masks, seats = info["action_mask"].astype(bool), info["seat"]
        with torch.no_grad():
            choices, values = network(torch.as_tensor(rows), torch.as_tensor(masks))
            moves = choices.sample()
            chances = choices.log_prob(moves)
        for number in range(GAMES):
            seen = rows[number], masks[number], int(moves[number])
            guessed = float(chances[number]), float(values[number])
            running[number].append((*seen, *guessed, int(seats[number])))
        rows, _, over, _, info = envs.step(moves.numpy())
        for number in np.flatnonzero(over).tolist():
            # Only the end of a game pays: every move of a seat is worth what its seat got there.
            paid = info["rewards"][number]
            finished += [(*one[:5], float(paid[one[5]])) for one in running[number]]
            running[number] = []
        if len(finished) >= BATCH:
            for rate in optimizer.param_groups:
                rate["lr"] = LEARNING_RATE * (1 - step / steps)
            learn(network, optimizer, finished)
            finished = []
            save(file, network, optimizer, step + GAMES)
    envs.close()
    save(file, network, optimizer, max(done, steps))
    return file


def save(file: Path, network: Network, optimizer: torch.optim.Optimizer, done: int) -> None:
    """Writes everything that training needs to continue after so many moves."""
    parts = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "done": done}
    torch.save(parts, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def load(file: Path, network: Network, optimizer: torch.optim.Optimizer | None = None) -> int:
    """Reads what `save` wrote; how many moves were made to learn it."""
    parts = torch.load(file)
    network.load_state_dict(parts["network"])
    if optimizer:
        optimizer.load_state_dict(parts["optimizer"])
    return int(parts["done"])


def learn(network: Network, optimizer: torch.optim.Optimizer, moves: list[tuple[Any, ...]]) -> None:
    """PPO's clipped steps over a batch of moves."""
    columns = [np.array(column) for column in zip(*moves, strict=True)]
    rows, masks, taken, before, guessed, paid = (torch.as_tensor(one) for one in columns)
    before, guessed, paid = before.float(), guessed.float(), paid.float()
    better = paid - guessed
    for _ in range(EPOCHS):
        for part in torch.randperm(len(moves)).split(MINIBATCH):
            choices, values = network(rows[part], masks[part])
            ratio = (choices.log_prob(taken[part]) - before[part]).exp()
            gain = (better[part] - better[part].mean()) / (better[part].std(correction=0) + 1e-8)
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = -clipped.mean() - ENTROPY * choices.entropy().mean()
            loss += 0.5 * (values - paid[part]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


class PpoSelfPlay:
    """Plays the move that the network thinks best."""

    def __init__(self) -> None:
        self._network: Network | None = None

    def choose(self, state: dvergar.State) -> int:
        """The network's answer to a position."""
        game = state.game
        if self._network is None:
            self._network = Network(game.layout.size, game.move_count)
            load(FOLDER / f"ppo_self_play-{game.slug}.pt", self._network)
        row = torch.tensor([state.observation(state.seat)], dtype=torch.float32)
        mask = torch.zeros(1, game.move_count, dtype=torch.bool)
        mask[0, state.moves()] = True
        with torch.no_grad():
            choices, _ = self._network(row, mask)
        return int(choices.probs.argmax())


if __name__ == "__main__":
    together = [name for name, task in TASKS.items() if task.opponents]
    parser = argparse.ArgumentParser(description="PPO learns by playing against itself.")
    parser.add_argument("--task", choices=together, default="my-gold-mine-4")
    parser.add_argument("--steps", type=int, default=0, help="0: what the benchmark allows")
    parser.add_argument("--deals", type=int, default=0, help="0: all that the benchmark has")
    parser.add_argument("--out", type=Path, help="write the result here")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    FOLDER.mkdir(exist_ok=True)
    steps = asked.steps or TASKS[asked.task].training_steps
    train(asked.task, steps)
    result = measure(TASKS[asked.task], f"{__file__}:PpoSelfPlay", asked.deals)
    note = f"`docs/examples/ppo_self_play.py`, {steps:,} moves of training"
    result = replace(result, agent="PPO by self-play", note=note)
    if asked.out:
        asked.out.write_text(result.as_json(), "utf-8")
    print(result.as_json())
