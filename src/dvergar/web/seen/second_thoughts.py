"""Second thoughts as one viewer sees them: a move that waits, what may be taken back, who asks to.

What a waiting move does is told from imagined positions: only what comes out the same in all of
them is known, and nothing else is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from dvergar.core.chance import derive
from dvergar.core.events import Event
from dvergar.core.game import State
from dvergar.core.prompt import Prompt
from dvergar.core.story import story
from dvergar.core.words import words
from dvergar.web.tables.table import Table
from dvergar.web.tables.taking_back import reach

WORLDS: Final = 16  # imagined positions that have to agree before something counts as known


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether something can be taken back, and the sentence about it."""

    possible: bool
    why: str
    turn: bool = False
    """Whether the turn can be gone through anew."""
    asks: bool = False
    """Whether the others are asked first."""


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


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody wishes to go back to an earlier turn."""

    name: str
    mine: bool
    asked: bool
    """Whether the viewer has still to agree."""
    waits: str


def undo(table: Table, seats: Sequence[int], lang: str) -> Undo:
    """What the holder of some seats can take back now."""
    speak = words("dvergar.web", lang)
    found = reach(table, seats)
    own = table.game.info.words(lang)
    if table.held and table.state.seat in seats:
        same_turn = not found.closed and table.steps[found.step].turn == table.state.turn
        return Undo(True, speak("undo.possible"), turn=same_turn)
    if found.closed:
        key = f"undo.{found.closed}"
        return Undo(False, (own if key in own else speak)(key))
    if table.wish is not None:
        return Undo(False, speak("undo.wish"))
    why = speak("undo.asks" if found.asks else "undo.possible")
    return Undo(True, why, turn=found.turn < found.step, asks=found.asks)


def held(
    table: Table, state: State, prompt: Prompt, lang: str, names: list[str], seed: int
) -> Held:
    """The move that waits, as its player sees it; `state` is what that player knows."""
    move = table.game.move(table.held)
    after = state.copy()
    after.play(move)
    reveals = after.reveals != state.reveals
    events = known_events(state, move, seed) if reveals else after.events()
    told = [Markup(line.html) for line in story(table.game, events, lang, names)]
    made = next(choice for choice in prompt.choices if choice.name == table.held)
    return Held(made.name, made.anchor, after, made.label, told, reveals)


def awaited(prompt: Prompt, move: str) -> Prompt:
    """The question as the table shows it while an answer waits: that answer alone, marked."""
    choices = [replace(one, waits=True) for one in prompt.choices if one.name == move]
    return replace(prompt, choices=choices, blocked=[])


def known_events(state: State, move: int, seed: int) -> list[Event]:
    """What a move causes as far as it is the same in all worlds.

    That is everything up to the first thing that its player cannot know, and what happens to the
    player in any case after it.
    """
    futures = []
    for world in range(WORLDS):
        future = state.imagine(state.seat, derive(seed, world))
        future.play(move)
        futures.append(future.events())
    known = []
    for same in zip(*futures, strict=False):
        if any(event != same[0] for event in same):
            break
        known.append(same[0])
    later = [future[len(known) :] for future in futures]
    sure = [event for event in later[0] if all(event in others for others in later)]
    return known + [event for event in sure if event.seat == state.seat]


def asking(table: Table, seats: Sequence[int], names: list[str]) -> Asking | None:
    """Who asks to go back, and whether it is the viewer's to agree."""
    if table.wish is None:
        return None
    waits = table.waits_for()
    return Asking(
        name=names[table.wish.seats[0]],
        mine=bool(set(table.wish.seats) & set(seats)),
        asked=bool(waits & set(seats)),
        waits=", ".join(names[seat] for seat in sorted(waits)),
    )
