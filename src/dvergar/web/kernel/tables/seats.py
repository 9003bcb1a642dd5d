"""The seats of a table: who sits there, who has left, and where a bot substitutes for a person.

Someone with a substitute still sits at the table: others ask for their consent, and they take over
again as soon as they act. After resigning, the seat is a bot's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"

LATE: Final = "late"
LEFT: Final = "left"

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person, a bot, or still open."""

    kind: str
    name: str
    bot: str = ""
    """The bot of the server; at a person's seat what the program is called that plays there."""

    @property
    def is_bot(self) -> bool:
        """Whether no human plays: a bot of the server, or a program that says so."""
        return bool(self.bot)


@dataclass(frozen=True, slots=True)
class Substitute:
    """A bot that plays in place of a person, and why: the person is late, or has left."""

    bot: str
    why: str
    turn: int = -1
    """The turn that the person was late for: the bot makes it in any case."""
    offered: bool = False
    """Whether someone else may take the seat (a takeover)."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened to a seat during a game, as the log tells it."""

    kind: str
    seat: int
    name: str


class Seating:
    """Who sits at a table."""

    seats: list[Seat]
    links: list[int]
    """How often the private links to each seat were withdrawn."""
    given: list[int]
    """How often each seat was given to someone else: earlier invites to it are void."""
    routine: list[str]
    """What the page answers for each seat without asking; see `undo`."""
    substitutes: dict[int, Substitute]
    """The bots that play in place of people, by seat."""
    resigned: dict[int, str]
    """The seats of those who have resigned, each with the number of a claimed name or nothing."""
    removed: frozenset[str]
    """The users whom the host has removed: they can't come back to this table."""

    def _seat_all(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.links = [0] * len(seats)
        self.given = [0] * len(seats)
        self.routine = [""] * len(seats)
        self.substitutes = {}
        self.resigned = {}
        self.removed = frozenset()

    def _copy_seats(self) -> None:
        """Copies everything about the seats before it is changed."""
        self.seats = list(self.seats)
        self.links = list(self.links)
        self.given = list(self.given)
        self.routine = list(self.routine)
        self.substitutes = dict(self.substitutes)
        self.resigned = dict(self.resigned)

    @property
    def names(self) -> list[str]:
        """The names by seat; empty for an open seat."""
        return [seat.name for seat in self.seats]

    def people(self) -> set[int]:
        """The seats of people, including those with a substitute."""
        return {number for number, seat in enumerate(self.seats) if seat.kind == PERSON}

    def present(self) -> set[int]:
        """The seats of people without a substitute."""
        return self.people() - set(self.substitutes)

    def staying(self) -> set[int]:
        """The seats of people who haven't left; some may be late."""
        gone = {seat for seat, stand in self.substitutes.items() if stand.why == LEFT}
        return self.people() - gone

    def free(self) -> list[int]:
        """The seats that someone may take."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == OPEN
            or (number in self.substitutes and self.substitutes[number].offered)
        ]

    def acting_substitute(self, seat: int, turn: int) -> str:
        """The bot that moves for a person now, or an empty text.

        If no people are left who play themselves, it makes only the turn that someone is late for;
        then the table waits.
        """
        substitute = self.substitutes.get(seat)
        if substitute is None or (not self.present() and substitute.turn != turn):
            return ""
        return substitute.bot

    def _add_note(self, kind: str, seats: Sequence[int]) -> None:
        """Adds a line about some seats to the log."""
        raise NotImplementedError

    def _notes(self, kind: str, seats: Sequence[int]) -> tuple[Note, ...]:
        return tuple(Note(kind, seat, self.seats[seat].name) for seat in seats)

    # What events do.

    def _sit(self, body: Body) -> None:
        """A person sits down, perhaps in place of another (a takeover)."""
        seat = body["seat"]
        taken_over = self.substitutes.pop(seat, None)
        self.seats[seat] = Seat(PERSON, body["name"], body.get("bot", ""))
        if taken_over is not None:
            self._add_note("taken_over", [seat])

    def _fill(self, body: Body) -> None:
        self.seats[body["seat"]] = Seat(BOT, body["name"], body["bot"])
        self.substitutes.pop(body["seat"], None)

    def _vacate(self, body: Body) -> None:
        """Seats are open again: settings of their player are reset, old links are void."""
        self._relink(body)
        for seat in body["seats"]:
            self.seats[seat] = Seat(OPEN, "")
            self.routine[seat] = ""
            self.substitutes.pop(seat, None)

    def _relink(self, body: Body) -> None:
        for seat in body["seats"]:
            self.links[seat] += 1

    def _substitute(self, body: Body) -> None:
        """A person is late: a bot substitutes until they are back. A held move stays held."""
        self.substitutes[body["seat"]] = Substitute(body["bot"], LATE, body["turn"])
        self._add_note(LATE, [body["seat"]])

    def _away(self, body: Body) -> None:
        """A person leaves a running game; if nobody is left, the game waits."""
        for seat in body["seats"]:
            self.substitutes[seat] = Substitute(body["bot"], LEFT)
        self._add_note(LEFT if self.present() else "waits", body["seats"])

    def _back(self, body: Body) -> None:
        for seat in body["seats"]:
            self.substitutes.pop(seat, None)
        self._add_note("back", body["seats"])

    def _give_up(self, body: Body) -> None:
        """A person resigns: a bot plays their game to its end."""
        self._add_note("resigned", body["seats"])
        self._relink(body)
        for seat in body["seats"]:
            self.seats[seat] = Seat(BOT, self.seats[seat].name, body["bot"])
            self.routine[seat] = ""
            self.substitutes.pop(seat, None)
        self.resigned |= dict.fromkeys(body["seats"], body.get("player", ""))

    def _give(self, body: Body) -> None:
        """Someone else may take the seat of a person who has left."""
        seat = body["seat"]
        self._relink({"seats": [seat]})
        self.given[seat] += 1
        self.routine[seat] = ""
        self.substitutes[seat] = replace(self.substitutes[seat], offered=True)
        self._add_note("given", [seat])

    def _remove(self, body: Body) -> None:
        """The host removes a person: the seats are free, and a bot plays until they are taken.

        Without a bot in `body` the game has not begun, and the seats are simply open again.
        """
        self.removed |= set(body["holders"])
        if not body["bot"]:
            self._vacate(body)
        else:
            self._add_note("removed", body["seats"])
            self._relink(body)
        for seat in body["seats"]:
            self.given[seat] += 1
            self.routine[seat] = ""
            if body["bot"]:
                self.substitutes[seat] = Substitute(body["bot"], LEFT, offered=True)

    def _set_routine(self, body: Body) -> None:
        for seat in body["seats"]:
            self.routine[seat] = body["routine"]
