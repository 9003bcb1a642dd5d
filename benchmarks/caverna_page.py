"""How long the page of Caverna takes and how large it is: seven players in the last round.

`python benchmarks/caverna_page.py` plays random games to the last round and renders the whole page
for the player who is asked, at positions with many choices. Processor time on one core.
"""

from __future__ import annotations

import gzip
import random
import statistics
import time

from dvergar.core.registry import info
from dvergar.web.kernel.security.tokens import Keys
from dvergar.web.kernel.storage.stored_rows import Stored
from dvergar.web.kernel.tables.table import PERSON, Table
from dvergar.web.kernel.views.render import Renderer
from dvergar.web.kernel.views.table_view import Links, Viewer, make_view

LINKS = Links(Keys("a key that is long enough"), "http://127.0.0.1/")
PLAYERS, LAST_ROUND, MANY_CHOICES, POSITIONS = 7, 12, 15, 60


def new_table(seed: int) -> Table:
    """A table with only people at it."""
    seats = [{"kind": PERSON, "name": f"Seat {seat}"} for seat in range(PLAYERS)]
    body = {"game": "caverna", "seed": seed, "name": "", "public": False, "host": ""}
    body["rules"] = info("caverna").rules_version
    opened = {**body, "options": {"players": PLAYERS}, "seats": seats}
    return Table("bench", Stored(0, "open", opened))


def main() -> None:
    """Render pages and print time and size."""
    renderer, chance = Renderer(), random.Random(1)
    seconds: list[float] = []
    sizes: list[int] = []
    seed = 0
    while len(seconds) < POSITIONS:
        seed += 1
        table = new_table(seed)
        while not table.state.over:
            moves = table.state.moves()
            if table.state.view(None)["round"] == LAST_ROUND and len(moves) >= MANY_CHOICES:
                viewer = Viewer((table.state.seat,), False, "en")
                started = time.process_time()
                view = make_view(table, viewer, LINKS, 1)
                page = renderer.page("table.html", "en", "auto", "/", table=view, points="on")
                seconds.append(time.process_time() - started)
                sizes.append(len(gzip.compress(page.encode(), 6)))
            table._play(table.game.name(chance.choice(table.state.moves(free=False))))
    seconds = seconds[1:]  # the first one compiles the templates
    print(f"pages of {PLAYERS} players in round {LAST_ROUND}: {len(seconds)}")
    print(f"processor time: median {statistics.median(seconds) * 1000:.1f} ms,", end=" ")
    print(f"longest {max(seconds) * 1000:.1f} ms")
    print(f"compressed: median {statistics.median(sizes) / 1024:.1f} KB,", end=" ")
    print(f"largest {max(sizes) / 1024:.1f} KB")


if __name__ == "__main__":
    main()
