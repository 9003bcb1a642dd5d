"""Many games at once in worker processes, as one vectorised environment of Gymnasium.

Each worker plays a share of the games and writes what it sees into memory that all share, so that
nothing large is sent. A game that is over is followed by the next at once. With several players it
is for self-play: a row is what the seat that decides sees, and the info says whose turn it is.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from multiprocessing.connection import Connection, wait
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from dvergar.core.chance import derive
from dvergar.core.errors import error_summary
from dvergar.core.game import Game
from dvergar.core.registry import games, info, make_game, register
from dvergar.envs.rewards import RewardTracker, observation_box

RESET: Final = "reset"
STEP: Final = "step"
CLOSE: Final = "close"
CONTEXT: Final = multiprocessing.get_context("spawn")


class SharedArrays:
    """The memory in which workers and their environment meet, a row for each game."""

    def __init__(self, count: int, size: int, moves: int, players: int) -> None:
        self.shape = (count, size, moves, players)
        self.memory = {
            "rows": CONTEXT.RawArray("f", count * size),
            "masks": CONTEXT.RawArray("b", count * moves),
            "rewards": CONTEXT.RawArray("d", count * players),
            "seats": CONTEXT.RawArray("q", count),
            "over": CONTEXT.RawArray("b", count),
            "actions": CONTEXT.RawArray("q", count),
        }
        self.rows: NDArray[np.float32]
        self.masks: NDArray[np.int8]
        self.rewards: NDArray[np.float64]
        self.seats: NDArray[np.int64]
        self.over: NDArray[np.bool_]
        self.actions: NDArray[np.int64]
        self._look()

    def _look(self) -> None:
        """The memory as arrays."""
        count, size, moves, players = self.shape
        self.rows = np.frombuffer(self.memory["rows"], np.float32).reshape(count, size)
        self.masks = np.frombuffer(self.memory["masks"], np.int8).reshape(count, moves)
        self.rewards = np.frombuffer(self.memory["rewards"], np.float64).reshape(count, players)
        self.seats = np.frombuffer(self.memory["seats"], np.int64)
        self.over = np.frombuffer(self.memory["over"], np.bool_)
        self.actions = np.frombuffer(self.memory["actions"], np.int64)

    def __getstate__(self) -> dict[str, Any]:
        return {"shape": self.shape, "memory": self.memory}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.shape, self.memory = state["shape"], state["memory"]
        self._look()


class GameBatch:
    """Some of the games, played in this process."""

    def __init__(
        self, game: Game, reward: str, shape: str, shared: SharedArrays, own: range
    ) -> None:
        self.game = game
        self.shared = shared
        self.own = own
        self.states = {number: game.start(0) for number in own}
        self.paymasters = {number: RewardTracker(game, reward, shape) for number in own}
        self.seeds = dict.fromkeys(own, 0)
        self.played = dict.fromkeys(own, 0)

    def reset(self, seeds: list[int]) -> None:
        """New games; the first of each is dealt by its seed."""
        for number, seed in zip(self.own, seeds, strict=True):
            self.seeds[number] = seed
            self.played[number] = 0
            self._deal(number, seed)

    def step(self) -> None:
        """One move in every game; a game that is over is followed by the next."""
        shared = self.shared
        for number in self.own:
            state = self.states[number]
            state.play(int(shared.actions[number]))
            shared.rewards[number] = self.paymasters[number].pay(state)
            over = state.over
            shared.over[number] = over
            if over:
                self.played[number] += 1
                self._deal(number, derive(self.seeds[number], self.played[number]))
            else:
                self._show(number)

    def _deal(self, number: int, seed: int) -> None:
        state = self.states[number] = self.game.start(seed)
        self.paymasters[number].begin(state)
        self._show(number)

    def _show(self, number: int) -> None:
        state, shared = self.states[number], self.shared
        state.observation(state.seat, shared.rows[number])
        mask = bytearray(self.game.move_count)
        for move in state.moves():
            mask[move] = 1
        shared.masks[number] = np.frombuffer(mask, np.int8)
        shared.seats[number] = state.seat


def _work(line: Connection, game_info: Any, options: dict[str, Any], *made: Any) -> None:
    """A worker process: runs commands until the connection closes."""
    if game_info.slug not in games():
        register(game_info)
    share = GameBatch(make_game(game_info.slug, options), *made)
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            word, arguments = line.recv()
            if word == CLOSE:
                break
            line.send(_answer(share, word, arguments))


def _answer(share: GameBatch, word: str, arguments: Any) -> str:
    """An empty text, or what went wrong."""
    try:
        if word == RESET:
            share.reset(arguments)
        else:
            share.step()
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return error_summary(error)
    return ""


class ManyGames(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games at once; made by `many_games`.

    `step` takes a move for each game. What it gives back belongs to the caller: rows of numbers,
    the reward of the seat that moved, whether the game ended, and in the info `action_mask`, `seat`
    (who decides now) and `rewards` (of all seats). Where a game ended, the row shows the next one.

    >>> envs = many_games("cave_vs_cave", players=1, count=2, workers=0)
    >>> envs.num_envs, int(envs.single_action_space.n) == envs.game.move_count
    (2, True)
    """

    def __init__(self, game: Game, count: int, workers: int, reward: str, shape: str) -> None:
        if count < 1 or workers < 0:
            raise ValueError("count must be at least 1, and workers 0 (this process) or more")
        RewardTracker(game, reward, shape)  # says what is wrong with them here
        self.game = game
        self.num_envs = count
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_box(game)
        self.single_action_space = spaces.Discrete(game.move_count)
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, count
        )
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, count)
        self._shared = SharedArrays(count, game.layout.size, game.move_count, game.players)
        self._lines: list[Any] = []
        self._workers: list[Any] = []
        self._share: GameBatch | None = None
        self._begin(min(workers, count), reward, shape)

    def _begin(self, workers: int, reward: str, shape: str) -> None:
        count = self.num_envs
        if workers == 0:
            self._share = GameBatch(self.game, reward, shape, self._shared, range(count))
        self._own = [
            range(count * one // workers, count * (one + 1) // workers) for one in range(workers)
        ]
        for own in self._own:
            here, there = CONTEXT.Pipe()
            arguments = (there, info(self.game.slug), self.game.options)
            worker = CONTEXT.Process(
                target=_work, args=(*arguments, reward, shape, self._shared, own), daemon=True
            )
            worker.start()
            there.close()
            self._lines.append(here)
            self._workers.append(worker)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games: game number i is dealt by `seed + i`, or by its entry of a list of seeds."""
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        listed = seed if isinstance(seed, list) else [None] * self.num_envs
        drawn = [int(one) for one in self.np_random.integers(2**63, size=self.num_envs)]
        seeds = [
            seed + number if isinstance(seed, int) else drawn[number] if one is None else one
            for number, one in enumerate(listed)
        ]
        if self._share is not None:
            self._share.reset(seeds)
        else:
            self._tell(RESET, [[seeds[number] for number in own] for own in self._own])
        return self._shared.rows.copy(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Plays a move in every game."""
        shared = self._shared
        shared.actions[:] = actions
        moved = shared.seats.copy()
        if self._share is not None:
            self._share.step()
        else:
            self._tell(STEP, [None] * len(self._lines))
        paid = shared.rewards[np.arange(self.num_envs), moved]
        over = shared.over.copy()
        return shared.rows.copy(), paid, over, np.zeros_like(over), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now, a row for each game."""
        return self._shared.masks.astype(np.bool_)

    def close_extras(self, **_: Any) -> None:
        """Ends the workers."""
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.send((CLOSE, None))
                line.close()
        for worker in self._workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
        self._lines, self._workers = [], []

    def _info(self) -> dict[str, Any]:
        shared = self._shared
        return {
            "action_mask": shared.masks.copy(),
            "seat": shared.seats.copy(),
            "rewards": shared.rewards.copy(),
        }

    def _tell(self, word: str, arguments: list[Any]) -> None:
        """Has all workers do something, and waits for them."""
        try:
            for line, one in zip(self._lines, arguments, strict=True):
                line.send((word, one))
            failed = [self._heard(line, worker) for line, worker in self._pairs()]
        except (EOFError, OSError):
            raise RuntimeError("a worker with some of the games has ended unexpectedly") from None
        for what in failed:
            if what:
                raise RuntimeError(f"a worker failed: {what}")

    def _pairs(self) -> list[tuple[Any, Any]]:
        return list(zip(self._lines, self._workers, strict=True))

    def _heard(self, line: Any, worker: Any) -> str:
        """The answer of a worker, or an error as soon as it is gone."""
        if line not in wait([line, worker.sentinel]):
            raise EOFError
        said: str = line.recv()
        return said


def many_games(
    name: str,
    /,
    *,
    count: int = 8,
    workers: int = 2,
    reward: str = "score",
    shape: str = "",
    **options: Any,
) -> ManyGames:
    """Many games at once, as one Gymnasium vector environment.

    Args:
        name: the game's short name.
        count: how many games.
        workers: in how many processes; 0 plays them in this one.
        reward: as in `aec_env`.
        shape: as in `aec_env`.
        **options: `players` and the game's own options.

    Returns:
        The environment; `reset` deals all games, and a finished game is followed by a new one.

    Raises:
        UnknownGame, OptionError: as `dvergar.game`.
        ValueError: there is no such reward or shape, or `count` or `workers` is impossible.

    >>> envs = many_games("my_gold_mine", players=2, count=3, workers=0)
    >>> rows, info = envs.reset(seed=1)
    >>> rows.shape == (3, envs.game.layout.size), info["action_mask"].sum(axis=1).tolist()
    (True, [2, 2, 2])
    >>> rows, paid, over, _, info = envs.step([0, 0, 1])
    """
    return ManyGames(make_game(name, options), count, workers, reward, shape)
