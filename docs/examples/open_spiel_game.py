"""The games of Dvergar in OpenSpiel: registers each as `dvergar_caverna` and so on.

A game begins with a chance node that deals it. After every move, another chance node deals what
nobody knows yet once more before the move takes effect. So a search that clones a state, such as
plain MCTS, can't find out what will be drawn: the next chance node decides that. Nothing is known
to some players only. `pyspiel.load_game("dvergar_my_gold_mine", {"players": 3})` is a game like any
other of OpenSpiel's; IS-MCTS works too, by `resample_from_infostate`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel

import dvergar
from dvergar import derive
from dvergar.core.registry import games

DEALS = 64
"""The outcomes of a chance node; the deals differ from node to node."""
LONGEST = 40_000
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
        provides_information_state_string=True,
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
            self, kind: Any = None, _params: dict[str, Any] | None = None
        ) -> SpielObserver:
            """What writes the numbers that a player sees."""
            return SpielObserver(self.game, kind is not None and kind.perfect_recall)

    pyspiel.register_game(kind, SpielGame)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before it."""

    def __init__(self, game: Any, rules: dvergar.Game) -> None:
        super().__init__(game)
        self.rules = rules
        self.position: dvergar.State | None = None
        self.chosen: int | None = None
        """A move that was chosen and takes effect after the chance node."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> SpielState:
        return self.with_position(self.position.copy() if self.position else None)

    def with_position(self, position: dvergar.State | None) -> SpielState:
        """The same state with another position."""
        other: SpielState = SpielState(self.get_game(), self.rules)
        other.position, other.chosen = position, self.chosen
        return other

    def current_player(self) -> int:
        """Who moves: chance before the deal and after every move."""
        if self.position is None or self.chosen is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, alike."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def resample_from_infostate(self, player: int, sample: Any) -> SpielState:
        """A state that looks the same to a player, with all that is hidden dealt again."""
        if self.position is None:
            return self.with_position(None)
        other: SpielState = self.clone()
        other.position = self.position.imagine(player, int(sample() * 2**53))
        return other

    def information_state_string(self, player: int | None = None) -> str:
        """All moves so far, and what a player knows of the position."""
        moves = " ".join(str(move) for move in self.player_moves())
        return f"{moves}\n{self.observation_string(player)}"

    def observation_string(self, player: int | None = None) -> str:
        """What a player knows: the position, with the hidden part always dealt the same way."""
        if self.position is None:
            return "not dealt"
        seat = self.position.seat if player is None or player < 0 else player
        return self.position.imagine(seat, 0).text()

    def player_moves(self) -> list[int]:
        """The moves without the outcomes of chance."""
        return [one.action for one in self.full_history() if one.player >= 0]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.position.moves() if self.position else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.rules.start(seed=action)
        elif self.chosen is None:
            self.chosen = action
        else:
            seat, seed = self.position.seat, derive(action, self.move_number())
            self.position = self.position.imagine(seat, seed)
            self.position.play(self.chosen)
            self.chosen = None

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self.rules.name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.over and self.chosen is None

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

    def __init__(self, rules: dvergar.Game, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(rules.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor for a player."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            state.position.observation(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, with all moves so far or without."""
        if self.recall:
            return state.information_state_string(player)
        return state.observation_string(player)


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
