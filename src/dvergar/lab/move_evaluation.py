"""What turns are worth and why: the strongest bot's turns beside each other or the one played.

Turns are played on the same imagined deals, so that nobody is blamed for cards that nobody could
know, and the bot says what it expects after each. A budget of nodes and a seed determine all
numbers, wherever and in whatever order turns are evaluated.

The reasons for a turn (`TurnAdvice`) are data: what it brings at once, what its player can go on
with, what it keeps from others. They come from imagined copies, so they give nothing away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from dvergar import bots
from dvergar.bots.judge import Judge, judge_of
from dvergar.bots.spec import read_spec, spec_of
from dvergar.bots.turns import Breadth, turns
from dvergar.core.bot import Bot, TurnOption, ask, options_of, thought_of
from dvergar.core.chance import derive
from dvergar.core.errors import DvergarError, UnknownBot
from dvergar.core.game import Game, State
from dvergar.core.registry import evaluate

DEFAULT_NODES: Final = {"search": 300, "planner": 4000, "cunning": 60}
"""Default nodes of one evaluation, by bot; each bot counts its own kind of nodes."""
DEALS_COMPARED: Final = 3
"""How many deals two turns are compared on, where something is hidden."""
# Every deal, bot and thought has a seed of its own, derived from the adviser's by these numbers.
FIRST_DEAL: Final = 0
FIRST_BOT: Final = 1
BOT_AFTER: Final = 2  # + deal
COMPARED_DEAL: Final = 10  # + deal
THOUGHT: Final = 100  # + move of the turn
THOUGHT_AFTER: Final = 200  # + deal
EQUAL_POINTS: Final = 0.05
"""Points below which two turns count as equally good."""
TURNS_ADVISED: Final = 3
SURE_DEALS: Final = 3
"""Something holds whatever is hidden if it does so on this many other deals."""
REPLY_BREADTH: Final = (6, 1, 12, 1)
"""How closely is looked at what others would do."""
MIN_CHOICES: Final = 4
"""A question with fewer answers, such as at a meal, is no turn worth naming."""
MAX_TURNS_AHEAD: Final = 3
"""How many turns of each seat are followed to the next one worth naming."""
ROUND: Final = "round"
"""The kind of event with which a round begins, in every game that has rounds."""
MIN_POINTS_TAKEN: Final = 1.0
"""Points that another seat must expect less, to be worth naming."""


Facts = tuple[tuple[str, float], ...]


class AnalysisError(DvergarError):
    """A game that cannot be analysed."""


@dataclass(frozen=True, slots=True)
class Adviser:
    """Who evaluates: a bot by its name, its budget, and the seed."""

    bot: str
    nodes: int
    seed: int
    deals: int = DEALS_COMPARED


@dataclass(frozen=True, slots=True)
class ForeseenMove:
    """A move that a seat would like to begin a later turn with."""

    seat: int
    path: tuple[str, ...]
    """The moves that lead there from the evaluated position."""
    move: str


@dataclass(frozen=True, slots=True)
class TurnAdvice:
    """A whole turn, what is expected of it, and why."""

    moves: tuple[str, ...]
    points: tuple[float, ...]
    """The points expected for each seat in the end; empty if nobody can say."""
    noise: float = 0.0
    """The standard error of the points of the seat that decides."""
    gains: tuple[tuple[str, int], ...] = ()
    """What the seat has more of at once, or less (below 0), as its view calls it."""
    scored: tuple[tuple[str, int], ...] = ()
    """The lines of the score that change at once."""
    prepares: ForeseenMove | None = None
    """How the seat would go on."""
    denies: tuple[ForeseenMove, ...] = ()
    """What others would do after other turns and cannot do after this one."""
    takes: tuple[tuple[int, float], ...] = ()
    """Other seats, and how many points less they expect than after the other turns."""
    facts: tuple[tuple[str, float], ...] = ()
    """What else the bot knows, see `TurnOption`."""


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """What the adviser says of one turn."""

    best: tuple[str, ...]
    """The moves of its own turn."""
    points: tuple[float, ...]
    """What it expects for every seat before the turn."""
    cost: float
    """How many points less it expects after the turn that was played; below 0: more."""
    noise: float
    """The standard error of the cost over the deals; 0 where there was one deal."""
    why: tuple[TurnAdvice, ...] = ()
    """Where it cost something: the adviser's turn and the one that was played, with reasons."""


