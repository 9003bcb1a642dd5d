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

The best games alone that `dvergar solve` has found so far, with the whole deal known. Each record
can be replayed (`dvergar replay FILE`), and each has passed the referee of the tests, which knows
the rules from the book and not from the engine. In Caverna nothing is dealt to a player alone, so
there is one best game. In Cave vs Cave the seed deals rooms and tiles.

To look for a better one, put the record where you like and go on from it:

```sh
dvergar solve caverna --seconds 600 --jobs 2 --out caverna.json
```

Every better game is written at once. The other lines of the search are kept beside the record, in
`caverna.search.json`, and the same command goes on from there.

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
