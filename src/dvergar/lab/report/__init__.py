"""A report about many games, as one self-contained page.

The page needs no network and no scripts; it is light or dark as the reader's system is, and every
plot has its numbers as a table beside it.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from dvergar.core.info import GameInfo
from dvergar.core.languages import FALLBACK
from dvergar.core.registry import info
from dvergar.core.words import words
from dvergar.lab.extras import DataError
from dvergar.lab.report.chapters import PACKAGE, Sample, Writer
from dvergar.lab.tables import read_table

__all__ = ["report"]


def report(path: Path, lang: str = FALLBACK) -> str:
    """A page about many games.

    Args:
        path: a table with a row per game, as `simulate` and `tournament` write it.
        lang: the language of the page.

    Returns:
        One HTML page with its plots in it.

    Raises:
        DataError: the file cannot be read, or is not such a table.

    >>> from tempfile import TemporaryDirectory
    >>> from dvergar.lab import simulate
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.csv"
    ...     _ = simulate("my_gold_mine", {"players": 2}, ["bold"], games=2, seed=1, out=path)
    ...     "<svg" in report(path)
    True
    """
    data = read_table(path)
    if data.facts.get("table") != "games":
        raise DataError("data.not_games", path=path)
    try:
        sample = Sample(data)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError("data.damaged", path=path) from error
    say = words(PACKAGE, lang)
    game = info(data.facts["game"])
    page: str = _template().render(
        lang=lang,
        say=say,
        title=say("page.title", game=game.words(lang)("game.title")),
        facts=_facts(sample, game, lang),
        chapters=list(Writer(sample, lang).chapters()),
    )
    return page


def _facts(sample: Sample, game: GameInfo, lang: str) -> list[tuple[str, str]]:
    """What the data was made by, line by line."""
    say, facts = words(PACKAGE, lang), sample.facts
    rows = [
        ("games", str(len(sample.rows))),
        ("players", str(sample.players)),
        ("bots", ", ".join(facts["bots"])),
        ("version", say("facts.versions", dvergar=facts["dvergar"], rules=facts["rules"])),
        ("seed", str(facts["seed"])),
        ("command", facts["command"]),
    ]
    if sample.failed:
        rows.insert(1, ("failed", str(sample.failed)))
    if facts["rules"] != game.rules_version:
        rows.append(("older", say("facts.today", rules=game.rules_version)))
    return [(say(f"facts.{name}"), text) for name, text in rows]


def _template() -> Any:
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["drawn"] = Markup  # our own drawings, whose texts matplotlib has escaped
    return made.from_string(files(PACKAGE).joinpath("page.html").read_text("utf-8"))
