"""Every kind of question of Cave vs Cave: all its answers are there, named, accessible, and fit."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.caves import (
    Wanted,
    asks,
    assert_all_offered,
    at_the_end,
    from_record,
    set_up,
)
from tests.browser.measures import sticks_out
from tests.browser.stage import LONG_LANGUAGES, MOVES, Guests, Scene
from tests.browser.test_narrow import LONG, assert_fits, phone
from tests.web.serving import Served

pytestmark = pytest.mark.browser

QUESTIONS: dict[str, Wanted] = {
    "tile": asks("tile"),
    "gain": asks("parts", "gain wood", "gain stone", "use entrance", "wall"),
    "trade": asks("parts", "trade"),
    "use": asks("parts", "use spinning_wheel 1 flax", "use grindstone"),
    "junction": asks("parts", "use junction_room wood stone grain"),
    "digging_cave": asks("parts", "use digging_cave"),
    "furnish": asks("parts", "furnish"),
    "breach": asks("parts", "breach"),
    "dig twice": asks("parts", "dig twice"),
    "sell": asks("parts", "sell food"),
    "digs": asks("digs"),
    "cell": asks("cell"),
    "payment": asks("payment"),
}
NAMELESS = """all => all
  .filter((one) => !(one.ariaLabel || one.innerText.trim())).map((one) => one.value)"""


def at(server: Served, question: str, names: tuple[str, ...] = LONG) -> Scene:
    if question == "side":
        return from_record(server, asks("side"), names)
    if question == "cavern":
        return from_record(server, lambda state: bool(state.over), names)
    return set_up(server, 2, QUESTIONS[question], names)


@pytest.mark.parametrize("question", [*QUESTIONS, "side"])
def test_all_answers_are_there_and_fit_a_telephone(
    guests: Guests, server: Served, question: str
) -> None:
    scene = at(server, question)
    page = phone(guests, scene.mine)
    for lang in LONG_LANGUAGES:
        page.context.add_cookies([{"name": "lang", "value": lang, "url": server.url}])
        assert_fits(page, scene.path)
        assert_all_offered(page, server, scene)
        assert not page.locator(MOVES).evaluate_all(NAMELESS)
        assert sticks_out(page, "#tray", ".choice-button") == [] or question == "gain", "scrolls"
        state = server.run(server.inside.tables.get(scene.id)).state
        expect(page.locator("#question")).to_contain_text(state.prompt(lang, LONG).question)


def test_others_and_the_end_fit_a_telephone(guests: Guests, server: Served) -> None:
    scene = at(server, "cavern")
    assert_fits(phone(guests, scene.other, "fr"), scene.path)
    assert_fits(phone(guests), f"{scene.path}?at=40")
    alone = set_up(server, 1, at_the_end, LONG)
    assert_fits(phone(guests, alone.mine, "fr"), alone.path)


@pytest.mark.parametrize(("question", "lang"), [("gain", "en"), ("furnish", "de"), ("digs", "fr")])
def test_axe_finds_nothing_serious(
    guests: Guests, server: Served, question: str, lang: str
) -> None:
    scene = at(server, question)
    page = guests.arrive(scene.mine, bypass_csp=True, locale=lang)
    page.goto(scene.path)
    assert_accessible(page)


def test_axe_finds_nothing_serious_late_and_alone(guests: Guests, server: Served) -> None:
    for scene in (at(server, "side"), at(server, "cavern"), set_up(server, 1, asks("tile", "eat"))):
        page = guests.arrive(scene.mine, bypass_csp=True)
        page.goto(scene.path)
        assert_accessible(page)
