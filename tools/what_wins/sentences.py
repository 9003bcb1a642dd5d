"""The answers of the study in plain sentences, made from its figures, in English and in French.

What a sentence claims hangs on the interval: that something costs or brings points is said only
where it holds after the correction, and where nothing is shown the sentence says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dvergar.core.registry import info
from dvergar.lab.confidence import Figure
from dvergar.lab.report.chapters import Numbers
from tools.what_wins.estimates import Finding
from tools.what_wins.plan import GAME
from tools.what_wins.words import TEXTS

Tree = dict[str, Any]

RUSHES: Final = ("tiles-first", "tiles-throughout")
PRESSED_FOR: Final = {
    "tiles-first": "early tiles",
    "tiles-throughout": "tiles",
    "children-first": "early children",
    "armed-first": "early loot",
}
"""What a bot that presses for something should have more of than the other."""
HARDLY: Final = 0.5
"""More of it in a game than that, or it is said that it hardly did so."""


class Teller:
    """Says in one language what was found."""

    def __init__(self, results: Tree, lang: str) -> None:
        self._results = results
        self._say = TEXTS[lang]
        self._numbers = Numbers(lang)
        self._its = info(GAME).words(lang)
        self._arms = {one["name"]: one for one in results["experiments"]}

    def answers(self) -> str:
        """All answers, as a list for the page."""
        parts = [
            self._rushing(),
            *(self._arm_of(question) for question in ("expeditions", "farming", "children")),
            self._first_child(),
            self._going_first(),
            self._many("openings", self._results["openings"], "space"),
            self._chosen_placements(),
            self._many("later openings", self._results["later openings"], "space"),
            self._any_tile(),
            self._many("wanted tiles", self._results["wanted tiles"], "tile"),
            self._many("tiles", self._results["observed"]["tiles"], "tile"),
            self._many("placements", self._results["observed"]["placements"], "space"),
        ]
        return "\n".join(f"- {part}" for part in parts)

    def arm(self, name: str) -> str:
        """What an experiment did."""
        said: str = self._say["arms"][name]
        return said

    def label(self, prefix: str, name: str) -> str:
        """A tile or a space as the game calls it; the two simple dwellings by what they cost."""
        said = self._its(f"{prefix}.{name}")
        cost = name.removeprefix("simple_dwelling_").split("_")
        return f"{said} ({'/'.join(cost)})" if name.startswith("simple_dwelling_") else said

    def verdict(self, finding: Finding, won: Sequence[float], words: str = "verdicts") -> str:
        """What a figure shows, and how much of it is sure."""
        figure = finding.figure
        is_more = figure.value > 0
        kind = ("brings" if is_more else "costs") if finding.holds else "open"
        if not finding.holds and (figure.low > 0 or figure.high < 0):
            kind = "may bring" if is_more else "may cost"
        if kind not in ("open", "brings", "may bring"):
            figure = Figure(-figure.value, -figure.high, -figure.low)
        share = self._numbers.percent(Figure(*won))
        said: str = self._say[words][kind]
        return said.format(points=self._numbers.points(figure), won=share)

    def _arm_sentence(self, name: str) -> str:
        one = self._arms[name]
        said = self.arm(name)
        told = f"{said[0].upper()}{said[1:]} {self.verdict(Finding.read(one), one['won'])}"
        habit = PRESSED_FOR.get(name)
        is_weak = habit and one["did"][habit] < one["others"][habit] + HARDLY
        return f"{told} {self._say['weak']}" if is_weak else told

    def _arm_of(self, question: str) -> str:
        arms = [name for name in self._say["asked"][question] if name in self._arms]
        told = [self._arm_sentence(name) for name in arms] or [self._say["unplayed"]]
        return " ".join([self._say["heads"][question], *told]).strip()

    def _rushing(self) -> str:
        figures = [Finding.read(self._arms[name]) for name in RUSHES if name in self._arms]
        kind = "open"
        if figures and all(one.holds for one in figures):
            gains = [one.figure.value > 0 for one in figures]
            kind = "yes" if all(gains) else "open" if any(gains) else "no"
        return f"{self._say['rushing'][kind]} {self._arm_of('rushing')}"

    def _first_child(self) -> str:
        told = [
            self._say["child groups"].format(
                when=self.when(one.name), points=self._numbers.points(one.figure)
            )
            for one in map(Finding.read, self._results["observed"]["first child"])
        ]
        return f"{self._say['heads']['first child']} {self._say['between'].join(told)}."

    def _chosen_placements(self) -> str:
        told = [
            self._say["placement groups"].format(
                n=one.name, points=self._numbers.points(one.figure)
            )
            for one in map(Finding.read, self._results["chosen placements"])
        ]
        said = f"{self._say['between'].join(told)}." if told else self._say["unplayed"]
        return f"{self._say['heads']['chosen placements']} {said}"

    def _any_tile(self) -> str:
        head, tree = self._say["heads"]["any tile"], self._results["any tile"]
        if not tree:
            return f"{head} {self._say['unplayed']}"
        points = self._numbers.points(Finding.read(tree).figure)
        return f"{head} {self._say['any tile'].format(points=points)}"

    def when(self, name: str) -> str:
        """The round of a first child."""
        said: str = self._say["no child"] if name == "none" else self._say["round"]
        return said.format(n=name.lstrip("0"))

    def _going_first(self) -> str:
        one = self._results["observed"]["going first"][0]
        finding = Finding.read(one)
        is_sure = finding.figure.low > 0 or finding.figure.high < 0
        sure = Finding(finding.name, finding.n, finding.figure, finding.p, holds=is_sure)
        return f"{self._say['heads']['going first']} {self.verdict(sure, one['won'], 'turn')}"

    def _many(self, question: str, trees: list[Tree], prefix: str) -> str:
        findings = [one for one in map(Finding.read, trees) if one.holds]
        head = self._say["heads"][question]
        if not trees:
            return f"{head} {self._say['unplayed']}"
        if not findings:
            return f"{head} {self._say['none'].format(n=len(trees))}"
        told = [f"{self.label(prefix, one.name)} {self._signed(one.figure)}" for one in findings]
        return (
            f"{head} {self._say['some'].format(n=len(trees), told=self._say['between'].join(told))}"
        )

    def _signed(self, figure: Figure) -> str:
        plus = "+" if figure.value > 0 else ""
        return plus + self._numbers.points(figure)
