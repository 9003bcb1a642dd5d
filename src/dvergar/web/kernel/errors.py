"""What the server refuses, as one sentence of the web words with a 4xx status."""

from __future__ import annotations

from typing import NamedTuple

from dvergar.core.errors import DvergarError, GameFailed, IllegalMove, UnknownBot, UnknownGame
from dvergar.core.languages import FALLBACK
from dvergar.core.registry import plugin_failures
from dvergar.core.words import words


class WebError(DvergarError):
    """A request that cannot be met: nothing has changed."""

    def __init__(self, status: int, key: str, /, **facts: object) -> None:
        super().__init__(key, **facts)
        self.status = status

    def text(self, lang: str = FALLBACK) -> str:
        return words("dvergar.web", lang)("error." + self.key, **self.facts_in(lang))


class Explanation(NamedTuple):
    """An error for people and programs; only refused moves have a reason and a rule."""

    sentence: str
    reason: str = ""
    rule: str = ""


def explain(error: DvergarError, lang: str) -> Explanation:
    """An error in a language."""
    if not isinstance(error, IllegalMove):
        return Explanation(error.text(lang))
    if error.position is None:
        return Explanation(error.text(lang), error.reason)
    try:
        with plugin_failures(error.position.game.info):
            return Explanation(error.text(lang), error.reason, error.rule)
    except GameFailed:  # a game of another package that cannot say why
        return Explanation(words("dvergar.core", lang)("error.move.illegal", **error.facts))


def status_of(error: DvergarError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, WebError):
        return error.status
    if isinstance(error, UnknownGame | UnknownBot):
        return 404
    if isinstance(error, GameFailed):
        return 503
    return 409 if isinstance(error, IllegalMove) else 400
