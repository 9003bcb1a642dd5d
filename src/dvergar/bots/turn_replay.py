"""Turns as lists of moves: following one in another position, inventing one.

A turn is all that is answered until the game counts the next one. A turn that was made for one
position is followed in another as far as its moves are still there; where one is missing, a move
of the same kind takes its place, or the step that the game's own estimate likes best.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dvergar.core.chance import Chance
from dvergar.core.game import State

Judge = Callable[[State, int], float]

MAX_TURN_MOVES: Final = 200
"""Maximum moves of a turn; free moves use something up, so they run out long before."""

MAX_ANSWERS_TRIED: Final = 10
"""Maximum number of answers evaluated at a question."""

TURNS_COMPARED: Final = 3
"""Number of turns compared where there is none to follow."""

FREE_MOVE_PERCENT: Final = 12
"""Percentage of questions at which an invented turn tries a free move."""

RANDOM_ANSWER_PERCENT: Final = 35
"""Percentage of answers drawn at random in an invented turn; the others are evaluated."""

WORST_VALUE: Final = -1e9


class Turns:
    """Plays turns on positions, and counts the moves it makes: the nodes of a search."""

    def __init__(self, judge: Judge, chance: Chance) -> None:
        self.judge = judge
        self.chance = chance
        self.nodes = 0

    def play(self, state: State, move: int) -> None:
        """Makes a move that is known to be legal."""
        self.nodes += 1
        state.play(move)

    def can_begin(self, state: State, real: list[int], turn: list[int]) -> bool:
        """Whether a turn is possible now: by its first move that is not free.

        Where that one has to wait for free moves, such as an exchange that pays for it, the turn is
        tried out up to there, with the questions that the free moves ask on the way. A turn of free
        moves only is possible if each of them is.
        """
        game = state.game
        for move in turn:
            if not game.is_free(move):
                if move in real:
                    return True
                break
        if not turn or not game.is_free(turn[0]):
            return False
        kinds = game.vocabulary.kinds
        asked = {kinds[move] for move in real}
        after = state.copy()
        for move in turn:
            if after.over or move not in after.moves(True):
                return False
            if not game.is_free(move) and kinds[move] in asked:
                return True
            self.play(after, move)
        return True

    def follow(self, state: State, turn: list[int]) -> list[int]:
        """Plays a turn of another position to its end; the moves that became of it."""
        number = state.turn
        made: list[int] = []
        at = 0
        while not state.over and state.turn == number and len(made) < MAX_TURN_MOVES:
            real = state.moves(False)
            place = _first_legal(state, real, turn, at)
            if place < len(turn):
                move, at = turn[place], place + 1
            else:
                alike = _alike(state, real, turn, at)
                if alike:
                    real = alike
                    at += 1
                move = self._weighed(state, real)
            self.play(state, move)
            made.append(move)
        return made

    def invent(
        self, state: State, bold: int = RANDOM_ANSWER_PERCENT, free: int = FREE_MOVE_PERCENT
    ) -> list[int]:
        """Plays a turn that nobody has planned: its beginning is drawn, its steps are too, or
        weighed.
        """
        number = state.turn
        made: list[int] = []
        begun = False
        while not state.over and state.turn == number and len(made) < MAX_TURN_MOVES:
            move = self._free_move(state) if free and self.chance.below(100) < free else -1
            if move < 0:
                real = state.moves(False)
                drawn = not begun or self.chance.below(100) < bold
                move = self.drawn(state, real) if drawn else self._weighed(state, real)
                begun = True
            self.play(state, move)
            made.append(move)
        return made

    def best_of_some(self, state: State) -> tuple[list[int], State]:
        """The best of a few invented turns, by the game's estimate, and the position after it."""
        tries = TURNS_COMPARED if len(state.moves(False)) > 1 else 1
        best: list[int] = []
        best_after, best_value = state, WORST_VALUE
        for _ in range(tries):
            after = state.copy()
            turn = self.invent(after, bold=0, free=0)
            value = self.judge(after, state.seat)
            if value > best_value:
                best, best_after, best_value = turn, after, value
        return best, best_after

    def drawn(self, state: State, moves: list[int]) -> int:
        """One of the moves: each kind equally likely, and each move of a kind."""
        if len(moves) == 1:
            return moves[0]
        kinds = state.game.vocabulary.kinds
        seen: list[str] = []
        for move in moves:
            if kinds[move] not in seen:
                seen.append(kinds[move])
        kind = seen[self.chance.below(len(seen))]
        alike = [move for move in moves if kinds[move] == kind]
        return alike[self.chance.below(len(alike))]

    def _free_move(self, state: State) -> int:
        """Any free move; -1 if none is offered."""
        offered = free_moves(state)
        return self.drawn(state, offered) if offered else -1

    def _weighed(self, state: State, moves: list[int]) -> int:
        """The move after which the game's estimate is best, of all or of some of them."""
        if len(moves) == 1:
            return moves[0]
        if len(moves) > MAX_ANSWERS_TRIED:
            moves = self._some(moves)
        seat = state.seat
        best, best_value = moves[0], WORST_VALUE
        for move in moves:
            after = state.copy()
            self.play(after, move)
            value = self.judge(after, seat)
            if value > best_value:
                best, best_value = move, value
        return best

    def _some(self, moves: list[int]) -> list[int]:
        """As many of the moves as are weighed, drawn."""
        left = moves[:]
        found: list[int] = []
        for _ in range(MAX_ANSWERS_TRIED):
            place = self.chance.below(len(left))
            found.append(left[place])
            left[place] = left[-1]
            left.pop()
        return found


def free_moves(state: State) -> list[int]:
    """The free moves offered at a question."""
    game = state.game
    return [move for move in state.moves(True) if game.is_free(move)]


def _first_legal(state: State, real: list[int], turn: list[int], at: int) -> int:
    """The first place in the rest of a turn whose move can be made now; its length: none."""
    game = state.game
    for place in range(at, len(turn)):
        move = turn[place]
        if move in real or (game.is_free(move) and move in state.moves(True)):
            return place
    return len(turn)


def _alike(state: State, real: list[int], turn: list[int], at: int) -> list[int]:
    """The moves of the same kind as the one that the turn wanted here."""
    if at >= len(turn):
        return []
    kinds = state.game.vocabulary.kinds
    wanted = kinds[turn[at]]
    return [move for move in real if kinds[move] == wanted]
