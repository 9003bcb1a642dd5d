"""A bot in one word: its name, and what is set about it, as in `search:nodes=2000:seconds=1`."""

from __future__ import annotations

import re
from typing import Final

from dvergar.core.errors import UnknownBot

Limit = int | float
LIMIT: Final = re.compile(r"\w+=[^:=]*")


def read_spec(text: str) -> tuple[str, dict[str, Limit]]:
    """The name of a bot and its limits.

    >>> read_spec("greedy")
    ('greedy', {})
    >>> read_spec("search:nodes=2000:seconds=0.5")
    ('search', {'nodes': 2000, 'seconds': 0.5})
    >>> read_spec("search:nodes")
    Traceback (most recent call last):
    ...
    dvergar.core.errors.UnknownBot: ...
    """
    name, *parts = text.split(":")
    return name, _limits(text, parts)


def read_name(text: str) -> str:
    """The name alone."""
    return text.partition(":")[0]


def read_limits(text: str, rest: str) -> tuple[str, dict[str, Limit]]:
    """What stands before the limits, which may have colons of its own, and the limits.

    >>> read_limits("run:./a:b c:seconds=2", "./a:b c:seconds=2")
    ('./a:b c', {'seconds': 2})
    """
    parts = rest.split(":")
    first = len(parts)
    while first > 1 and LIMIT.fullmatch(parts[first - 1]):
        first -= 1
    return ":".join(parts[:first]), _limits(text, parts[first:])


def _limits(text: str, parts: list[str]) -> dict[str, Limit]:
    limits: dict[str, Limit] = {}
    for part in parts:
        key, _, value = part.partition("=")
        limits[key] = _number(text, value)
    return limits


def _number(text: str, value: str) -> Limit:
    try:
        number = float(value)
    except ValueError as error:
        raise UnknownBot("bot.limit", name=text[:60]) from error
    if not 0 <= number < 1e12:
        raise UnknownBot("bot.limit", name=text[:60])
    return int(number) if number == int(number) else number
