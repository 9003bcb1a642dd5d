"""What became of a message."""

from __future__ import annotations

from enum import Enum


class Delivery(Enum):
    """What became of a message, and so what to do next."""

    SENT = "sent"
    REFUSED = "refused"
    """There is no such mailbox, or the message can't be sent at all: don't try again."""
    FAILED = "failed"
    """It may work later."""
    DOWN = "down"
    """The mail server itself doesn't answer: trying others now is in vain."""
