"""What tests of the command line share: each begins in English, whatever was typed before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dvergar.cli.console import use_language


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A command sets the language of its process, which here is that of all tests after it."""
    yield
    use_language("en")
