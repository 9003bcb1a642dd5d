"""Errors for people: each is one clear sentence, in English and in French.

An error is raised with the key of its sentence in `core/words/` and the facts that fill it, so the
command line, the page and the JSON interface can all say it in the reader's language. Whoever
raises one has changed nothing.
"""

from __future__ import annotations

from dvergar.core.printable import visible
from dvergar.core.words import words


class Said:
    """A fact of an error that is itself a text: the words of another package."""

    def __init__(self, package: str, key: str, /, **facts: object) -> None:
        self.package = package
        self.key = key
        self.facts = facts

    def text(self, lang: str) -> str:
        """The text in the given language."""
        return words(self.package, lang)(self.key, **self.facts)


class DvergarError(Exception):
    """What was wrong and what to do, in one sentence.

    >>> str(UnknownGame("game.unknown", name="chess", known="my_gold_mine"))
    'There is no game called “chess”; the games are: my_gold_mine.'
    """

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        # A sentence may quote what somebody else wrote: a record, a form, the name of a file.
        self.facts: dict[str, object] = {
            name: visible(fact) if isinstance(fact, str) else fact for name, fact in facts.items()
        }

    def text(self, lang: str = "en") -> str:
        """The sentence in the given language."""
        facts = {
            name: fact.text(lang) if isinstance(fact, DvergarError | Said) else fact
            for name, fact in self.facts.items()
        }
        return words("dvergar.core", lang)("error." + self.key, **facts)

    def __str__(self) -> str:
        return self.text()


def what_went_wrong(error: BaseException, longest: int = 200) -> str:
    """Any error as a fact of one of ours: its sentence, or its kind and its message.

    >>> what_went_wrong(KeyError("colour"))
    "KeyError: 'colour'"
    >>> what_went_wrong(IllegalMove("move.unknown", name="fly"))
    '“fly” is not a move of this game'
    """
    ours = isinstance(error, DvergarError)
    said = str(error).rstrip(".") if ours else f"{type(error).__name__}: {error}"
    return said[:longest]


class UnknownGame(DvergarError):
    """No game of that name is installed."""


class GameFailed(DvergarError):
    """A game of another package failed."""


class UnknownBot(DvergarError):
    """No bot of that name is installed."""


class BotFailed(DvergarError):
    """A bot that was asked for a move crashed, hung or named none that is possible."""


class OptionError(DvergarError):
    """An option of a game does not exist or has a value it cannot have."""


class IllegalMove(DvergarError):
    """A move that is not offered in this position, or that no game knows."""


class PositionError(DvergarError):
    """A position that could not come up in a game."""


class RecordError(DvergarError):
    """A record that is damaged, foreign, or does not replay."""