def adviser_of(game: Game, nodes: int, seed: int) -> Adviser:
    """The strongest bot of a game; `nodes` is its budget, 0 the usual one."""
    try:
        bot = read_spec(spec_of(game.info, "expert", game.players))[0]
    except UnknownBot:
        bot = "greedy"
    if bot not in DEFAULT_NODES and evaluate(game.slug) is None:
        raise AnalysisError("analyse.nobody", game=game.slug)
    return Adviser(bot, nodes or DEFAULT_NODES.get(bot, 0), seed)


def evaluate_move(state: State, played: Sequence[str], adviser: Adviser) -> MoveEvaluation:
    """Compares the moves that were played in a position with those of the adviser."""
    seat = state.seat
    first = first_deal(state, adviser)
    bot = _made(adviser, state.game, FIRST_BOT)
    best, points = _turn(bot, first, adviser)
    if tuple(best) == tuple(played):
        return MoveEvaluation(tuple(best), points, 0.0, 0.0)
    deals = {
        deal.key(): deal
        for deal in (
            state.imagine(seat, derive(adviser.seed, COMPARED_DEAL + number))
            for number in range(adviser.deals)
        )
    }
    pairs = [
        (points_after(deal, best, adviser, number), points_after(deal, played, adviser, number))
        for number, deal in enumerate(deals.values())
        if not _meet(deal, best, played)
    ]
    costs = [one[seat] - other[seat] for one, other in pairs]
    costs += [0.0] * (len(deals) - len(costs))
    mean = sum(costs) / len(costs)
    spread = sum((cost - mean) ** 2 for cost in costs)
    noise = sqrt(spread / (len(costs) - 1) / len(costs)) if len(costs) > 1 else 0.0
    why: tuple[TurnAdvice, ...] = ()
    if mean > EQUAL_POINTS:
        expected = [[one for one, _ in pairs], [other for _, other in pairs]]
        facts = _facts(adviser, first)
        turns_compared = [_numbers(first, moves) for moves in (best, played)]
        why = explain(
            first,
            [
                TurnOption(moves, _means(found), noise, facts.get(moves, ()))
                for moves, found in zip(turns_compared, expected, strict=True)
            ],
        )
    return MoveEvaluation(tuple(best), points, round(mean, 2), round(noise, 2), why)


def first_deal(state: State, adviser: Adviser) -> State:
    """The position as the adviser imagines it first; the paths of its reasons start here."""
    return state.imagine(state.seat, derive(adviser.seed, FIRST_DEAL))


def advise(bot: Bot, state: State, seed: int, most: int = TURNS_ADVISED) -> tuple[TurnAdvice, ...]:
    """The best turns of an imagined position as a bot sees them, the best first, with reasons."""
    options = options_of(bot, state.copy())[:most]
    if not options:
        options = [_only_option(bot, state, seed)]
    return explain(state, options)


def explain(state: State, options: Sequence[TurnOption]) -> tuple[TurnAdvice, ...]:
    """Reasons for each of some turns, compared with each other, from an imagined position."""
    try:
        judge = judge_of(state.game.slug)
    except UnknownBot:
        judge = None
    lines = [_Line(state, option, judge) for option in options]
    return tuple([line.advice(lines) for line in lines])


