"""Who asks: what the server needs to know of a request and its sender, whatever carried it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import Words, words
from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.undo import ASK, AUTO

THEMES: Final = ("auto", "light", "dark")
SWITCH: Final = ("on", "off")
FEEDING: Final = (ASK, AUTO)
NOTIFICATIONS: Final = ("off", "on")  # nobody is disturbed who hasn't asked for it
CONFIRM: Final = ("", "needed", "always", "countdown", "never")  # first: as the game says
BOARD_SIZES: Final = ("medium", "small", "large")
COLUMNS: Final = ("left", "right", "below")  # where my board is, or that the log is below it
ADVICE: Final = ("reasons", "marks", "none")
PREFERENCES: Final = {
    "lang": LANGUAGES,
    "theme": THEMES,
    "points": SWITCH,
    "confirm": CONFIRM[1:],
    "keys": SWITCH,
    "feeding": FEEDING,
    "notify": NOTIFICATIONS,
    "sound": NOTIFICATIONS,
    "board": BOARD_SIZES,
    "columns": COLUMNS,
    "advice": ADVICE,
}
"""What a browser remembers for its user, and the values of each preference."""


@dataclass(slots=True)
class RequestContext:
    """One request, as far as routes care who sent it."""

    lang: str
    theme: str
    path: str
    base: str
    """The address of this server for links that people pass on."""
    root: str
    """The path below which the page is served."""
    secure: bool
    """Whether the request came by https."""
    old_cookie: bool
    """Whether the browser has its token under the name that earlier releases used."""
    address: str
    """What counts as one client in limits (`network_key`)."""
    token: str
    name: str
    htmx: bool
    gzip: bool
    points: str
    confirm: str
    keys: str
    """Whether single keys press buttons."""
    feeding: str
    """Whether one is asked where feeding leaves nothing to decide that could not wait."""
    notify: str = NOTIFICATIONS[0]
    """Whether the browser shows a notification when it is one's turn."""
    sound: str = NOTIFICATIONS[0]
    """Whether it makes a sound then."""
    board: str = BOARD_SIZES[0]
    """The size of the board, on tables that can change it."""
    columns: str = COLUMNS[0]
    """The layout of the columns, likewise."""
    advice: str = ADVICE[0]
    """What bots may say of one's turns: marks with reasons, marks only, or nothing."""

    @property
    def user_id(self) -> str:
        """What is stored of the token; empty for somebody without one."""
        return digest(self.token) if self.token else ""

    @property
    def words(self) -> Words:
        """The words of the page in the visitor's language."""
        return words("dvergar.web", self.lang)

    @property
    def stream_key(self) -> str:
        """What the pages of one browser have in common that may share one stream of news.

        It tells nothing about the token, and is another one with another language or preference.
        """
        return digest(f"stream/{self.token}/{self.lang}/{self.confirm}/{self.advice}")[:16]

    def say(self, key: str, **facts: object) -> str:
        return words("dvergar.web", self.lang)(key, **facts)

    def identify(self) -> None:
        """Gives a newcomer a token of his own."""
        self.token = self.token or new_token()
