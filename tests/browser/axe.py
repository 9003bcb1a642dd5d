"""Asking axe-core what is wrong with a page.

It is asked for everything by day; by lantern light the same page has other colours and nothing
else, so only the rules about colours are asked again.
"""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Light = Literal["light", "dark"]
LIGHTS: tuple[Light, ...] = ("light", "dark")
BRIEFLY: dict[str, Any] = {"resultTypes": ["violations"]}
"""What is right need not be listed."""

MOTION_ENDS = """Promise.allSettled(document.getAnimations()
  .filter((one) => one.timeline === document.timeline).map((one) => one.finished))"""
"""Waits until nothing moves any more; what goes with scrolling never ends."""

COLOURS = BRIEFLY | {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
}


def assert_nothing_serious(page: Page, light: Light) -> None:
    """Nothing serious is wrong with the page as it is shown in this light."""
    options = BRIEFLY if light == "light" else COLOURS
    found = Axe().run(page, options=options).response["violations"]
    serious = [
        (one["id"], one["help"], [node["html"][:200] for node in one["nodes"]][:5])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious, f"{page.url} ({light}): {serious}"
