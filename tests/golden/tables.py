"""The tables of which a playthrough, counts or a record are kept, by the name of their file."""

from __future__ import annotations

from typing import Any, Final

import dvergar

MY_GOLD_MINE: Final[dict[str, dict[str, Any]]] = {
    "my_gold_mine-2": {"players": 2},
    "my_gold_mine-2-plain": {"players": 2, "two_player_variant": False},
    **{f"my_gold_mine-{players}": {"players": players} for players in range(3, 7)},
}
CAVERNA: Final[dict[str, dict[str, Any]]] = {
    **{f"caverna-{players}": {"players": players} for players in range(1, 8)},
    **{
        f"caverna-{players}-introductory": {"players": players, "tiles": "introductory"}
        for players in range(1, 8)
    },
}
CAVE_VS_CAVE: Final[dict[str, dict[str, Any]]] = {
    f"cave_vs_cave-{players}": {"players": players} for players in (1, 2)
}
READ: Final = (
    *MY_GOLD_MINE,
    *("caverna-1", "caverna-1-introductory", "caverna-2", "caverna-3"),
    *CAVE_VS_CAVE,
)
"""Of which the whole story is kept as text: small enough for a person to read the difference."""

DEPTHS: Final = {"my_gold_mine": 11, "caverna": 3, "cave_vs_cave": 5}
"""How many moves deep the sequences of a game are counted."""


def slug(table: str) -> str:
    """The game of a table."""
    return table.partition("-")[0]


def made(table: str) -> dvergar.Game:
    """The game of a table, with its options."""
    return dvergar.game(slug(table), **(MY_GOLD_MINE | CAVERNA | CAVE_VS_CAVE)[table])
