"""What goes together with points where `hard` plays: tiles, placements, children, loot, turn order.

Seats of `hard` in all parts count, and those that both drew their first placement by lot. Each is
compared only with seats of the same part that went first or second as it did: whoever goes first
plays differently and has more points, and a choice is not to be praised for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from dvergar.lab.confidence import Figure
from dvergar.lab.report.chapters import Sample, Seat, average, by_deal
from dvergar.lab.tables import Data
from tools.what_wins.bots import EARLY
from tools.what_wins.estimates import (
    Case,
    Finding,
    found,
    holm,
    paired,
    share,
    told_apart,
    within,
)
from tools.what_wins.plan import OBSERVED, OPENINGS, PLACED, PLAYERS, WISHES

LEAST: Final = 10
"""What fewer seats did, or left, is not told of: its interval would say nothing."""

Tree = dict[str, Any]
Trees = list[Tree]


def observations(data: Mapping[str, Data]) -> Tree:
    """Everything of this kind, as it is kept."""
    seats = plain_seats(data)
    mean = average(
        (row["deal"], row[f"seat{seat}_points"])
        for row in data[OBSERVED].rows
        for seat in range(1, PLAYERS + 1)
    )
    return {
        "seats": len(seats),
        "points": ends(mean),
        "tiles": worth(seats, lambda seat: seat.get("tiles")),
        "placements": worth(seats, lambda seat: seat.get("opening")),
        "child by round": sorted(
            worth(seats, lambda seat: map(str, seat.get("children"))),
            key=lambda one: int(one["name"]),
        ),
        "children": groups(seats, lambda seat: str(min(3, len(seat.get("children"))))),
        "first child": groups(seats, first_child),
        "loot": groups(seats, lambda seat: band(len(seat.get("loot")), 5, 20)),
        "early tiles": groups(seats, lambda seat: str(min(5, early_tiles(seat)))),
        "going first": [
            going_first(name, data[name]) for name in (OBSERVED, OPENINGS) if name in data
        ],
    }


def plain_seats(data: Mapping[str, Data]) -> list[Seat]:
    """The seats that played as they liked; the `bot` of each says which it is compared with."""
    return [
        replace(seat, bot=f"{part}, {seat.bot}")
        for part, table in data.items()
        for seat in Sample(by_turn(table)).seats
        if is_plain(part, table, str(seat.get("bot")))
    ]


def is_plain(part: str, data: Data, bot: str) -> bool:
    """Whether a bot plays as it likes: in an experiment the second of the two that meet."""
    if part in (WISHES, PLACED):
        return False
    return part in (OBSERVED, OPENINGS) or not bot.startswith(f"{data.facts['bots'][0]}, ")


def by_turn(data: Data) -> Data:
    """The same with a bot that goes first and the same that goes second as two bots."""
    rows = []
    for row in data.rows:
        bots = {
            f"seat{seat}_bot": f"{row[f'seat{seat}_bot']}, {seat == row['first_seat']}"
            for seat in range(1, PLAYERS + 1)
        }
        rows.append(row | bots)
    return Data(data.facts, rows)


def worth(
    seats: Sequence[Seat], made: Callable[[Seat], Iterable[str]], least: int = LEAST
) -> Trees:
    """What choices go together with, the best first; none that the turn order decides."""
    chosen = [set(made(seat)) for seat in seats]
    findings = []
    for name in sorted(set().union(*chosen)):
        cases = [
            Case(seat.deal, seat.bot, name in names, seat.points)
            for seat, names in zip(seats, chosen, strict=True)
        ]
        if told_apart(cases) >= least:
            findings.append(within(name, cases))
    return trees(sorted(holm(findings), key=lambda one: -one.figure.value))


def groups(seats: Sequence[Seat], group: Callable[[Seat], str]) -> Trees:
    """How far from the average of their like each group of seats is, in the order of names."""
    those: dict[str, list[Seat]] = {}
    for seat in seats:
        those.setdefault(group(seat), []).append(seat)
    findings = []
    for name, some in sorted(those.items()):
        if len(some) >= LEAST:
            sums = by_deal((one.deal, one.over) for one in some)
            freedom = len(some) - 1
            findings.append(found(name, len(some), sums.mean().value, sums.error(), freedom))
    return trees(holm(findings))


def first_child(seat: Seat) -> str:
    """The round of the first child."""
    rounds = seat.get("children")
    return f"{min(rounds):02}" if rounds else "none"


def band(number: int, width: int, most: int) -> str:
    """The band that a number lies in.

    >>> band(7, 5, 20), band(33, 5, 20)
    ('05-09', '20+')
    """
    low = min(number // width * width, most)
    return f"{low:02}+" if low == most else f"{low:02}-{low + width - 1:02}"


def early_tiles(seat: Seat) -> int:
    """How many tiles other than dwellings were furnished in the first half of the game."""
    rounds = zip(seat.get("tiles"), seat.get("tiles_rounds"), strict=True)
    return sum(number <= EARLY and "dwelling" not in tile for tile, number in rounds)


def going_first(name: str, data: Data) -> Tree:
    """Whoever decides first in the game, beside the other seat."""
    firsts = [seat for seat in Sample(data).seats if seat.is_first]
    ahead, won = against(firsts)
    return paired(name, ahead).tree() | {"won": ends(share(won))}


Pairs = list[tuple[int, float]]


def against(seats: Sequence[Seat]) -> tuple[Pairs, Pairs]:
    """By how much seats are ahead of the other at their table, and whether they won (½: shared)."""
    ahead: Pairs = []
    won: Pairs = []
    for seat in seats:
        other = f"seat{PLAYERS + 1 - seat.number}_"
        ahead.append((seat.deal, float(seat.points - seat.row[f"{other}points"])))
        rank = seat.row[f"{other}rank"]
        won.append((seat.deal, 0.5 if seat.rank == rank else float(seat.rank < rank)))
    return ahead, won


def ends(figure: Figure) -> list[float]:
    """A figure as it is kept."""
    return [round(one, 4) for one in (figure.value, figure.low, figure.high)]


def trees(findings: Sequence[Finding]) -> Trees:
    """Findings as they are kept."""
    return [one.tree() for one in findings]
