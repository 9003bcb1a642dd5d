"""The journal of a long run: finished parts, written line by line while it continues.

The first line says what the work is; each line after it is one item that is done, with its number.
Each line is written at once, so whatever ends this process, finished items are kept and the same
work continues from them. Half a line at the end is dropped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from dvergar.lab.extras import DataError

Tree = dict[str, Any]


class Journal:
    """The lines of one piece of work; `facts` identify it, and each line has its `number`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.csv.part"
    ...     with Journal(path, {"seed": 1}) as journal:
    ...         journal.add(3, {"points": 7})
    ...     with Journal(path, {"seed": 1}) as journal:
    ...         3 in journal, journal[3]["points"]
    (True, 7)
    """

    def __init__(self, path: Path, facts: Tree, anew: bool = False) -> None:
        self.path = path
        self.facts = facts
        self._places: dict[int, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
            _lock(self._file)
            self._file.seek(0)
            self._resume(anew)
        except BlockingIOError as error:
            raise DataError("data.busy", path=path) from error
        except OSError as error:
            raise DataError("data.write", path=path, why=error.strerror or "") from error

    def _resume(self, anew: bool) -> None:
        """Reads what is there, or begins it."""
        first = self._file.readline()
        if first.endswith(b"\n"):
            try:
                return self._read(first)
            except DataError:
                if not anew:
                    raise
        self._places = {}
        self._file.truncate(0)
        self._write(json.dumps(self.facts, ensure_ascii=False))
        return None

    def _read(self, first: bytes) -> None:
        try:
            theirs = json.loads(first)
            if theirs != self.facts:
                raise DataError("data.other", path=self.path, what=_difference(theirs, self.facts))
            self._find()
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError("data.damaged_part", path=self.path) from error

    def _find(self) -> None:
        """Finds the places of all whole lines; what comes after them is dropped."""
        place = self._file.tell()
        for line in iter(self._file.readline, b""):
            if not line.endswith(b"\n"):
                break
            self._places[int(json.loads(line)["number"])] = place
            place += len(line)
        self._file.truncate(place)

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: int) -> Tree:
        self._file.seek(self._places[number])
        tree: Tree = json.loads(self._file.readline())
        return tree

    def add(self, number: int, tree: Tree) -> None:
        """Keeps an item that is done."""
        self.keep(number, line_of(number, tree))

    def keep(self, number: int, line: str) -> None:
        """Keeps an item that is done and is a line already, see `line_of`."""
        self._file.seek(0, 2)
        self._places[number] = self._file.tell()
        self._write(line)

    def _write(self, line: str) -> None:
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise DataError("data.write", path=self.path, why=error.strerror or "") from error

    def in_order(self) -> Iterator[Tree]:
        """All items that are done, by their number."""
        for number in sorted(self._places):
            yield self[number]

    def remove(self) -> None:
        """Deletes the journal: the work is finished and stored elsewhere."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def line_of(number: int, tree: Tree) -> str:
    """An item that is done as a line of a journal."""
    return json.dumps({"number": number} | tree, ensure_ascii=False)


def part_of(path: Path) -> Path:
    """Where the work is kept that is to become a file.

    >>> part_of(Path("games.parquet")).name
    'games.parquet.part'
    """
    return path.with_name(f"{path.name}.part")


def lines_in(path: Path) -> int:
    """How many items a journal keeps."""
    with path.open("rb") as file:
        return sum(line.endswith(b"\n") for line in file) - 1


def begun(path: Path) -> Tree | None:
    """What the work was that a journal keeps, if there is one that can be read."""
    try:
        with path.open("rb") as file:
            facts = json.loads(file.readline())
    except (OSError, ValueError):
        return None
    return facts if isinstance(facts, dict) else None


def _difference(theirs: Tree, ours: Tree) -> str:
    """The first thing that two pieces of work do not have in common."""
    return next((name for name in ours if theirs.get(name) != ours[name]), "")


def _lock(file: IO[bytes]) -> None:
    """Locks the file against other writers, on systems that have such locks."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
