"""Why something is not possible in My Gold Mine: 0 is possible, else a reason to say."""

from __future__ import annotations

from typing import Final

from dvergar.core.prompt import Reason

POSSIBLE: Final = 0
DECK_EMPTY: Final = 1
RED_DOOR_FORBIDDEN: Final = 2

REASONS: Final[tuple[Reason, ...]] = (
    Reason("possible", ""),
    Reason("deck_empty", "my_gold_mine.dig.deck_empty"),
    Reason("red_door", "my_gold_mine.option.red_door.forbid"),
)
