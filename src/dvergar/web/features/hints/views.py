"""A hint as its viewer sees it: the choice it names, marked where it lies, and the points expected.

Where the table keeps the points for the end a hint does so too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dvergar.core.prompt import Prompt
from dvergar.web.features.hints.service import Hint, adviser
from dvergar.web.kernel.tables.table import ALLOWED, FORBIDDEN, Table


@dataclass(frozen=True, slots=True)
class HintSeen:
    """What a bot would do, in words."""

    move: str
    label: str
    detail: str
    anchor: str
    points: int | None


def marked(prompt: Prompt, hint: Hint) -> Prompt:
    """The question with the choice marked that a hint names."""
    choices = [
        replace(choice, hinted=True) if choice.name == hint.move else choice
        for choice in prompt.choices
    ]
    return replace(prompt, choices=choices)


def hint_seen(table: Table, prompt: Prompt, hint: Hint) -> HintSeen | None:
    """The hint in words; `prompt` is marked by it."""
    for choice in prompt.choices:
        if choice.hinted:
            told = hint.points is not None and not table.hidden_points
            points = round(hint.points) if told and hint.points is not None else None
            return HintSeen(choice.name, choice.label, choice.detail, choice.anchor, points)
    return None


def can_hint(table: Table) -> bool:
    """Whether whoever is asked at this table may ask a bot."""
    return table.gives_hints() and bool(adviser(table.game.slug))


def hint_switch(table: Table, host: bool) -> str:
    """Whether hints are allowed, for the host, who can switch it; empty for everybody else."""
    if not host or table.guide is not None or not adviser(table.game.slug):
        return ""
    return ALLOWED if table.gives_hints() else FORBIDDEN
