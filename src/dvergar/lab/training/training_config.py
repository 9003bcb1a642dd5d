"""How the networks of a game are trained, as data: games, samples, fit, matches.

Every game with a network has a `bots/training.toml`; what it leaves out has the default below. So
`dvergar train` is one command for all games, and the file documents the campaign.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from typing import Any, Final

from dvergar.core.info import GameInfo
from dvergar.lab.training.value_fit import FitConfig

CONFIG_FILE: Final = "training.toml"


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """What a campaign does, round by round.

    >>> TrainingConfig.read({"games": 90, "fit": {"hidden": [96, 32]}}).fit.hidden
    (96, 32)
    """

    rounds: int = 20
    games: int = 50
    """Games in a round."""
    first_games: int = 150
    """In the first one, which has no network to play by."""
    chunk: int = 25
    """Games that are kept together."""
    window: int = 30
    """Rounds whose games are still learnt from; those of the first round always are."""
    passes: float = 1.2
    """How often a fit goes through all lessons; each round fits anew, for more of it overfits."""
    fit: FitConfig = field(default_factory=FitConfig)

    players: tuple[int, ...] = (2, 2, 2, 2, 1, 1, 4, 4)
    """One of these is how many play a game."""
    any_players: int = 5
    """One game in so many is for any number of players; 0: none."""
    odd_options: int = 8
    """One option in so many is another than the usual one; 0: none."""

    stepping_first: int = 70
    """Of a hundred seats so many are played by `greedy` in the first round, which is quick,"""
    stepping: int = 15
    """and so many later."""
    earlier: int = 20
    """So many of a hundred are played by any of the last networks instead of the present one."""
    noises: tuple[float, ...] = (0.0, 2.0, 5.0, 10.0)
    """By how many points `greedy` misjudges where a turn leads."""
    temperatures: tuple[float, ...] = (0.0, 0.0, 0.3, 0.7, 1.5, 3.0)
    """By how many points turns may be worse and are still played now and then."""
    mistakes: tuple[int, ...] = (25,)
    """One turn in so many is any turn, of those who have a temperature; 0: none."""

    kept_step: int = 40
    """Of a hundred positions in the middle of a turn so many are kept,"""
    kept_turn: int = 85
    """of a hundred ends of one's own turn,"""
    kept_other: int = 30
    """and of a hundred ends of another's turn."""

    match_games: int = 20
    """Games of a match against each of the panel; 0: none."""
    match_every: int = 10
    """Rounds from one match to the next."""

    policy_games: int = 200
    """Games by which the policy is taught, after all rounds."""
    policy_nodes: int = 2000
    """What `search` looks at in a turn of these games."""
    policy_hidden: int = 32
    policy_passes: float = 6.0
    policy_trust: float = 1.0
    """How many points a factor e of likelihood is worth in play; 0: it is left out of it."""

    @staticmethod
    def read(tree: dict[str, Any]) -> TrainingConfig:
        """What a file says."""
        known = {one.name for one in fields(TrainingConfig)}
        for name in tree:
            if name not in known:
                raise ValueError(f"{CONFIG_FILE}: unknown key {name}")
        said = {name: _plain(value) for name, value in tree.items() if name != "fit"}
        fit = {name: _plain(value) for name, value in tree.get("fit", {}).items()}
        return TrainingConfig(**said, fit=FitConfig(**fit))


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def training_config(game: GameInfo) -> TrainingConfig:
    """The training configuration of a game."""
    file = game.folder().joinpath("bots", CONFIG_FILE)
    return (
        TrainingConfig.read(tomllib.loads(file.read_text("utf-8")))
        if file.is_file()
        else TrainingConfig()
    )
