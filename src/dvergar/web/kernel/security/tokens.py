"""Who holds which seat: unguessable tokens in an HttpOnly cookie, or sent by a program.

The server stores only digests of tokens. Invites and links to one's own seats are not stored at
all: they are made, and proved, with the secret key of the server. It lies outside the database, so
that neither a stolen database nor a backup opens a seat: in the environment, or in a file that only
its owner can read.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
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
        text = f"invite/{table_id}/{seat}" + (f"/{given}" if given else "")
        return f"{table_id}-{seat}-{self._sign(text)}"

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

    def seed(self, text: str) -> int:
        """A number that nobody outside can know, the same whenever the same is said."""
        return int.from_bytes(self._mac(f"seed/{text}")[:8])

    def _sign(self, text: str) -> str:
        return base64.urlsafe_b64encode(self._mac(text)[:24]).decode()

    def _mac(self, text: str) -> bytes:
        return hmac.digest(self._secret, text.encode(), "sha256")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


SECRET_VARIABLE: Final = "DVERGAR_SECRET"
SECRET_FILE: Final = "secret"
MIN_SECRET_LETTERS: Final = 20


def load_secret(data: Path) -> str:
    """The key of the server whose data lie here; made when it is asked for the first time."""
    from_environment = os.environ.get(SECRET_VARIABLE, "")
    if from_environment:
        if len(from_environment) < MIN_SECRET_LETTERS:
            raise ValueError(f"{SECRET_VARIABLE} needs at least {MIN_SECRET_LETTERS} characters")
        return from_environment
    path = data / SECRET_FILE
    if not path.exists():
        _make(path)
    secret = path.read_text(encoding="ascii", errors="replace").strip()
    if len(secret) < MIN_SECRET_LETTERS or not secret.isascii():
        raise ValueError(f"the key in {path} is damaged; remove the file to make a new one")
    return secret


def _make(path: Path) -> None:
    """Makes a key, whole or not at all: of several servers that start at once all find the same."""
    new = path.with_name(f"{SECRET_FILE}.{os.getpid()}-{threading.get_ident()}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(new_token() + new_token())
        with suppress(FileExistsError):
            path.hardlink_to(new)
    except NotImplementedError:  # a file system without links, as in a browser: nobody else starts
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def make_private(folder: Path, names: Iterable[str]) -> None:
    """Lets only their owner into the folder and its files, where the system knows owners."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(PermissionError):  # somebody else's folder stays as he wants it
        folder.chmod(0o700)
    for name in names:
        path = folder / name
        path.touch(mode=0o600)
        with suppress(PermissionError):
            path.chmod(0o600)


def hand_over(path: Path) -> None:
    """Gives a file that root has made to the owner of its folder: the user of the server."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
