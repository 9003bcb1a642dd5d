"""What the administrator has set while the server runs: drain, and banned addresses.

It is in a file of the data folder, which the commands write and the server reads again as soon as
it has changed. Servers with a PostgreSQL store it there, and hear of changes.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from dvergar.web.kernel.security.client_address import is_among, parse_ban
from dvergar.web.kernel.security.tokens import hand_over

ADMIN_STATE_FILE: Final = "host.json"
ADMIN_STATE: Final = "host"  # its name in the database
FILE_CHECK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class ServerState:
    """Whether new tables are refused, and who may not use the server."""

    drain: bool = False
    banned: tuple[str, ...] = ()


class AdminState:
    """The state of the server as the administrator has set it."""

    def __init__(self, data: Path | None) -> None:
        """Without a folder, `set` says what the state is."""
        self._data = data
        self._checked = float("-inf")
        self._changed = 0
        self._state = ServerState()

    @property
    def draining(self) -> bool:
        """Whether the server is about to be restarted: no new tables."""
        return self.state().drain

    def is_banned(self, address: str) -> bool:
        """Whether an address may not use the server."""
        banned = self.state().banned
        return bool(banned) and is_among(address, map(parse_ban, banned))

    def state(self) -> ServerState:
        """The present state; the file is read when it has changed."""
        now = time.monotonic()
        if self._data is not None and now - self._checked >= FILE_CHECK_S:
            self._checked = now
            changed = _changed(self._data / ADMIN_STATE_FILE)
            if changed != self._changed:
                self._changed = changed
                self._state = read(self._data)
        return self._state

    def set(self, state: ServerState) -> None:
        """Sets the state from now on."""
        self._state = state


def read(data: Path) -> ServerState:
    """The state of the server of a data folder; the default if the file cannot be read."""
    with suppress(OSError):
        return from_text((data / ADMIN_STATE_FILE).read_text(encoding="utf-8", errors="replace"))
    return ServerState()


def write(data: Path, state: ServerState) -> None:
    """Sets the state of the server of a data folder."""
    new = data / f"{ADMIN_STATE_FILE}.new"
    new.write_text(to_text(state) + "\n", encoding="utf-8")
    new.chmod(0o600)
    hand_over(new)
    new.replace(data / ADMIN_STATE_FILE)


def to_text(state: ServerState) -> str:
    """The state, serialized as it is stored."""
    return json.dumps(asdict(state))


def from_text(text: str) -> ServerState:
    """The state; the default if the text is damaged.

    >>> from_text(to_text(ServerState(drain=True))).drain, from_text("damaged").drain
    (True, False)
    """
    with suppress(ValueError, TypeError, AttributeError):
        tree = json.loads(text)
        stored = tree.get("banned", tree.get("barred", []))  # its earlier name
        banned = tuple(str(parse_ban(one)) for one in stored)
        return ServerState(bool(tree.get("drain", False)), banned)
    return ServerState()


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
