"""Why something is not possible: a word that the page can say, and the rule it comes from.

In the engine a reason is a small number, 0 for what is possible; each game has a tuple of `Reason`
by that number, so that what is blocked always cites the rule that blocks it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: the key of its sentence in the words of the game, and the id of its rule.

    >>> Reason("occupied", "caverna.work.occupied").word
    'occupied'
    """

    word: str
    rule: str
