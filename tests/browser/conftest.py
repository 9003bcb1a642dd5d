"""The Chromium that all browser tests share, started once.

A missing Chromium is a failure with a sentence, not a skip: a green run must mean that the page
was seen in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from dvergar.cli.chromium import MISSING, find_chromium

# No sandbox, because tests run as root in containers; the rest keeps Chromium from calling home.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run; each test opens contexts of its own in it."""
    path = find_chromium()
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()
