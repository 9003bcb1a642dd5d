"""The seats of a table: who sits there, who has left, and where a bot stands in for a person.

A person for whom a bot stands in still sits at the table: others ask for his consent, and he is
back as soon as he acts. Whoever resigns does not, and the seat is that of a bot from then on.
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


@dataclass(frozen=True, slots=True)
class Stand:
    """A bot that stands in for a person, and why: the person is late, or has left."""

    bot: str
    why: str
    turn: int = -1
    """The turn that the person was late for: the bot makes it, whoever else is there."""
    offered: bool = False
    """Whether somebody else may take the seat."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened to a seat during a game, as the log tells it."""

    kind: str
    seat: int
    name: str


class Company:
    """All who sit at a table."""

    seats: list[Seat]
    links: list[int]
    """How often the private links to each seat were withdrawn."""
    given: list[int]
    """How often each seat was given to somebody else: earlier invites to it are void."""
    routine: list[str]
    """What the page answers for each seat without asking; see `tables.routine`."""
    stands: dict[int, Stand]
    """The bots that stand in for people, by seat."""
    resigned: dict[int, str]
    """The seats of those who have resigned, each with the number of a claimed name or nothing."""

    def _seat_all(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.links = [0] * len(seats)
        self.given = [0] * len(seats)
        self.routine = [""] * len(seats)
        self.stands = {}
        self.resigned = {}

    def _copy_seats(self) -> None:
        """Makes what belongs to the seats one's own, before it is changed."""
        self.seats = list(self.seats)
        self.links = list(self.links)
        self.given = list(self.given)
        self.routine = list(self.routine)
        self.stands = dict(self.stands)
        self.resigned = dict(self.resigned)

    @property
    def names(self) -> list[str]:
        """What everybody is called; an open seat has no name."""
        return [seat.name for seat in self.seats]

    def people(self) -> set[int]:
        """The seats of people, those among them for whom a bot stands in."""
        return {number for number, seat in enumerate(self.seats) if seat.kind == PERSON}

    def present(self) -> set[int]:
        """The seats of people who play themselves."""
        return self.people() - set(self.stands)

    def free(self) -> list[int]:
        """The seats that somebody may take."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == OPEN or (number in self.stands and self.stands[number].offered)
        ]

    def stand_in(self, seat: int, turn: int) -> str:
        """The bot that moves for a person now, or an empty text.

        Where no person plays himself any more, it makes the turn that somebody is late for; behind
        that the table waits.
        """
        stand = self.stands.get(seat)
        if stand is None or (not self.present() and stand.turn != turn):
            return ""
        return stand.bot

    def _tell(self, kind: str, seats: Sequence[int]) -> None:
        """Lets the log tell something of some seats."""
        raise NotImplementedError

    def _notes(self, kind: str, seats: Sequence[int]) -> tuple[Note, ...]:
        return tuple(Note(kind, seat, self.seats[seat].name) for seat in seats)

    # What events do.

    def _sit(self, body: Body) -> None:
        """A person sits down, perhaps in the place of another."""
        seat = body["seat"]
        taken_over = self.stands.pop(seat, None)
        self.seats[seat] = Seat(PERSON, body["name"])
        if taken_over is not None:
            self._tell("taken_over", [seat])

    def _fill(self, body: Body) -> None:
        self.seats[body["seat"]] = Seat(BOT, body["name"], body["bot"])
        self.stands.pop(body["seat"], None)

    def _vacate(self, body: Body) -> None:
        """Seats are open again: what their holder wanted is forgotten, old links are void."""
        self._relink(body)
        for seat in body["seats"]:
            self.seats[seat] = Seat(OPEN, "")
            self.routine[seat] = ""
            self.stands.pop(seat, None)

    def _relink(self, body: Body) -> None:
        for seat in body["seats"]:
            self.links[seat] += 1

    def _stand(self, body: Body) -> None:
        """A person is late: a bot moves until he is back. What waits to be confirmed waits on."""
        self.stands[body["seat"]] = Stand(body["bot"], LATE, body["turn"])
        self._tell(LATE, [body["seat"]])

    def _away(self, body: Body) -> None:
        """A person leaves a game that goes on; where nobody is left, it waits."""
        for seat in body["seats"]:
            self.stands[seat] = Stand(body["bot"], LEFT)
        self._tell(LEFT if self.present() else "waits", body["seats"])

    def _back(self, body: Body) -> None:
        for seat in body["seats"]:
            self.stands.pop(seat, None)
        self._tell("back", body["seats"])

    def _give_up(self, body: Body) -> None:
        """A bot plays out what a person does not want to."""
        self._tell("resigned", body["seats"])
        self._relink(body)
        for seat in body["seats"]:
            self.seats[seat] = Seat(BOT, self.seats[seat].name, body["bot"])
            self.routine[seat] = ""
            self.stands.pop(seat, None)
        self.resigned |= dict.fromkeys(body["seats"], body.get("player", ""))

    def _give(self, body: Body) -> None:
        """The seat of somebody who has left may be taken by somebody else."""
        seat = body["seat"]
        self._relink({"seats": [seat]})
        self.given[seat] += 1
        self.routine[seat] = ""
        self.stands[seat] = replace(self.stands[seat], offered=True)
        self._tell("given", [seat])

    def _set_routine(self, body: Body) -> None:
        for seat in body["seats"]:
            self.routine[seat] = body["routine"]
