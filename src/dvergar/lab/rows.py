"""A played game as rows of tables: one for the game, and one for each of its moves.

The row of a game has the points of every seat line by line, and what `INFO.kept` of its game names:
in Caverna the first placements, the tiles that were furnished, the rounds in which children came.
Seats are counted from 1, as people do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from dvergar.core.game import Game, State
from dvergar.core.info import GameInfo
from dvergar.lab.games import Failure, Observer, Played

OPENING: Final = "opening"
OPENING_LENGTH: Final = 5
"""So many entries of an opening are kept."""
NUMBER, SEED, FLOAT, TEXT = "number", "seed", "float", "text"
TEXTS, NUMBERS = "texts", "numbers"

Row = dict[str, Any]


class Column(NamedTuple):
    """A column of a table and what is in it: one of the kinds above."""

    name: str
    kind: str


MOVES: Final = (
    Column("game", NUMBER),
    Column("move", NUMBER),
    Column("seat", NUMBER),
    Column("bot", TEXT),
    Column("round", NUMBER),
    Column("name", TEXT),
    Column("nodes", NUMBER),
    Column("expected", FLOAT),
    Column("seconds", FLOAT),
)


def columns(game: Game) -> list[Column]:
    """The columns of the table of games.

    >>> import dvergar
    >>> [one.name for one in columns(dvergar.game("cave_vs_cave", players=1))][7:13]
    ['seat1_bot', 'seat1_rank', 'seat1_points', 'seat1_score_rooms', 'seat1_score_gold',
     'seat1_opening']
    """
    found = [Column("game", NUMBER), Column("deal", NUMBER), Column("seed", SEED)]
    found += [Column(name, NUMBER) for name in ("first_seat", "rounds", "moves")]
    found.append(Column("failed", TEXT))
    lines = [name for name, _ in game.start(0).scores()[0].lines]
    for seat in range(1, game.players + 1):
        found.append(Column(f"seat{seat}_bot", TEXT))
        numbers = ["rank", "points", *(f"score_{line}" for line in lines)]
        found += [Column(f"seat{seat}_{name}", NUMBER) for name in numbers]
        found += [Column(f"seat{seat}_{name}", kind) for name, kind in _kept(game.info)]
    return found


def _kept(info: GameInfo) -> Iterator[Column]:
    for name, (_, fact, _) in info.kept.items():
        yield Column(name, TEXTS if fact else NUMBERS)
        if fact and name != OPENING:
            yield Column(f"{name}_rounds", NUMBERS)


class RowBuilder(Observer):
    """Notes what becomes the rows of a game while it is played."""

    def __init__(self, info: GameInfo) -> None:
        self._kept = {kind: (name, fact) for name, (kind, fact, _) in info.kept.items()}
        self._seats: list[dict[str, list[Any]]] = []
        self._rounds: list[int] = []
        self._movers: list[int] = []
        self._lines: list[list[tuple[str, int]]] = []

    def before(self, number: int, state: State) -> None:  # noqa: ARG002 - an Observer
        """Begins a clean sheet."""
        names = [column.name for column in _kept(state.game.info)]
        self._seats = [{name: [] for name in names} for _ in range(state.game.players)]
        self._rounds, self._movers, self._lines = [], [], []

    def step(self, state: State, move: int) -> None:  # noqa: ARG002 - an Observer
        """Notes what the move before did, and who moves now."""
        self._hear(state)
        self._rounds.append(getattr(state, "round", 0))
        self._movers.append(state.seat + 1)

    def after(self, played: Played, state: State) -> None:  # noqa: ARG002 - an Observer
        """Notes what the last move did, and the lines of the scores."""
        self._hear(state)
        self._lines = [list(score.lines) for score in state.scores()]

    def _hear(self, state: State) -> None:
        if not self._rounds or not self._kept:
            return
        for event in state.events():
            column = self._kept.get(event.kind)
            if column is None or event.seat is None:
                continue
            name, fact = column
            kept = self._seats[event.seat]
            if not fact:
                kept[name].append(self._rounds[-1])
            elif name != OPENING:
                kept[name].append(event[fact])
                kept[f"{name}_rounds"].append(self._rounds[-1])
            elif len(kept[name]) < OPENING_LENGTH:
                kept[name].append(event[fact])

    def row(self, played: Played, deal: int) -> Row:
        """The row of the game that was watched last."""
        record = played.record
        row: Row = {
            "game": played.number,
            "deal": deal,
            "seed": record.seed,
            "first_seat": self._movers[0] if self._movers else None,
            "rounds": self._rounds[-1] if self._rounds else 0,
            "moves": len(record.moves),
            "failed": None,
        }
        for place, bot in enumerate(record.seats):
            seat = f"seat{place + 1}_"
            row[f"{seat}bot"] = bot
            row[f"{seat}rank"] = played.ranks[place]
            row[f"{seat}points"] = sum(points for _, points in self._lines[place])
            row |= {f"{seat}score_{line}": points for line, points in self._lines[place]}
            row |= {f"{seat}{name}": values for name, values in self._seats[place].items()}
        return row

    def steps(self, played: Played) -> dict[str, list[Any]]:
        """The moves of the game that was watched last, column by column, but for their names."""
        thinking = played.thinking
        expected = [one.expected for one in thinking]
        return {
            "seat": self._movers,
            "round": self._rounds,
            "nodes": [one.nodes for one in thinking],
            "expected": [None if value is None else round(value, 3) for value in expected],
            "seconds": [round(one.seconds, 6) for one in thinking],
        }


def failed_row(failure: Failure, deal: int, seed: int, seats: list[str]) -> Row:
    """The row of a game that a bot could not finish: who sat where, and why it is not there."""
    row: Row = {"game": failure.number, "deal": deal, "seed": seed, "failed": failure.text("en")}
    return row | {f"seat{place + 1}_bot": bot for place, bot in enumerate(seats)}


def move_rows(row: Row, steps: dict[str, list[Any]]) -> Iterator[Row]:
    """The moves of a game as rows."""
    for place in range(len(steps["name"])):
        one: Row = {name: values[place] for name, values in steps.items()}
        seat = one["seat"]
        yield {"game": row["game"], "move": place + 1, "bot": row[f"seat{seat}_bot"], **one}
