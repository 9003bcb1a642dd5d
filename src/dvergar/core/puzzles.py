"""Puzzles: positions of played games in which one turn is clearly best, as data beside a game.

A puzzle is a deal, the moves up to the position, and the turns that a deep search has compared:
the solution first, then the best turns that begin differently, and the one that was played. The
file also names the budget and the seeds of that search, so that anyone can repeat it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from dvergar.core.errors import DvergarError
from dvergar.core.game import Game, State
from dvergar.core.registry import info, make_game

FORMAT: Final = "dvergar-puzzles"
VERSION: Final = 1
FILE_NAME: Final = "puzzles.json"
"""Where the puzzles of a game are, in its `presentation`."""
EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"
DIFFICULTIES: Final = (EASY, MEDIUM, HARD)


class PuzzleError(DvergarError):
    """A file of puzzles that cannot be read."""


@dataclass(frozen=True, slots=True)
class EvaluatedTurn:
    """A turn and the points that the search expects for its seat in the end."""

    moves: tuple[str, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one turn is clearly best."""

    id: str
    game: str
    rules: int
    options: Mapping[str, Any]
    seed: int
    moves: tuple[str, ...]
    """The moves that lead to the position."""
    turns: tuple[EvaluatedTurn, ...]
    """The solution, then the best turns that begin differently, best first."""
    played: EvaluatedTurn
    """The turn that was played in the game."""
    margin: float
    """Points by which the solution is better than the second turn."""
    noise: float
    """The standard error of the margin over the seeds."""
    difficulty: str

    @property
    def solution(self) -> EvaluatedTurn:
        """The best turn."""
        return self.turns[0]

    def make_game(self) -> Game:
        """The game of the position."""
        return make_game(self.game, self.options)

    def position(self) -> State:
        """The position in which the best turn has to be found."""
        state = self.make_game().start(self.seed)
        for name in self.moves:
            state.play(state.game.move(name))
        return state

    def data(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        return {
            "id": self.id,
            "options": dict(self.options),
            "seed": self.seed,
            "difficulty": self.difficulty,
            "margin": self.margin,
            "noise": self.noise,
            "turns": [[one.points, list(one.moves)] for one in self.turns],
            "played": [self.played.points, list(self.played.moves)],
            "moves": list(self.moves),
        }


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """The puzzles of a game, and how they were checked."""

    game: str
    rules: int
    bot: str
    nodes: int
    """The budget of each search that checked them."""
    seeds: tuple[int, ...]
    margin: float
    """Points by which each solution has to be better than the second turn."""
    puzzles: tuple[Puzzle, ...] = ()

    def find(self, id: str) -> Puzzle | None:
        """The puzzle with an id."""
        return next((one for one in self.puzzles if one.id == id), None)

    def to_json(self) -> str:
        """The set as text, one puzzle per line."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "bot": self.bot,
            "nodes": self.nodes,
            "seeds": list(self.seeds),
            "margin": self.margin,
        }
        lines = [json.dumps(one.data(), ensure_ascii=False) for one in self.puzzles]
        body = ",\n".join(lines)
        return f'{json.dumps(head)[:-1]}, "puzzles": [\n{body}\n]}}\n'

    @staticmethod
    def load(path: Path) -> PuzzleSet:
        """Reads a file of puzzles.

        Raises:
            PuzzleError: the file can't be read, or isn't one.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PuzzleError("puzzles.file", path=path) from error
        return PuzzleSet.from_json(text)

    @staticmethod
    def from_json(text: str) -> PuzzleSet:
        """Reads a set of puzzles.

        Raises:
            PuzzleError: the text isn't one.
        """
        try:
            tree = json.loads(text)
            if tree["format"] != FORMAT or tree["version"] != VERSION:
                raise PuzzleError("puzzles.damaged")
            found = PuzzleSet(
                tree["game"],
                tree["rules"],
                tree["bot"],
                tree["nodes"],
                tuple(tree["seeds"]),
                tree["margin"],
            )
            puzzles = tuple(read_puzzle(found.game, found.rules, one) for one in tree["puzzles"])
        except (LookupError, TypeError, json.JSONDecodeError) as error:
            raise PuzzleError("puzzles.damaged") from error
        return PuzzleSet(
            found.game, found.rules, found.bot, found.nodes, found.seeds, found.margin, puzzles
        )


def read_puzzle(game: str, rules: int, tree: Mapping[str, Any]) -> Puzzle:
    """A puzzle from its data."""
    return Puzzle(
        tree["id"],
        game,
        rules,
        tree["options"],
        tree["seed"],
        tuple(tree["moves"]),
        tuple(_turn(one) for one in tree["turns"]),
        _turn(tree["played"]),
        tree["margin"],
        tree["noise"],
        tree["difficulty"],
    )


def puzzle_id(options: Mapping[str, Any], seed: int, moves: Sequence[str]) -> str:
    """The same for the same position, and short enough for an address."""
    line = json.dumps([dict(options), seed, list(moves)], sort_keys=True)
    return hashlib.sha256(line.encode()).hexdigest()[:8]


def opening_move(game: Game, moves: Sequence[str]) -> str:
    """The first move of a turn that isn't an at-any-time move: what the turn is called by."""
    return next((name for name in moves if not game.is_free(game.move(name))), moves[0])


def _turn(tree: Sequence[Any]) -> EvaluatedTurn:
    points, moves = tree
    return EvaluatedTurn(tuple(moves), points)


@cache
def puzzles_of(slug: str) -> PuzzleSet | None:
    """The puzzles of a game that fit its present rules, if it has any."""
    game = info(slug)
    file = game.folder().joinpath("presentation", FILE_NAME)
    if not file.is_file():
        return None
    found = PuzzleSet.from_json(file.read_text(encoding="utf-8"))
    return found if found.rules == game.rules_version else None
