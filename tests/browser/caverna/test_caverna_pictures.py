"""Pictures of Caverna's table for people to look at; they lie in DVERGAR_SCREENSHOTS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from dvergar.web.kernel.security.tokens import new_token
from tests.browser.caverna.scenes import QUESTIONS, SLUG, middle_of, working_day
from tests.browser.stage import Guests, at_the_end, set_before, set_up
from tests.browser.test_screenshots import shoot
from tests.web.serving import Served

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Balin", "Sindri", "Dora", "Fundin", "Gisela", "Hugin")
SITUATIONS: dict[str, Callable[[], Any]] = {
    "placing": working_day,
    "tile": QUESTIONS["flow"],
    "furnish": lambda: working_day("place housework"),
    "site": QUESTIONS["site"],
    "loot": QUESTIONS["looting"],
    "feeding": QUESTIONS["feeding"],
    "herd": QUESTIONS["herd"],
    "breeding": QUESTIONS["breeding"],
    "market": QUESTIONS["marketing"],
    "seven": lambda: middle_of(7),
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "wide": {"viewport": {"width": 2560, "height": 1440}},
    "french": {"locale": "fr-FR"},
}

SHOWN = {"light": list(SITUATIONS), "phone": ["placing", "tile", "feeding", "seven"]}


@pytest.mark.parametrize("look", LOOKS)
def test_pictures(guests: Guests, server: Served, look: str) -> None:
    token = new_token()
    page = guests.arrive(token, **LOOKS[look])
    for name in SHOWN.get(look, ["placing"]):
        page.goto(set_before(server, SITUATIONS[name](), NAMES, token).path)
        expect(page.locator("#prompt")).to_be_visible()
        if name == "tile":
            page.locator(".spot.w0").first.hover()
        shoot(page, f"caverna-{name}-{look}", whole=look != "wide")


def test_the_score_pad(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, at_the_end, NAMES, slug=SLUG)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator("#scores polyline")).to_have_count(3)
    shoot(page, "caverna-over-light")
    page.goto(f"{scene.path}#others")
    shoot(page, "caverna-others-light")
    page.goto(f"{scene.path}?at=60")
    shoot(page, "caverna-replay-light")
