"""A table: who sits at it and what has been played, rebuilt from its events.

Nothing here talks to the network or the database. A table never changes: `after` makes the next
one, so that whoever looks at a table while a move is being stored sees a whole position.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dvergar.core.compat import current_moves, default_answer
from dvergar.core.errors import DvergarError, IllegalMove
from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.guide import Guide, GuideStep
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.web.kernel.storage.rows import Stored, Summary
from dvergar.web.kernel.tables.clocks import Clock, Timing
from dvergar.web.kernel.tables.deal_day import is_open
from dvergar.web.kernel.tables.seats import BOT, OPEN, PERSON, Body, Note, Seat, Seating
from dvergar.web.kernel.tables.thinking_limits import NORMAL

__all__ = ["BOT", "OPEN", "PERSON", "Seat", "Table"]  # the seats belong to their table

CHECKPOINT: Final = 16  # a copy of every sixteenth position is kept for looking back

AT_ONCE: Final = "at_once"
BRISK: Final = "brisk"
CALM: Final = "calm"
PACES: Final = (AT_ONCE, BRISK, CALM)

ALONE: Final = "alone"
ALLOWED: Final = "on"
FORBIDDEN: Final = "off"
HINTS: Final = (ALONE, ALLOWED, FORBIDDEN)
"""Who may ask for hints: whoever plays alone or against bots only, everybody, or nobody."""

NOW: Final = "now"
OVER_DAYS: Final = "days"
SPEEDS: Final = (NOW, OVER_DAYS)
"""Whether those at a table mean to play it at one sitting, or a turn now and then."""

HIDDEN: Final = "hidden"
"""What a new table asks for where the points are not shown before the end."""

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
STOPPED: Final = "stopped"
"""Nobody can go on here: the game goes differently by the rules of today, or the table is closed.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was played, and what it caused; `turn` and `reveals` are those before it."""

    move: str
    seat: int
    turn: int
    reveals: int
    events: list[Event]
    auto: bool = False
    """Whether the page has made it for its player, without asking."""
    told: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was told of it, kept by whoever tells of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A step as the log tells it: the position it led to, and whether it was taken back."""

    position: int
    step: Step
    undone: bool = False
    notes: tuple[Note, ...] = ()
    """What happened to the seats after it."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks the others to agree to go back to an earlier position."""

    seats: tuple[int, ...]
    """The seats of the player who asks."""
    to: int
    agreed: frozenset[int] = frozenset()


