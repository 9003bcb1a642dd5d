"""How many connections and live streams this process may have open, by its limit of open files."""

from __future__ import annotations

import sys
from typing import Final

MAX_CONNECTIONS: Final = 20_000
SPARE_FILES: Final = 100  # that are not connections: the database, bots, the log
STREAMS_SHARE: Final = 0.8  # of all connections; the others are for requests that end


def max_connections() -> int:
    """As many as the system has files for, once it gave as many as it would."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + SPARE_FILES
    wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(soft // 2, soft - SPARE_FILES))


def max_streams() -> int:
    """How many connections may be live streams, so that others are still answered."""
    return int(max_connections() * STREAMS_SHARE)
