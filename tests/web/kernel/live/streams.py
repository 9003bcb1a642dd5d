"""The live stream of a table as a test listens to it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

LOCKED_S = 30
"""Seconds; the machine may be busy with other tests."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a stream."""

    id: str
    html: str


@contextmanager
def listening(
    http: httpx.Client, table: str, query: str = "", last: str = "", event: str = ""
) -> Iterator[queue.Queue[Message]]:
    """The messages of a table's stream, as they come; `event` names others than the table."""
    heard: queue.Queue[Message] = queue.Queue()
    ready = threading.Event()
    stop = threading.Event()

    def listen() -> None:
        headers = {"last-event-id": last} if last else {}
        with http.stream("GET", f"/table/{table}/live{query}", headers=headers, timeout=60) as live:
            ready.set()
            lines: list[str] = []
            for line in live.iter_lines():
                if stop.is_set():
                    return
                if line:
                    lines.append(line)
                    continue
                data = "\n".join(one[6:] for one in lines if one.startswith("data: "))
                number = "".join(one[4:] for one in lines if one.startswith("id: "))
                named = "".join(one[7:] for one in lines if one.startswith("event: "))
                if data and named == event:
                    heard.put(Message(number, data))
                lines = []

    def safely() -> None:
        try:
            listen()
        except httpx.TransportError:
            ready.set()

    thread = threading.Thread(target=safely, daemon=True)
    thread.start()
    assert ready.wait(LOCKED_S)
    yield heard
    stop.set()
