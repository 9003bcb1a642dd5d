"""No two at a table have names that look alike: bots take free ones, people are asked for another.

Names are stored in their usual form (NFKC), without anything that cannot be seen or that turns the
direction of writing. Two names look alike if their skeletons are equal: the letters, each replaced
by the one for all that look like it (Unicode Technical Standard 39). The table of such letters is
that of `confusable_homoglyphs`. Upper and lower case look alike too, and spaces do not count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.tables.table import BOT, OPEN, Seat

MAX_CACHED_NAMES: Final = 20_000  # whose skeletons are remembered
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


@lru_cache(maxsize=MAX_CACHED_NAMES)
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


MAX_NAME_LETTERS: Final = 24
MAX_TABLE_NAME_LETTERS: Final = 40
BOT_NAMES: Final = (
    *("Grim", "Ylva", "Bror", "Odd", "Sven", "Runa", "Tove"),
    *("Alrik", "Disa", "Eldar", "Frida", "Gunnar", "Hilda", "Ivar"),
)
"""Twice as many as there are seats: whatever people are called, enough are left."""


def named(seats: Sequence[Seat]) -> list[Seat]:
    """The seats with names for all bots; WebError if two people have the same name."""
    taken: set[str] = set()
    for seat in seats:
        if seat.name:
            check_free(seat.name, taken)
            taken.add(seat.name)
    found = list(seats)
    for number, seat in enumerate(seats):
        if seat.kind == BOT and not seat.name:
            found[number] = replace(seat, name=bot_name(number, taken))
            taken.add(found[number].name)
    return found


def bot_name(seat: int, taken: Iterable[str]) -> str:
    """A free name for a bot: that of its seat, if nobody has it.

    >>> bot_name(1, []), bot_name(1, ["ylva"])
    ('Ylva', 'Bror')
    """
    known = list(taken)
    return next(name for name in (*BOT_NAMES[seat:], *BOT_NAMES) if is_free(name, known))


def check_free(name: str, taken: Iterable[str]) -> None:
    """Refuses a name that looks like that of someone at the table."""
    if not is_free(name, taken):
        raise WebError(409, "name_taken", name=name)


def told_apart(names: Sequence[str], longest: int) -> list[str]:
    """Names as a record has them, with a number where two are the same.

    >>> told_apart(["greedy", "Ann", "Greedy"], 24)
    ['greedy', 'Ann', 'Greedy 2']
    """
    found: list[str] = []
    for name in names:
        own, number = name[:longest].strip(), 1
        while not is_free(own, found):
            number += 1
            own = f"{name[: longest - 2].strip()} {number}"
        found.append(own)
    return found


def those_at(seats: Sequence[Seat]) -> list[str]:
    """The names of all who sit at a table."""
    return [seat.name for seat in seats if seat.kind != OPEN]


def program_name(name: str) -> str:
    """What a program that plays on a seat calls itself; empty if no program plays there."""
    return clean(name, MAX_NAME_LETTERS) if name.strip() else ""


def clean(name: str, longest: int) -> str:
    """A name as it is kept; WebError if nothing is left of it, or too much."""
    name = normalize_name(name)
    if not name:
        raise WebError(400, "name_empty")
    if len(name) > longest:
        raise WebError(400, "name_long", most=longest)
    return name
