"""The words in which action spaces are written, and how one goes through what they say.

`all_of`, `any_of`, `in_order`, `first` and `one_of` join parts as the cards do; the leaves are
verbs (`rules.actions`). A part that brings goods without a choice is *sure*: it happens by itself.
All other parts are answered by moves. Where a flow stands is a frame: its number and the set of
its parts that are done. Each kind of frame has one `Question`, next to the rule it belongs to;
`questions` has the table.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.tiles import BOTH_OF_EITHER_OR
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.state.moves import DONE, TAKE_GOODS
from dvergar.games.caverna.state.pending import Flow, Frame
from dvergar.games.caverna.state.state import Player, State


class Question:
    """Asks about the topmost frame, whose seat is the one that decides."""

    @abstractmethod
    def moves(self, state: State, frame: Frame) -> list[int]:
        """The real moves that answer it; none if it is done with."""

    def is_possible(self, state: State, frame: Frame) -> bool:
        """Whether it can be answered, and what follows from the answer can be done."""
        return len(self.moves(state, frame)) > 0

    def is_settled(self, _state: State, _frame: Frame, _move: int) -> bool:
        """Whether the only answer there is need not be asked for."""
        return True

    @abstractmethod
    def answer(self, state: State, frame: Frame, move: int) -> None:
        """Makes one of its moves, but for DONE; the frame has been taken off the stack."""

    def close(self, _state: State, _frame: Frame) -> None:
        """Nothing more is done, or can be; the frame has been taken off the stack."""
        return  # most leave nothing behind


class Step:
    """A frame that asks nothing: it happens when its turn has come."""

    @abstractmethod
    def happen(self, state: State, frame: Frame) -> None:
        """The frame has been taken off the stack."""


NO_PART: Final = -1


class Part:
    """Something an action consists of: a verb, or several parts joined by a word.

    The first seven methods are what a part is; the last five go through it once it has begun.
    """

    def __init__(self, sure: bool = False, waits: bool = False) -> None:
        self.sure = sure  # it happens by itself
        self.waits = waits  # it may be asked for first, and happens by itself at the end otherwise
        self.number = NO_PART  # by which frames name it, given when all flows are known

    @abstractmethod
    def why_not(self, attempt: reasons.Attempt) -> int:
        """0, or why it cannot be done."""

    @abstractmethod
    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Whether something in hand could be spent so that it can be done.

        The answer errs on the side of asking: parts are looked at one by one.
        """

    @abstractmethod
    def moves(self, attempt: reasons.Attempt) -> list[int]:
        """The moves that begin it; none if it cannot be done."""

    @abstractmethod
    def verbs(self) -> list[Part]:
        """The verbs of which one begins it."""

    @abstractmethod
    def accepts(self, attempt: reasons.Attempt, move: int) -> bool:
        """Whether a move that is offered begins it."""

    @abstractmethod
    def do(self, state: State, move: int) -> None:
        """Begins it by a move."""

    def happen(self, _state: State) -> None:
        """Does what is sure; of a part that never is, nobody asks it."""
        raise AssertionError("only what is sure happens by itself")

    @abstractmethod
    def enter(self, state: State) -> int:
        """Does what comes first and is sure; the set of its parts that are done by now."""

    @abstractmethod
    def open_parts(self, player: Player, done: int) -> list[Part]:
        """Those of its parts by which one may go on after those that are done."""

    @abstractmethod
    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        """The moves that go on, DONE among them where one may leave; none at the end."""

    @abstractmethod
    def go_on(self, state: State, done: int, move: int) -> None:
        """Goes on by a move; its frame has been taken off the stack."""

    @abstractmethod
    def leave(self, state: State, done: int) -> None:
        """Ends it: what is sure and still to come happens now."""


