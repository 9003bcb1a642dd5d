"""Text that somebody else wrote, fit for a page, a terminal, a log and a mail.

Control characters, marks that turn the direction of writing, and signs without width can hide or
forge what people read. Names and sentences are shown without them.
"""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """A text on one line, of characters that are seen, without surplus space.

    >>> printable(" An\\u202ena\\x1b[2J\\n B.\\u200b ")
    'Anna[2J B.'
    """
    return " ".join("".join(c for c in text if c.isspace() or c.isprintable()).split())


def visible(text: str) -> str:
    """A text of which only what can't be seen is replaced; all kinds of spaces stay.

    >>> visible("a\\u202e\\n  b\\u00a0!")
    'a    b\\xa0!'
    """
    return "".join(c if _is_visible(c) else " " for c in text)


def _is_visible(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"
