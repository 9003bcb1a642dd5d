"""A game that one plays alone as a Gymnasium environment.

The observation is the row of numbers that the seat may see. Which moves are legal stands in the
info of every step, and `action_masks()` says it as sb3-contrib's MaskablePPO asks.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dvergar.core.chance import SEEDS
from dvergar.core.errors import IllegalMove
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, make_game
from dvergar.envs.rewards import (
    RewardTracker,
    Row,
    deal_seed,
    legal_mask,
    observation_box,
    observation_row,
)


class AloneEnv(gymnasium.Env[Row, np.int64]):
    """A game for one; made by `gymnasium.make("dvergar/Caverna-v4", ...)`.

    `reset(seed=...)` deals the very game that `game.start(seed)` does. An illegal move changes
    nothing, costs the penalty and is marked in the info as `illegal`; mask moves by the info's
    `action_mask` to avoid that.

    Args:
        name: the game's short name.
        reward: as in `aec_env`.
        shape: as in `aec_env`.
        penalty: for an illegal move.
        render_mode: `ansi` for text, or None.
        **options: the game's own options.

    >>> env = gymnasium.make("dvergar/CaveVsCave-v2")
    >>> row, info = env.reset(seed=1)
    >>> int(info["action_mask"].sum()) > 0
    True
    """

    metadata = {  # noqa: RUF012 - as Gymnasium wants it
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        name: str,
        *,
        reward: str = "score",
        shape: str = "",
        penalty: float = 1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        self.game = make_game(name, {**options, "players": 1})
        self.position = self.game.start(0)
        self.observation_space = observation_box(self.game)
        self.action_space = spaces.Discrete(self.game.move_count)
        self._size = self.game.layout.size
        self._paymaster = RewardTracker(self.game, reward, shape)
        self._penalty = penalty

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Row, dict[str, Any]]:
        """Deals a game: the one of this seed, or one that is drawn."""
        super().reset(seed=seed, options=options)
        self.position = self.game.start(deal_seed(seed, self._draw))
        self._paymaster.begin(self.position)
        return observation_row(self.position, 0, self._size), self._info()

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Plays a move, or takes the penalty for an illegal one."""
        state = self.position
        try:
            state.play(int(action))
        except IllegalMove:
            told = self._info() | {"illegal": True}
            return observation_row(state, 0, self._size), -self._penalty, state.over, False, told
        paid = self._paymaster.pay(state)[0]
        return observation_row(state, 0, self._size), paid, state.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now."""
        return legal_mask(self.position).view(np.bool_)

    def render(self) -> Any:
        """The table as text."""
        if self.render_mode is None:
            return None
        return self.game.show(self.position, 0, "en", self.game.seat_names("en"))

    def _info(self) -> dict[str, Any]:
        """The legal moves, and the final score once the game is over."""
        found: dict[str, Any] = {"action_mask": legal_mask(self.position)}
        if self.position.over:
            found["score"] = self.position.scores()[0].total
        return found

    def _draw(self) -> int:
        return int(self.np_random.integers(SEEDS, dtype=np.uint64, endpoint=False))


def env_id(info: GameInfo) -> str:
    """The name of a game in Gymnasium: its own, and the version of its rules.

    >>> env_id(games()["cave_vs_cave"])
    'dvergar/CaveVsCave-v2'
    """
    words = "".join(word.capitalize() for word in info.slug.split("_"))
    return f"dvergar/{words}-v{info.rules_version}"


def register_games() -> None:
    """Tells Gymnasium of every game that one can play alone."""
    for info in games().values():
        if info.players[0] == 1 and info.observation:
            gymnasium.register(
                env_id(info),
                entry_point=f"{__name__}:{AloneEnv.__name__}",
                kwargs={"name": info.slug},
            )
