"""Finds puzzles in played games: positions in which one turn is clearly best.

Bots play games; a quick search looks at each decision, and where one turn stands out, deep
searches with several seeds compare it with the best turns that begin differently. Everything
follows from the seeds and the budget in nodes, so a search can be interrupted and a check repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any, Final

from dvergar import bots
from dvergar.bots.judge import judge_of
from dvergar.bots.search import Search
from dvergar.core.bot import ask
from dvergar.core.chance import derive
from dvergar.core.game import Game, State
from dvergar.core.puzzles import (
    EASY,
    HARD,
    MEDIUM,
    EvaluatedTurn,
    Puzzle,
    PuzzleSet,
    opening_move,
    puzzle_id,
    read_puzzle,
)
from dvergar.core.record import Record
from dvergar.core.registry import info, make_game
from dvergar.lab.analyse import Decision, decisions
from dvergar.lab.games import play_game
from dvergar.lab.journal import Journal
from dvergar.lab.move_evaluation import Adviser, adviser_of, points_after, stage

QUICK_NODES: Final = 600
"""The budget of the first look at a decision."""
DEEP_NODES: Final = {"search": 15_000, "cunning": 100}
"""The budget of each search of a check, by what each bot counts."""
SEEDS: Final = (1, 2, 3, 4)
MARGIN: Final = {"search": 2.0, "cunning": 1.0}
"""Points by which a solution has to be better than the second turn."""
CLEARLY: Final = 3.0
"""And by this number of standard errors."""
MIN_OPENINGS: Final = {"search": 5, "cunning": 2}
"""So many ways to begin a turn make a puzzle."""
MAX_TURNS: Final = 6
"""Turns that are compared in a check, besides the one that was played."""
SHORT_CHECKS: Final = ((8, 1), (4, 3))
"""Cheaper checks that come first: the part of the nodes, and how many seeds."""
SHORT_MARGIN: Final = 0.8
"""The part of the margin that a cheaper check has to find."""
MAX_PER_GAME: Final = 2
PLAYOUT_BOT: Final = "hard"
"""Who plays a game out where the search bot can't search."""
SHORT_SIGHT: Final = 40
"""A puzzle is hard if the bot misses it with this part of the budget."""
SEED_FACTOR: Final = 1_000
COMPARED_DEAL: Final = 10


@dataclass(frozen=True, slots=True)
class Budget:
    """How puzzles are checked: by which bot, with how many nodes and which seeds."""

    bot: str
    nodes: int
    seeds: tuple[int, ...]
    margin: float

    @property
    def spec(self) -> str:
        """The bot with its budget."""
        return f"{self.bot}:nodes={self.nodes}"

    @staticmethod
    def of(game: Game, nodes: int = 0, seeds: Sequence[int] = (), margin: float = 0.0) -> Budget:
        """The budget for a game; what isn't said has its default."""
        bot = adviser_of(game, 0, 1).bot
        return Budget(
            bot,
            nodes or DEEP_NODES.get(bot, QUICK_NODES),
            tuple(seeds) or SEEDS,
            margin or MARGIN.get(bot, 1.0),
        )

    @staticmethod
    def of_set(found: PuzzleSet) -> Budget:
        """The budget with which puzzles were found."""
        return Budget(found.bot, found.nodes, found.seeds, found.margin)


@dataclass(frozen=True, slots=True)
class Check:
    """What a deep check of some turns says: the points of each, and by how much the first leads."""

    points: tuple[float, ...]
    margin: float
    noise: float
    agrees: bool
    """Whether searches from the position itself choose the first turn, whatever the seed."""

    def passes(self, margin: float) -> bool:
        """Whether the first turn is clearly the best."""
        return self.agrees and self.margin >= margin and self.margin >= CLEARLY * self.noise


def check_puzzle(puzzle: Puzzle, budget: Budget) -> Check:
    """Repeats the check of a puzzle."""
    state = puzzle.position()
    return check_turns(state, [one.moves for one in puzzle.turns], budget)


