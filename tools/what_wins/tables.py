"""The tables of the study as they stand on its English page."""

from __future__ import annotations

from typing import Any, Final

from dvergar.lab.confidence import Figure
from dvergar.lab.report.chapters import Numbers
from tools.what_wins.estimates import Finding
from tools.what_wins.sentences import Teller
from tools.what_wins.words import SHORT

SHOWN: Final = (
    "loot",
    "early loot",
    "tiles",
    "early tiles",
    "children",
    "early children",
    "animals",
)
OFTENER: Final = 0.2
"""By so much oftener must a tile be furnished by those out for it that each can be valued."""
NOTHING: Final = "Not yet played, or by too few to say anything."

Tree = dict[str, Any]


def tables(results: Tree, teller: Teller) -> dict[str, str]:
    """What stands between the marks of the English page, by their names."""
    observed, numbers = results["observed"], Numbers("en")
    return {
        "answers": teller.answers(),
        "played": _played(results),
        "experiments": _experiments(results),
        "did": _did(results),
        "openings": _worths(results["openings"], "first placement", teller, "space"),
        "later openings": _worths(results["later openings"], "placement 2 to 5", teller, "space"),
        "chosen placements": _chosen(results),
        "wanted tiles": _wanted(results, teller),
        "tiles": _worths(observed["tiles"], "tile", teller, "tile"),
        "placements": _worths(observed["placements"], "among the first five", teller, "space"),
        "child by round": _groups(observed["child by round"], "a child born in", "round {}"),
        "children": _groups(observed["children"], "children", "{}", "3", "3 or more"),
        "first child": _table(
            ["first child", "seats", "points above the average", "holds"],
            [
                [teller.when(one.name), str(one.n), numbers.points(one.figure), _holds(one)]
                for one in map(Finding.read, observed["first child"])
            ],
        ),
        "loot": _groups(observed["loot"], "loot taken in a game", "{}"),
        "early tiles": _groups(observed["early tiles"], "tiles by round 6", "{}", "5", "5 or more"),
        "going first": _going_first(observed),
    }


def _played(results: Tree) -> str:
    made = results["made by"]
    arms = {one["name"]: one["deals"] for one in results["experiments"]}
    rows = [["`hard` against itself", str(made["games"]["observed"]), "each its own"]]
    rows += [
        [f"{SHORT[name]}, against `hard`", str(made["games"][name]), str(deals)]
        for name, deals in arms.items()
    ]
    drawn = {
        "wishes": "each wants tiles drawn by lot",
        "placements": "each with one placement drawn by lot, or none",
        "openings": "first placement drawn by lot on both sides",
    }
    rows += [
        [said, str(made["games"][name]), "each its own"]
        for name, said in drawn.items()
        if name in made["games"]
    ]
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
    heads = ["`hard`, but", "deals", "points compared with `hard`", "games won", "p", "holds"]
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
        "tiles other than dwellings",
        "of these by round 6",
        "children",
        "of these by round 6",
        "points of animals and dogs",
    ]
    return _table(["`hard`, but", *names], rows)


def _wanted(results: Tree, teller: Teller) -> str:
    numbers = Numbers("en")
    rows = [
        [
            teller.label("tile", one["name"]),
            str(one["n"]),
            f"{one['furnished']:.0%} / {one['else']:.0%}",
            str(one["round"] or "-"),
            numbers.points(Figure(*one["figure"])),
            numbers.points(Figure(*one["each"])) if is_told(one) else "-",
            _p(one["p"]),
            _holds(Finding.read(one)),
        ]
        for one in results["wanted tiles"]
    ]
    gained = ["difference in points", "for each furnished"]
    names = ["seats", "furnished", "in round", *gained, "p", "holds"]
    return _table(["tile wanted", *names], rows)


def is_told(wanted: Tree) -> bool:
    """Whether a tile was furnished so much oftener by those out for it that each can be valued."""
    return bool(wanted["furnished"] - wanted["else"] >= OFTENER)


def _chosen(results: Tree) -> str:
    numbers = Numbers("en")
    rows = [
        [one.name, str(one.n), numbers.points(one.figure), _p(one.p), _holds(one)]
        for one in map(Finding.read, results["chosen placements"])
    ]
    return _table(
        ["placement drawn by lot", "seats", "points compared with a chosen one", "p", "holds"], rows
    )


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
    return _table([head, "seats", "points compared with the rest", "p", "holds"], rows)


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
    return _table([head, "seats", "points above the average", "holds"], rows)


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
    names = {
        "observed": "`hard` against itself",
        "openings": "first placement drawn by lot on both sides",
    }
    rows = [
        [
            names[one["name"]],
            str(one["n"]),
            numbers.points(Figure(*one["figure"])),
            numbers.percent(Figure(*one["won"])),
        ]
        for one in observed["going first"]
    ]
    return _table(["games", "played", "points compared with the other", "games won"], rows)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return NOTHING
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _holds(finding: Finding) -> str:
    return "yes" if finding.holds else "no"
