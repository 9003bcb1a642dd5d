"""What is wrong with a database, as the key of a sentence."""

from __future__ import annotations

from typing import Final

from alembic.util.exc import CommandError as SchemaError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SQLAlchemyTimeout

FAULTS: Final = (
    ("readonly", "read_only"),
    ("read-only", "read_only"),
    ("locked", "locked"),
    ("not a database", "broken"),
    ("malformed", "broken"),
    ("disk image", "broken"),
    ("full", "full"),
    ("no space left", "full"),
    ("unable to open", "unreachable"),
    ("disk i/o", "disk"),
)


def fault_of(error: Exception) -> str:
    """What kind of fault an error of the database is; `other` if it is none of the usual ones.

    >>> fault_of(SchemaError("Can't locate revision identified by '0099'"))
    'newer'
    """
    if isinstance(error, SchemaError):
        return "newer"
    if isinstance(error, DBAPIError) and isinstance(error.orig, OSError | SQLAlchemyTimeout):
        return "away"
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    return next((key for words, key in FAULTS if words in said), "other")
