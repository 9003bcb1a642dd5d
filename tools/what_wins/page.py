"""The pages of the study: what stands between their marks is made from `results.json` alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from benchmarks.strength import filled
from tools.what_wins.drawing import draw
from tools.what_wins.estimates import Finding
from tools.what_wins.sentences import Teller
from tools.what_wins.tables import tables
from tools.what_wins.words import SHORT

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
RESULTS: Final = DOCS / "studies" / "what-wins" / "results.json"
PAGES: Final = {
    "de": DOCS / "de" / "was-in-caverna-gewinnt.md",
    "en": DOCS / "studies" / "what-wins-in-caverna.md",
    "fr": DOCS / "fr" / "ce-qui-gagne-dans-caverna.md",
}
SEEN: Final = {
    "experiments": "Points compared with plain hard for each experiment, with intervals",
    "openings": "Difference in points for each first placement, with intervals",
    "placements": "Difference in points for spaces among the first five placements, with intervals",
    "later openings": "Difference in points for spaces of later placements by lot, with intervals",
    "wanted tiles": "Difference in points for wanting each furnishing tile, with intervals",
    "tiles": "Difference in points for each furnishing tile that was chosen, with intervals",
    "first child": "Points above the average by the round of the first child, with intervals",
}
"""What a plot shows, for readers who can’t see it, by the section that it belongs to."""
Tree = dict[str, Any]


def write(results: Tree, file: Path = RESULTS) -> None:
    """Keeps the figures, draws the plots beside them, and fills the pages."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    draw(file.parent, {_file(name): plot for name, plot in plots(results).items()})
    if file == RESULTS:
        for lang, path in PAGES.items():
            path.write_text(filled(path.read_text("utf-8"), sections(results, lang)), "utf-8")


def _file(plot: str) -> str:
    return f"{plot.replace(' ', '-')}.svg"


def kept(file: Path = RESULTS) -> Tree:
    """The figures as they were kept."""
    tree: Tree = json.loads(file.read_text("utf-8"))
    return tree


def sections(results: Tree, lang: str) -> dict[str, str]:
    """What stands between the marks of a page, by their names."""
    teller = Teller(results, lang)
    if lang != "en":
        return {"answers": teller.answers()}
    shown = plots(results)
    return {
        name: f"![{SEEN[name]}]({RESULTS.parent.name}/{_file(name)})\n\n{text}"
        if name in SEEN and shown[name][0]
        else text
        for name, text in tables(results, teller).items()
    }


def plots(results: Tree) -> dict[str, tuple[list[Finding], list[str]]]:
    """What is drawn: findings with their labels, by the name of the plot."""
    teller, observed = Teller(results, "en"), results["observed"]

    def worth(trees: list[Tree], prefix: str) -> tuple[list[Finding], list[str]]:
        findings = [Finding.read(one) for one in trees]
        return findings, [teller.label(prefix, one.name) for one in findings]

    experiments = sorted(
        map(Finding.read, results["experiments"]), key=lambda one: -one.figure.value
    )
    child = [Finding.read(one) for one in observed["first child"]]
    return {
        "experiments": (experiments, [SHORT[one.name] for one in experiments]),
        "openings": worth(results["openings"], "space"),
        "later openings": worth(results["later openings"], "space"),
        "wanted tiles": worth(results["wanted tiles"], "tile"),
        "tiles": worth(observed["tiles"], "tile"),
        "placements": worth(observed["placements"], "space"),
        "first child": (child, [teller.when(one.name) for one in child]),
    }
