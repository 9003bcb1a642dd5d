"""Names inside messages: they ping nobody, and no program makes a link of them."""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = re.compile(r"([@＠﹫]|://|\.)(?=\S)")
"""By which programs recognise mentions, links and domains."""
_BRACKETS: Final = str.maketrans("<>", "‹›")


def defuse(text: str) -> str:
    """A text that people typed, as it may be put into a mail or a chat message.

    >>> defuse("<!here> @everyone: https://evil.example")
    '‹!here› @ everyone: https:// evil. example'
    """
    return _MARKS.sub(r"\1 ", " ".join(text.translate(_BRACKETS).split()))
