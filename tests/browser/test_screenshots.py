"""Pictures of the page for people to look at; they lie in DVERGAR_SCREENSHOTS."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import (
    START,
    Guests,
    Wanted,
    at_start,
    at_the_end,
    in_the_middle,
    paint,
    set_up,
    with_exit_choice,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

HERE = Path(os.environ.get("DVERGAR_SCREENSHOTS", "build/screenshots"))
IMAGES = Path(__file__).parents[2] / "docs" / "images"
WANTED = os.environ.get("DVERGAR_WRITE_DOC_IMAGES") == "1"
IN_THE_DOCS = {
    "my-gold-mine": "my-gold-mine.png",
    "caverna-placing-light": "caverna.png",
    "cave-vs-cave-middle-light": "cave-vs-cave.png",
}
"""Pictures that the documentation shows too, when they are asked for."""

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
    "french": {"locale": "fr-FR"},
}
SITUATIONS: dict[str, tuple[int, Wanted]] = {
    "your-turn": (4, at_start),
    "exit-choice": (4, with_exit_choice),
    "over": (4, at_the_end),
    "six-players": (6, in_the_middle),
}
SHOWN = {"light": list(SITUATIONS), "phone": list(SITUATIONS)}


def shoot(page: Page, name: str, whole: bool = True) -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    paint(page)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=HERE / f"{name}.png", full_page=whole, animations="disabled")
    assert (HERE / f"{name}.png").stat().st_size > 20_000, "a picture of nothing"
    if WANTED and name in IN_THE_DOCS:
        shutil.copy(HERE / f"{name}.png", IMAGES / IN_THE_DOCS[name])


@pytest.mark.parametrize("look", LOOKS)
def test_pictures(guests: Guests, server: Served, look: str) -> None:
    page = guests.arrive(**LOOKS[look])
    page.goto(START)
    shoot(page, f"start-{look}")
    for name in SHOWN.get(look, ["your-turn"]):
        players, wanted = SITUATIONS[name]
        scene = set_up(server, players, wanted)
        guests.change_seat(page, scene.mine)
        page.goto(scene.path)
        expect(page.locator("#prompt")).to_be_visible()
        shoot(page, f"{name}-{look}")
        if name == "your-turn":
            guests.change_seat(page, scene.other)
            page.goto(scene.path)
            shoot(page, f"not-your-turn-{look}")


def worth_showing(state: Any) -> bool:
    """Gold in the piles, somebody out, the dragon near, and a door to choose."""
    return (
        state.round == 2
        and state.card < 0
        and state.places.count(0) == 1
        and -1 not in state.places
        and 5 <= state.dragon <= 6
        and len(set(state.places)) >= 4
        and state.extraction[-1:] in ([1], [2])
        and state.places[state.dwarf] >= 2
    )


def test_the_picture_of_the_readme(guests: Guests, server: Served) -> None:
    scene = set_up(server, 4, worth_showing)
    page = guests.arrive(scene.mine, color_scheme="light")
    page.goto(scene.path)
    expect(page.locator("#prompt")).to_be_visible()
    shoot(page, "my-gold-mine", whole=False)
