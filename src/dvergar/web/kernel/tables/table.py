"""A table: who sits at it and what has been played, rebuilt from its events.

Nothing here talks to the network or the database. A table never changes: `after` makes the next
one, so everyone who reads a table while a move is being stored sees a complete position.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dvergar.core.errors import DvergarError, IllegalMove
from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.guide import Guide, GuideStep
from dvergar.core.info import load
from dvergar.core.record import Record, current_moves, default_answer
from dvergar.core.registry import make_game
from dvergar.web.kernel.clock import is_open
from dvergar.web.kernel.storage.stored_rows import Stored, Summary
from dvergar.web.kernel.tables.clocks import Clock, Timing
from dvergar.web.kernel.tables.seats import BOT, OPEN, PERSON, Body, Note, Seat, Seating
from dvergar.web.kernel.tables.thinking_limits import NORMAL

__all__ = ["BOT", "OPEN", "PERSON", "Seat", "Table"]  # the seats belong to their table

CHECKPOINT_STEPS: Final = 16  # a copy of every sixteenth position is kept for looking back

AT_ONCE: Final = "at_once"
BRISK: Final = "brisk"
CALM: Final = "calm"
PACES: Final = (AT_ONCE, BRISK, CALM)

ALONE: Final = "alone"
ALLOWED: Final = "on"
FORBIDDEN: Final = "off"
HINTS: Final = (ALONE, ALLOWED, FORBIDDEN)
"""Who may ask for hints: someone who plays alone or against bots only, everyone, or nobody."""

NOW: Final = "now"
OVER_DAYS: Final = "days"
SPEEDS: Final = (NOW, OVER_DAYS)
"""Whether the players mean to play at one sitting, or a turn now and then."""

HIDDEN: Final = "hidden"
"""The choice of a new table that hides the points until the end."""

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
STOPPED: Final = "stopped"
"""Nobody can continue: today's rules give a different game, or the table is closed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move that was played, and what it caused; `turn` and `reveals` are those before it."""

    move: str
    seat: int
    turn: int
    reveals: int
    events: list[Event]
    auto: bool = False
    """Whether it was an automatic answer of the page."""
    log_cache: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache of the log: sentences about this step."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A step in the log: the position it led to, and whether it was taken back."""

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
    asked: frozenset[int] | None = None
    """The seats that have to agree; None stands for all people."""


