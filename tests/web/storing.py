"""Makes a database with tables of every game and writes it as SQL, to be kept for later versions.

Run as `python -m tests.web.storing FILE` before rules or schema change: whoever migrates stored
tables later needs some that were stored before. Each game has a table that waits for somebody, one
that is being played, with a move taken back, and one that is over.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from dvergar.core.registry import games
from tests.web.players import Program, pick, play_out
from tests.web.serving import serving

DATABASE = "dvergar.sqlite"
MOVES = 30
NOTE = "-- Tables of a test server that is gone; its token and secrets open nothing else."
TOKEN = "-- token: "


def main(file: str) -> None:
    """Stores the tables and writes them down, with the token of the person who sits at them."""
    with TemporaryDirectory() as folder:
        with serving(Path(folder)) as server:
            token = store_tables(server.url)
        with closing(sqlite3.connect(Path(folder) / DATABASE)) as database:
            lines = "\n".join([NOTE, TOKEN + token, *database.iterdump()]).splitlines()
    Path(file).write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


def store_tables(url: str) -> str:
    """Opens the tables, all by one person, whose token comes back."""
    person = Program(url)
    for slug, info in sorted(games().items()):
        person.open(["me", "open"], slug, name="Somebody is missing")
        person.open(["me", "me"], slug, name="Under way")
        play_some(person)
        person.open(["me"] * info.players[0], slug, name="Over")
        play_out([person])
    return person.token


def play_some(person: Program) -> None:
    """Plays some moves; the first that can be is taken back."""
    chance = random.Random(1)
    taken_back = False
    for _ in range(MOVES):
        table = person.look()
        table = person.move(pick(table["choices"], chance)["move"], table["version"])
        if table["undo"] and not taken_back:
            person.undo()
            taken_back = True


if __name__ == "__main__":
    main(sys.argv[1])
