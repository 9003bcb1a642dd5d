"""What a puzzle asks and says: the task, the verdict on a turn, and the explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from dvergar.core.game import State
from dvergar.core.languages import decimal
from dvergar.core.puzzles import EvaluatedTurn, Puzzle, opening_move, puzzles_of
from dvergar.core.registry import games
from dvergar.core.sentences import known_events, log_sentences
from dvergar.lab.puzzles import turn_gain
from dvergar.web.kernel.tables.table import Table

Verdict = Literal["open", "solved", "nearly", "wrong"]
OPEN: Final[Verdict] = "open"
SOLVED: Final[Verdict] = "solved"
NEARLY: Final[Verdict] = "nearly"
WRONG: Final[Verdict] = "wrong"
TOLERANCE_POINTS: Final = 1.0
"""Points that the details of a turn with the right beginning may cost."""
MAX_CACHED_VERDICTS: Final = 500


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn in words, what is expected of it, and how much less than of the best one."""

    words: tuple[str, ...]
    points: str
    less: str
    story: str = ""
    """What happens in the turn, as HTML."""


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """What the page of a table shows of its puzzle."""

    number: int
    of: int
    id: str
    difficulty: str
    verdict: Verdict
    turn: TurnView | None = None
    """The visitor's turn; without points if the search didn't compare it."""
    best: TurnView | None = None
    second: TurnView | None = None
    played: TurnView | None = None
    """The turn of the game in which the position came up; None if it was the best one."""
    seeds: int = 0
    nodes: int = 0
    margin: str = ""
    by_playing: bool = False
    """Whether nodes are games that were played to the end."""
    at_once: tuple[int, int] = (0, 0)
    """The points that the best turn and the second one score at once."""

    @property
    def why(self) -> str:
        """When the best turn pays off, compared with the second one."""
        if self.by_playing:
            return ""
        best, second = self.at_once
        return "now" if best > second else "later" if best < second else "even"


def games_with_puzzles() -> list[str]:
    """The short names of the games that have puzzles."""
    return [slug for slug in games() if puzzles_of(slug)]


def find_puzzle(slug: str, id: str) -> Puzzle | None:
    """A puzzle of a game by its id."""
    found = puzzles_of(slug) if slug in games() else None
    return found.find(id) if found else None


def next_puzzle(slug: str, id: str, solved: set[str]) -> Puzzle | None:
    """The next puzzle of a game that isn't solved, or else the next one."""
    found = puzzles_of(slug)
    if not found or not found.puzzles:
        return None
    ids = [one.id for one in found.puzzles]
    at = ids.index(id) + 1 if id in ids else 0
    after = found.puzzles[at:] + found.puzzles[:at]
    return next((one for one in after if one.id not in solved and one.id != id), after[0])


def table_verdict(table: Table) -> Verdict:
    """What became of the puzzle at a table."""
    puzzle = find_puzzle(table.game.slug, table.puzzle)
    return verdict(puzzle, _turn_at(table)) if puzzle and table.is_answered else OPEN


def _turn_at(table: Table) -> tuple[str, ...]:
    return tuple(step.move for step in table.steps[table.opening_moves :])


def verdict(puzzle: Puzzle, moves: tuple[str, ...]) -> Verdict:
    """Solved by the same turn, or by one that begins the same and is worth about as much."""
    game = puzzle.make_game()
    if opening_move(game, moves) != opening_move(game, puzzle.solution.moves):
        return WRONG
    return SOLVED if _gain(puzzle.game, puzzle.id, moves) >= -TOLERANCE_POINTS else NEARLY


@lru_cache(MAX_CACHED_VERDICTS)
def _gain(slug: str, id: str, moves: tuple[str, ...]) -> float:
    """How many points more a turn is worth than the solution, by the bot's estimate."""
    puzzle = find_puzzle(slug, id)
    assert puzzle is not None, "found before"
    return turn_gain(puzzle.position(), moves, puzzle.solution.moves)


def puzzle_view(table: Table, names: Sequence[str], lang: str) -> PuzzleView | None:
    """The puzzle of a table in words; None if it isn't one."""
    slug = table.game.slug
    found, puzzle = puzzles_of(slug), find_puzzle(slug, table.puzzle) if table.puzzle else None
    if found is None or puzzle is None:
        return None
    number, of = found.puzzles.index(puzzle) + 1, len(found.puzzles)
    if not table.is_answered:
        return PuzzleView(number, of, puzzle.id, puzzle.difficulty, OPEN)
    position, turn = table.position(table.opening_moves), _turn_at(table)
    said = verdict(puzzle, turn)
    return PuzzleView(
        number,
        of,
        puzzle.id,
        puzzle.difficulty,
        said,
        _mine(puzzle, position, turn, said, names, lang),
        _turn_view(puzzle, position, puzzle.solution, names, lang),
        _turn_view(puzzle, position, puzzle.turns[1], names, lang),
        None
        if verdict(puzzle, puzzle.played.moves) == SOLVED
        else _turn_view(puzzle, position, puzzle.played, names, lang),
        len(found.seeds),
        found.nodes,
        decimal(puzzle.margin, lang, 1),
        found.bot != "search",
        (_at_once(position, puzzle.solution.moves), _at_once(position, puzzle.turns[1].moves)),
    )


def _at_once(position: State, moves: Sequence[str]) -> int:
    """By how much a turn changes the score of its seat right away."""
    after, seat = position.copy(), position.seat
    for name in moves:
        after.play(after.game.move(name))
    return after.scores()[seat].total - position.scores()[seat].total


def _mine(
    puzzle: Puzzle,
    position: State,
    moves: tuple[str, ...],
    said: Verdict,
    names: Sequence[str],
    lang: str,
) -> TurnView:
    """The visitor's turn, with the points of the compared turn that begins the same way."""
    if said == NEARLY:
        points = puzzle.solution.points + _gain(puzzle.game, puzzle.id, moves)
        return _turn_view(puzzle, position, EvaluatedTurn(moves, points), names, lang)
    opening = opening_move(position.game, moves)
    alike = [
        one
        for one in (*puzzle.turns, puzzle.played)
        if opening_move(position.game, one.moves) == opening
    ]
    if alike:
        compared = EvaluatedTurn(moves, alike[0].points)
        return _turn_view(puzzle, position, compared, names, lang)
    return TurnView(turn_words(position, moves, names, lang), "", "")


def _turn_view(
    puzzle: Puzzle, position: State, turn: EvaluatedTurn, names: Sequence[str], lang: str
) -> TurnView:
    less = puzzle.solution.points - turn.points
    return TurnView(
        turn_words(position, turn.moves, names, lang),
        decimal(turn.points, lang, 1),
        decimal(max(0.0, less), lang, 1),
        turn_story(position, turn.moves, names, lang),
    )


def turn_words(
    position: State, moves: Sequence[str], names: Sequence[str], lang: str
) -> tuple[str, ...]:
    """The moves of a turn as the choices are called."""
    state, told = position.copy(), []
    for name in moves:
        choices = state.prompt(lang, names).choices
        told.append(next((one.label for one in choices if one.name == name), name))
        state.play(state.game.move(name))
    return tuple(told)


def turn_story(position: State, moves: Sequence[str], names: Sequence[str], lang: str) -> str:
    """What a turn does, in the sentences of the log and as far as its player can know."""
    state, events = position.copy(), []
    for name in moves:
        before = state.copy()
        state.play(state.game.move(name))
        events += known_events(before, state)
    told = log_sentences(position.game, events, lang, names)
    return " ".join(one.html for one in told if one.seat == position.seat)
