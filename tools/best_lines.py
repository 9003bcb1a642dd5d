"""Writes the page of the best games alone that are known, from their records.

`python -m tools.best_lines` after a record in `docs/best-lines` was replaced by a better one; a
test compares the page with the records, and the referees of the games read the records themselves.
"""

from __future__ import annotations

from pathlib import Path

from dvergar.core.languages import signed
from dvergar.core.record import Record
from dvergar.core.registry import info

FOLDER = Path("docs/best-lines")
PAGE = Path("docs/best-lines.md")

HEAD = """\
# Best lines

The best solo games that `dvergar solve` has found so far, with the whole deal known. You can replay
each record (`dvergar replay FILE`), and each has passed the referee of the tests, which implements
the rules from the book, independently of the engine. Caverna's solo game has no chance, so there is
one best game. In Cave vs Cave the seed deals rooms and tiles.

To look for a better one, copy the record and continue from it:

```sh
dvergar solve caverna --seconds 600 --jobs 2 --out caverna.json
```

The command writes every better game at once. It keeps the other lines of the search beside the
record, in `caverna.search.json`, and continues from there when you run it again.

| game | seed | points | of these | moves | record |
| --- | ---: | ---: | --- | ---: | --- |
"""


def page(root: Path) -> str:
    """The whole page."""
    records = [(path.name, Record.load(path)) for path in sorted((root / FOLDER).glob("*.json"))]
    records.sort(key=lambda entry: (entry[1].game, -(entry[1].scores or [0])[0]))
    return HEAD + "".join(row(name, record) + "\n" for name, record in records)


def row(name: str, record: Record) -> str:
    """What the table says of one record."""
    game = info(record.game)
    speak = game.words("en")
    score = record.verify().scores()[0]
    parts = ", ".join(f"{speak(f'score.{line}')} {signed(n)}" for line, n in score.lines if n)
    link = f"[{name}]({FOLDER.name}/{name})"
    title = speak("game.title")
    return f"| {title} | {record.seed} | {score.total} | {parts} | {len(record.moves)} | {link} |"


if __name__ == "__main__":
    PAGE.write_text(page(Path.cwd()), encoding="utf-8")
