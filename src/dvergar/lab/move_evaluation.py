"""Evaluates turns: compares the strongest bot's turn with the one that was played.

Both are played on the same imagined deals, so that nobody is blamed for cards that nobody could
know, and the bot says what it expects behind each. All hangs on a budget of nodes and a seed: the
same numbers come out wherever and in whatever order turns are weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from dvergar import bots
from dvergar.bots.spec import read_spec, spec_of
from dvergar.core.bot import Bot, ask, thought_of
from dvergar.core.chance import derive
from dvergar.core.errors import DvergarError, UnknownBot
from dvergar.core.game import Game, State
from dvergar.core.registry import evaluate

DEFAULT_NODES: Final = {"search": 300, "planner": 4000, "cunning": 60}
"""The default budget of one search, in the unit that each bot counts."""
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


class AnalysisError(DvergarError):
    """A game that cannot be analysed."""


@dataclass(frozen=True, slots=True)
class Adviser:
    """Who weighs: a bot by its name, its budget, and the seed."""

    bot: str
    nodes: int
    seed: int
    deals: int = DEALS_COMPARED


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
    first = state.imagine(seat, derive(adviser.seed, FIRST_DEAL))
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
    costs = [
        _after(deal, best, adviser, number)[seat] - _after(deal, played, adviser, number)[seat]
        for number, deal in enumerate(deals.values())
        if not _meet(deal, best, played)
    ]
    costs += [0.0] * (len(deals) - len(costs))
    mean = sum(costs) / len(costs)
    spread = sum((cost - mean) ** 2 for cost in costs)
    noise = sqrt(spread / (len(costs) - 1) / len(costs)) if len(costs) > 1 else 0.0
    return MoveEvaluation(tuple(best), points, round(mean, 2), round(noise, 2))


def stage(state: State) -> tuple[int, int, int]:
    """What stays the same while a seat keeps deciding with the same knowledge."""
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


def _after(deal: State, moves: Sequence[str], adviser: Adviser, number: int) -> tuple[float, ...]:
    """What the adviser expects for every seat behind some moves."""
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
