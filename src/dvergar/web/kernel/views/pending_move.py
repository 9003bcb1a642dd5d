"""A move that waits for its player to confirm it: what it is called, and what it does.

The page is drawn as if it were made, unless that would show something hidden: then only the effects
are told that are known beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from dvergar.core.game import State
from dvergar.core.prompt import Prompt
from dvergar.core.sentences import known_events, log_sentences
from dvergar.web.kernel.tables.table import Table


@dataclass(frozen=True, slots=True)
class Held:
    """A move that waits for its player, and the place on the table where it was made."""

    move: str
    anchor: str
    after: State
    """The position after it, as far as it is known."""
    label: str
    effects: list[Markup]
    reveals: bool


def held(table: Table, state: State, prompt: Prompt, lang: str, names: list[str]) -> Held:
    """The move that waits, as its player sees it; `state` is what that player knows."""
    move = table.game.move(table.held)
    after = state.copy()
    after.play(move)
    reveals = after.reveals != state.reveals
    events = known_events(state, after)
    told = [Markup(line.html) for line in log_sentences(table.game, events, lang, names)]
    made = next(choice for choice in prompt.choices if choice.name == table.held)
    return Held(made.name, made.anchor, after, made.label, told, reveals)


def awaited(prompt: Prompt, move: str) -> Prompt:
    """The question as the table shows it while an answer waits: that answer alone, marked."""
    choices = [replace(one, waits=True) for one in prompt.choices if one.name == move]
    return replace(prompt, choices=choices, blocked=[])