class _Line:
    """One of several turns that are compared, and what would follow."""

    def __init__(self, state: State, option: TurnOption, judge: Judge | None) -> None:
        self.state = state
        self.option = option
        self.seat = state.seat
        self._judge = judge
        self.after = state.copy()
        self.path: list[str] = []
        here = stage(state)
        for move in option.moves:
            if self.after.over or stage(self.after) != here:
                break  # what comes next depends on what is shown
            self._play(self.after, self.path, move)
        self.reply = self._foreseen(self.after, self.path)

    def advice(self, lines: Sequence[_Line]) -> TurnAdvice:
        """The turn with its reasons, beside the others."""
        others = [line for line in lines if line is not self]
        option = self.option
        return TurnAdvice(
            moves=tuple(self.path),
            points=_rounded(option.points),
            noise=round(option.noise, 2),
            gains=self._gains(),
            scored=self._scored(),
            prepares=self._next_turn(),
            denies=self._denied(others),
            takes=self._taken(others),
            facts=tuple([(name, round(value, 2)) for name, value in option.facts]),
        )

    def _play(self, state: State, path: list[str], move: int) -> None:
        path.append(state.game.name(move))
        state.play(move)

    def _foreseen(self, state: State, path: Sequence[str]) -> ForeseenMove | None:
        """The move with which the seat that decides would begin its turn."""
        if self._judge is None or state.over or len(state.moves(free=False)) < MIN_CHOICES:
            return None
        state, path = state.copy(), list(path)
        for move in self._best_turn(state):
            if not state.game.is_free(move):
                return ForeseenMove(state.seat, tuple(path), state.game.name(move))
            self._play(state, path, move)
        return None

    def _best_turn(self, state: State) -> list[int]:
        assert self._judge is not None
        return turns(state, self._judge, Breadth(*REPLY_BREADTH))[0].moves

    def _next_turn(self) -> ForeseenMove | None:
        """The next turn of the seat worth naming, if it is possible whatever is hidden."""
        state, path = self.after.copy(), list(self.path)
        for _ in range(MAX_TURNS_AHEAD * state.game.players):
            if self._judge is None or state.over:
                return None
            found = self._foreseen(state, path) if state.seat == self.seat else None
            if found is not None:
                return found if self._is_sure(found) else None
            for move in self._best_turn(state):
                self._play(state, path, move)
        return None

    def _is_sure(self, found: ForeseenMove) -> bool:
        """Whether a move can be made on other deals too."""
        for deal in _other_deals(self.state):
            for name in (*found.path, found.move):
                if deal.over or deal.game.move(name) not in deal.moves():
                    return False
                deal.play(deal.game.move(name))
        return True

    def _gains(self) -> tuple[tuple[str, int], ...]:
        """What comes and goes. Only goods are paid; the end of a round takes other things away."""
        found = self._sure(lambda state: _holdings(state, self.seat))
        paid = {} if self._ends_round() else _goods(self.state, self.seat)
        return tuple([(name, n) for name, n in found if n > 0 or name in paid])

    def _scored(self) -> tuple[tuple[str, int], ...]:
        if self._ends_round():
            return ()
        return self._sure(lambda state: dict(state.scores()[self.seat].lines))

    def _ends_round(self) -> bool:
        return any(event.kind == ROUND for event in self.after.events())

    def _sure(self, count: Callable[[State], dict[str, int]]) -> tuple[tuple[str, int], ...]:
        """What changes by the turn, as far as it is the same whatever is shown."""
        pairs = [(self.state, self.after)]
        if self.after.reveals != self.state.reveals:
            pairs += [(deal, _played(deal, self.path)) for deal in _other_deals(self.state)]
        changes = [_change(count(before), count(after)) for before, after in pairs]
        return tuple([one for one in changes[0].items() if all(one in c.items() for c in changes)])

    def _denied(self, others: Sequence[_Line]) -> tuple[ForeseenMove, ...]:
        """What others would do after the other turns, can be done now, and no longer then."""
        after, found = self.after, dict[str, ForeseenMove]()
        if after.over or after.seat == self.seat:
            return ()
        now, then = self.state.moves(free=False), after.moves()
        for reply in [line.reply for line in others]:
            if reply is None or reply.seat != after.seat:
                continue
            move = after.game.move(reply.move)
            if move in now and move not in then:
                found.setdefault(reply.move, reply)
        return tuple(found.values())

    def _taken(self, others: Sequence[_Line]) -> tuple[tuple[int, float], ...]:
        found = []
        for seat in range(len(self.option.points)):
            if seat != self.seat and others:
                usual = sum([line.option.points[seat] for line in others]) / len(others)
                less = usual - self.option.points[seat]
                if less >= MIN_POINTS_TAKEN:
                    found.append((seat, round(less, 2)))
        return tuple(found)


