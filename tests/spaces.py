"""French has spaces that do not break; a test is easier to read with ordinary ones."""

from __future__ import annotations

NO_BREAK = ("\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}")


def plain(text: str) -> str:
    """The text with ordinary spaces.

    >>> plain("prêt\N{NARROW NO-BREAK SPACE}!")
    'prêt !'
    """
    for space in NO_BREAK:
        text = text.replace(space, " ")
    return text
