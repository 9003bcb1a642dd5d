"""Errors for people: each is one clear sentence, in English and in French.

An error is raised with the key of its sentence in `core/words/` and the facts that fill it, so the
command line, the page and the JSON interface can all say it in the reader's language. Whoever
raises one has changed nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dvergar.core.languages import FALLBACK
from dvergar.core.prompt import Blocked
from dvergar.core.words import visible, words


class LocalizedText:
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

    def text(self, lang: str = FALLBACK) -> str:
        """The sentence in the given language."""
        return words("dvergar.core", lang)("error." + self.key, **self.facts_in(lang))

    def facts_in(self, lang: str) -> dict[str, object]:
        """The facts; those that are texts themselves in the given language."""
        return {
            name: fact.text(lang) if isinstance(fact, DvergarError | LocalizedText) else fact
            for name, fact in self.facts.items()
        }

    def __str__(self) -> str:
        return self.text()


def error_summary(error: BaseException, longest: int = 200) -> str:
    """Any error as a fact of one of ours: its sentence, or its kind and its message.

    >>> error_summary(KeyError("colour"))
    "KeyError: 'colour'"
    >>> error_summary(IllegalMove("move.unknown", name="fly"))
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
    """An option of a game does not exist or has a value it cannot have.

    >>> import dvergar
    >>> dvergar.game("caverna", players=8)
    Traceback (most recent call last):
    ...
    dvergar.core.errors.OptionError: Caverna is for 1 to 7 players, not for 8.
    """


class IllegalMove(DvergarError):
    """A move that is not offered in this position, or that no game knows.

    >>> import dvergar
    >>> state = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=7)
    >>> try:
    ...     state.play(state.game.move("small step"))
    ... except IllegalMove as error:
    ...     print(error.reason, error.text("en", ["Ann", "Bo", "Cy"]), sep=": ")
    not_asked: “small step” is not possible now. The question is: “Ann, your turn: dig, or run?”.
    """

    def __init__(self, key: str, /, position: Any = None, move: int = -1, **facts: object) -> None:
        super().__init__(key, **facts)
        self.position = position
        """A copy of the position; the reason is worked out from it when somebody asks for it."""
        self.move = move
        self.names: Sequence[str] = ()
        """What the players are called, where they have names."""
        self._found: dict[str, Blocked | None] = {}

    @property
    def reason(self) -> str:
        """The key of the reason, as in a prompt's `Blocked.word`, the same in every language.

        `not_asked` for a move that doesn't answer the present question, `over`, `unknown`.
        """
        if self.position is None:
            return self.key.rpartition(".")[2]
        blocked = self._blocked(FALLBACK)
        return blocked.word if blocked else "not_asked"

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the move; empty if it is no answer to the question."""
        blocked = self._blocked(FALLBACK) if self.position is not None else None
        return blocked.rule if blocked else ""

    def text(self, lang: str = FALLBACK, names: Sequence[str] = ()) -> str:
        """The reason in a sentence; for a move that doesn't answer the question, what is asked."""
        if self.position is None or self.key != "move.illegal":
            return super().text(lang)
        speak = words("dvergar.core", lang)
        blocked = self._blocked(lang)
        if blocked is not None:
            return speak("error.move.blocked", what=blocked.label, reason=blocked.reason)
        seats = names or self.names or self.position.game.seat_names(lang)
        question = self._seen().prompt(lang, seats).question
        return speak("error.move.not_asked", name=self.facts["name"], question=question)

    def _blocked(self, lang: str) -> Blocked | None:
        if lang not in self._found:
            seen = self._seen()
            self._found[lang] = seen.game.why_not(seen, self.move, lang)
        return self._found[lang]

    def _seen(self) -> Any:
        """The position as the seat that decides knows it: a sentence tells no secrets."""
        return self.position.imagine(self.position.seat, 0)


class PositionError(DvergarError):
    """A position that could not come up in a game.

    >>> import dvergar
    >>> try:
    ...     dvergar.game("my_gold_mine", players=3).position(dwarfs=[1, 1, 99])
    ... except PositionError as error:
    ...     print(type(error).__name__)
    PositionError
    """


class RecordError(DvergarError):
    """A record that is damaged, foreign, or does not replay.

    >>> import dvergar
    >>> try:
    ...     dvergar.Record.from_json("no record")
    ... except RecordError as error:
    ...     print(error.key)
    record.damaged
    """
