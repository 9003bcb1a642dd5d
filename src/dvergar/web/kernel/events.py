"""Events inside the server, dispatched by their type: parts emit them, features react.

An event is a frozen dataclass. `emit` tells of something that has happened: a handler that fails is
logged and changes nothing for the others. `check` asks before something is stored: a handler may
refuse by raising an error, which reaches the person who asked.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Dug:
...     depth: int
>>> events, found = Events(), []
>>> events.on(Dug, lambda event: found.append(event.depth))
>>> events.emit(Dug(3))
>>> found
[3]
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from dvergar.web.kernel.ops.log import format_error

LOG: Final = logging.getLogger("dvergar.events")
EventType = TypeVar("EventType")


class Events:
    """Handlers by the type of event, called in the order in which they were added."""

    def __init__(self) -> None:
        self._handlers: defaultdict[type, list[Callable[[Any], object]]] = defaultdict(list)
        self._checks: defaultdict[type, list[Callable[[Any], Awaitable[None]]]] = defaultdict(list)

    def on(self, kind: type[EventType], handler: Callable[[EventType], object]) -> None:
        """Calls `handler` with every event of this type."""
        self._handlers[kind].append(handler)

    def on_check(
        self, kind: type[EventType], handler: Callable[[EventType], Awaitable[None]]
    ) -> None:
        """Awaits `handler` before something of this type is done; it raises to refuse."""
        self._checks[kind].append(handler)

    def emit(self, event: object) -> None:
        """Tells all handlers that something has happened."""
        for handler in self._handlers[type(event)]:
            try:
                handler(event)
            except Exception as error:  # noqa: BLE001 - what has happened stays so for the others
                name = type(event).__name__
                LOG.error("a handler of %s failed: %s", name, format_error(error))

    async def check(self, event: object) -> None:
        """Asks all handlers whether something may be done; the first refusal is raised."""
        for handler in self._checks[type(event)]:
            await handler(event)
