"""A game as a PettingZoo environment: seats are agents, and one moves after the other.

Observations are those of PettingZoo's own board games: `observation`, the numbers that the seat
may see, and `action_mask`, the moves that are legal. A seat may move several times in a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from dvergar.core.chance import SEEDS
from dvergar.core.game import Game, State
from dvergar.core.registry import make_game
from dvergar.envs import rewards
from dvergar.envs.text_image import RENDER_MODES, rendered


class AecEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """Any game of Dvergar for any number of players; made by `aec_env`.

    `reset(seed=...)` deals the very game that `game.start(seed)` does. `position` is the state that
    is played: reading it is allowed, and it holds secrets.

    >>> env = aec_env("caverna", players=2)
    >>> env.reset(seed=7)
    >>> env.agents, env.position.over
    (['player_0', 'player_1'], False)
    """

    def __init__(self, game: Game, reward: str, shape: str, render_mode: str | None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.slug}_v{game.info.rules_version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size = game.layout.size
        self._paymaster = rewards.RewardTracker(game, reward, shape)
        self._draws = np.random.default_rng()
        self._quiet: dict[str, float] = dict.fromkeys(self.possible_agents, 0.0)
        self.position: State = game.start(0)
        mask = spaces.Box(0, 1, (game.move_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": rewards.observation_box(game), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(game.move_count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may be shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals a game: the one of this seed, or one that is drawn."""
        if seed is not None:
            self._draws = np.random.default_rng(seed)
        self.position = self.game.start(rewards.deal_seed(seed, self._draw))
        self._paymaster.begin(self.position)
        self.agents = self.possible_agents[:]
        self.rewards = self._quiet.copy()
        self._cumulative_rewards = self._quiet.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.position.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; who does not decide now has no legal move."""
        state = self.position
        seat = self._seats[agent]
        if seat == state.seat and not state.over:
            mask = rewards.legal_mask(state)
        else:
            mask = np.zeros(self.game.move_count, np.int8)
        return {
            "observation": rewards.observation_row(state, seat, self._size),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Plays a move for the agent that decides; an illegal one is refused."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to move")
        state = self.position
        state.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        paid = self._paymaster.pay(state)
        if paid is self._paymaster.nothing:
            self.rewards = self._quiet.copy()
        else:
            self.rewards = dict(zip(self.possible_agents, paid, strict=True))
            self._accumulate_rewards()
        if state.over:
            self.terminations = dict.fromkeys(self.agents, True)
            for name, one in zip(self.possible_agents, state.scores(), strict=True):
                self.infos[name]["score"] = one.total
        self.agent_selection = self.possible_agents[state.seat]

    def render(self) -> Any:
        """The table as a spectator sees it, as text or as a picture, see `aec_env`."""
        return rendered(self.position, None, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _draw(self) -> int:
        return int(self._draws.integers(SEEDS, dtype=np.uint64, endpoint=False))


def aec_env(
    name: str,
    /,
    *,
    reward: str = "score",
    shape: str = "",
    render_mode: str | None = None,
    **options: Any,
) -> AecEnv:
    """The PettingZoo environment of a game.

    Args:
        name: the game's short name.
        reward: paid at the end: `score`, `margin` or `rank`.
        shape: `points` or `estimate` pays a part of it with every move.
        render_mode: `ansi` for text, `rgb_array` for a picture of it, `human` to print it, or None.
        **options: `players` and the game's own options.

    Returns:
        The environment; `reset` deals a game.

    Raises:
        UnknownGame, OptionError: as `dvergar.game`.
        ValueError: there is no such reward or shape.

    >>> env = aec_env("my_gold_mine", players=3, reward="rank")
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.observe(env.agent_selection)["action_mask"].tolist()[:3]
    ('player_1', [1, 1, 0])
    """
    return AecEnv(make_game(name, options), reward, shape, render_mode)
