"""Environments for reinforcement learning: PettingZoo for all seats, Gymnasium for one.

They need the extra `rl`: `pip install 'dvergar[rl]'`. Importing this package registers the
games with Gymnasium, such as `dvergar/Caverna-v4`; the number is the version of the rules.
"""

from __future__ import annotations

try:
    import gymnasium  # noqa: F401 - to say what is missing
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"dvergar.envs needs {missing.name}: pip install 'dvergar[rl]'", name=missing.name
    ) from None

from dvergar.envs.aec import AecEnv, aec_env
from dvergar.envs.gymnasium_env import GymnasiumEnv, register_games
from dvergar.envs.rewards import REWARDS, SHAPES
from dvergar.envs.vector import ManyGames, many_games

__all__ = ["REWARDS", "SHAPES", "AecEnv", "GymnasiumEnv", "ManyGames", "aec_env", "many_games"]

register_games()