def check_turns(state: State, turns: Sequence[Sequence[str]], budget: Budget) -> Check:
    """Compares the first turn with the others on the same deals, by a deep search after each."""
    best = opening_move(state.game, turns[0])
    agrees = all(chosen_opening(state, budget.spec, seed) == best for seed in budget.seeds)
    if not agrees:
        return Check((), 0.0, 0.0, agrees)
    values = [[_expected(state, turn, budget, seed) for seed in budget.seeds] for turn in turns]
    means = [sum(one) / len(one) for one in values]
    margin, noise = _lead(values)
    rounded = tuple(round(mean, 2) for mean in means)
    return Check(rounded, round(margin, 2), round(noise, 2), agrees)


def _lead(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """By how much the first row leads the best other one, and the standard error of that."""
    leads: list[tuple[float, float]] = []
    for other in values[1:]:
        gaps = [one - two for one, two in zip(values[0], other, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps)
        noise = sqrt(spread / (len(gaps) - 1) / len(gaps)) if len(gaps) > 1 else 0.0
        leads.append((mean, noise))
    return min(leads, default=(0.0, 0.0))


def chosen_opening(state: State, spec: str, seed: int) -> str:
    """The move with which a bot begins its turn, at-any-time moves aside."""
    bot = bots.make(spec, derive(seed, 0), state.game.slug)
    after, here = state.imagine(state.seat, derive(seed, 1)), stage(state)
    moves: list[str] = []
    while not after.over and stage(after) == here:
        move = ask(bot, after, derive(seed, 2 + len(moves)))
        moves.append(after.game.name(move))
        if not after.game.is_free(move):
            break
        after.play(move)
    return opening_move(state.game, moves)


def _expected(state: State, turn: Sequence[str], budget: Budget, seed: int) -> float:
    """The points that the seat can expect after a turn."""
    deal = state.imagine(state.seat, derive(seed, COMPARED_DEAL))
    if budget.bot == "search":
        adviser = Adviser(budget.bot, budget.nodes, seed)
        return points_after(deal, turn, adviser, 0)[state.seat]
    return _played_out(state, turn, budget.nodes, seed)


def _played_out(state: State, turn: Sequence[str], playouts: int, seed: int) -> float:
    """The mean points of games that bots finish after a turn, each with a deal of its own."""
    game, seat, total = state.game, state.seat, 0
    seats = range(game.players)
    for number in range(playouts):
        own = derive(seed * SEED_FACTOR, COMPARED_DEAL + number)
        deal = state.imagine(seat, own)
        for name in turn:
            deal.play(game.move(name))
        players = [bots.make(PLAYOUT_BOT, derive(own, one), game.slug) for one in seats]
        while not deal.over:
            deal.play(players[deal.seat].choose(deal))
        total += deal.scores()[seat].total
    return total / playouts


# Finding.


def turns_worth_trying(state: State, budget: Budget, nodes: int, seed: int) -> list[list[str]]:
    """The best turn for each way to begin one, as a quick search sees it, the best first."""
    game = state.game
    if budget.bot != "search":
        names = [game.name(move) for move in state.moves()]
        first = chosen_opening(state, budget.spec, seed)
        return [[first], *([name] for name in names if name != first)]
    bot = Search(derive(seed, 0), nodes=nodes)
    imagined = state.imagine(state.seat, derive(seed, 1))
    bot.choose(imagined)
    if bot.root is None:
        return []
    found: dict[str, tuple[float, list[str]]] = {}
    most = max(branch.visits for branch in bot.root.branches)
    for branch in bot.root.branches:
        turn = _until_stage(imagined, branch.moves)
        worth = branch.sums[state.seat] / branch.visits
        if branch.visits == most:
            worth += SEED_FACTOR
        opening = opening_move(game, turn)
        if opening not in found or worth > found[opening][0]:
            found[opening] = worth, turn
    return [turn for _, turn in sorted(found.values(), key=lambda one: -one[0])]


def _until_stage(state: State, moves: Sequence[int]) -> list[str]:
    """The names of the moves before the turn is over or something is revealed."""
    after, here, names = state.copy(), stage(state), []
    for move in moves:
        if after.over or stage(after) != here:
            break
        names.append(after.game.name(move))
        after.play(move)
    return names


def find_in_game(record: Record, budget: Budget, seed: int) -> list[Puzzle]:
    """The first few puzzles of a played game, whose decisions are looked at in any order."""
    game = record.make_game()
    found: list[Puzzle] = []
    for one in sorted(decisions(record), key=lambda one: derive(seed, one.number)):
        puzzle = _puzzle_at(record, game, one, budget, derive(seed, one.number))
        if puzzle is not None:
            found.append(puzzle)
        if len(found) == MAX_PER_GAME:
            break
    return found


def _puzzle_at(
    record: Record, game: Game, decision: Decision, budget: Budget, seed: int
) -> Puzzle | None:
    state = game.read(decision.text)
    if len(state.moves(free=False)) < MIN_OPENINGS.get(budget.bot, 2):
        return None
    turns = turns_worth_trying(state, budget, QUICK_NODES, seed)[:MAX_TURNS]
    if len(turns) < MIN_OPENINGS.get(budget.bot, 2) or not _stands_out(state, turns, budget):
        return None
    check = check_turns(state, turns, budget)
    if not check.passes(budget.margin):
        return None
    rest = sorted(zip(check.points[1:], turns[1:], strict=True), key=lambda one: -one[0])
    ranked = [(check.points[0], turns[0]), *rest]
    moves = record.moves[: decision.number]
    return Puzzle(
        puzzle_id(game.options, record.seed, moves),
        game.slug,
        record.rules,
        dict(game.options),
        record.seed,
        tuple(moves),
        tuple(EvaluatedTurn(tuple(turn), points) for points, turn in ranked),
        EvaluatedTurn(decision.played, round(_mean(state, decision.played, budget), 2)),
        check.margin,
        check.noise,
        _difficulty(state, turns[0], budget),
    )


def _stands_out(state: State, turns: Sequence[Sequence[str]], budget: Budget) -> bool:
    """Whether short looks find the first turn better than the others, too."""
    for part, count in SHORT_CHECKS:
        short = replace(budget, nodes=max(1, budget.nodes // part), seeds=budget.seeds[:count])
        first = _mean(state, turns[0], short)
        if any(
            first - _mean(state, turn, short) < SHORT_MARGIN * budget.margin for turn in turns[1:]
        ):
            return False
    return True


def _mean(state: State, turn: Sequence[str], budget: Budget) -> float:
    values = [_expected(state, turn, budget, seed) for seed in budget.seeds]
    return sum(values) / len(values)


def _difficulty(state: State, turn: Sequence[str], budget: Budget) -> str:
    """Easy if it looks best at first sight, hard if even a short search misses it."""
    opening = opening_move(state.game, turn)
    if chosen_opening(state, "greedy", budget.seeds[0]) == opening:
        return EASY
    short = replace(budget, nodes=max(1, budget.nodes // SHORT_SIGHT)).spec
    return MEDIUM if chosen_opening(state, short, budget.seeds[0]) == opening else HARD


@dataclass(frozen=True, slots=True)
class Hunt:
    """A search for puzzles in many games."""

    slug: str
    options: tuple[dict[str, Any], ...]
    """The options of the games, in turn."""
    players: tuple[str, ...]
    """The bots that play them, in turn."""
    games: int
    seed: int
    most: int
    """How many puzzles are chosen in the end."""


def find_puzzles(
    hunt: Hunt,
    budget: Budget,
    out: Path,
    on_game: Callable[[int, int], None] = lambda _done, _found: None,
) -> PuzzleSet:
    """Search played games for puzzles and write the most varied ones to a file.

    What was found is kept beside the file, game by game, so the search can be interrupted.
    """
    facts = {
        "game": hunt.slug,
        "options": list(hunt.options),
        "players": list(hunt.players),
        "seed": hunt.seed,
        "bot": budget.bot,
        "nodes": budget.nodes,
        "seeds": list(budget.seeds),
        "margin": budget.margin,
    }
    rules = info(hunt.slug).rules_version
    found: list[Puzzle] = []
    with Journal(out.with_name(out.name + ".part"), facts) as journal:
        for number in range(hunt.games):
            if number not in journal:
                puzzles = _hunt_in(hunt, budget, number)
                journal.add(number, {"puzzles": [one.data() for one in puzzles]})
            lines = journal[number]["puzzles"]
            found += [read_puzzle(hunt.slug, rules, one) for one in lines]
            on_game(number + 1, len(found))
    chosen = PuzzleSet(
        hunt.slug,
        rules,
        budget.bot,
        budget.nodes,
        budget.seeds,
        budget.margin,
        tuple(varied(found, hunt.most)),
    )
    out.write_text(chosen.to_json(), encoding="utf-8")
    return chosen


def _hunt_in(hunt: Hunt, budget: Budget, number: int) -> list[Puzzle]:
    game = make_game(hunt.slug, hunt.options[number % len(hunt.options)])
    seed = derive(hunt.seed, number)
    specs = [hunt.players[(number + seat) % len(hunt.players)] for seat in range(game.players)]
    players = [bots.make(spec, derive(seed, one), hunt.slug) for one, spec in enumerate(specs)]
    return find_in_game(play_game(game, seed, players).record, budget, seed)


def varied(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """So many puzzles with solutions as different as possible; those that players missed first."""
    openings: Counter[str] = Counter()
    ranked: list[tuple[int, int, Puzzle]] = []
    for number, puzzle in enumerate(sorted(found, key=_interest)):
        opening = opening_move(puzzle.make_game(), puzzle.solution.moves)
        if not _ends_game(puzzle):
            ranked.append((openings[opening], number, puzzle))
            openings[opening] += 1
    chosen = [puzzle for _, _, puzzle in sorted(ranked, key=lambda one: one[:2])[:most]]
    order = {EASY: 0, MEDIUM: 1, HARD: 2}
    return sorted(chosen, key=lambda one: (order[one.difficulty], -one.margin))


def _ends_game(puzzle: Puzzle) -> bool:
    """Whether the game is over after one of the turns: a table that is over can't go back."""
    position = puzzle.position()
    return any(_played(position, one.moves).over for one in (*puzzle.turns, puzzle.played))


def _interest(puzzle: Puzzle) -> tuple[int, int, float]:
    """What makes a puzzle worth showing: it's hard, was missed, and is clear."""
    order = {HARD: 0, MEDIUM: 1, EASY: 2}
    missed = puzzle.played.points < puzzle.solution.points - 1
    return order[puzzle.difficulty], 0 if missed else 1, -puzzle.margin


def check_set(found: PuzzleSet) -> Iterator[tuple[Puzzle, Check]]:
    """Repeats the deep check of each puzzle, with the budget and the seeds it was found with."""
    budget = Budget.of_set(found)
    for puzzle in found.puzzles:
        yield puzzle, check_puzzle(puzzle, budget)


def turn_gain(state: State, turn: Sequence[str], other: Sequence[str]) -> float:
    """How many points more one turn is worth than another, by the estimate of the bots alone."""
    deal = state.imagine(state.seat, derive(1, COMPARED_DEAL))
    after = [_played(deal, turn), _played(deal, other)]
    if after[0].key() == after[1].key():
        return 0.0
    values = judge_of(state.game.slug).values(after, state.seat)
    return values[0] - values[1]


def _played(deal: State, turn: Sequence[str]) -> State:
    after = deal.copy()
    for name in turn:
        after.play(after.game.move(name))
    return after
