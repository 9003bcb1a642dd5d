"""Pictures of Cave vs Cave for people to look at; they lie in DVERGAR_SCREENSHOTS."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.caves import Wanted, asks, at_the_end, from_record, set_up
from tests.browser.stage import Guests, Scene
from tests.browser.test_screenshots import shoot
from tests.web.serving import Served

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark-french": {"color_scheme": "dark", "locale": "fr-FR"},
    "tablet": {"viewport": {"width": 768, "height": 1024}},
    "phone": {"viewport": {"width": 360, "height": 740}},
}


def in_the_middle(state: Any) -> bool:
    """Rooms, walls and a tile with something of everything."""
    return bool(state.round == 5 and asks("parts", "use", "wall", "gain")(state))


SITUATIONS: dict[str, Wanted] = {
    "middle": in_the_middle,
    "full-cave": asks("side"),
    "over": at_the_end,
}
SHOWN = {"light": [*SITUATIONS, "alone"], "phone": [*SITUATIONS, "alone"]}
"""What is shown in a look; in the others the middle alone."""


@pytest.fixture(scope="module")
def scenes(server: Served) -> dict[str, Scene]:
    """The tables of all pictures, each played once."""
    alone = set_up(server, 1, lambda state: asks("tile")(state) and state.round == 5)
    return {name: from_record(server, wanted) for name, wanted in SITUATIONS.items()} | {
        "alone": alone
    }


@pytest.mark.parametrize("look", LOOKS)
def test_pictures(guests: Guests, scenes: dict[str, Scene], look: str) -> None:
    page = guests.arrive(**LOOKS[look])
    for situation in SHOWN.get(look, ["middle"]):
        guests.change_seat(page, scenes[situation].mine)
        page.goto(scenes[situation].path)
        shoot(page, f"cave-vs-cave-{situation}-{look}")
