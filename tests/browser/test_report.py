"""A report in a browser: readable by day and by lantern light, on a phone, and for axe-core."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from dvergar.lab import simulate
from dvergar.lab.report import report
from tests.browser.axe import assert_accessible

pytestmark = pytest.mark.browser


def test_a_report_can_be_read_by_everybody(browser: Browser, tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    simulate("my_gold_mine", {"players": 3}, ["careful", "random"], 20, 1, out=games)
    written = tmp_path / "report.html"
    written.write_text(report(games, "fr"), "utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(written.as_uri())
    assert page.locator("figure svg").count() >= 5
    assert page.evaluate("document.documentElement.scrollWidth") == 390, "nothing sticks out"
    ink = page.locator("figure svg text").first
    by_day = ink.evaluate("node => getComputedStyle(node).fill")
    page.emulate_media(color_scheme="dark")
    assert ink.evaluate("node => getComputedStyle(node).fill") != by_day
    assert_accessible(page)
    page.close()
