"""Pictures of Cave vs Cave for people to look at; they lie in DVERGAR_SCREENSHOTS."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.caves import Wanted, asks, at_the_end, from_record, set_up
from tests.browser.stage import Guests
from tests.browser.test_screenshots import shoot
from tests.web.serving import Served

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark-french": {"color_scheme": "dark", "locale": "fr-FR"},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "phone": {"viewport": {"width": 360, "height": 740}},
}


ALSO = ("tablet", "dark-french")
"""Looks of one situation only."""


def in_the_middle(state: Any) -> bool:
    """Rooms, walls and a tile with something of everything."""
    return bool(state.round == 6 and asks("parts", "use", "wall", "gain")(state))


SITUATIONS: dict[str, Wanted] = {
    "middle": in_the_middle,
    "full-cave": asks("side"),
    "over": at_the_end,
}


@pytest.mark.parametrize("situation", [*SITUATIONS, "alone"])
def test_pictures(guests: Guests, server: Served, situation: str) -> None:
    if situation == "alone":
        scene = set_up(server, 1, lambda state: asks("tile")(state) and state.round == 5)
    else:
        scene = from_record(server, SITUATIONS[situation])
    for look, options in LOOKS.items():
        if look in ALSO and situation != "middle":
            continue
        page = guests.arrive(scene.mine, **options)
        page.goto(scene.path)
        shoot(page, f"cave-vs-cave-{situation}-{look}")
