"""What `dvergar solve` keeps on disk: the record of the best line, and the lines it searches from.

Both files are written anew as a whole and then put in the place of the old ones, so that whoever
reads them, or pulls the plug, always finds a whole file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dvergar.core.errors import DvergarError
from dvergar.core.game import Game
from dvergar.core.record import Record

FORMAT: Final = "dvergar-solve"
VERSION: Final = 1
NAME: Final = "solve"
"""Who played a line, in its record."""

Line = list[list[int]]
"""A whole game, turn by turn."""


class SolveError(DvergarError):
    """A search for the best line cannot begin or go on."""


@dataclass(slots=True)
class Kept:
    """How far a search has come: rounds, nodes, and its best lines."""

    rounds: int = 0
    nodes: int = 0
    lines: list[Line] = field(default_factory=list)


def search_file(out: Path) -> Path:
    """Where the search is kept that belongs to a record.

    >>> search_file(Path("best/caverna.json")).name
    'caverna.search.json'
    """
    return out.with_suffix(".search.json")


def record_of(game: Game, seed: int, line: Line) -> Record:
    """The finished record of a line."""
    record = Record.of(game, seed, [NAME])
    record.moves = [game.name(move) for turn in line for move in turn]
    record.finish(record.replay())
    return record


def line_of(record: Record) -> Line:
    """The turns of a record."""
    line: Line = []
    turn = -1
    for name, state in zip(record.moves, record.positions(), strict=False):
        if state.turn != turn:
            turn = state.turn
            line.append([])
        line[-1].append(state.game.move(name))
    return line


def write_record(out: Path, game: Game, seed: int, line: Line) -> None:
    """Writes the record of the best line."""
    write_whole(out, record_of(game, seed, line).to_json())


def write_search(out: Path, game: Game, seed: int, kept: Kept) -> None:
    """Writes how far the search has come."""
    tree = {
        "format": FORMAT,
        "version": VERSION,
        **_belongs_to(game, seed),
        "rounds": kept.rounds,
        "nodes": kept.nodes,
        "lines": [[[game.name(move) for move in turn] for turn in line] for line in kept.lines],
    }
    write_whole(search_file(out), json.dumps(tree) + "\n")


def read_search(out: Path, game: Game, seed: int) -> Kept:
    """How far the search has come that belongs to this record; nothing if there is none."""
    if not out.exists():
        return Kept()
    record = Record.load(out)
    theirs = {"game": record.game, "rules": record.rules, "options": record.options}
    if {**theirs, "seed": record.seed} != _belongs_to(game, seed):
        raise SolveError("solve.other", path=out)
    record.verify()
    if not search_file(out).exists():
        return Kept(lines=[line_of(record)])
    try:
        return _kept(json.loads(search_file(out).read_text(encoding="utf-8")), game, seed)
    except (OSError, ValueError, KeyError, TypeError, DvergarError) as error:
        raise SolveError("solve.damaged", path=search_file(out)) from error


def _kept(tree: dict[str, Any], game: Game, seed: int) -> Kept:
    belongs = _belongs_to(game, seed)
    whose = {key: tree[key] for key in belongs}
    if tree["format"] != FORMAT or tree["version"] != VERSION or whose != belongs:
        raise ValueError("the search of another game")
    lines = [[[game.move(name) for name in turn] for turn in line] for line in tree["lines"]]
    return Kept(int(tree["rounds"]), int(tree["nodes"]), lines)


def _belongs_to(game: Game, seed: int) -> dict[str, Any]:
    rules = game.info.rules_version
    return {"game": game.slug, "rules": rules, "options": dict(game.options), "seed": seed}


def write_whole(path: Path, text: str) -> None:
    """Puts a whole new file in the place of an old one, or leaves the old one as it was."""
    begun = path.with_name(path.name + ".part")
    try:
        begun.write_text(text, encoding="utf-8")
        begun.replace(path)
    except OSError as error:
        raise SolveError("solve.write", path=path, why=error.strerror or "") from error
