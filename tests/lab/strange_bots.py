"""Bots that somebody else might write: some play, some do not."""

from __future__ import annotations

import os
import time

from dvergar.core.game import State


class First:
    """Takes the first move, and asks for nothing when it is made."""

    def choose(self, state: State) -> int:
        return state.moves(free=False)[0]


class Digger(First):
    """Plays one game, and says so."""

    games = ("my_gold_mine",)


class Nth:
    """Takes the move with this number, and remembers how often it was asked."""

    limits = ("number",)

    def __init__(self, seed: int = 0, number: int = 0) -> None:
        self.seed, self.number, self.asked = seed, number, 0

    def choose(self, state: State) -> int:
        self.asked += 1
        moves = state.moves(free=False)
        return moves[(self.number + self.asked) % len(moves)]


class Crashes:
    def choose(self, _state: State) -> int:
        raise KeyError("gold")


class Cheats:
    def choose(self, state: State) -> int:
        return next(m for m in range(state.game.move_count) if m not in state.moves())


class Hangs:
    def choose(self, _state: State) -> int:
        while True:
            time.sleep(0.01)


class CrashesInTheThirdRound:
    def choose(self, state: State) -> int:
        if state.view(None)["round"] == 3:
            raise ValueError("too tired")
        return state.moves()[0]


NO_BOT = object


class Dies:
    """Takes its process with it, in some games."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, state: State) -> int:
        if self.seed % 5 == 0:
            os._exit(1)
        return state.moves(free=False)[0]


class ComesLate:
    """Cannot be made for every game."""

    def __init__(self, seed: int = 0) -> None:
        if seed % 3 == 1:
            raise RuntimeError("no seat for me")

    def choose(self, state: State) -> int:
        return state.moves(free=False)[0]

    def close(self) -> None:
        raise RuntimeError("the door is stuck")


class Leaves:
    def choose(self, _state: State) -> int:
        raise SystemExit(3)