class Joined(Part):
    """Parts joined by a word; by itself it is begun by any of them."""

    def __init__(self, parts: tuple[Part, ...], sure: bool = False) -> None:
        super().__init__(sure)
        self.parts = list(parts)
        self.head = parts[0]  # the part that decides where all or the first must be done

    def why_not(self, attempt: reasons.Attempt) -> int:
        reason = reasons.NOTHING_THERE
        for part in self.parts:
            why = part.why_not(attempt)
            if why == reasons.POSSIBLE:
                return reasons.POSSIBLE
            if why != reasons.NOTHING_THERE:
                reason = reasons.clearer(reason, why)
        return reason

    def may_open(self, attempt: reasons.Attempt) -> bool:
        for part in self.parts:
            if part.may_open(attempt):
                return True
        return False

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        found: list[int] = []
        for part in self.parts:
            if not part.sure:
                found += part.moves(attempt)
        return found

    def verbs(self) -> list[Part]:
        return [verb for part in self.parts if not part.sure for verb in part.verbs()]

    def accepts(self, attempt: reasons.Attempt, move: int) -> bool:
        for part in self.parts:
            if part.accepts(attempt, move):
                return True
        return False

    def do(self, state: State, move: int) -> None:
        self.go_on(state, self.enter(state), move)

    def enter(self, _state: State) -> int:
        return 0

    def go_on(self, state: State, done: int, move: int) -> None:
        attempt = reasons.attempt_now(state)
        for number, part in enumerate(self.parts):
            if self.is_open(number, done) and part.accepts(attempt, move):
                state.stack.append(Flow(state.seat, self.number, done | bit(number)))
                part.do(state, move)
                return
        raise AssertionError("a move that was offered answers nothing")

    def is_open(self, number: int, done: int) -> bool:
        """Whether a part may still be done after those that are."""
        return not has(done, number)

    def do_sure_parts(self, state: State, first: int, done: int) -> int:
        """Does all that is sure from a part on; the set of the parts that are done after it."""
        attempt = reasons.attempt_now(state)
        for number in range(first, len(self.parts)):
            part = self.parts[number]
            if part.sure and not has(done, number) and part.why_not(attempt) == reasons.POSSIBLE:
                part.happen(state)
                done |= bit(number)
        return done


class AllOf(Joined):
    """Do all of it: sure if all of its parts are; otherwise the first part decides."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        super().__init__(parts, all(part.sure for part in parts))

    def why_not(self, attempt: reasons.Attempt) -> int:
        return super().why_not(attempt) if self.sure else self.head.why_not(attempt)

    def may_open(self, attempt: reasons.Attempt) -> bool:
        return self.head.may_open(attempt)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        if self.sure:
            return [TAKE_GOODS] if self.why_not(attempt) == reasons.POSSIBLE else []
        return self.head.moves(attempt)

    def verbs(self) -> list[Part]:
        return [] if self.sure else self.head.verbs()

    def accepts(self, attempt: reasons.Attempt, move: int) -> bool:
        return move == TAKE_GOODS if self.sure else self.head.accepts(attempt, move)

    def do(self, state: State, move: int) -> None:
        if self.sure:
            self.happen(state)
        else:
            super().do(state, move)

    def happen(self, state: State) -> None:
        for part in self.parts:
            part.happen(state)

    def open_parts(self, _player: Player, done: int) -> list[Part]:
        return [] if done else [self.head]

    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        return [] if done else self.head.moves(attempt)

    def leave(self, state: State, done: int) -> None:
        self.do_sure_parts(state, 0, done)


class First(Joined):
    """And then: the second only after the first, and never compulsory."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        return self.head.why_not(attempt)

    def may_open(self, attempt: reasons.Attempt) -> bool:
        return self.head.may_open(attempt)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return self.head.moves(attempt)

    def verbs(self) -> list[Part]:
        return self.head.verbs()

    def accepts(self, attempt: reasons.Attempt, move: int) -> bool:
        return self.head.accepts(attempt, move)

    def open_parts(self, _player: Player, done: int) -> list[Part]:
        if not done:
            return [self.head]
        return [self.parts[1]] if done == 1 else []

    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        moves: list[int] = []
        for part in self.open_parts(attempt.player, done):
            moves += part.moves(attempt)
        return [*moves, DONE] if moves and done else moves

    def is_open(self, number: int, done: int) -> bool:
        return not has(done, number) and (number == 0 or done != 0)

    def leave(self, state: State, done: int) -> None:
        """Nothing of it is sure."""


class AnyOf(Joined):
    """And / or: one or more of the parts in any order; what is sure comes first."""

    def enter(self, state: State) -> int:
        return self.do_sure_parts(state, 0, 0)

    def start(self, _done: int) -> int:
        """The first part that may still be done."""
        return 0

    def open_parts(self, _player: Player, done: int) -> list[Part]:
        found: list[Part] = []
        for number in range(self.start(done), len(self.parts)):
            part = self.parts[number]
            if not (has(done, number) or part.sure or (part.waits and done)):
                found.append(part)
        return found

    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        start = self.start(done)
        moves: list[int] = []
        for part in self.open_parts(attempt.player, done):
            moves += part.moves(attempt)
        may_leave = done != 0 or self.brings_more(attempt, start)
        if may_leave and (moves or self.may_go_on(attempt, done, start)):
            moves.append(DONE)
        return moves

    def brings_more(self, _attempt: reasons.Attempt, _start: int) -> bool:
        """Whether leaving without having done anything still brings something."""
        return False

    def may_go_on(self, attempt: reasons.Attempt, done: int, start: int) -> bool:
        """Whether something may be spent so that another part opens."""
        for number in range(start, len(self.parts)):
            if not has(done, number) and self.parts[number].may_open(attempt):
                return True
        return False

    def leave(self, state: State, done: int) -> None:
        start = self.start(done)
        done = self.do_sure_parts(state, start, done)
        for number in range(start, len(self.parts)):
            if self.parts[number].waits and not has(done, number):
                self.parts[number].happen(state)


