"""Who holds which seat: unguessable tokens in an HttpOnly cookie, or sent by a program.

The server stores only digests of tokens. Invites and links to one's own seats are not stored at
all: they are made, and proved, with a key that lies outside the database (see `secret`).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

COOKIE: Final = "dvergar"
SECURE_COOKIE: Final = "__Host-dvergar"
"""Its name by https at the root of a host: browsers take it from this very host alone."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
_ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_INVITE: Final = re.compile(rf"([{_ID_LETTERS}]{{12}})-(\d)-([A-Za-z0-9_-]{{32}})")

Headers = Iterable[tuple[bytes, bytes]]
"""The headers of a request, as ASGI has them."""


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A short id of a table that nobody can guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(12))


def is_token(text: str | None) -> bool:
    """Whether a text can be a token at all."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def has_bearer(headers: Headers) -> bool:
    """Whether a program asks to be known by a token it sends, and by no cookie."""
    return _bearer(headers) is not None


def bearer_token(headers: Headers) -> str:
    """The token that a program sends; empty without one, with several or with a malformed one."""
    text = _bearer(headers) or ""
    return text if is_token(text) else ""


def _bearer(headers: Headers) -> str | None:
    """What follows `Bearer` in a request, whose other credentials then count for nothing."""
    found = [text.decode("latin-1") for name, text in headers if name == b"authorization"]
    pairs = [text.partition(" ") for text in found]
    bearers = [text.strip() for scheme, _, text in pairs if scheme.lower() == "bearer"]
    if not bearers:
        return None
    return bearers[0] if len(found) == 1 else ""


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def read_invite(token: str) -> tuple[str, int] | None:
    """The table and seat an invite says to lead to; None if it is none."""
    found = _INVITE.fullmatch(token)
    return (found[1], int(found[2])) if found else None


class Keys:
    """Makes and proves links that only this server can have given."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def invite(self, table_id: str, seat: int, given: int = 0) -> str:
        """The token that lets one person sit down; `given` counts how often a seat changed hands.

        Whoever has sat there before has an invite that leads nowhere any more.
        """
        said = f"invite/{table_id}/{seat}" + (f"/{given}" if given else "")
        return f"{table_id}-{seat}-{self._sign(said)}"

    def is_invite(self, token: str, table_id: str, seat: int, given: int) -> bool:
        """Whether an invite to a seat is ours, and the newest one."""
        return _same(token, self.invite(table_id, seat, given))

    def return_key(self, table_id: str, seats: Sequence[int], links: Sequence[int]) -> str:
        """Proves a link to one's own seats; `links` counts how often the table withdrew them."""
        mine = "-".join(f"{seat}.{links[seat]}" for seat in seats)
        return self._sign(f"return/{table_id}/{mine}")

    def is_return_key(
        self, key: str, table_id: str, seats: Sequence[int], links: Sequence[int]
    ) -> bool:
        """Whether a key is the one of these seats, in time that tells nothing about it."""
        return _same(key, self.return_key(table_id, seats, links))

    def player_key(self, player: str, links: int) -> str:
        """Proves a link to a claimed name; `links` counts how often it was withdrawn."""
        return self._sign(f"player/{player}/{links}")

    def is_player_key(self, key: str, player: str, links: int) -> bool:
        """Whether a key is the one of a claimed name."""
        return _same(key, self.player_key(player, links))

    def contact(self, contact_id: str, what: str) -> str:
        """Proves a link that was sent to an address, for one thing that it does."""
        return self._sign(f"contact/{contact_id}/{what}")

    def is_contact_key(self, key: str, contact_id: str, what: str) -> bool:
        """Whether a key is the one of this address for this thing."""
        return _same(key, self.contact(contact_id, what))

    def pseudonym(self, kind: str, text: str) -> str:
        """What is stored in place of an address that only has to be recognised; "" stays ""."""
        return self._sign(f"pseudonym/{kind}/{text}") if text else ""

    def seed(self, said: str) -> int:
        """A number that nobody outside can know, the same whenever the same is said."""
        return int.from_bytes(self._mac(f"seed/{said}")[:8])

    def _sign(self, said: str) -> str:
        return base64.urlsafe_b64encode(self._mac(said)[:24]).decode()

    def _mac(self, said: str) -> bytes:
        return hmac.digest(self._secret, said.encode(), "sha256")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
