"""A hint as its viewer sees it: the best turns in words, their first clicks marked on the table.

Where the table keeps the points for the end, a hint only says how far the other turns are behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from dvergar.core.languages import decimal
from dvergar.core.prompt import Prompt
from dvergar.lab.move_evaluation import TurnAdvice
from dvergar.web.features.hints.service import Hint, adviser
from dvergar.web.kernel.tables.table import ALLOWED, FORBIDDEN, Table
from dvergar.web.kernel.views.turn_advice import turn_text

EQUAL_GAP: Final = 0.05  # points; smaller gaps count as none


@dataclass(frozen=True, slots=True)
class HintedTurn:
    """One of the best turns, in words."""

    rank: int
    advice: TurnAdvice
    label: str
    """Its first click, as the choice is called."""
    anchor: str
    steps: tuple[str, ...]
    """All of the turn."""
    points: str
    """What its player can expect in the end; empty if that is hidden."""
    noise: str
    """The standard error of that; empty where there is none."""
    gap: str
    """How far it is behind the best turn, in points; empty for one that is as good."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintView:
    """What the page of a table shows of hints."""

    turns: tuple[HintedTurn, ...]
    level: str
    """What the viewer wants to see: `reasons`, `marks` or `none`."""
    switch: str
    """Whether the table allows hints; empty for everyone but the host."""


def mark_choices(prompt: Prompt, hint: Hint) -> Prompt:
    """The question with the choices marked that the turns of a hint begin with."""
    ranks: dict[str, int] = {}
    for rank, turn in enumerate(hint.turns, start=1):
        ranks.setdefault(turn.moves[0], rank)
    choices = [replace(choice, hinted=ranks.get(choice.name, 0)) for choice in prompt.choices]
    return replace(prompt, choices=choices)


def hinted_turns(
    table: Table, prompt: Prompt, hint: Hint, lang: str, names: Sequence[str]
) -> tuple[HintedTurn, ...]:
    """The turns of a hint in words, where the question is still the same."""
    seat, found = hint.state.seat, []
    choices = {choice.name: choice for choice in prompt.choices}
    best = hint.turns[0].points[seat] if hint.turns[0].points else None
    for rank, turn in enumerate(hint.turns, start=1):
        choice = choices.get(turn.moves[0])
        if choice is None:
            return ()
        text = turn_text(hint.state, turn, lang, names, not table.hidden_points)
        points = turn.points[seat] if turn.points else None
        shown = points is not None and not table.hidden_points
        gap = best - points if best is not None and points is not None else 0.0
        found.append(
            HintedTurn(
                rank,
                turn,
                choice.label,
                choice.anchor,
                text.steps,
                decimal(points, lang, 1) if shown and points is not None else "",
                decimal(turn.noise, lang, 1) if shown and turn.noise >= EQUAL_GAP else "",
                decimal(gap, lang, 1) if gap >= EQUAL_GAP else "",
                text.reasons,
            )
        )
    return tuple(found)


def can_hint(table: Table) -> bool:
    """Whether the player to move at this table may ask a bot."""
    return table.gives_hints() and bool(adviser(table.game.slug))


def hint_switch(table: Table, host: bool) -> str:
    """Whether hints are allowed, for the host, who can switch it; empty for everyone else."""
    if not host or table.guide is not None or not adviser(table.game.slug):
        return ""
    return ALLOWED if table.gives_hints() else FORBIDDEN
