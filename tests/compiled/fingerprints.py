"""Random games as fingerprints: of every move by its name and every position as text.

Run as a script it prints them, so that one Python can be asked for those of the plain engine while
another one has loaded the compiled engine.
"""

from __future__ import annotations

import hashlib
import json
import sys
from itertools import product
from typing import Any

import dvergar
from dvergar import bots
from dvergar.core.chance import Chance

TABLES: list[tuple[str, dict[str, Any]]] = [
    *(
        ("caverna", {"players": players, "tiles": tiles})
        for players, tiles in product(range(1, 8), ("full", "introductory"))
    ),
    *(("my_gold_mine", {"players": players}) for players in range(2, 7)),
    *(
        ("cave_vs_cave", {"players": players, "wood_storeroom_timing": timing})
        for players, timing in product((1, 2), ("before", "after"))
    ),
    *(
        ("my_gold_mine", {"dragon_timing": "before_move", "red_door_at_dragon": door})
        for door in ("forbid", "burn")
    ),
]
SEEDS = (1, 2)
BOTS = {"my_gold_mine": ("careful", "bold", "greedy", "random")}
"""Bots whose games are short enough to be played here."""


def fingerprint(name: str, options: dict[str, Any], seed: int, free: bool) -> str:
    """One game of random moves, free ones among them or not."""
    game = dvergar.game(name, **options)
    state, chance = game.start(seed), Chance(seed)
    seen = hashlib.sha256(state.text().encode())
    while not state.over:
        moves = state.moves(free=free and chance.below(4) == 0)
        move = moves[chance.below(len(moves))]
        state.play(move)
        seen.update(f"{game.name(move)}\n{state.text()}\n{state.events()}\n".encode())
    seen.update(str([score.lines for score in state.scores()]).encode())
    return seen.hexdigest()


def decisions(name: str, bot: str) -> str:
    """A game that one kind of bot plays with itself, and the keys of its positions."""
    state = dvergar.game(name).start(7)
    players = [bots.make(bot, seed=seat, game=name) for seat in range(state.game.players)]
    seen = hashlib.sha256()
    while not state.over:
        move = bots.ask(players[state.seat], state, state.turn)
        seen.update(f"{move}{state.key()}{state.key(state.seat)}".encode())
        state.play(move)
    return seen.hexdigest()


def fingerprints() -> dict[str, str]:
    """All games, by what is played."""
    games = {
        f"{name} {options} {seed} {free}": fingerprint(name, options, seed, free)
        for name, options in TABLES
        for seed in SEEDS
        for free in (False, True)
    }
    return games | {
        f"{name} {bot}": decisions(name, bot) for name, asked in BOTS.items() for bot in asked
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"compiled": dvergar.compiled, "games": fingerprints()}))