class Table(Seating):
    """One table, made from its events."""

    def __init__(self, id: str, opening: Stored) -> None:
        body = opening.body
        self.id = id
        self.version = 1
        self._read_plan(body)
        self._begin(body.get("guide", ""))
        self._as_stored = True
        for move in body.get("moves", []):
            self._play(move)
        self._as_stored = False
        self.opening_moves = len(self.moves)
        """How many moves of a known game were made before people sat down."""
        self._opening_stage = self._stage()
        self._tick(body)

    def _read_plan(self, body: Body) -> None:
        """Reads how the table was opened, which never changes."""
        self.name: str = body["name"]
        self.public: bool = body["public"]
        self.imported: bool = body.get("imported", False)
        self.practice: bool = body.get("practice", False)
        """Whether players may take back moves that revealed something."""
        self.hidden_points: bool = body.get("hidden_points", False)
        """Whether the points are hidden until the game is over."""
        self.thinking: str = body.get("thinking", NORMAL)
        """How long the bots may think about a turn."""
        self.hints: str = body.get("hints", ALONE)
        self.chosen_deal: bool = body.get("chosen_deal", False)
        """Whether the host has chosen the deal by its number, and may know it."""
        self.daily: str = body.get("daily", "")
        """The day whose deal is played here, or empty."""
        self.is_guided: bool = bool(body.get("guide"))
        """Whether it began as a guided game, even if the guide has ended."""
        self.puzzle: str = body.get("puzzle", "")
        """The id of the puzzle that is shown here, or empty."""
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
        """Whether programs may take an open seat without an invitation."""
        self._listed = {
            "options": {
                one.name: self.game.options[one.name]
                for one in self.game.info.options
                if self.game.options.get(one.name, one.default) != one.default
            },
            "speed": OVER_DAYS if self.timing.deadline else NOW,
            "bots": self.bots_welcome,
        }
        """Facts for lists that never change; only options that are not default."""

    def _begin(self, guide: str) -> None:
        """Starts the game: everything that events change later."""
        self.rematch = ""
        self._guide = _guide_of(self.game, guide)
        self.guide_step = 0
        """The step of the guided game that is shown; after the last one people play freely."""
        self.state: State = self.game.start(self.seed)
        self.opening: list[Event] = self.state.events()
        """What happened before the first move."""
        self.steps: list[Step] = []
        self.moves: list[str] = []
        """The moves as they were made; more than there are steps if moves of older rules don't
        continue under today's rules.
        """
        self._before: list[int] = []
        """How many steps there were before each of these moves."""
        self._entries: list[int] = []
        """The line of the log for each step."""
        self.closed = False
        """Whether the administrator has closed the table, or everyone has resigned."""
        self.log: list[Entry] = []
        """All steps in the order in which they were made, including those taken back."""
        self.first_notes: tuple[Note, ...] = ()
        """What happened to the seats before the first move."""
        self.pace = BRISK
        """How long people can watch the turn of a bot."""
        self.held = ""
        """The move that waits for its player to confirm it."""
        self.undo_request: UndoRequest | None = None
        self.went_back = False
        """Whether undo led to this position: its question is never answered automatically."""
        self._checkpoints: dict[int, State] = {0: self.state.copy()}
        self._history: list[tuple[int, list[int]]] | None = None

    # Reading.

    @property
    def is_known(self) -> bool:
        """Whether nothing of the deal is secret any longer: the game is over, or came as a record.

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
        """Whether nobody can continue: people can only look at the table."""
        return self.closed or self.differs

    @property
    def differs(self) -> bool:
        """Whether a move of older rules gives a different game today: the steps end there."""
        return len(self._before) < len(self.moves)

    @property
    def is_older(self) -> bool:
        """Whether its moves were made under other rules than today's."""
        return self.rules != self.game.info.rules_version

    @property
    def is_answered(self) -> bool:
        """Whether this is a puzzle and its turn is over: the table stops there."""
        return bool(self.puzzle) and self._stage() != self._opening_stage

    def _stage(self) -> tuple[int, int, int, bool]:
        """What stays the same while a seat continues its turn with what it knows."""
        state = self.state
        return state.seat, state.turn, state.reveals, state.over

    @property
    def guide(self) -> Guide | None:
        """The guided game that is played here, until its last step."""
        guide = self._guide
        return guide if guide is not None and self.guide_step < len(guide.steps) else None

    def asked_step(self) -> GuideStep | None:
        """The step of the guided game that is shown."""
        guide = self.guide
        return guide.steps[self.guide_step] if guide is not None else None

    def acting_bot(self) -> str:
        """The bot that has to move now, or an empty text; a guide plays for the bots itself."""
        if self.phase != PLAYING or self.guide is not None or self.is_answered:
            return ""
        seat = self.state.seat
        if self.seats[seat].kind == BOT:
            return self.seats[seat].bot
        return self.acting_substitute(seat, self.state.turn)

    def due(self) -> float | None:
        """When the player to move is late, in seconds of the epoch; None if nobody can be."""
        if not self.timing or self.clock.asked != self._asked():
            return None
        return self.clock.due(self.timing)

    def position(self, number: int) -> State:
        """A copy of the position after `number` moves."""
        if number == len(self.steps):
            return self.state.copy()
        near = number - number % CHECKPOINT_STEPS
        state = self._checkpoints[near].copy()
        for step in self.steps[near:number]:
            state.play(self.game.move(step.move))
        return state

    def sets_pace(self, seats: Sequence[int], host: bool) -> bool:
        """Whether someone may set the pace: a person who plays against bots only, or the host."""
        if not self.people() - set(seats):
            return bool(seats)
        return host

    def gives_hints(self) -> bool:
        """Whether the player to move may ask for a hint; a guide says what to do anyway."""
        if self.guide is not None or self.hints == FORBIDDEN:
            return False
        return self.hints == ALLOWED or len(self.people()) == 1

    def waits_for(self) -> set[int]:
        """The seats that still have to agree to an undo request."""
        if self.undo_request is None:
            return set()
        request = self.undo_request
        asked = self.people() if request.asked is None else self.people() & request.asked
        return asked - request.agreed - set(request.seats)

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
        """The game so far, with its seed: only records of finished games may leave the server."""
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
        free = self.free()
        facts = {
            "name": self.name,
            "names": self.names,
            "taken": [number not in free for number in range(len(self.seats))],
            "bot_seats": [number for number, seat in enumerate(self.seats) if seat.is_bot],
            "seat": self.state.seat,
            "round": current,
            "rounds": total,
            "bot": bool(self.acting_bot()),
            "winners": winners(self.game, self.state),
            **self._listed,
        }
        if self.puzzle:
            facts["puzzle"] = self.puzzle
        if self.guide is not None:
            facts["guide"] = [self.guide_step + 1, len(self.guide.steps)]
        if self.timing:
            facts["timing"] = self.timing.facts()
        return Summary(self.id, self.game.slug, self.phase, facts, self.due())

    # The next table.

    def after(self, *events: Stored) -> Table:
        """The table after these events; this one stays as it is."""
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
        """The same with stored events: moves of older rules may lead to a different game."""
        table = self.after()
        table._as_stored = True
        for event in events:
            table._apply(event)
        table._as_stored = False
        return table

    def ended(self) -> Table:
        """The table of a finished game of older rules, with their automatic steps."""
        table = self.after()
        while (answer := default_answer(table.state, table.rules)) is not None:
            table._step(answer, auto=True)
        return table

    def cut(self) -> Table:
        """The table without its last step, because the game went differently from there.

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
        """Updates the clock; only events of tables with a time limit carry their time."""
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

    def _remove_person(self, body: Body) -> None:
        self._remove(body)
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
        asked = body.get("asked")  # tables of earlier releases ask everyone
        asked = None if asked is None else frozenset(asked)
        self.undo_request = UndoRequest(tuple(body["seats"]), body["to"], asked=asked)

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

    def _migrate_rules(self, body: Body) -> None:
        """From now on the game is played under these rules, and these moves led here."""
        self.rules = body["rules"]
        if [step.move for step in self.steps] != body["moves"]:
            self._cut(0)
            self.log, self.moves, self._before = [], [], []
            for move in body["moves"]:
                self._play(move)
        elif not self.differs:
            self.moves = list(body["moves"])
            self._before = list(range(len(self.moves)))

    def _go_to_guide_step(self, body: Body) -> None:
        """Goes to another step of a guided game; moves are stored, for guides may change."""
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
        """Makes a move; for a stored one of older rules, all moves that stand for it today.

        `points` are those it led to under the older rules, if they were stored.
        """
        before, logged = len(self.steps), len(self.log)
        if not self._as_stored:
            self._step(self.game.move(name), auto)
        elif not self.differs and not self._step_as_stored(name, auto, seat, points):
            self._cut(before)
            del self.log[logged:]
            self.moves.append(name)
            return
        if not self.differs:
            self._before.append(before)
        self.moves.append(name)

    def _step_as_stored(
        self, name: str, auto: bool, seat: int | None, points: list[int] | None
    ) -> bool:
        """Plays a stored move; false if it gives a different game today."""
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
        if len(self.steps) % CHECKPOINT_STEPS == 0:
            self._checkpoints[len(self.steps)] = state.copy()

    def points(self) -> list[int]:
        """The points by seat now; later rules are compared with them."""
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
        """Removes all steps after a position."""
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
    "remove": Table._remove_person,
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
    "guide": Table._go_to_guide_step,
    "close": Table._close,
    "rules": Table._migrate_rules,
}
"""What each kind of event after `open` does to a table."""


def winners(game: Game, state: State) -> list[int]:
    """The seats that won; a player alone wins by reaching the aim of the game, if it has one."""
    if not state.over:
        return []
    if game.players == 1:
        reached = game.info.reached
        return [0] if reached and load(reached)(state) else []
    return [seat for seat, rank in enumerate(state.ranking()) if rank == 1]


def sample(slug: str, players: int) -> Table:
    """A table that is only rendered: nobody sits at it and nobody stores it."""
    game = make_game(slug, {"players": players})
    seats = [{"kind": PERSON, "name": str(number + 1)} for number in range(players)]
    body = {"game": slug, "rules": game.info.rules_version, "options": game.options, "seed": 1}
    return Table(
        "", Stored(0, "open", body | {"name": "", "public": False, "host": "", "seats": seats})
    )


def _guide_of(game: Game, digest: str) -> Guide | None:
    """The guide that a table was opened with, unless it has changed since."""
    guide = game.info.guide() if digest else None
    return guide if guide is not None and guide.digest == digest else None
