"""What tests need, ours and those of another package: the conformance test and the `@rule` mark."""

from __future__ import annotations

from dvergar.core.rulebook import proved_rules, rule
from dvergar.core.testing import check_game, check_guide, count_sequences, play, play_out

__all__ = [
    "check_game",
    "check_guide",
    "count_sequences",
    "play",
    "play_out",
    "proved_rules",
    "rule",
]
