"""A table: who sits at it and what has been played, rebuilt from its events.

Nothing here talks to the network or the database. `apply` takes an event that has been stored;
the questions (`may`, `undo_closed`, ...) say beforehand whether one may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.web.errors import WebError
from dvergar.web.store import Stored

CHECKPOINT: Final = 16  # a copy of every sixteenth position is kept for looking back

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"


@dataclass(slots=True)
class Seat:
    """One seat: a person, a bot, or still open."""

    kind: str
    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was played, and what it caused."""

    move: str
    seat: int
    turn: int
    reveals: int
    events: list[Event]


class Table:
    """One table as its events have made it."""

    def __init__(self, id: str, opening: Stored) -> None:
        body = opening.body
        self.id = id
        self.version = 1
        self.name: str = body["name"]
        self.public: bool = body["public"]
        self.imported: bool = body.get("imported", False)
        self.game: Game = make_game(body["game"], body["options"])
        if body["rules"] != self.game.info.rules_version:
            raise WebError(410, "old_rules")
        self.rules: int = body["rules"]
        self.seed: int = body["seed"]
        self.host: str = body["host"]
        self.seats = [Seat(**seat) for seat in body["seats"]]
        self.rematch = ""
        self.state: State = self.game.start(self.seed)
        self.steps: list[Step] = []
        self._checkpoints: dict[int, State] = {0: self.state.copy()}
        self._history: list[tuple[int, list[int]]] | None = None
        for move in body.get("moves", []):
            self._play(move)

    # Reading.

    @property
    def phase(self) -> str:
        """Waiting for people, playing, or over."""
        if self.state.over:
            return OVER
        waits = any(seat.kind == OPEN for seat in self.seats)
        return WAITING if waits or self.imported else PLAYING

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def acting_bot(self) -> str:
        """The bot that has to move now, or an empty text."""
        return self.seats[self.state.seat].bot if self.phase == PLAYING else ""

    def position(self, number: int) -> State:
        """A copy of the position after `number` moves."""
        if number == len(self.steps):
            return self.state.copy()
        near = number - number % CHECKPOINT
        state = self._checkpoints[near].copy()
        for step in self.steps[near:number]:
            state.play(self.game.move(step.move))
        return state

    def undo_closed(self, seats: list[int]) -> str:
        """Why the holder of these seats cannot take the last move back; empty if possible."""
        if not seats:
            return "watching"
        if not self.steps or self.phase == WAITING:
            return "none"
        last = self.steps[-1]
        if last.seat not in seats:
            return "others"
        if last.reveals != self.state.reveals:
            return "revealed"
        return "passed" if last.turn != self.state.turn else ""

    def history(self) -> list[tuple[int, list[int]]]:
        """The scores with which each round ended, as (number of moves, points by seat)."""
        if self._history is None:
            starts = [
                number
                for number, step in enumerate(self.steps, start=1)
                if any(event.kind == "round" for event in step.events)
            ]
            self._history = [
                (number, [score.total for score in self.position(number).scores()])
                for number in [*starts, len(self.steps)]
            ]
        return self._history

    def record(self) -> Record:
        """The game as played so far, seed included: only for finished games to leave the server."""
        record = Record.of(self.game, self.seed, self.names)
        record.rules = self.rules
        record.moves = [step.move for step in self.steps]
        record.finish(self.state)
        return record

    def summary(self) -> dict[str, Any]:
        """What lists show of the table."""
        view = self.state.view(None)
        ranking = self.state.ranking() if self.state.over else []
        return {
            "name": self.name,
            "names": self.names,
            "taken": [seat.kind != OPEN for seat in self.seats],
            "seat": self.state.seat,
            "round": view.get("round"),
            "rounds": view.get("rounds"),
            "winners": [seat for seat, rank in enumerate(ranking) if rank == 1],
        }

    # Writing.

    def apply(self, stored: Stored) -> None:
        """Takes over an event that has been stored."""
        assert stored.number == self.version, "events come in order"
        self.version += 1
        body = stored.body
        match stored.kind:
            case "sit":
                self.seats[body["seat"]] = Seat(PERSON, body["name"])
            case "fill":
                self.seats[body["seat"]] = Seat(BOT, body["name"], body["bot"])
            case "move":
                self._play(body["move"])
            case "undo":
                self._undo()
            case "rematch":
                self.rematch = body["table"]
            case kind:
                raise ValueError(f"an event of the unknown kind {kind}")

    def _play(self, name: str) -> None:
        state = self.state
        self._history = None
        before = (state.seat, state.turn, state.reveals)
        state.play(self.game.move(name))
        self.steps.append(Step(name, *before, state.events()))
        if len(self.steps) % CHECKPOINT == 0:
            self._checkpoints[len(self.steps)] = state.copy()

    def _undo(self) -> None:
        state = self.position(len(self.steps) - 1)
        self._checkpoints.pop(len(self.steps), None)
        self.steps.pop()
        self._history = None
        self.state = state
