"""Which tables somebody looks at: bots that play among themselves wait where nobody does.

Whoever reads a table looks at it for a minute; a live page says again and again that it is there.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

LOOKS: Final = 60.0  # seconds that somebody who has read a table is thought to look at it


class Watching:
    """When each table was looked at last."""

    def __init__(self) -> None:
        self._looked: OrderedDict[str, float] = OrderedDict()

    def note(self, table_id: str) -> None:
        """Somebody looks at a table now."""
        now = time.monotonic()
        self._looked[table_id] = now
        self._looked.move_to_end(table_id)
        while self._looked and now - next(iter(self._looked.values())) > LOOKS:
            self._looked.popitem(last=False)

    def is_watched(self, table_id: str) -> bool:
        """Whether somebody has looked lately."""
        looked = self._looked.get(table_id)
        return looked is not None and time.monotonic() - looked <= LOOKS

    def __len__(self) -> int:
        return len(self._looked)