class Table(Seating):
    """One table as its events have made it."""

    def __init__(self, id: str, opening: Stored) -> None:
        body = opening.body
        self.id = id
        self.version = 1
        self.name: str = body["name"]
        self.public: bool = body["public"]
        self.imported: bool = body.get("imported", False)
        self.practice: bool = body.get("practice", False)
        """Whether moves may be taken back past what they revealed."""
        self.hidden_points: bool = body.get("hidden_points", False)
        """Whether nobody sees how many points there are before the game is over."""
        self.thinking: str = body.get("thinking", NORMAL)
        """How long the bots may think about a turn."""
        self.hints: str = body.get("hints", ALONE)
        self.chosen_deal: bool = body.get("chosen_deal", False)
        """Whether the host has chosen the deal by its number, and may know it."""
        self.daily: str = body.get("daily", "")
        """The day whose deal is played here, if it is one."""
        self.is_guided: bool = bool(body.get("guide"))
        """Whether somebody was led here, even if the guide has ended."""
        self.game: Game = make_game(body["game"], body["options"])
        self.rules: int = body["rules"]
        """The version of the rules by which the moves so far were made."""
        self.seed: int = body["seed"]
        self.host: str = body["host"]
        self._seat_all([Seat(**seat) for seat in body["seats"]])
        self.timing = Timing.of(body.get("timing"))
        """How long a turn may take."""
        self.clock = Clock((float(self.timing.reserve),) * len(self.seats))
        self.bots_welcome: bool = body.get("bots", True)
        """Whether programs may take an open seat without being invited."""
        self._listed = {
            "options": {
                one.name: self.game.options[one.name]
                for one in self.game.info.options
                if self.game.options.get(one.name, one.default) != one.default
            },
            "speed": OVER_DAYS if self.timing.deadline else NOW,
            "bots": self.bots_welcome,
        }
        """What lists show of it and never changes; of the options those that are not usual."""
        self.rematch = ""
        self._guide = _guide_of(self.game, body.get("guide", ""))
        self.guide_step = 0
        """The step of the guided game that is shown; behind the last one nobody is led any more."""
        self.state: State = self.game.start(self.seed)
        self.opening: list[Event] = self.state.events()
        """What happened before the first move."""
        self.steps: list[Step] = []
        self.moves: list[str] = []
        """The moves as they were made; more than there are steps where those of older rules do
        not go on by the rules of today.
        """
        self._before: list[int] = []
        """How many steps there were before each of these moves."""
        self._entries: list[int] = []
        """Which line of the log tells each step."""
        self.closed = False
        """Whether whoever runs the server has closed the table, or everybody has resigned."""
        self.log: list[Entry] = []
        """All steps in the order in which they were made, those taken back among them."""
        self.first_notes: tuple[Note, ...] = ()
        """What happened to the seats before the first move."""
        self.pace = BRISK
        """How long people watch the turn of a bot."""
        self.held = ""
        """The move that waits for its player to confirm it."""
        self.undo_request: UndoRequest | None = None
        self.went_back = False
        """Whether the position was come back to: what is asked there, somebody wants to decide."""
        self._checkpoints: dict[int, State] = {0: self.state.copy()}
        self._history: list[tuple[int, list[int]]] | None = None
        self._as_stored = True
        for move in body.get("moves", []):
            self._play(move)
        self._as_stored = False
        self._tick(body)

    # Reading.

    @property
    def is_known(self) -> bool:
        """Whether nothing of the deal is secret any more: it is over, or came as a record.

        The deal of a day stays one as long as others may still play it for a result.
        """
        return self.imported or (self.state.over and not is_open(self.daily))

    @property
    def has_record(self) -> bool:
        """Whether the record may leave the server: it holds the number of the deal."""
        return self.is_known or (self.stopped and not is_open(self.daily))

    @property
    def phase(self) -> str:
        """Waiting for people, playing, over, or stopped."""
        if self.stopped:
            return STOPPED
        if self.state.over:
            return OVER
        waits = any(seat.kind == OPEN for seat in self.seats)
        return WAITING if waits or self.imported else PLAYING

    @property
    def stopped(self) -> bool:
        """Whether nobody can go on, and the table can only be looked at."""
        return self.closed or self.differs

    @property
    def differs(self) -> bool:
        """Whether a move of older rules leads elsewhere by those of today: the steps end there."""
        return len(self._before) < len(self.moves)

    @property
    def is_older(self) -> bool:
        """Whether its moves were made by other rules than those of today."""
        return self.rules != self.game.info.rules_version

    @property
    def guide(self) -> Guide | None:
        """The guided game that is played here, as long as somebody is led."""
        guide = self._guide
        return guide if guide is not None and self.guide_step < len(guide.steps) else None

    def asked_step(self) -> GuideStep | None:
        """The step of the guided game that is shown."""
        guide = self.guide
        return guide.steps[self.guide_step] if guide is not None else None

    def acting_bot(self) -> str:
        """The bot that has to move now, or an empty text; a guide says itself what it plays."""
        if self.phase != PLAYING or self.guide is not None:
            return ""
        seat = self.state.seat
        return self.seats[seat].bot or self.acting_substitute(seat, self.state.turn)

    def due(self) -> float | None:
        """When whoever is asked is late, in seconds of the epoch; None where nobody can be."""
        if not self.timing or self.clock.asked != self._asked():
            return None
        return self.clock.due(self.timing)

    def position(self, number: int) -> State:
        """A copy of the position after `number` moves."""
        if number == len(self.steps):
            return self.state.copy()
        near = number - number % CHECKPOINT
        state = self._checkpoints[near].copy()
        for step in self.steps[near:number]:
            state.play(self.game.move(step.move))
        return state

    def sets_pace(self, seats: Sequence[int], host: bool) -> bool:
        """Whose affair the pace is: that of whoever plays against bots only, or the host's."""
        if not self.people() - set(seats):
            return bool(seats)
        return host

    def gives_hints(self) -> bool:
        """Whether somebody who is asked here may ask a bot; a guide says what to do anyway."""
        if self.guide is not None or self.hints == FORBIDDEN:
            return False
        return self.hints == ALLOWED or len(self.people()) == 1

    def waits_for(self) -> set[int]:
        """The seats that have still to agree to what somebody wishes to take back."""
        if self.undo_request is None:
            return set()
        return self.people() - self.undo_request.agreed - set(self.undo_request.seats)

    def history(self) -> list[tuple[int, list[int]]]:
        """The scores with which each round ended, as (number of moves, points by seat)."""
        if self._history is None:
            starts = [number for number, _ in self.rounds()[1:]]
            self._history = [
                (number, [score.total for score in self.position(number).scores()])
                for number in [*starts, len(self.steps)]
            ]
        return self._history

    def rounds(self) -> list[tuple[int, int]]:
        """Where each round begins, as (number of moves, round)."""
        first = self._checkpoints[0].view(None).get("round", 1)
        return [(0, first)] + [
            (number, int(event["round"]))
            for number, step in enumerate(self.steps, start=1)
            for event in step.events
            if event.kind == "round" and "round" in event.facts
        ]

    def record(self) -> Record:
        """The game as played so far, seed included: only for finished games to leave the server."""
        record = Record.of(self.game, self.seed, self.names)
        record.rules = self.rules
        if self.differs:
            record.moves = list(self.moves)
            return record
        record.rules = self.game.info.rules_version
        record.moves = [step.move for step in self.steps]
        record.finish(self.state)
        return record

    def summary(self) -> Summary:
        """What lists show of the table."""
        current, total = self.state.progress()
        ranking = self.state.ranking() if self.state.over else []
        free = self.free()
        facts = {
            "name": self.name,
            "names": self.names,
            "taken": [number not in free for number in range(len(self.seats))],
            "seat": self.state.seat,
            "round": current,
            "rounds": total,
            "bot": bool(self.acting_bot()),
            "winners": [seat for seat, rank in enumerate(ranking) if rank == 1],
            **self._listed,
        }
        if self.guide is not None:
            facts["guide"] = [self.guide_step + 1, len(self.guide.steps)]
        if self.timing:
            facts["timing"] = self.timing.facts()
        return Summary(self.id, self.game.slug, self.phase, facts, self.due())

    # The next table.

    def after(self, *events: Stored) -> Table:
        """The table as these events make it; this one stays as it is."""
        table = copy.copy(self)
        table._copy_seats()
        table.state = self.state.copy()
        table.steps = list(self.steps)
        table.log = list(self.log)
        table.moves = list(self.moves)
        table._before = list(self._before)
        table._entries = list(self._entries)
        table._checkpoints = dict(self._checkpoints)
        table._history = None
        for event in events:
            table._apply(event)
        return table

    def loaded(self, *events: Stored) -> Table:
        """The same with events that are stored already: moves of older rules may lead elsewhere."""
        table = self.after()
        table._as_stored = True
        for event in events:
            table._apply(event)
        table._as_stored = False
        return table

    def ended(self) -> Table:
        """The table of a finished game of older rules, with what they did by themselves at last."""
        table = self.after()
        while (answer := default_answer(table.state, table.rules)) is not None:
            table._step(answer, auto=True)
        return table

    def cut(self) -> Table:
        """The table without its last step: the game is known to have gone differently from there.

        The moves stay, for the record.
        """
        table = self.after()
        if table._before:
            last = table._before.pop()
            table._cut(last)
        return table

    def _apply(self, stored: Stored) -> None:
        assert stored.number == self.version, "events come in order"
        if stored.kind not in _EVENTS:
            raise ValueError(f"an event of the unknown kind {stored.kind}")
        self.version += 1
        _EVENTS[stored.kind](self, stored.body)
        self._tick(stored.body)

    def _tick(self, body: Body) -> None:
        """Lets the clock know what has happened, and when: only events of timed tables say so."""
        if "when" in body:
            self.clock = self.clock.at(self.timing, body["when"], self._asked())

    def _asked(self) -> tuple[int, int] | None:
        """The person who has to decide, and in which turn."""
        seat = self.state.seat
        if self.phase != PLAYING or self.guide is not None or seat not in self.present():
            return None
        return seat, self.state.turn

    def _add_note(self, kind: str, seats: Sequence[int]) -> None:
        """Adds a line about some seats to the log."""
        notes = self._notes(kind, seats)
        if self.log:
            self.log[-1] = replace(self.log[-1], notes=self.log[-1].notes + notes)
        else:
            self.first_notes += notes

    def _leave(self, body: Body) -> None:
        self._vacate(body)
        self.held, self.undo_request = "", None

    def _resign(self, body: Body) -> None:
        self._give_up(body)
        self.undo_request = None
        if self.state.seat in body["seats"]:
            self.held = ""

    def _rematch(self, body: Body) -> None:
        self.rematch = body["table"]

    def _set_pace(self, body: Body) -> None:
        self.pace = body["pace"]

    def _set_hints(self, body: Body) -> None:
        self.hints = body["hints"]

    def _move(self, body: Body) -> None:
        points = body.get("points") if self._as_stored and self.is_older else None
        self._play(body["move"], body.get("auto", False), body.get("seat"), points)

    def _hold(self, body: Body) -> None:
        self.held = body["move"]

    def _release(self, _: Body) -> None:
        self.held = ""

    def _undo(self, body: Body) -> None:
        self._go_back(body.get("to", len(self.moves) - 1))  # 0.1.0 took back one move at a time

    def _request_undo(self, body: Body) -> None:
        self.undo_request = UndoRequest(tuple(body["seats"]), body["to"])

    def _agree(self, body: Body) -> None:
        assert self.undo_request is not None, "someone has asked"
        self.undo_request = replace(
            self.undo_request, agreed=self.undo_request.agreed | set(body["seats"])
        )
        if not self.waits_for():
            self._go_back(self.undo_request.to)

    def _refuse(self, _: Body) -> None:
        self.undo_request = None

    def _close(self, _: Body) -> None:
        self.closed = True

    def _renew(self, body: Body) -> None:
        """From here on the game is one of these rules, with these moves behind it."""
        self.rules = body["rules"]
        if [step.move for step in self.steps] != body["moves"]:
            self._cut(0)
            self.log, self.moves, self._before = [], [], []
            for move in body["moves"]:
                self._play(move)
        elif not self.differs:
            self.moves = list(body["moves"])
            self._before = list(range(len(self.moves)))

    def _lead(self, body: Body) -> None:
        """To another step of a guided game; the moves are stored, for the guide may change."""
        self.guide_step = body["step"]
        if "to" in body:
            self._go_back(body["to"])
        for move in body["moves"]:
            self._play(move)

    def _play(
        self,
        name: str,
        auto: bool = False,
        seat: int | None = None,
        points: list[int] | None = None,
    ) -> None:
        """Makes a move; of a stored one of older rules all that has to be played for it today.

        `points` are those it led to by the older rules, where they were noted.
        """
        before, told = len(self.steps), len(self.log)
        if not self._as_stored:
            self._step(self.game.move(name), auto)
        elif not self.differs and not self._step_as_stored(name, auto, seat, points):
            self._cut(before)
            del self.log[told:]
            self.moves.append(name)
            return
        if not self.differs:
            self._before.append(before)
        self.moves.append(name)

    def _step_as_stored(
        self, name: str, auto: bool, seat: int | None, points: list[int] | None
    ) -> bool:
        """Plays a move that is stored; false if it cannot be what it was."""
        if not self.is_older:
            try:
                self._step(self.game.move(name), auto)
            except DvergarError:
                return False
            return True
        moves = current_moves(self.state, name, seat, self.rules)
        for move in moves:
            self._step(move, auto or move != moves[-1])
        return bool(moves) and (points is None or points == self.points())

    def _step(self, move: int, auto: bool) -> None:
        state = self.state
        before = (state.seat, state.turn, state.reveals)
        try:
            state.play(move)
        except IllegalMove as error:
            error.names = self.names if all(self.names) else ()
            raise
        self.steps.append(Step(self.game.name(move), *before, state.events(), auto))
        self._entries.append(len(self.log))
        self.log.append(Entry(len(self.steps), self.steps[-1]))
        self.held, self.undo_request, self.went_back = "", None, False
        if len(self.steps) % CHECKPOINT == 0:
            self._checkpoints[len(self.steps)] = state.copy()

    def points(self) -> list[int]:
        """The points by seat as they are now: what later rules are compared with."""
        return [score.total for score in self.state.scores()]

    def _go_back(self, to: int) -> None:
        """Back to the position before a move, by its number."""
        self.held, self.undo_request, self.went_back = "", None, True
        if to < len(self._before):
            steps = self._before[to]
            for entry in self._entries[steps:]:
                self.log[entry] = replace(self.log[entry], undone=True)
            self._cut(steps)
        del self._before[to:]
        del self.moves[to:]

    def _cut(self, to: int) -> None:
        """Forgets all steps behind a position."""
        self.state = self.position(to)
        for number in range(to + 1, len(self.steps) + 1):
            self._checkpoints.pop(number, None)
        del self.steps[to:]
        del self._entries[to:]


