"""The databases that tests of the server run on: SQLite, and PostgreSQL where it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.serving import Place

BOTH = ("sqlite", "postgres")
"""The databases of a test that is run on each."""

on_both = pytest.mark.parametrize("server", BOTH, indirect=True, scope="module")
"""Marks a test whose `server` is one on each of the databases, not on the first alone."""

TAB = "tab"

in_tab_too = pytest.mark.parametrize("server", [BOTH[0], TAB], indirect=True, scope="module")
"""Marks a test of pages that need no server: its `server` is also the app of a browser tab."""


def place_of(request: pytest.FixtureRequest, data: Path) -> Place:
    """Where servers find their data, on the database that a fixture is asked for."""
    from tests.web.serving import Place

    if getattr(request, "param", BOTH[0]) == "sqlite":
        return Place(data)
    return Place(data, request.getfixturevalue("postgres").new_database())