class InOrder(AnyOf):
    """And then / or: one or more of the parts, in this order."""

    def enter(self, state: State) -> int:
        attempt = reasons.attempt_now(state)
        done = 0
        for number, part in enumerate(self.parts):
            if not part.sure:
                break
            if part.why_not(attempt) == reasons.POSSIBLE:
                part.happen(state)
                done |= bit(number)
        return done

    def start(self, done: int) -> int:
        after = 0
        while done >> after:
            after += 1
        return after

    def is_open(self, number: int, done: int) -> bool:
        return done >> number == 0

    def brings_more(self, attempt: reasons.Attempt, start: int) -> bool:
        for number in range(start, len(self.parts)):
            if self.parts[number].sure and self.parts[number].why_not(attempt) == reasons.POSSIBLE:
                return True
        return False


class OneOf(AnyOf):
    """Either / or; with the Guest room it is read as and / or."""

    def enter(self, state: State) -> int:
        return super().enter(state) if may_do_both(state.players[state.seat]) else 0

    def open_parts(self, player: Player, done: int) -> list[Part]:
        if may_do_both(player):
            return super().open_parts(player, done)
        return [] if done else self.parts

    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        if may_do_both(attempt.player):
            return super().next_moves(attempt, done)
        moves: list[int] = []
        for part in self.open_parts(attempt.player, done):
            moves += part.moves(attempt)
        return moves

    def leave(self, state: State, done: int) -> None:
        if may_do_both(state.players[state.seat]):
            super().leave(state, done)


def may_do_both(player: Player) -> bool:
    """Whether a tile allows to do both of either / or."""
    return player.owns(BOTH_OF_EITHER_OR)


def all_of(*parts: Part) -> Part:
    """Do all of it."""
    return AllOf(parts)


def any_of(*parts: Part) -> Part:
    """And / or: one or more of the parts in any order."""
    return AnyOf(parts)


def in_order(*parts: Part) -> Part:
    """And then / or: one or more of the parts, in this order."""
    return InOrder(parts)


def one_of(*parts: Part) -> Part:
    """Either / or."""
    return OneOf(parts)


def first(part: Part, then: Part) -> Part:
    """And then: the second only after the first."""
    return First((part, then))


def enter(state: State, part: Part) -> None:
    """Begins a flow: what is sure and comes first happens, the rest will be asked about."""
    if part.sure:
        part.happen(state)
    else:
        state.stack.append(Flow(state.seat, part.number, part.enter(state)))


class Verb(Part):
    """A part with a choice that is not made of other parts.

    It is asked about once, and done by the answer. All of a verb is in one module: why it cannot be
    done, whether something in hand could open it, its moves, doing it, and what it asks next.
    """

    def may_open(self, _attempt: reasons.Attempt) -> bool:
        return False

    def enter(self, _state: State) -> int:
        return 0

    def verbs(self) -> list[Part]:
        return [self]

    def open_parts(self, _player: Player, done: int) -> list[Part]:
        return [] if done else [self]

    def next_moves(self, attempt: reasons.Attempt, done: int) -> list[int]:
        return [] if done else self.moves(attempt)

    def go_on(self, state: State, done: int, move: int) -> None:
        state.stack.append(Flow(state.seat, self.number, done | 1))
        self.do(state, move)

    def leave(self, _state: State, _done: int) -> None:
        """Nothing is left of it."""


class SureVerb(Verb):
    """A part that brings goods without a choice; beside other parts the choice is to take them."""

    def __init__(self) -> None:
        super().__init__(sure=True)

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return [TAKE_GOODS] if self.why_not(attempt) == reasons.POSSIBLE else []

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return move == TAKE_GOODS

    def do(self, state: State, _move: int) -> None:
        self.happen(state)

    @abstractmethod
    def happen(self, state: State) -> None:
        """Brings what it brings."""
