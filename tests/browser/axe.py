"""Asking axe-core what is wrong with a page.

It is asked for everything by day; by lantern light the same page has other colours and nothing
else, so only the rules about colours are asked again.
"""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page

from tests.browser.stage import paint

Light = Literal["light", "dark"]
LIGHTS: tuple[Light, ...] = ("light", "dark")
BRIEFLY: dict[str, Any] = {"resultTypes": ["violations"]}
"""What is right need not be listed."""

MOTION_ENDS = """Promise.allSettled(document.getAnimations()
  .filter((one) => one.timeline === document.timeline).map((one) => one.finished))"""
"""Waits until nothing moves any more; what goes with scrolling never ends."""

ASK = "async (options) => self.axe?.run ? (await axe.run(options)).violations : null"
"""What is wrong with a page, if axe is there already and not just a picture of that name."""

STRENGTH = "getComputedStyle(document.documentElement).opacity"

COLOURS = BRIEFLY | {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
}


def assert_nothing_serious(page: Page | Frame, light: Light) -> None:
    """Nothing serious is wrong with the page as it is shown in this light."""
    options = BRIEFLY if light == "light" else COLOURS
    paint(page)
    assert page.evaluate(STRENGTH) == "1", "axe passes over what cannot be seen"
    found = page.evaluate(ASK, options)
    if found is None:
        page.evaluate(Axe().axe_script)
        found = page.evaluate(ASK, options)
    paint(page, really=False)
    serious = [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"]][:5])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious, f"{page.url} ({light}): {serious}"


def assert_accessible(page: Page) -> None:
    """Nothing serious is wrong by day or by lantern light, which come without another page."""
    for light in LIGHTS:
        page.emulate_media(color_scheme=light, reduced_motion="reduce")
        page.evaluate(MOTION_ENDS)
        assert_nothing_serious(page, light)
