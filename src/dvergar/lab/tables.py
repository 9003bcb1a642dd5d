"""Tables on disk: played games as rows in Parquet, CSV or JSON lines, by the file's extension.

The row of a game has the points of every seat line by line, and what `INFO.event_columns` of its
game names: in Caverna the first placements, the tiles that were furnished, the rounds in which
children came. Seats are counted from 1, as people do.

Each table carries its version, rules, command and seed. Parquet holds that in its metadata under
`dvergar`; `games.csv` and `games.jsonl` have a file `games.csv-metadata.json` or
`games.jsonl-metadata.json` beside them, as the W3C names it for CSV on the web. A file is complete
or absent.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from dvergar.core.game import Game, State
from dvergar.core.info import GameInfo
from dvergar.lab.extras import DataError, import_extra
from dvergar.lab.games import Failure, Observer, Played
from dvergar.lab.journal import part_of

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
    for name, (_, fact, _) in info.event_columns.items():
        yield Column(name, TEXTS if fact else NUMBERS)
        if fact and name != OPENING:
            yield Column(f"{name}_rounds", NUMBERS)


class RowBuilder(Observer):
    """Notes what becomes the rows of a game while it is played."""

    def __init__(self, info: GameInfo) -> None:
        self._kept = {kind: (name, fact) for name, (kind, fact, _) in info.event_columns.items()}
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
        """The moves of the last game, column by column, without their names."""
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
    row: Row = {"game": failure.number, "deal": deal, "seed": seed, "failed": failure.text()}
    return row | {f"seat{place + 1}_bot": bot for place, bot in enumerate(seats)}


def move_rows(row: Row, steps: dict[str, list[Any]]) -> Iterator[Row]:
    """The moves of a game as rows."""
    for place in range(len(steps["name"])):
        one: Row = {name: values[place] for name, values in steps.items()}
        seat = one["seat"]
        yield {"game": row["game"], "move": place + 1, "bot": row[f"seat{seat}_bot"], **one}


PARQUET, CSV, JSON_LINES = ".parquet", ".csv", ".jsonl"
FILE_KINDS: Final = (PARQUET, CSV, JSON_LINES)
METADATA_KEY: Final = b"dvergar"
ROWS_PER_WRITE: Final = 20_000
"""Rows that are written at a time."""
LIST_SEPARATOR: Final = "|"
"""The separator between the entries of a list in CSV."""


@dataclass(frozen=True, slots=True)
class Data:
    """A table as it was read: what it was made by, and its rows.

    >>> Data({"game": "caverna"}, [{"game": 0, "seat1_points": 61}]).rows[0]["seat1_points"]
    61
    """

    facts: dict[str, Any]
    rows: list[Row]


def check_place(path: Path) -> Path:
    """The path itself, if a table can be written there: said before hours of work, not after."""
    if path.suffix not in FILE_KINDS:
        raise DataError("data.suffix", path=path, known=", ".join(FILE_KINDS))
    if path.suffix == PARQUET:
        import_extra("pyarrow")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        begun_of(path).open("ab").close()
        begun_of(path).unlink()
    except OSError as error:
        raise DataError("data.write", path=path, why=error.strerror or "") from error
    return path


def write_table(
    path: Path, columns: Sequence[Column], rows: Iterable[Row], facts: dict[str, Any]
) -> None:
    """Writes a table, whole or not at all."""
    begun = begun_of(path)
    writers: dict[str, Callable[..., int]] = {
        PARQUET: _write_parquet,
        CSV: _write_csv,
        JSON_LINES: _write_lines,
    }
    facts = facts | {"columns": dict(columns)}
    try:
        count = writers[path.suffix](begun, columns, rows, facts)
        if path.suffix != PARQUET:
            text = json.dumps(facts | {"rows": count}, indent=1, ensure_ascii=False) + "\n"
            description(path).write_text(text, "utf-8")
        begun.replace(path)
    except OSError as error:
        begun.unlink(missing_ok=True)
        raise DataError("data.write", path=path, why=error.strerror or str(error)) from error


def read_table(path: Path) -> Data:
    """Read a table of games or moves.

    Args:
        path: a `.parquet`, `.csv` or `.jsonl` file that `simulate` or `tournament` wrote.

    Returns:
        Its rows, and facts about all of them.

    Raises:
        DataError: it cannot be read; the message says why.

    >>> from tempfile import TemporaryDirectory
    >>> from dvergar.lab import simulate
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.csv"
    ...     _ = simulate("my_gold_mine", {"players": 2}, ["bold"], games=2, seed=1, out=path)
    ...     [row["seat1_bot"] for row in read_table(path).rows]
    ['bold', 'bold']
    """
    if path.suffix not in FILE_KINDS:
        raise DataError("data.suffix", path=path, known=", ".join(FILE_KINDS))
    try:
        with path.open(encoding="utf-8", newline="") as file:
            if path.suffix == PARQUET:
                return _read_parquet(path)
            facts = _described(path)
            read = _csv_rows(file, facts) if path.suffix == CSV else map(json.loads, file)
            rows = list(read)
            if len(rows) != facts.pop("rows"):
                raise ValueError("there are more or fewer rows than were written")
            return Data(facts, rows)
    except OSError as error:
        if part_of(path).exists():
            raise DataError("data.unfinished", path=path) from error
        why = error.strerror or type(error).__name__
        raise DataError("data.read", path=path, why=why) from error
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DataError("data.damaged", path=path) from error


def begun_of(path: Path) -> Path:
    """The name of a table's file until it is complete."""
    return path.with_name(f"{path.name}.new")


