"""The Chromium that all browser tests share, started once, and the server of each file.

A missing Chromium is a failure with a sentence, not a skip: a green run must mean that the page
was seen in a browser.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from dvergar.web.features.lobby import service as lobby_service
from tests.browser.stage import LOCKED_S, Guests, Windows
from tests.web.serving import Served, free_socket, serving
from tools.testing.chromium import MISSING, find_chromium

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
    "--renderer-process-limit=1",  # a page goes on in the process that its window began with
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games come first, so that at the end nobody waits for whoever is left with one."""
    items.sort(key=lambda item: not {"browser", "whole_games"} <= set(item.keywords))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole run; each test opens contexts of its own in it."""
    path = find_chromium()
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    expect.set_options(timeout=LOCKED_S)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """Where the server of one file after another is found, so that browsers stay with them all."""
    with free_socket() as reserved:
        number: int = reserved.getsockname()[1]
        if sys.platform != "linux":  # there nobody listens where another is bound
            reserved.close()
        yield number


@pytest.fixture(scope="module")
def server(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of a file; its tables are dealt the same in every run."""
    seeds = count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby_service, "secrets", SimpleNamespace(randbits=lambda _: next(seeds)))
        with serving(tmp_path_factory.mktemp("server"), port=port) as served:
            yield served


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[Windows]:
    """The browsers that guests take over from each other."""
    opened = Windows(browser)
    yield opened
    opened.close()


@pytest.fixture
def guests(windows: Windows, server: Served) -> Iterator[Guests]:
    """Browsers of people, as many as a test needs; they leave when it ends."""
    arrived = Guests(windows, server.url)
    yield arrived
    arrived.leave()
