"""What lots say of single tiles and placements: those who drew it beside those who did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any, Final

from dvergar.lab.report.chapters import Sample, Seat
from dvergar.lab.tables import Data
from tools.what_wins.estimates import Case, Finding, for_each, holm, within
from tools.what_wins.lots import (
    FURNISHING,
    PLACEMENTS,
    drawn_placement,
    drawn_tiles,
    seed_at,
)
from tools.what_wins.observed import Tree, Trees, by_turn, ends, trees, worth
from tools.what_wins.plan import OPENINGS, PLACED, WISHES

LEAST_DRAWN: Final = 5
"""Tiles and spaces that were drawn by lot are told of from so many seats on."""


def wanted_tiles(data: Mapping[str, Data]) -> Trees:
    """Each tile: seats that were out for it beside those that were not, the best first."""
    seats = list(_seats(data, WISHES))
    if not seats:
        return []
    drawn = [set(drawn_tiles(_seed(seat))) for seat in seats]
    told = [
        _wanted(tile, seats, [tile in tiles for tiles in drawn])
        for tile in FURNISHING
        if sum(tile in tiles for tiles in drawn) >= LEAST_DRAWN
    ]
    findings = holm([finding for finding, _ in told])
    found = [finding.tree() | more for finding, (_, more) in zip(findings, told, strict=True)]
    return sorted(found, key=lambda one: -one["figure"][0])


def _wanted(tile: str, seats: Sequence[Seat], drawn: Sequence[bool]) -> tuple[Finding, Tree]:
    had = [tile in seat.get("tiles") for seat in seats]
    cases = [
        Case(seat.deal, seat.bot, did, seat.points) for seat, did in zip(seats, drawn, strict=True)
    ]
    rounds = [
        seat.get("tiles_rounds")[seat.get("tiles").index(tile)]
        for seat, did, has_tile in zip(seats, drawn, had, strict=True)
        if did and has_tile
    ]
    more = {
        "furnished": _share(had, drawn, of=True),
        "else": _share(had, drawn, of=False),
        "round": round(fmean(rounds), 1) if rounds else None,
        "each": ends(for_each(tile, cases, had).figure),
    }
    return within(tile, cases), more


def _share(had: Sequence[bool], drawn: Sequence[bool], of: bool) -> float:
    those = [one for one, did in zip(had, drawn, strict=True) if did == of]
    return round(fmean(those), 3) if those else 0.0


def any_tile(data: Mapping[str, Data]) -> Tree | None:
    """What one more tile to be out for is worth, whichever it is."""
    seats = list(_seats(data, WISHES))
    if not seats:
        return None
    cases = [
        Case(seat.deal, seat.bot, len(drawn_tiles(_seed(seat))), seat.points) for seat in seats
    ]
    return within("any", cases).tree()


def chosen_placements(data: Mapping[str, Data]) -> Trees:
    """Each of the first placements: drawn by lot instead of chosen, beside seats that chose all."""
    seats = list(_seats(data, PLACED))
    number = [drawn_placement(_seed(seat)) for seat in seats]
    found = []
    for placement in PLACEMENTS:
        cases = [
            Case(seat.deal, seat.bot, drawn == placement, seat.points)
            for seat, drawn in zip(seats, number, strict=True)
            if drawn in (0, placement)
        ]
        if cases:
            found.append(within(str(placement), cases))
    return trees(holm(found))


def drawn_spaces(data: Mapping[str, Data], numbers: Sequence[int]) -> Trees:
    """Spaces where a placement with one of these numbers was drawn by lot."""
    seats = [
        _with_space(seat, number)
        for seat in _seats(data, PLACED)
        for number in [drawn_placement(_seed(seat))]
        if number in numbers
    ]
    if 1 in numbers:
        seats += [_with_space(seat, 1) for seat in _seats(data, OPENINGS)]
    return worth(seats, lambda seat: seat.get("drawn"), LEAST_DRAWN) if seats else []


def _with_space(seat: Seat, number: int) -> Seat:
    """The same with the space it drew; it is compared with those who drew the same placement."""
    drawn: dict[str, Any] = {f"seat{seat.number}_drawn": seat.get("opening")[number - 1 : number]}
    return replace(seat, bot=f"{number}, {seat.bot}", row=seat.row | drawn)


def _seats(data: Mapping[str, Data], part: str) -> Iterator[Seat]:
    """The seats of a part, each with those it is compared with: who went first or second alike."""
    if part in data:
        for seat in Sample(by_turn(data[part])).seats:
            yield replace(seat, bot=f"{part}, {seat.is_first}")


def _seed(seat: Seat) -> int:
    return seed_at(int(seat.row["seed"]), seat.number)
