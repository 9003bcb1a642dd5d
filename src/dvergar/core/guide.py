"""A guided first game: a deal and a list of steps, written as data beside the game.

`presentation/guide.toml` has the deal, the moves and what each step points at; the texts are in
`locales/xx/guide.toml`, a table for each step.

Each step says one thing and points at it. A step to read waits for “next”, a step to play waits for
the one move that it names; the moves of the other players are written down as well. So what lies on
the table at any step is known beforehand, and one can go back and forth between them.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Final

from dvergar.core.facts import Facts
from dvergar.core.languages import FALLBACK, LANGUAGES
from dvergar.core.moves import Vocabulary
from dvergar.core.words import MissingText, Words, flat, language, locale_texts

EACH: Final = "each"
"""In `[explain]`: the part of the rule book that has a rule for each thing a move can be about."""


@dataclass(frozen=True, slots=True)
class RuleOfKind:
    """Where the rule behind a kind of move stands: one for all, or one for each."""

    rule: str
    for_each: bool = False

    def of(self, about: str) -> str:
        """The rule of a move that is about something."""
        return f"{self.rule}.{about}" if self.for_each else self.rule


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step: what is told, where, and the move that it waits for."""

    id: str
    play: str = ""
    """The name of the move that is asked for; empty for a step to read."""
    others: tuple[str, ...] = ()
    """Moves that are made before the step is shown: those of the other players."""
    point: str = ""
    """The id of the element that it points at; empty: the button of the move, if there is one."""
    rule: str = ""
    """The rule of the living rule book behind it."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided game: how it is dealt, who learns, and the steps."""

    options: Mapping[str, object]
    seed: int
    seat: int
    """The seat of the learner."""
    steps: tuple[GuideStep, ...]
    digest: str
    """The same for the same deal and moves, in whatever words: any other table cannot be led on."""
    explain: Mapping[str, RuleOfKind]
    """The rules behind moves that were not asked for, by kind of move."""
    _words: Mapping[str, Words]

    @staticmethod
    def load(folder: Traversable) -> Guide:
        """Reads the `guide.toml` of a game's folder; a key that nobody knows is an error."""
        file = folder.joinpath("presentation", "guide.toml")
        with Facts(tomllib.loads(file.read_text(encoding="utf-8")), file.name) as facts:
            deal = facts.part("deal", needed=True)
            options = _values(deal.part("options"))
            explain = facts.part("explain")
            entries = facts.parts("step")
            steps = tuple(_step(entry) for entry in entries)
            seed, seat = deal.number("seed"), deal.number("seat", 0)
            return Guide(
                options,
                seed,
                seat,
                steps,
                _digest(options, seed, seat, steps),
                {kind: _rule_of_kind(explain, kind) for kind in explain.names()},
                _words(folder, steps),
            )

    def moves(self, number: int) -> list[str]:
        """All moves that have been made when a step is shown."""
        made: list[str] = []
        for step in self.steps[:number]:
            made += [*step.others, step.play] if step.play else step.others
        if number < len(self.steps):
            made += self.steps[number].others
        return made

    def say(self, step: GuideStep, lang: str, names: Sequence[str]) -> str:
        """What a step tells, as HTML; `{name1}` is the name of the first seat."""
        return self._words[language(lang)].markup(f"{step.id}.say", **_named(names))

    def why(self, step: GuideStep, lang: str, names: Sequence[str]) -> str:
        """Why this move is asked for and not another one, as HTML."""
        if not step.play:
            return ""
        return self._words[language(lang)].markup(f"{step.id}.why", **_named(names))

    def rule_of(self, moves: Vocabulary, move: int) -> tuple[str, bool]:
        """The rule behind a move, and whether it is about this very move; empty if there is none.

        `place = {each = "game.space"}` is a rule for each space, `dig = "game.dig"` one for all.
        """
        found = self.explain.get(moves.kinds[move])
        return (found.of(moves.about[move]), found.for_each) if found else ("", False)


def _named(names: Sequence[str]) -> dict[str, str]:
    return {f"name{number}": name for number, name in enumerate(names, start=1)}


def _values(facts: Facts) -> dict[str, object]:
    return {name: facts.value(name) for name in facts.names()}


def _digest(options: Mapping[str, object], seed: int, seat: int, steps: Sequence[GuideStep]) -> str:
    """Of what has to be the same; where a step points and which rule it cites may change."""
    line = [options, seed, seat, [(step.id, step.others, step.play) for step in steps]]
    return hashlib.sha256(json.dumps(line).encode()).hexdigest()[:16]


def _rule_of_kind(explain: Facts, kind: str) -> RuleOfKind:
    if isinstance(explain.value(kind), dict):
        return RuleOfKind(explain.part(kind).text(EACH), for_each=True)
    return RuleOfKind(explain.text(kind))


def _step(facts: Facts) -> GuideStep:
    return GuideStep(
        id=facts.text("id"),
        play=facts.text("play", default=""),
        others=tuple(facts.texts("others", default=[])),
        point=facts.text("point", default=""),
        rule=facts.text("rule", default=""),
    )


def _words(folder: Traversable, steps: Sequence[GuideStep]) -> dict[str, Words]:
    """The texts of all steps; a step to play also has to say why it asks for that move."""
    texts = {lang: flat(tree) for lang, tree in locale_texts(folder, "guide").items()}
    words = {FALLBACK: Words("guide.toml", FALLBACK, texts.get(FALLBACK, {}))}
    for step in steps:
        for key in (f"{step.id}.say", *([f"{step.id}.why"] if step.play else [])):
            if key not in words[FALLBACK]:
                raise MissingText(key, "guide.toml", FALLBACK)
    for lang in LANGUAGES:
        words.setdefault(lang, Words("guide.toml", lang, texts.get(lang, {}), words[FALLBACK]))
    return words
