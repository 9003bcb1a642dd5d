"""When a message that failed is tried again, and when no more.

This is in memory: after a restart, or on another server of a PostgreSQL, the few tries begin again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from dvergar.web.kernel.clock import now

DELAYS_S: Final = (60.0, 300.0, 1800.0, 7200.0)
"""Seconds before each further try; after the last one the turn is given up."""


class Retries:
    """The contacts whose last message failed."""

    def __init__(self, clock: Callable[[], float] = now) -> None:
        self._clock = clock
        self.pending: dict[str, tuple[str, int, float]] = {}
        """By contact: its kind, how many tries failed, and when the next one is."""

    def is_due(self, contact_id: str) -> bool:
        """Whether a contact may be tried now."""
        return contact_id not in self.pending or self.pending[contact_id][2] <= self._clock()

    def failed(self, kind: str, contact_id: str) -> bool:
        """Notes a failure; whether there will be another try."""
        failures = self.pending.pop(contact_id, (kind, 0, 0.0))[1]
        if failures >= len(DELAYS_S):
            return False
        self.pending[contact_id] = kind, failures + 1, self._clock() + DELAYS_S[failures]
        return True

    def settle(self, contact_id: str) -> None:
        """A message arrived, or never will."""
        self.pending.pop(contact_id, None)

    def forget_others(self, kind: str, kept: Collection[str]) -> None:
        """Forgets contacts of a kind that no longer wait for a message."""
        self.pending = {
            one: state for one, state in self.pending.items() if state[0] != kind or one in kept
        }
