"""What the games say: every figure of the study, as one tree that is kept as `results.json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dvergar.lab.players import bot_of_level
from dvergar.lab.report.chapters import Sample, Seat
from dvergar.lab.tables import Data
from tools.what_wins.bots import EARLY
from tools.what_wins.estimates import Finding, holm, paired, share
from tools.what_wins.lots import PLACEMENTS
from tools.what_wins.observed import (
    Tree,
    Trees,
    against,
    early_tiles,
    ends,
    observations,
)
from tools.what_wins.plan import ARMS, GAME, HARD, OBSERVED, PLAYERS
from tools.what_wins.tried import any_tile, chosen_placements, drawn_spaces, wanted_tiles

HABITS: Final[dict[str, Callable[[Seat], int]]] = {
    "points": lambda seat: seat.points,
    "loot": lambda seat: len(seat.get("loot")),
    "early loot": lambda seat: sum(number <= EARLY for number in seat.get("loot_rounds")),
    "tiles": lambda seat: sum("dwelling" not in tile for tile in seat.get("tiles")),
    "early tiles": early_tiles,
    "children": lambda seat: len(seat.get("children")),
    "early children": lambda seat: sum(number <= EARLY for number in seat.get("children")),
    "animals": lambda seat: seat.get("score_animals"),
}
"""What seats do in a game, to see whether a rule was kept."""


def results(data: Mapping[str, Data]) -> Tree:
    """All figures, from the tables of all parts that were played."""
    data = {name: Data(table.facts, _finished(table)) for name, table in data.items()}
    return {
        "made by": _made_by(data),
        "observed": observations(data),
        "experiments": experiments(data),
        "wanted tiles": wanted_tiles(data),
        "any tile": any_tile(data),
        "chosen placements": chosen_placements(data),
        "openings": drawn_spaces(data, PLACEMENTS[:1]),
        "later openings": drawn_spaces(data, PLACEMENTS[1:]),
    }


def _finished(table: Data) -> Trees:
    return [row for row in table.rows if not row["failed"]]


def _made_by(data: Mapping[str, Data]) -> Tree:
    facts = data[OBSERVED].facts
    return {
        "dvergar": facts["dvergar"],
        "rules": facts["rules"],
        "hard": bot_of_level(HARD, GAME, PLAYERS),
        "games": {name: len(table.rows) for name, table in data.items()},
    }


def experiments(data: Mapping[str, Data]) -> Trees:
    """Each arm against `hard`: points more than it in the same game, over both seats of a deal."""
    told: list[tuple[Finding, Tree]] = [
        experiment(name, data[name]) for name in ARMS if name in data
    ]
    findings = holm([finding for finding, _ in told])
    return [finding.tree() | more for finding, (_, more) in zip(findings, told, strict=True)]


def experiment(name: str, data: Data) -> tuple[Finding, Tree]:
    """How the first of two bots did against the other at its table, and what either did."""
    sample, bot = Sample(data), data.facts["bots"][0]
    ahead, won = against(sample.of(bot))
    more = {
        "won": ends(share(won)),
        "deals": len({deal for deal, _ in ahead}),
        "did": habits(sample.of(bot)),
        "others": habits([seat for seat in sample.seats if seat.bot != bot]),
    }
    return paired(name, ahead), more


def habits(seats: Sequence[Seat]) -> dict[str, float]:
    """What seats did in a game on average."""
    return {
        name: round(sum(count(seat) for seat in seats) / len(seats), 2)
        for name, count in HABITS.items()
    }
