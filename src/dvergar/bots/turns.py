"""Whole turns: what a seat can do before somebody else decides, or its next dwarf does.

A turn begins with each of the real moves, and continues with the steps after which the position
is worth most, all beginnings in step with each other, so that a judge has many positions to value
at once. Free moves only use something up: they are tried where they do no harm, and one after
another only in ascending order, so that the same set of them is never looked at twice.

A game whose turns are few enough to be listed lists them itself (`GameInfo.whole_turns`).
"""

from __future__ import annotations

from typing import Final

from dvergar.bots.judge import Judge
from dvergar.core.game import State
from dvergar.core.registry import whole_turns

MAX_TURN_STEPS: Final = 60
"""Steps after which a turn is left as it is."""
FREE_MOVE_TOLERANCE: Final = 0.6
"""Points that a free move may cost at first and still be followed."""
MAX_LISTED_POSITIONS: Final = 20_000
"""Positions looked at, at most, where a game lists its turns."""


class Breadth:
    """How much of what can be done in a turn is looked at."""

    def __init__(
        self, beginnings: int = 10, lines: int = 2, steps: int = 24, free: int = 2
    ) -> None:
        self.beginnings = beginnings  # first moves that are followed
        self.lines = lines  # ways of going on, for each of them
        self.steps = steps  # moves that are tried at a question
        self.free = free  # free moves that are followed at a question


class Turn:
    """Some moves of one seat, where they lead, and what that is worth to it."""

    def __init__(self, moves: list[int], state: State, value: float, lowest: int) -> None:
        self.moves = moves
        self.state = state
        self.value = value
        self.lowest = lowest  # no free move before this one may follow
        self.prior = 0.0  # points by which a policy prefers it, before it is looked at
        self.is_whole = False


def turns(state: State, judge: Judge, breadth: Breadth) -> list[Turn]:
    """Turns of the seat that decides, the best first, one or a few for each first move."""
    seat = state.seat
    priors = judge.priors(state)
    listed = _listed(state, judge)
    if listed:
        _set_priors(listed, priors)
        return _varied(listed, breadth)
    value = judge.values([state], seat)[0] if _has_free(state) else 0.0
    start = Turn([], state, value, 0)
    begun = _steps([start], judge, seat, breadth)[0]
    _set_priors(begun, priors)
    begun.sort(key=lambda one: -one.value - one.prior)
    groups = [[one] for one in begun[: breadth.beginnings]]
    for _ in range(MAX_TURN_STEPS):
        open_ones = [one for group in groups for one in group if not one.is_whole]
        if not open_ones:
            break
        steps = _steps(open_ones, judge, seat, breadth)
        groups = _extended(groups, steps, breadth.lines)
    found = [one for group in groups for one in group]
    found.sort(key=lambda one: -one.value)
    _set_priors(found, priors)
    return found


def _set_priors(found: list[Turn], priors: dict[int, float]) -> None:
    """Notes how much each turn is preferred: by its first move that is not free."""
    if not priors:
        return
    for one in found:
        for move in one.moves:
            if move in priors:
                one.prior = priors[move]
                break


def _listed(state: State, judge: Judge) -> list[Turn]:
    """All turns, the best first, where the game can list them."""
    lists = whole_turns(state.game.slug)
    if lists is None:
        return []
    found = [Turn(moves, after, 0.0, 0) for moves, after in lists(state, MAX_LISTED_POSITIONS)]
    values = judge.values([one.state for one in found], state.seat)
    for one, value in zip(found, values, strict=True):
        one.value = value
    return found


def _varied(listed: list[Turn], breadth: Breadth) -> list[Turn]:
    """The best turns for each of the best first moves, the best first."""
    found: list[Turn] = []
    begun: dict[int, int] = {}
    listed.sort(key=lambda one: -one.value - one.prior)
    for one in listed:
        first = one.moves[0]
        known = begun.get(first, 0)
        if known < breadth.lines and (known or len(begun) < breadth.beginnings):
            begun[first] = known + 1
            found.append(one)
    found.sort(key=lambda one: -one.value)
    return found


def has_ended(before: State, after: State) -> bool:
    """Whether a turn has ended by a move, or something was shown that nobody could know."""
    if after.over or after.seat != before.seat:
        return True
    return after.turn != before.turn or after.reveals != before.reveals


def _has_free(state: State) -> bool:
    return len(state.moves()) > len(state.moves(free=False))


def _extended(groups: list[list[Turn]], steps: list[list[Turn]], lines: int) -> list[list[Turn]]:
    """The best lines of each group, the whole ones among them; `steps` are those of open ones."""
    number = 0
    after: list[list[Turn]] = []
    for group in groups:
        going: list[Turn] = []
        for one in group:
            if one.is_whole:
                going.append(one)
            else:
                going += steps[number]
                number += 1
        going.sort(key=lambda one: -one.value)
        after.append(_different(going, lines))
    return after


def _different(lines: list[Turn], most: int) -> list[Turn]:
    """The first few of sorted lines; those worth exactly the same are taken to be the same."""
    found: list[Turn] = []
    for line in lines:
        if not found or line.value != found[-1].value:
            found.append(line)
            if len(found) == most:
                break
    return found


def _steps(lines: list[Turn], judge: Judge, seat: int, breadth: Breadth) -> list[list[Turn]]:
    """Every line one step further; all that come out are valued at once."""
    found: list[list[Turn]] = []
    states: list[State] = []
    for line in lines:
        tried = _tried(line, breadth)
        found.append(tried)
        states += [one.state for one in tried]
    values = judge.values(states, seat)
    number = 0
    for line, tried in zip(lines, found, strict=True):
        for one in tried:
            one.value = values[number]
            one.is_whole = has_ended(line.state, one.state)
            number += 1
    return [
        _useful(line, tried, judge, seat, breadth.free)
        for line, tried in zip(lines, found, strict=True)
    ]


def _tried(line: Turn, breadth: Breadth) -> list[Turn]:
    """The line with each move that is tried next."""
    state = line.state
    real = state.moves(free=False)
    some = _some(real, breadth.steps)
    if breadth.free:
        every = state.moves()
        if len(every) > len(real):
            known = set(real)
            some += [move for move in every if move >= line.lowest and move not in known]
    found: list[Turn] = []
    is_free = state.game.is_free
    for move in some:
        after = state.copy()
        after.play(move)
        lowest = move if is_free(move) else 0
        found.append(Turn([*line.moves, move], after, 0.0, lowest))
    return found


def _some(moves: list[int], most: int) -> list[int]:
    """All moves, or as many of them as are looked at, evenly spread."""
    if len(moves) <= most:
        return moves
    step = len(moves) / most
    return [moves[int(number * step)] for number in range(most)]


def _useful(line: Turn, tried: list[Turn], judge: Judge, seat: int, most: int) -> list[Turn]:
    """The real steps, and the few free ones that do no harm."""
    is_free = line.state.game.is_free
    free = [one for one in tried if is_free(one.moves[-1])]
    if not free:
        return tried
    free.sort(key=lambda one: -one.value)
    found = [one for one in tried if not is_free(one.moves[-1])]
    for one in free:
        if most == 0 or one.value < line.value - FREE_MOVE_TOLERANCE:
            break
        if not judge.wastes(line.state, one.state, seat):
            found.append(one)
            most -= 1
    return found
