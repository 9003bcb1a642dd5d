"""What the server refuses, as one sentence of the web words with a 4xx status."""

from __future__ import annotations

from dvergar.core.errors import DvergarError, GameFailed, IllegalMove, UnknownBot, UnknownGame
from dvergar.core.words import words


class WebError(DvergarError):
    """A request that cannot be met: nothing has changed."""

    def __init__(self, status: int, key: str, /, **facts: object) -> None:
        super().__init__(key, **facts)
        self.status = status

    def text(self, lang: str = "en") -> str:
        return words("dvergar.web", lang)("error." + self.key, **self.facts)


def status_of(error: DvergarError) -> int:
    """The HTTP status that fits an error."""
    if isinstance(error, WebError):
        return error.status
    if isinstance(error, UnknownGame | UnknownBot):
        return 404
    if isinstance(error, GameFailed):
        return 503
    return 409 if isinstance(error, IllegalMove) else 400
