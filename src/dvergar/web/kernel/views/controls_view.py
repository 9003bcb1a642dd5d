"""What a viewer can do about a turn beside moving: confirm a move, undo it, or leave the table.

A move that waits for confirmation (`Held`) is drawn as if it were made, unless that would show
something hidden: then only the effects are listed that are known beforehand. Leaving also covers
seats that the host may give away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from dvergar.core.game import State
from dvergar.core.prompt import Prompt
from dvergar.core.sentences import known_events, log_sentences
from dvergar.core.words import words
from dvergar.web.kernel.tables.seats import LEFT
from dvergar.web.kernel.tables.table import PLAYING, WAITING, Table
from dvergar.web.kernel.tables.undo import undo_range


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
    move = int(table.game.move(table.held))
    after = state.copy()
    after.play(move)
    reveals = after.reveals != state.reveals
    events = known_events(state, after)
    effects = [Markup(line.html) for line in log_sentences(table.game, events, lang, names)]
    made = next(choice for choice in prompt.choices if choice.name == table.held)
    return Held(made.name, made.anchor, after, made.label, effects, reveals)


def awaited(prompt: Prompt, move: str) -> Prompt:
    """The question as the table shows it while an answer waits: that answer alone, marked."""
    choices = [replace(one, waits=True) for one in prompt.choices if one.name == move]
    return replace(prompt, choices=choices, blocked=[])


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
class UndoRequestView:
    """Somebody wishes to go back to an earlier turn."""

    name: str
    mine: bool
    asked: bool
    """Whether the viewer has still to agree."""
    waits: str


def undo(table: Table, seats: Sequence[int], lang: str) -> Undo:
    """What the holder of some seats can take back now."""
    speak = words("dvergar.web", lang)
    found = undo_range(table, seats)
    own = table.game.info.words(lang)
    if table.held and table.state.seat in seats:
        same_turn = not found.closed and table.steps[found.step].turn == table.state.turn
        return Undo(True, speak("undo.possible"), turn=same_turn)
    if found.closed:
        key = f"undo.{found.closed}"
        return Undo(False, (own if key in own else speak)(key))
    if table.undo_request is not None:
        return Undo(False, speak("undo.wish"))
    why = speak("undo.asks" if found.asks else "undo.possible")
    return Undo(True, why, turn=found.turn < found.step, asks=found.asks)


def asking(table: Table, seats: Sequence[int], names: list[str]) -> UndoRequestView | None:
    """Who asks to go back, and whether it is the viewer's to agree."""
    if table.undo_request is None:
        return None
    waits = table.waits_for()
    return UndoRequestView(
        name=names[table.undo_request.seats[0]],
        mine=bool(set(table.undo_request.seats) & set(seats)),
        asked=bool(waits & set(seats)),
        waits=", ".join(names[seat] for seat in sorted(waits)),
    )


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """The seat of somebody who has left, and the link for whoever takes it, once it is free."""

    seat: int
    name: str
    invite: str


@dataclass(frozen=True, slots=True)
class LeaveView:
    """The ways out of a table."""

    way: str
    """What leaving does: free the seat, let a bot play, let the table wait; empty: nothing."""
    resign: bool
    alone: bool
    """Whether no other person plays."""
    gifts: tuple[SeatOffer, ...]
    others: tuple[SeatOffer, ...] = ()
    """The people whom the host can remove."""

    @property
    def stamp(self) -> str:
        """Another one where something else is offered."""
        gifts = "".join(f"-{gift.seat}{'i' if gift.invite else ''}" for gift in self.gifts)
        others = "".join(f"-{one.seat}r" for one in self.others)
        return f"{self.way or 'gone'}{gifts}{others}"


def leave_view(
    table: Table, seats: Sequence[int], host: bool, invite: Callable[[int], str]
) -> LeaveView | None:
    """What a viewer is offered; None where there is nothing to leave or give."""
    gifts = tuple(
        SeatOffer(seat, table.seats[seat].name, invite(seat) if substitute.offered else "")
        for seat, substitute in sorted(table.substitutes.items())
        if host and substitute.why == LEFT and seat not in seats
    )
    phase = table.phase
    others = tuple(
        SeatOffer(seat, table.seats[seat].name, "")
        for seat in sorted(table.people() - set(seats))
        if host and seat not in table.free()
    )
    offered = bool(seats or gifts or others)
    if phase not in (WAITING, PLAYING) or table.guide is not None or not offered:
        return None
    gone = bool(seats) and all(is_left(table, seat) for seat in seats)
    alone = not table.people() - set(seats)
    way = "" if gone or not seats else "free" if phase == WAITING else "wait" if alone else "bot"
    return LeaveView(way, bool(seats) and phase == PLAYING, alone, gifts, others)


def is_left(table: Table, seat: int) -> bool:
    """Whether whoever sits there has left, so that he is not asked."""
    substitute = table.substitutes.get(seat)
    return substitute is not None and substitute.why == LEFT


def substitute_reason(table: Table, seats: Sequence[int]) -> str:
    """Why a bot plays for the viewer now; empty where none does."""
    why = [table.substitutes[seat].why for seat in seats if seat in table.substitutes]
    return why[0] if why and table.phase == PLAYING else ""
