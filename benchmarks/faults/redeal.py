"""Deals anew what a viewer cannot know, and looks whether anything that he is sent changes.

`python -m benchmarks.faults.redeal --games 20` plays random games of every kind and draws the table
for every seat and for a spectator twice: as it is, and with the hidden part dealt anew. The page
and the answer for programs have to be the same to the letter.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from collections.abc import Sequence

import dvergar
from dvergar.core.registry import games, info
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")


def redealt(count: int, every: int, seed: int = 1, slugs: Sequence[str] = ()) -> dict[str, int]:
    """How many views were drawn twice, and how many of them differed."""
    chance = random.Random(seed)
    renderer = Renderer()
    found = {"views": 0, "different": 0}
    for number in range(count):
        for slug in slugs or sorted(games()):
            table = _opened(slug, chance.randint(*info(slug).players), chance.getrandbits(60))
            while not table.state.over:
                move = table.game.name(chance.choice(table.state.moves()))
                body = {"move": move, "seat": table.state.seat}
                table = table.after(Stored(table.version, "move", body))
                if len(table.steps) % every == number % every and not table.state.over:
                    _compare(table, renderer, chance.getrandbits(60), found)
    return found


def _opened(slug: str, players: int, seed: int) -> Table:
    game = dvergar.game(slug, players=players)
    seats = [{"kind": "person", "name": f"Dwarf {n}", "bot": ""} for n in range(players)]
    body = {"game": slug, "rules": game.info.rules_version, "options": game.options, "seed": seed}
    body |= {"name": "", "public": False, "host": "", "seats": seats}
    return Table("abcdefghjkmn", Stored(0, "open", body))


def _compare(table: Table, renderer: Renderer, seed: int, found: dict[str, int]) -> None:
    for seat in (None, *range(len(table.seats))):
        other = copy.copy(table)
        other.state = table.state.imagine(seat, seed)
        viewer = Viewer(() if seat is None else (seat,), False, "en")
        pages = []
        for one in (table, other):
            view = make_view(one, viewer, LINKS, 7)
            pages.append(renderer.fragment(view, "en") + json.dumps(view.view, default=repr))
        found["views"] += 1
        found["different"] += pages[0] != pages[1]


def main(typed: Sequence[str] | None = None) -> None:
    """What is typed on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--every", type=int, default=10, help="moves between two looks")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(typed)
    found = redealt(asked.games, asked.every, asked.seed)
    print("{views} views drawn twice, {different} different".format(**found))


if __name__ == "__main__":
    main()
