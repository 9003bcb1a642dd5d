"""The pages of the study: what stands between their marks is made from `results.json` alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from benchmarks.strength import filled
from dvergar.lab.confidence import Figure
from dvergar.lab.report.writing import Numbers
from tools.what_wins.drawing import draw
from tools.what_wins.estimates import Finding
from tools.what_wins.sentences import Teller
from tools.what_wins.words import SHORT

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
RESULTS: Final = DOCS / "studies" / "what-wins" / "results.json"
PAGES: Final = {
    "en": DOCS / "studies" / "what-wins-in-caverna.md",
    "fr": DOCS / "fr" / "ce-qui-gagne-dans-caverna.md",
}
SHOWN: Final = (
    "loot",
    "early loot",
    "tiles",
    "early tiles",
    "children",
    "early children",
    "animals",
)

SEEN: Final = {
    "experiments": "Points more than plain hard for each experiment, with intervals",
    "openings": "Points more for each first placement, with intervals",
    "placements": "Points more for spaces among the first five placements, with intervals",
    "tiles": "Points more for each furnishing tile, with intervals",
    "first child": "Points beside the average by the round of the first child, with intervals",
}
"""What a plot shows, for whoever cannot see it, by the section that it belongs to."""
NOTHING: Final = "Not yet played, or by too few to say anything."

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
        for name, text in _texts(results, teller).items()
    }


def _texts(results: Tree, teller: Teller) -> dict[str, str]:
    observed, numbers = results["observed"], Numbers("en")
    return {
        "answers": teller.answers(),
        "played": _played(results),
        "experiments": _experiments(results),
        "did": _did(results),
        "openings": _worths(results["openings"], "first placement", teller, "space"),
        "tiles": _worths(observed["tiles"], "tile", teller, "tile"),
        "placements": _worths(observed["placements"], "among the first five", teller, "space"),
        "child by round": _groups(observed["child by round"], "a child born in", "round {}"),
        "children": _groups(observed["children"], "children", "{}", "3", "3 or more"),
        "first child": _table(
            ["first child", "seats", "points beside the average", "holds"],
            [
                [teller.when(one.name), str(one.n), numbers.points(one.figure), _holds(one)]
                for one in map(Finding.read, observed["first child"])
            ],
        ),
        "loot": _groups(observed["loot"], "loot taken in a game", "{}"),
        "early tiles": _groups(observed["early tiles"], "tiles by round 6", "{}", "5", "5 or more"),
        "going first": _going_first(observed),
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
        "tiles": worth(observed["tiles"], "tile"),
        "placements": worth(observed["placements"], "space"),
        "first child": (child, [teller.when(one.name) for one in child]),
    }


def _played(results: Tree) -> str:
    made = results["made by"]
    arms = {one["name"]: one["deals"] for one in results["experiments"]}
    rows = [["`hard` against itself", str(made["games"]["observed"]), "each its own"]]
    rows += [
        [f"{SHORT[name]}, against `hard`", str(made["games"][name]), str(deals)]
        for name, deals in arms.items()
    ]
    drawn = str(made["games"].get("openings", 0))
    rows.append(["first placement drawn by lot", drawn, "each its own"])
    head = (
        f"Dvergar {made['dvergar']}, rules version {made['rules']}; `hard` is `{made['hard']}`."
        f" {sum(made['games'].values()):,} games in all."
    )
    return f"{head}\n\n{_table(['games', 'played', 'deals'], rows)}"


def _experiments(results: Tree) -> str:
    numbers = Numbers("en")
    rows = [
        [
            SHORT[one["name"]],
            str(one["deals"]),
            numbers.points(Figure(*one["figure"])),
            numbers.percent(Figure(*one["won"])),
            _p(one["p"]),
            _holds(Finding.read(one)),
        ]
        for one in sorted(results["experiments"], key=lambda one: -one["figure"][0])
    ]
    heads = ["`hard`, but", "deals", "points more than `hard`", "games won", "p", "holds"]
    return _table(heads, rows)


def _did(results: Tree) -> str:
    """What either side of an experiment did, to see whether rules were kept."""
    rows = [
        [
            SHORT[one["name"]],
            *(f"{one['did'][name]:.1f} / {one['others'][name]:.1f}" for name in SHOWN),
        ]
        for one in results["experiments"]
    ]
    names = [
        "loot",
        "of it by round 6",
        "tiles, dwellings left out",
        "of these by round 6",
        "children",
        "of these by round 6",
        "points of animals and dogs",
    ]
    return _table(["`hard`, but", *names], rows)


def _worths(trees: list[Tree], head: str, teller: Teller, prefix: str) -> str:
    numbers = Numbers("en")
    rows = [
        [
            teller.label(prefix, one.name),
            str(one.n),
            numbers.points(one.figure),
            _p(one.p),
            _holds(one),
        ]
        for one in map(Finding.read, trees)
    ]
    return _table([head, "seats", "points more than without", "p", "holds"], rows)


def _groups(trees: list[Tree], head: str, form: str, last: str = "", said: str = "") -> str:
    numbers = Numbers("en")
    rows = [
        [
            said if one.name == last else form.format(_plain(one.name)),
            str(one.n),
            numbers.points(one.figure),
            _holds(one),
        ]
        for one in map(Finding.read, trees)
    ]
    return _table([head, "seats", "points beside the average", "holds"], rows)


def _plain(name: str) -> str:
    """
    >>> _plain("05-09"), _plain("20+"), _plain("0")
    ('5 to 9', '20 or more', '0')
    """
    if name.endswith("+"):
        return f"{name[:-1]} or more"
    return " to ".join(str(int(part)) for part in name.split("-"))


def _going_first(observed: Tree) -> str:
    numbers = Numbers("en")
    names = {"observed": "`hard` against itself", "openings": "first placement drawn by lot"}
    rows = [
        [
            names[one["name"]],
            str(one["n"]),
            numbers.points(Figure(*one["figure"])),
            numbers.percent(Figure(*one["won"])),
        ]
        for one in observed["going first"]
    ]
    return _table(["games", "played", "points more than the other", "games won"], rows)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return NOTHING
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _holds(finding: Finding) -> str:
    return "yes" if finding.holds else "no"
