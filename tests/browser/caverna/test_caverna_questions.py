"""Every kind of question Caverna asks is met in the browser, and answered there by a button."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from dvergar.games.caverna.presentation.prompt import QUESTIONS as KINDS
from dvergar.web.kernel.security.tokens import new_token
from tests.browser.caverna.scenes import QUESTIONS, take_up
from tests.browser.stage import MOVES, VERSION, Guests, Windows, set_before, version
from tests.web.serving import Served

pytestmark = pytest.mark.browser

TOKEN = new_token()


def test_the_list_names_every_kind_of_question() -> None:
    asked = {name: KINDS[make().stack[-1].kind] for name, make in QUESTIONS.items()}
    assert {name.removesuffix("_armed"): kind for name, kind in asked.items()} == {
        kind: kind for kind in KINDS.values()
    }


@pytest.fixture(scope="module")
def page(windows: Windows, server: Served) -> Iterator[Page]:
    """One page that holds the seat that is asked of every table of this file."""
    guests = Guests(windows, server.url)
    yield guests.arrive(TOKEN)
    guests.leave()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_asked_and_answered(page: Page, server: Served, question: str) -> None:
    state = QUESTIONS[question]()
    page.goto(set_before(server, state, token=TOKEN).path)
    words = state.prompt("en", ["Anna", "Balin", "Dora", "Fundin", "Gisela"])
    expect(page.locator("#question h2")).to_have_text(words.question)
    offered = page.locator(MOVES).evaluate_all("all => all.map((one) => one.value).sort()")
    assert offered == sorted(choice.name for choice in words.choices)
    answer = next(choice for choice in reversed(words.choices) if not choice.free)
    before = version(page)
    button = page.locator(f'{MOVES}[value="{answer.name}"]')
    assert button.evaluate("(one) => one.getAttribute('aria-label') || one.textContent.trim()")
    take_up(button)
    button.click()
    expect(page.locator(VERSION)).not_to_have_value(before)
