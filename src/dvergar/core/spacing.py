"""The spaces that French puts before some signs: narrow, and no line ends at them.

Whoever writes a text writes ordinary spaces; they are made narrow when the text is read. So nobody
has to type a sign that cannot be seen, and no text can get it wrong.
"""

from __future__ import annotations

import re
from typing import Final

NARROW: Final = "\N{NARROW NO-BREAK SPACE}"
_ANY: Final = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"
_BEFORE_OR_BEHIND = re.compile(rf"(?<=\S){_ANY}+(?=[;:!?»%])|(?<=«){_ANY}+")


def spaced(text: str, lang: str) -> str:
    """The text with the spaces that its language asks for.

    >>> spaced("« Prêt ? » : 16 %", "fr") == "«_Prêt_?_»_: 16_%".replace("_", NARROW)
    True
    >>> spaced("Ready: 16%", "en")
    'Ready: 16%'
    """
    return _BEFORE_OR_BEHIND.sub(NARROW, text) if lang == "fr" else text
