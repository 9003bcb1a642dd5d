"""Work on a cluster: a Dask scheduler hands it to the workers of as many machines as there are.

A worker that is lost costs nothing but time: the scheduler gives its games to another. The workers
need the same Dvergar, and `dask worker --nthreads 1` for each core.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from dvergar.lab.extras import DataError, needed

PATIENCE = 20
"""Seconds in which a scheduler has to answer, and a first worker has to be there."""


class Cluster:
    """A scheduler that answers."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def hands(self) -> int:
        """How many threads its workers have at present."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def open(self) -> Executor:
        """What takes work for it."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at an address, as long as it is needed."""
    distributed = needed("distributed", "cluster")
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise DataError("data.cluster", address=address[:80]) from error
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise DataError("data.no_workers", address=address[:80]) from error
        yield Cluster(client)
    finally:
        client.close()
