"""Tables on disk: Parquet, CSV or lines of JSON, whichever the name of the file ends in.

Each carries what it was made by: version, rules, command and seed. Parquet holds that in its
metadata under `dvergar`; beside `games.csv` and `games.jsonl` lies `games.csv-metadata.json` or
`games.jsonl-metadata.json`, named as the W3C has it for CSV on the web. A file is there whole or
not at all.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from dvergar.lab.extras import DataError, import_extra
from dvergar.lab.journal import part_of
from dvergar.lab.rows import FLOAT, NUMBER, NUMBERS, SEED, TEXT, TEXTS, Column, Row

PARQUET, CSV, JSON_LINES = ".parquet", ".csv", ".jsonl"
FILE_KINDS: Final = (PARQUET, CSV, JSON_LINES)
METADATA_KEY: Final = b"dvergar"
ROWS_PER_WRITE: Final = 20_000
"""Rows that are written at a time."""
LIST_SEPARATOR: Final = "|"
"""What stands between the entries of a list in CSV."""


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
    """What a table is called until it is whole."""
    return path.with_name(f"{path.name}.new")


def description(path: Path) -> Path:
    """The file beside a table that says what it was made by.

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
