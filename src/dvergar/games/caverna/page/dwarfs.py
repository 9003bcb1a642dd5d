"""A dwarf as the page shows one: in the family row, and in bed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A dwarf: weapon, where he is, whether it is his turn."""

    weapon: int
    where: str
    acting: bool
