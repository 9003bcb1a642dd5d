"""What a server counts of itself, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class Measures:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "dvergar_request_seconds",
            "How long requests took, without live streams.",
            ("path",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._requests = Counter(
            "dvergar_requests",
            "Requests by method and status, without live streams.",
            ("method", "status"),
            registry=self._registry,
        )
        self.moves = Counter(
            "dvergar_moves", "Moves that were stored.", ("game",), registry=self._registry
        )

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Counts a request."""
        self._seconds.labels(path).observe(seconds)
        self._requests.labels(method if method in METHODS else "other", str(status)).inc()

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Something that is asked for whenever somebody reads the measures."""
        Gauge(f"dvergar_{name}", meaning, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
