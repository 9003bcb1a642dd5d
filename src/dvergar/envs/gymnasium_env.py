"""One seat of a game as a Gymnasium environment: alone, or against bots in the other seats.

The observation is the row of numbers that the seat may see. Which moves are legal stands in the
info of every step, and `action_masks()` says it as sb3-contrib's MaskablePPO asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dvergar import bots
from dvergar.core.chance import SEEDS, derive
from dvergar.core.errors import IllegalMove
from dvergar.core.info import GameInfo
from dvergar.core.registry import games, info, make_game
from dvergar.envs import rewards
from dvergar.envs.text_image import RENDER_MODES, rendered


class GymnasiumEnv(gymnasium.Env[rewards.Row, np.int64]):
    """One seat of a game; made by `gymnasium.make("dvergar/Caverna-v4", ...)`.

    `reset(seed=...)` deals the very game that `game.start(seed)` does; the seed determines the
    bots' moves as well. After a move, the opponents play until it is this seat's turn again or the
    game is over. An illegal move changes nothing, costs the penalty and is marked in the info as
    `illegal`; mask moves by the info's `action_mask` to avoid that. Once the game is over, no move
    is legal and the mask is empty: call `reset`.

    Args:
        name: the game's short name.
        players: how many play; without it as many as there are opponents, and you.
        opponents: the bots in the other seats, in order. One name fills them all.
        seat: your seat; None draws another one for every game.
        reward: as in `aec_env`.
        shape: as in `aec_env`.
        penalty: for an illegal move.
        render_mode: `ansi` for text, `rgb_array` for a picture of it, `human` to print it after
            every step, or None.
        **options: the game's own options.

    Raises:
        OptionError, UnknownBot: an option's value is not possible, or there is no such bot.
        TypeError: the game has no such option.
        ValueError: opponents and players don't match, or there is no such reward or seat.

    >>> env = gymnasium.make("dvergar/MyGoldMine-v1", opponents=["careful", "bold"])
    >>> row, info = env.reset(seed=1)
    >>> int(info["action_mask"].sum()) > 0
    True
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium wants

    def __init__(
        self,
        name: str,
        *,
        players: int | None = None,
        opponents: Sequence[str] = (),
        seat: int | None = 0,
        reward: str = "score",
        shape: str = "",
        penalty: float = 1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        _check_option_names(info(name), options)
        self.opponents = _check_opponents(info(name), players, opponents)
        self.render_mode = render_mode
        self.game = make_game(name, {**options, "players": len(self.opponents) + 1})
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(
                f"there is no seat {seat}; choose 0 to {self.game.players - 1} or None"
            )
        for bot in self.opponents:
            bots.make(bot, 0, name)  # says here that there is no such bot
        self.position = self.game.start(0)
        self.observation_space = rewards.observation_box(self.game)
        self.action_space = spaces.Discrete(self.game.move_count)
        self.seat = seat or 0
        self._seat_choice = seat
        self._size = self.game.layout.size
        self._rewards = rewards.RewardTracker(self.game, reward, shape)
        self._penalty = penalty
        self._seed = 0
        self._bots: dict[int, bots.Bot] = {}
        self._asked = 0

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[rewards.Row, dict[str, Any]]:
        """Deals a game: the one of this seed, or one that is drawn."""
        super().reset(seed=seed, options=options)
        self._seed = rewards.deal_seed(seed, self._draw)
        if self._seat_choice is None:
            self.seat = int(self.np_random.integers(self.game.players))
        self.position = self.game.start(self._seed)
        self._rewards.begin(self.position)
        others = (other for other in range(self.game.players) if other != self.seat)
        self._bots = {
            other: bots.make(bot, derive(self._seed, 1 + other), self.game.slug)
            for other, bot in zip(others, self.opponents, strict=True)
        }
        self._asked = 0
        self._play_opponents()
        return self._shown()

    def step(self, action: Any) -> tuple[rewards.Row, float, bool, bool, dict[str, Any]]:
        """Plays a move and the opponents' answers, or takes the penalty for an illegal one."""
        state = self.position
        try:
            state.play(int(action))
        except IllegalMove:
            row, shown = self._shown()
            return row, -self._penalty, state.over, False, shown | {"illegal": True}
        reward = self._rewards.pay(state)[self.seat] + self._play_opponents()
        row, shown = self._shown()
        return row, reward, state.over, False, shown

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now."""
        return rewards.legal_mask(self.position).view(np.bool_)

    def render(self) -> Any:
        """The table as text or as a picture, see `render_mode`."""
        return rendered(self.position, self.seat, self.render_mode)

    def _play_opponents(self) -> float:
        """Plays until this seat decides or the game is over; what this seat was paid meanwhile."""
        state, total = self.position, 0.0
        while not state.over and state.seat != self.seat:
            self._asked += 1
            seed = derive(self._seed, 1000 + self._asked)
            state.play(bots.ask(self._bots[state.seat], state, seed))
            total += self._rewards.pay(state)[self.seat]
        return total

    def _shown(self) -> tuple[rewards.Row, dict[str, Any]]:
        """The observation and the info: legal moves, and the results once the game is over."""
        state = self.position
        if self.render_mode == "human":
            self.render()
        shown: dict[str, Any] = {"action_mask": rewards.legal_mask(state), "seat": self.seat}
        if state.over:
            shown["score"] = state.scores()[self.seat].total
            shown["rank"] = state.ranking()[self.seat]
        return rewards.observation_row(state, self.seat, self._size), shown

    def _draw(self) -> int:
        return int(self.np_random.integers(SEEDS, dtype=np.uint64, endpoint=False))


def _check_option_names(game: GameInfo, options: dict[str, Any]) -> None:
    """As Python does for an unknown keyword: TorchRL tries one and looks for this error."""
    known = {option.name for option in game.options}
    for name in options:
        if name not in known:
            raise TypeError(
                f"{GymnasiumEnv.__name__}() got an unexpected keyword argument {name!r}; "
                f"{game.slug} has the options {', '.join(sorted(known))}"
            )


def _check_opponents(
    game: GameInfo, players: int | None, opponents: Sequence[str]
) -> tuple[str, ...]:
    """A bot for every other seat, or a clear error."""
    if isinstance(opponents, str):
        opponents = [opponents]
    if players is not None and len(opponents) == 1:
        opponents = [*opponents] * max(players - 1, 0)
    count = 1 + len(opponents)
    if players is not None and players != count:
        raise ValueError(
            f"{players} players need {players - 1} opponents, or one name for all of them: "
            f"opponents=['normal']"
        )
    if count < game.players[0]:
        raise ValueError(
            f"{game.slug} needs {game.players[0]} players: name opponents, such as "
            f"opponents=['normal']"
        )
    return tuple(opponents)


def env_id(game: GameInfo) -> str:
    """The name of a game in Gymnasium: its own, and the version of its rules.

    >>> env_id(games()["cave_vs_cave"])
    'dvergar/CaveVsCave-v2'
    """
    words = "".join(word.capitalize() for word in game.slug.split("_"))
    return f"dvergar/{words}-v{game.rules_version}"


def register_games() -> None:
    """Registers every game that has observations with Gymnasium."""
    for game in games().values():
        if game.observation:
            gymnasium.register(
                env_id(game),
                entry_point=f"{__name__}:{GymnasiumEnv.__name__}",
                kwargs={"name": game.slug},
            )
