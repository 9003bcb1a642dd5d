"""The ways a game can end, and games that end so: one record of each is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dvergar.core.game import State
from dvergar.core.record import Record
from dvergar.lab import Simulation
from dvergar.lab.games import Played


def _winners(state: State) -> list[int]:
    return [seat for seat, rank in enumerate(state.ranking()) if rank == 1]


def _best(state: State) -> list[int]:
    """The seats with the greatest total."""
    totals = [score.total for score in state.scores()]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def _out(state: State) -> set[int]:
    """The seats with a dwarf that got out of the mine in the last round."""
    return {dwarf["seat"] for dwarf in state.view(None)["dwarfs"] if dwarf["state"] == "out"}


ENDINGS: Final[dict[str, Callable[[State], bool]]] = {
    "clear-win": lambda state: len(_best(state)) == 1 and set(_best(state)) <= _out(state),
    "tie-broken-by-the-ladder": lambda state: len(_best(state)) > 1 == len(_winners(state)),
    "shared-victory": lambda state: len(_winners(state)) > 1,
    "all-burnt": lambda state: not _out(state),
    "burnt-player-wins": lambda state: (
        bool(_out(state)) and len(_best(state)) == 1 and not set(_best(state)) & _out(state)
    ),
}
"""How a game of My Gold Mine can end, by name."""


def find(options: dict[str, Any], ends_so: Callable[[State], bool]) -> Record:
    """The first game of three bots, seed after seed, that ends so."""
    simulation = Simulation(
        "my_gold_mine", options, ["careful", "bold", "random"], seed=1, paired=False
    )
    number = 0
    while True:
        played: Played = simulation.play(number)
        if ends_so(played.record.replay()):
            return played.record
        number += 1