def _holdings(state: State, seat: int) -> dict[str, int]:
    """All that a seat has, as far as its view counts it."""
    found = {**state.view(seat)["players"][seat], **_goods(state, seat)}
    lists = {name: len(value) for name, value in found.items() if isinstance(value, list)}
    counts = {name: value for name, value in found.items() if type(value) is int and name != "seat"}
    return {**counts, **lists}


def _goods(state: State, seat: int) -> dict[str, int]:
    goods: dict[str, int] = state.view(seat)["players"][seat].get("goods", {})
    return goods


def _change(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {
        name: after[name] - before.get(name, 0)
        for name in after
        if after[name] != before.get(name, 0)
    }


def _other_deals(state: State) -> list[State]:
    return [state.imagine(state.seat, derive(SURE_DEALS, one)) for one in range(SURE_DEALS)]


def _only_option(bot: Bot, state: State, seed: int) -> TurnOption:
    """The turn of a bot that compares none."""
    moves, points = _turn(bot, state, Adviser("", 0, seed))
    return TurnOption(_numbers(state, moves), points)


def _numbers(state: State, moves: Sequence[str]) -> tuple[int, ...]:
    return tuple([state.game.move(name) for name in moves])


def _facts(adviser: Adviser, state: State) -> dict[tuple[int, ...], Facts]:
    """What the adviser knows of each turn beside points, if it is a bot that gives facts."""
    bot = _made(adviser, state.game, FIRST_BOT)
    if not getattr(bot, "facts", ()):
        return {}
    return {option.moves: option.facts for option in options_of(bot, state.copy())}


def _means(found: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """For each seat the mean over the deals."""
    return tuple([sum(points) / len(found) for points in zip(*found, strict=True)])


def stage(state: State) -> tuple[int, int, int]:
    """What stays the same as long as a seat decides with what it knows."""
    return state.seat, state.turn, state.reveals


def _made(adviser: Adviser, game: Game, number: int) -> Bot:
    limits = {"nodes": adviser.nodes} if adviser.nodes else {}
    return bots.make(adviser.bot, derive(adviser.seed, number), game.slug, **limits)


def _turn(bot: Bot, state: State, adviser: Adviser) -> tuple[list[str], tuple[float, ...]]:
    """The adviser's moves until the turn is over or something is revealed, and what it expects."""
    state, here = state.copy(), stage(state)
    moves: list[str] = []
    points: tuple[float, ...] = ()
    while not state.over and stage(state) == here:
        move = ask(bot, state, derive(adviser.seed, THOUGHT + len(moves)))
        if not points and (thought := thought_of(bot)) is not None:
            points = thought.points
        moves.append(state.game.name(move))
        state.play(move)
    return moves, _rounded(points or _estimated(state))


def points_after(
    deal: State, moves: Sequence[str], adviser: Adviser, number: int
) -> tuple[float, ...]:
    """What the adviser expects for every seat after some moves."""
    state = _played(deal, moves)
    bot = _made(adviser, state.game, BOT_AFTER + number)
    while not state.over:
        choices = state.moves()
        if len(choices) > 1:
            ask(bot, state, derive(adviser.seed, THOUGHT_AFTER + number))
            thought = thought_of(bot)
            return thought.points if thought is not None and thought.points else _estimated(state)
        state.play(choices[0])
    return _estimated(state)


def _played(deal: State, moves: Sequence[str]) -> State:
    state = deal.copy()
    for name in moves:
        state.play(state.game.move(name))
    return state


def _meet(deal: State, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two turns lead to the same position, perhaps in another order."""
    return _played(deal, one).key() == _played(deal, other).key()


def _estimated(state: State) -> tuple[float, ...]:
    """The points at the end, or the game's own estimate of them."""
    judge = evaluate(state.game.slug)
    if state.over or judge is None:
        return tuple([float(score.total) for score in state.scores()])
    return tuple([judge(state, seat) for seat in range(state.game.players)])


def _rounded(points: Sequence[float]) -> tuple[float, ...]:
    return tuple([round(float(one), 2) for one in points])
