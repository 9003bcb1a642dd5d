"""Whatever comes back instead of a table: the board stays, one sentence says so, play goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from dvergar.core.languages import LANGUAGES
from dvergar.core.words import words
from tests.browser.stage import (
    MOVES,
    NO_SHARING,
    VERSION,
    Guests,
    Scene,
    act,
    at_start,
    set_up,
    version,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser

BARE = "<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>"


@pytest.fixture(scope="module")
def scene(server: Served) -> Scene:
    return set_up(server, 2, at_start)


def arrive(guests: Guests, scene: Scene, lang: str = "en") -> Page:
    page = guests.arrive(scene.mine, locale=lang)
    page.goto(scene.path)
    expect(page.locator(MOVES).first).to_be_visible()
    page.evaluate("window.neverReloaded = true")
    return page


def answer_once(page: Page, status: int, body: str = BARE, kind: str = "text/html") -> None:
    """The next request to move is answered by somebody between the page and the server."""
    page.route(
        "**/move",
        lambda route: route.fulfill(status=status, body=body, content_type=kind),
        times=1,
    )


def assert_still_there(page: Page, sentence: str, before: str) -> None:
    """The table is as it was, the sentence is told, and the move can be made again."""
    expect(page.locator("#trouble")).to_have_text(sentence)
    expect(page.locator("#trouble")).to_have_attribute("role", "status")
    assert page.evaluate("window.neverReloaded")
    assert page.locator("h1", has_text="nginx").count() == 0
    assert version(page) == before
    expect(page.locator("#log")).to_be_visible()
    act(page, "dig")
    assert version(page) == str(int(before) + 1)
    expect(page.locator("#trouble")).to_be_empty()


@pytest.mark.parametrize(
    ("lang", "statuses"), [("en", [400, 403, 404, 429, 500, 502, 504]), ("fr", [502])]
)
def test_an_error_answer_leaves_the_board(
    lang: str, statuses: list[int], guests: Guests, server: Served
) -> None:
    page = arrive(guests, set_up(server, 2, at_start, one_screen=True), lang)
    for status in statuses:
        before = version(page)
        answer_once(page, status)
        page.locator(MOVES).first.click()
        assert_still_there(page, words("dvergar.web", lang)("table.failed", status=status), before)


@pytest.mark.parametrize("status", [200, 409])
def test_a_page_that_is_no_table_leaves_the_board(
    status: int, guests: Guests, server: Served
) -> None:
    """As the login page of a network does, with the status of a good answer."""
    page = arrive(guests, set_up(server, 2, at_start))
    before = version(page)
    answer_once(page, status)
    page.locator(MOVES).first.click()
    assert_still_there(page, words("dvergar.web", "en")("table.strange"), before)


def test_a_dropped_connection_leaves_the_board_and_the_move_is_made_again(
    guests: Guests, server: Served
) -> None:
    page = arrive(guests, set_up(server, 2, at_start))
    before = version(page)
    page.route("**/move", lambda route: route.abort("connectionreset"), times=1)
    page.locator(MOVES).first.click()
    expect(page.locator("#trouble")).to_have_text(words("dvergar.web", "en")("table.kept"))
    expect(page.locator(VERSION)).to_have_value(str(int(before) + 1))
    expect(page.locator("#trouble")).to_be_empty()
    assert page.evaluate("window.neverReloaded")
    guests.troubles.clear()  # of course it complained


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_server_s_own_refusal_is_told_in_its_words(
    lang: str, guests: Guests, server: Served
) -> None:
    page = arrive(guests, set_up(server, 2, at_start), lang)
    before = version(page)

    def damage(route: Route) -> None:
        route.continue_(post_data="move=dig&at=nothing")

    page.route("**/move", damage, times=1)
    page.locator(MOVES).first.click()
    assert_still_there(page, words("dvergar.web", lang)("error.form"), before)


def test_a_move_that_comes_too_late_brings_the_present_table(guests: Guests, scene: Scene) -> None:
    page = arrive(guests, scene)
    late = str(int(version(page)) - 1)
    page.locator("#move input[name=at]").evaluate("(field, at) => { field.value = at }", late)
    page.locator(MOVES).first.click()
    expect(page.locator("#notice")).to_have_text(words("dvergar.web", "en")("error.stale"))
    act(page, "dig")


def test_a_stream_that_is_refused_at_first_is_tried_again(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.other)
    page.add_init_script(NO_SHARING)
    page.route(re.compile("/live[?]"), lambda route: route.fulfill(status=502, body=BARE), times=1)
    page.goto(scene.path)
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden()
    before = version(page)
    table = server.run(server.inside.tables.get(scene.id))
    server.run(server.inside.tables.play(table, "dig"))
    expect(page.locator("#move input[name=at]")).to_have_value(str(int(before) + 1))
