"""The dwarfs as figures on the page: whose they are, what they are called, and who is asked."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.my_gold_mine.presentation.log import dwarf_name
from dvergar.games.my_gold_mine.state.state import State


@dataclass(frozen=True, slots=True)
class Figure:
    """One dwarf."""

    dwarf: int
    seat: int
    number: int
    """Tells the dwarfs of one player apart; 0 where there is but one."""
    name: str
    acting: bool
    flag: str
    """Whose turn it is, over the figure that the viewer moves."""
    target: Choice | None
    """The swap with this dwarf, if it can be chosen."""


def figure(context: ViewContext, dwarf: int) -> Figure:
    """A dwarf as a viewer sees it."""
    state: State = context.state
    team = state.variant.dwarfs_per_seat
    seat = state.variant.owner[dwarf]
    acting = dwarf == state.dwarf and not state.over
    flag = context.words("table.you") if len(context.mine) == 1 else context.names[seat]
    targets = context.prompt.at(f"dwarf:{dwarf}") if context.acts else []
    return Figure(
        dwarf,
        seat,
        dwarf % team + 1 if team > 1 else 0,
        dwarf_name(state.variant, dwarf, context.words, context.names),
        acting,
        flag if acting and context.acts else "",
        targets[0] if targets else None,
    )
