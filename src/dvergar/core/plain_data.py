"""Positions as plain data and back, and the JSON schema of views: once for all games.

The fields of a position (or of a player in it) are its attributes. A new field only has to be set,
copied and added to `key`. A compiled class has a list of its fields, a plain one has them in its
`__dict__`; sorted by name both give the same data. What can be worked out is left out: things
within a position name it in `UNSTORED`, as the position does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dvergar.core.chance import Chance


def field_names(thing: object, leave_out: Collection[str] = ()) -> list[str]:
    """The names of the fields of a position or a player.

    A plain class may extend a compiled one, as the games of other packages do: then it has both.
    """
    compiled = getattr(type(thing), "__mypyc_attrs__", ())
    listed = {*compiled, *getattr(thing, "__dict__", ())} - {"__dict__"}
    return sorted(listed.difference(leave_out))


def to_data(thing: object, leave_out: Collection[str] = ()) -> dict[str, Any]:
    """Everything in the fields of a position or a player, as plain data of its own."""
    return {name: _plain(getattr(thing, name)) for name in field_names(thing, leave_out)}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Chance):
        return value.words()
    return value if isinstance(value, int | str) else to_data(value, getattr(value, "UNSTORED", ()))


def from_data(thing: object, data: dict[str, Any], leave_out: Collection[str] = ()) -> None:
    """Fills the fields of a blank position or player; what each is now says what it has to be.

    A list holds numbers, or tuples of numbers where there are lists in it. What is made of anything
    else is for the game to fill.
    """
    for name in field_names(thing, leave_out):
        setattr(thing, name, _like(getattr(thing, name), data[name]))


def _like(now: Any, value: Any) -> Any:
    if isinstance(now, bool):
        return bool(value)
    if isinstance(now, int):
        return int(value)
    if isinstance(now, Chance):
        return Chance.restore([int(word) for word in value])
    return [_entry(one) for one in value]


def _entry(value: Any) -> int | tuple[int, ...]:
    return tuple(map(int, value)) if isinstance(value, list) else int(value)


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a `TypedDict`; it has the entries that are named there and no others."""
    from pydantic import TypeAdapter

    schema: dict[str, Any] = TypeAdapter(kind).json_schema()
    for one in [schema, *schema.get("$defs", {}).values()]:
        if "properties" in one:
            one["additionalProperties"] = False
    return schema
