"""No two at a table have names that look alike: bots take free ones, people are asked for another.

Names are kept in their usual form (NFKC), without anything that cannot be seen or that turns the
direction of writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.tables.look_alikes import is_free, normalize_name
from dvergar.web.kernel.tables.table import BOT, OPEN, Seat

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


def clean(name: str, longest: int) -> str:
    """A name as it is kept; WebError if nothing is left of it, or too much."""
    name = normalize_name(name)
    if not name:
        raise WebError(400, "name_empty")
    if len(name) > longest:
        raise WebError(400, "name_long", most=longest)
    return name
