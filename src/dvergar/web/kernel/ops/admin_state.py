"""What whoever runs a server has said to it while it runs: drain, and addresses that are barred.

It stands in a file of the data folder, which the commands write and the server reads again as soon
as it has changed. Servers with a PostgreSQL find it there, and are told of it.
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

FILE: Final = "host.json"
HOST: Final = "host"  # the name under which a database keeps it
PAUSE: Final = 1.0  # seconds between two looks at the file


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """What was said: whether new tables are refused, and who may not use the server."""

    drain: bool = False
    barred: tuple[str, ...] = ()


class Host:
    """The present word of whoever runs the server."""

    def __init__(self, data: Path | None) -> None:
        """Without a folder it is told what was said."""
        self._data = data
        self._looked = float("-inf")
        self._changed = 0
        self._said = LocalizedText()

    @property
    def draining(self) -> bool:
        """Whether the server is about to be restarted: no new tables."""
        return self.said().drain

    def is_barred(self, address: str) -> bool:
        """Whether an address may not use the server."""
        barred = self.said().barred
        return bool(barred) and is_among(address, map(parse_ban, barred))

    def said(self) -> LocalizedText:
        """What stands in the file; it is read when it has changed."""
        now = time.monotonic()
        if self._data is not None and now - self._looked >= PAUSE:
            self._looked = now
            changed = _changed(self._data / FILE)
            if changed != self._changed:
                self._changed = changed
                self._said = read(self._data)
        return self._said

    def tell(self, said: LocalizedText) -> None:
        """Says something from now on."""
        self._said = said


def read(data: Path) -> LocalizedText:
    """What was said to the server of a data folder; nothing if the file cannot be read."""
    with suppress(OSError):
        return from_text((data / FILE).read_text(encoding="utf-8", errors="replace"))
    return LocalizedText()


def write(data: Path, said: LocalizedText) -> None:
    """Says something to the server of a data folder."""
    new = data / f"{FILE}.new"
    new.write_text(to_text(said) + "\n", encoding="utf-8")
    new.chmod(0o600)
    hand_over(new)
    new.replace(data / FILE)


def to_text(said: LocalizedText) -> str:
    """What was said, as it is kept."""
    return json.dumps(asdict(said))


def from_text(text: str) -> LocalizedText:
    """What was said; nothing if the text is damaged.

    >>> from_text(to_text(LocalizedText(drain=True))).drain, from_text("damaged").drain
    (True, False)
    """
    with suppress(ValueError, TypeError, AttributeError):
        tree = json.loads(text)
        barred = tuple(str(parse_ban(one)) for one in tree.get("barred", []))
        return LocalizedText(bool(tree.get("drain", False)), barred)
    return LocalizedText()


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
