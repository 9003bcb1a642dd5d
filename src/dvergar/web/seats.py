"""Who holds which seat: unguessable tokens in an HttpOnly cookie, or sent by a program.

The server stores only digests of them, so a stolen database opens no seat.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

COOKIE: Final = "dvergar"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
_ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A short id of a table that nobody can guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(12))


def is_token(text: str | None) -> bool:
    """Whether a text can be a token at all."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def return_key(secret: str, table_id: str, seats: str) -> str:
    """What proves that a link to one's own seats was given by this server."""
    said = f"{table_id}/{seats}".encode()
    return hmac.new(secret.encode(), said, hashlib.sha256).hexdigest()[:40]


def is_return_key(secret: str, table_id: str, seats: str, key: str) -> bool:
    """Whether a key is the one of these seats, in time that tells nothing about it."""
    return hmac.compare_digest(return_key(secret, table_id, seats).encode(), key.encode())
