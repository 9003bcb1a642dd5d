"""Work on a cluster: a Dask scheduler hands it to the workers of as many machines as there are.

A worker that is lost costs nothing but time: the scheduler gives its games to another. The workers
need the same Dvergar, and `dask worker --nthreads 1` for each core.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from dvergar.lab.extras import DataError, needed

CONNECT_TIMEOUT_S = 20
"""Seconds in which a scheduler has to answer, and a first worker has to be there."""

WORKER_POLL_S = 5
"""Seconds after which the scheduler is asked again who is there."""


class Cluster:
    """A scheduler that answers."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._hands = 1
        self._asked = float("-inf")

    def hands(self) -> int:
        """How many threads its workers have; machines may come and go meanwhile."""
        now = time.monotonic()
        if now - self._asked > WORKER_POLL_S:
            threads: dict[str, int] = self._client.nthreads()
            self._hands, self._asked = max(1, sum(threads.values())), now
        return self._hands

    def open(self) -> Executor:
        """What takes work for it."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at an address, as long as it is needed."""
    distributed = needed("distributed")
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what is wrong we say ourselves
    try:
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise DataError("data.cluster", address=address[:80]) from error
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT_S)
        except TimeoutError as error:
            raise DataError("data.no_workers", address=address[:80]) from error
        try:
            yield Cluster(client)
        except (CancelledError, OSError) as error:
            if isinstance(error, OSError) and client.status == "running":
                raise
            raise DataError("data.cluster_lost", address=address[:80]) from error
    finally:
        client.close()