def description(path: Path) -> Path:
    """The file next to a table that says how it was made.

    >>> description(Path("games.csv")).name
    'games.csv-metadata.json'
    """
    return path.with_name(f"{path.name}-metadata.json")


def _described(path: Path) -> dict[str, Any]:
    try:
        facts: dict[str, Any] = json.loads(description(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError("data.description", path=path, beside=description(path).name) from error
    return facts


def _write_lines(
    path: Path, columns: Sequence[Column], rows: Iterable[Row], _facts: dict[str, Any]
) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            count += 1
            tree = {column.name: row.get(column.name) for column in columns}
            file.write(json.dumps(tree, ensure_ascii=False) + "\n")
    return count


def _write_csv(
    path: Path, columns: Sequence[Column], rows: Iterable[Row], _facts: dict[str, Any]
) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(column.name for column in columns)
        for row in rows:
            count += 1
            writer.writerow([_cell(row.get(column.name)) for column in columns])
    return count


def _cell(value: Any) -> Any:
    return LIST_SEPARATOR.join(map(str, value)) if isinstance(value, list) else value


def _csv_rows(file: Iterable[str], facts: dict[str, Any]) -> Iterator[Row]:
    kinds: dict[str, str] = facts["columns"]
    for row in csv.DictReader(file, strict=True):
        yield {name: _value(text, kinds[name]) for name, text in row.items()}


def _value(text: str, kind: str) -> Any:
    if kind in (TEXTS, NUMBERS):
        parts = text.split(LIST_SEPARATOR) if text else []
        return parts if kind == TEXTS else [int(part) for part in parts]
    if not text:
        return None
    return text if kind == TEXT else float(text) if kind == FLOAT else int(text)


def _write_parquet(
    path: Path, columns: Sequence[Column], rows: Iterable[Row], facts: dict[str, Any]
) -> int:
    arrow, parquet = import_extra("pyarrow"), import_extra("pyarrow.parquet")
    types = {
        NUMBER: arrow.int64(),
        SEED: arrow.uint64(),
        FLOAT: arrow.float64(),
        TEXT: arrow.string(),
        TEXTS: arrow.list_(arrow.string()),
        NUMBERS: arrow.list_(arrow.int64()),
    }
    fields = [(column.name, types[column.kind]) for column in columns]
    carried = {METADATA_KEY: json.dumps(facts, ensure_ascii=False).encode()}
    schema = arrow.schema(fields, metadata=carried)
    left, count = iter(rows), 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while some := list(islice(left, ROWS_PER_WRITE)):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


def _read_parquet(path: Path) -> Data:
    parquet = import_extra("pyarrow.parquet")
    table = parquet.read_table(path)
    facts = json.loads((table.schema.metadata or {})[METADATA_KEY])
    return Data(facts, table.to_pylist())
