"""Finds out which names look alike, so that nobody can pass for someone else.

Two names look alike if their skeletons are equal: the letters, each replaced by the one that stands
for all that look like it (Unicode Technical Standard 39). The table of such letters is that of
`confusable_homoglyphs`. Upper and lower case look alike too, and spaces do not count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

KEPT_NAMES: Final = 20_000  # whose skeletons are remembered
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Characters that show nothing though their category says otherwise: fillers, selectors."""
LTR_MARK: Final = "\u200e"  # stands around letters of some scripts in the table
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_SPACES: Final = ("Zs", "Zl", "Zp")
_MARKS: Final = ("Mn", "Mc", "Me")


def normalize_name(text: str) -> str:
    """A text in its usual form, without what cannot be seen and without surplus space.

    >>> normalize_name(" A\\u200bnn\\u202e  \\uff22 "), normalize_name("\\u3164\\u2800")
    ('Ann B', '')
    """
    usual = unicodedata.normalize("NFKC", "".join(map(_shown, text)))
    words = " ".join("".join(map(_shown, usual)).split())
    while words and unicodedata.category(words[0]) in _MARKS:  # they would join what comes before
        words = words[1:].lstrip()
    return words


def _shown(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _SPACES or letter in "\t\n\r\v\f":
        return " "
    return "" if category in _HIDDEN or letter in INVISIBLE else letter


def look_alike(one: str, other: str) -> bool:
    """Whether people could take one name for the other.

    >>> look_alike("Anna", "\\u0410nn\\u0430"), look_alike("Alan", "AIan"), look_alike("Zoe", "Zoë")
    (True, True, False)
    """
    return not skeletons(one).isdisjoint(skeletons(other))


def is_free(name: str, taken: Iterable[str]) -> bool:
    """Whether a name looks like none of those that are taken."""
    return not any(look_alike(name, other) for other in taken)


@lru_cache(maxsize=KEPT_NAMES)
def skeletons(name: str) -> frozenset[str]:
    """What a name looks like, as it is and in either case: `I` is like `l`, and like `i`."""
    bare = "".join(normalize_name(name).split())
    return frozenset(_skeleton(one).casefold() for one in (bare, bare.casefold(), bare.upper()))


def _skeleton(text: str) -> str:
    table = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(table.get(one, one) for one in letters))


@cache
def _prototypes() -> dict[str, str]:
    """The text that stands for each letter.

    The library lists pairs in both directions. Each letter has one prototype, so pairs that hang
    together are one group of look-alikes; its prototype may have several letters, as `rn` for `m`.
    """
    groups = _groups()
    single = {one: group[0] for group in groups if len(group[-1]) == 1 for one in group}
    several = {
        one: "".join(single.get(letter, letter) for letter in group[-1])
        for group in groups
        if len(group[-1]) > 1
        for one in group
    }
    return single | several


def _groups() -> list[list[str]]:
    """Letters and groups of letters that look alike, the longest of each group last."""
    from confusable_homoglyphs.confusables import confusables_data

    pairs = {
        one.replace(LTR_MARK, ""): [pair["c"].replace(LTR_MARK, "") for pair in others]
        for one, others in confusables_data.items()
    }
    found: list[list[str]] = []
    seen: set[str] = set()
    for first in sorted(pairs):
        waiting, group = [first], []
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                group.append(one)
                waiting += pairs.get(one, ())
        if group:
            found.append(sorted(group, key=lambda text: (len(text), text)))
    return found
