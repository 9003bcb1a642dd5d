"""Plays a game with every number of its facts changed by one, each in a process of its own.

The tables of the rules are made when a game is imported, so a changed file needs a fresh process: a
copy of this one that has not imported the game yet. What the loader refuses is fine; a game that
does not end, or fails, is told in a line.
"""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from typing import Any

import dvergar
from dvergar.core import facts
from dvergar.core.chance import Chance
from dvergar.core.facts import FactsError, read_tree
from tests.games.reading import Where, numbers, with_another

MAX_MOVES = 5000


def main(slug: str) -> None:
    package = f"dvergar.games.{slug}.facts"
    for file in sorted(one.name for one in files(package).iterdir()):
        if file.endswith(".toml"):
            tree = read_tree(package, file)
            for where in numbers(tree):
                for step in (1, -1):
                    _in_a_copy(slug, file, tree, where, step)


def _in_a_copy(slug: str, file: str, tree: dict[str, Any], where: Where, step: int) -> None:
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
        return
    other = with_another(tree, where, step)
    facts.read_tree = lambda package, name: other if name == file else read_tree(package, name)
    try:
        _play(slug)
    except FactsError:
        pass
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        sys.stdout.write(f"{file} {where} {step:+} {error!r}\n")
        sys.stdout.flush()
    os._exit(0)


def _play(slug: str) -> None:
    game = dvergar.game(slug, players=2)
    state, chance = game.start(2), Chance(3)
    for number in range(MAX_MOVES):
        if state.over:
            break
        moves = state.moves(free=number % 7 == 0)
        state.play(moves[chance.below(len(moves))])
    assert state.over, "it does not end"
    state.scores()
    game.show(state, 0, "en", game.seat_names("en"))


if __name__ == "__main__":
    main(sys.argv[1])