_EVENTS: Final[dict[str, Callable[[Table, Body], None]]] = {
    "sit": Table._sit,
    "fill": Table._fill,
    "leave": Table._leave,
    "stand": Table._substitute,
    "away": Table._away,
    "back": Table._back,
    "resign": Table._resign,
    "give": Table._give,
    "relink": Table._relink,
    "routine": Table._set_routine,
    "rematch": Table._rematch,
    "pace": Table._set_pace,
    "hints": Table._set_hints,
    "move": Table._move,
    "hold": Table._hold,
    "release": Table._release,
    "undo": Table._undo,
    "wish": Table._request_undo,
    "agree": Table._agree,
    "refuse": Table._refuse,
    "guide": Table._lead,
    "close": Table._close,
    "rules": Table._renew,
}
"""What each kind of event that follows the opening one does to a table."""


def sample(slug: str, players: int) -> Table:
    """A table that nobody sits at and nobody stores, to be drawn."""
    game = make_game(slug, {"players": players})
    seats = [{"kind": PERSON, "name": str(number + 1)} for number in range(players)]
    body = {"game": slug, "rules": game.info.rules_version, "options": game.options, "seed": 1}
    return Table(
        "", Stored(0, "open", body | {"name": "", "public": False, "host": "", "seats": seats})
    )


def _guide_of(game: Game, digest: str) -> Guide | None:
    """The guide that a table was opened with, unless it has been written anew since."""
    guide = game.info.guide() if digest else None
    return guide if guide is not None and guide.digest == digest else None
