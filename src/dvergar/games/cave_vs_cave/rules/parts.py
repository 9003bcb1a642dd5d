"""The parts of the tile in use: which are still open, and closing one."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import PARTS, USE, Part
from dvergar.games.cave_vs_cave.state.state import State


def is_open(state: State, part: Part) -> bool:
    """Whether a part can still be done; rooms may be used until the last of them."""
    if has(state.sections, part.section):
        return True
    return part.kind == USE and state.uses > 0


def open_parts(state: State) -> list[Part]:
    """The parts of the tile that can still be done."""
    return [part for part in PARTS[state.tile] if is_open(state, part)]


def part_of(state: State, kind: int) -> Part:
    """The part of the tile that is of a kind, where there is one only."""
    for part in PARTS[state.tile]:
        if part.kind == kind:
            return part
    raise AssertionError("the tile has no such part")


def numbered_part(state: State, kind: int, number: int) -> Part:
    """The gain or the exchange of the tile that has a number."""
    for part in PARTS[state.tile]:
        if part.kind == kind and part.number == number:
            return part
    raise AssertionError("the tile has no such part")


def close(state: State, part: Part) -> None:
    """A part has been done: its section is closed, alternatives and all."""
    state.sections &= ~bit(part.section)
