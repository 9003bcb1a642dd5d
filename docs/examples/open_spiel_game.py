"""The games of Dvergar in OpenSpiel: registers each as `dvergar_caverna` and so on.

Everything that is drawn in a game hangs on its deal, so a game begins with one chance node that
chooses the deal, and no player sees which it was. `pyspiel.load_game("dvergar_my_gold_mine",
{"players": 3})` is a game like any other of OpenSpiel's.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel

import dvergar
from dvergar.core.registry import games

DEALS = 1000
LONGEST = 20_000
MOST_POINTS = 1000.0


def register(slug: str) -> None:
    """Makes a game known to OpenSpiel."""
    info = games()[slug]
    kind = pyspiel.GameType(
        short_name=f"dvergar_{slug}",
        long_name=f"{slug} of Dvergar, rules version {info.rules_version}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.players[1],
        min_num_players=info.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": info.default_players},
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """A game with its number of players."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            players = int((params or {}).get("players", info.default_players))
            self.game = dvergar.game(slug, players=players)
            about = pyspiel.GameInfo(
                num_distinct_actions=self.game.move_count,
                max_chance_outcomes=DEALS,
                num_players=players,
                min_utility=-MOST_POINTS,
                max_utility=MOST_POINTS,
                max_game_length=LONGEST,
            )
            super().__init__(kind, about, params or {"players": players})

        def new_initial_state(self) -> SpielState:
            """A game that is not dealt yet."""
            return SpielState(self, self.game)

        def make_py_observer(
            self, _type: Any = None, _params: dict[str, Any] | None = None
        ) -> SpielObserver:
            """What writes the numbers that a player sees."""
            return SpielObserver(self.game)

    pyspiel.register_game(kind, SpielGame)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the deal before it."""

    def __init__(self, game: Any, rules: dvergar.Game) -> None:
        super().__init__(game)
        self.rules = rules
        self.position: dvergar.State | None = None

    def current_player(self) -> int:
        """Who moves: chance before the deal."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, alike."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.position.moves() if self.position else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.rules.start(seed=action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self.rules.name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.over

    def returns(self) -> list[float]:
        """The points of everybody, once the game is over."""
        if self.position is None or not self.position.over:
            return [0.0] * self.rules.players
        return [float(score.total) for score in self.position.scores()]

    def __str__(self) -> str:
        if self.position is None:
            return "not dealt"
        return self.rules.show(self.position, None, "en", self.rules.seat_names("en"))


class SpielObserver:
    """Writes what a player sees into one tensor."""

    def __init__(self, rules: dvergar.Game) -> None:
        self.tensor = np.zeros(rules.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor for a player."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            state.position.observation(player, self.tensor)

    def string_from(self, state: SpielState, _player: int) -> str:
        """The table as text."""
        return str(state)


for _slug in ("caverna", "cave_vs_cave", "my_gold_mine"):
    register(_slug)

if __name__ == "__main__":
    played = pyspiel.load_game(f"dvergar_{sys.argv[1] if sys.argv[1:] else 'my_gold_mine'}")
    choose = np.random.default_rng(1)
    spiel = played.new_initial_state()
    while not spiel.is_terminal():
        if spiel.is_chance_node():
            spiel.apply_action(int(choose.integers(DEALS)))
        else:
            spiel.apply_action(int(choose.choice(spiel.legal_actions())))
    print(f"{played}: {spiel.move_number()} moves, {spiel.returns()} points")
