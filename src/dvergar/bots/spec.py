"""A bot in one word: its name, and what is set about it, as in `search:nodes=2000:seconds=1`."""

from __future__ import annotations

from dvergar.core.errors import UnknownBot

Limit = int | float


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
    limits: dict[str, Limit] = {}
    for part in parts:
        key, _, value = part.partition("=")
        limits[key] = _number(text, value)
    return name, limits


def _number(text: str, value: str) -> Limit:
    try:
        number = float(value)
    except ValueError as error:
        raise UnknownBot("bot.limit", name=text[:60]) from error
    if not 0 <= number < 1e12:
        raise UnknownBot("bot.limit", name=text[:60])
    return int(number) if number == int(number) else number
