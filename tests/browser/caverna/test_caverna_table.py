"""Every answer is in sight: a slim question, its part of the table, seven players, sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dvergar.testing import play
from dvergar.web.kernel.security.tokens import new_token
from tests.browser.answers import SCREENS
from tests.browser.caverna.scenes import (
    QUESTIONS,
    RICH,
    SLUG,
    last_trades,
    middle_of,
    working_day,
)
from tests.browser.measures import assert_in_view, box, boxes, resize, sticks_out
from tests.browser.stage import LONG_LANGUAGES, MOVES, Guests, press, set_before, set_up
from tests.browser.test_visible_choices import wealthy
from tests.games.caverna.tables import table
from tests.web.serving import Served

pytestmark = pytest.mark.browser

DESK = (1280, 800)
WIDE = (1920, 1080)


def forging() -> Any:
    """A dwarf without a weapon at the forge, with ore for some of the strengths."""
    rich = {**RICH, "goods": {**RICH["goods"], "ore": 6}, "weapons": [0, 4, 0]}
    return play(table(rich, {}, players=2, round=8), "place blacksmithing")


# What is asked, the part of the table that answers it, its answers there, and the question.
ASKED: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    "space": (working_day, "spaces", "button.space", "Place the dwarf of strength 3: which space?"),
    "weapon": (forging, "tray", "button.forge-col", "Forge a weapon: how strong?"),
    "loot": (QUESTIONS["looting"], "tray", "button.loot-item", "Choose loot: 2 of 3 left"),
    "meal": (QUESTIONS["feeding"], "tray", "button.dish", "Feed 3 dwarfs: 6 food, you have 1"),
    "tile": (lambda: working_day("place housework"), "tiles", "button.tile", ""),
    "trades": (last_trades, "trades", "button.ch", ""),
}


def shown(page: Page) -> list[str]:
    """The parts of the large column that are in sight."""
    found: list[str] = page.locator(".right > .pane:visible").evaluate_all(
        "(all) => all.map((one) => one.id)"
    )
    return found


def test_the_large_column_shows_what_is_asked(guests: Guests, server: Served) -> None:
    token = new_token()
    page = guests.arrive(token)
    for make, pane, answer, question in ASKED.values():
        page.goto(set_before(server, make(), token=token).path)
        for screen in (DESK, WIDE, (1024, 768), (768, 1024)):
            resize(page, *screen)
            assert shown(page) == [pane], screen
            assert boxes(page, f"#{pane} {answer}"), screen
            assert boxes(page, f"#prompt {MOVES.split()[-1]}") == []
            assert box(page, "#prompt").size[1] <= (66 if screen != WIDE else 80), screen
        resize(page, *DESK)
        assert_in_view(page, "#prompt", f"#{pane} {answer}", ".board-frame", ".stock")
        assert box(page, f"#{pane}").left >= box(page, ".board-frame").right
        assert question in page.locator("#question h2").inner_text()
        assert "asks" in str(page.locator(f"#parts .to-{pane}").get_attribute("class"))


def test_a_peek_stays_until_something_else_is_asked(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#parts .to-trades").click()
    assert shown(page) == ["trades"]
    page.locator(f'#anytime {MOVES.split()[-1]}[value="eat grain"]').click()
    expect(page.locator(".larder .delta")).to_be_visible()
    assert shown(page) == ["trades"], "the question is the same"
    page.keyboard.press("Escape")
    assert shown(page) == ["spaces"]
    page.locator("#parts .to-others").click()
    page.locator("#parts .to-spaces").click()
    page.locator("#space-housework").click()
    expect(page.locator("#tiles.asked")).to_be_visible()
    assert shown(page) == ["tiles"], "a new question opens its part"


def test_what_an_answer_would_take_is_marked_at_the_supplies(
    guests: Guests, server: Served
) -> None:
    token = new_token()
    page = guests.arrive(token)
    marks = page.locator(".stock .would")
    page.goto(set_before(server, forging(), token=token).path)
    page.locator(".forge-col[data-key='5']").hover()
    expect(page.locator(".stock [data-help='good:ore'] .would")).to_have_text("−5")
    page.locator(".forge-col[data-key='3']").focus()
    expect(marks).to_have_text(["−3"])
    page.locator("#question").hover()
    expect(marks).to_have_text(["−3"])
    page.locator("#question").focus()
    expect(marks).to_have_count(0)
    page.goto(set_before(server, QUESTIONS["feeding"](), token=token).path)
    page.locator(".dish").first.focus()
    expect(page.locator(".stock [data-help='good:grain'] .would")).to_have_text("−3")
    page.keyboard.press("Enter")
    expect(page.locator(".dish")).to_have_count(0)
    expect(marks).to_have_count(0)


def test_arrows_move_among_the_answers(guests: Guests, server: Served) -> None:
    scene = set_before(server, QUESTIONS["looting"]())
    page = guests.arrive(scene.mine, viewport={"width": DESK[0], "height": DESK[1]})
    page.goto(scene.path)
    focused = page.locator("#loot button:focus")
    page.locator("#loot button[value='loot wood']").focus()
    for key, loot in (("Right", "sheep"), ("Down", "vegetable"), ("Left", "stone"), ("Up", "wood")):
        page.keyboard.press(f"Arrow{key}")
        expect(focused).to_have_attribute("value", f"loot {loot}")
    page.keyboard.press("Enter")
    expect(page.locator("#loot .taken")).to_have_count(2)


def test_moves_at_any_time_are_one_line_under_the_supplies(guests: Guests, server: Served) -> None:
    token = new_token()
    page = guests.arrive(token)
    for state in (working_day(), middle_of(7)):
        page.goto(set_before(server, state, token=token).path)
        for screen in (DESK, WIDE):
            resize(page, *screen)
            strip = box(page, "#anytime")
            assert strip.top >= box(page, ".stock").bottom
            assert strip.size[1] <= 36, screen
            assert sticks_out(page, "#anytime", "button, a, label") == [], screen
        page.locator("#anytime .all").click()
        assert shown(page) == ["trades"]
        offered = page.locator("#trades .trade-row").locator("button, label").count()
        assert str(offered) in page.locator("#anytime .all").inner_text()


def test_seven_players_fit_on_a_small_desk(guests: Guests, server: Served) -> None:
    scene = set_before(server, middle_of(7))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    for screen in (DESK, WIDE):
        resize(page, *screen)
        cards = boxes(page, "#spaces .space")
        assert len(cards) == 34
        assert max(card.bottom for card in cards) <= screen[1]
        assert min(card.size[1] for card in cards) >= 62
        rows = boxes(page, ".neighbour")
        assert len(rows) == 6
        assert max(row.bottom for row in rows) <= screen[1]
        for part in (".family", ".food-gn", ".points", ".goods"):
            assert len(boxes(page, f".neighbour {part}")) == 6, part
        assert sticks_out(page, ".neighbour a", ".who, .family, .food-gn, .points, .gn") == []
    assert len(boxes(page, ".neighbour .stamp")) == 6
    wide = box(page, ".board-frame").size[0]
    resize(page, *DESK)
    assert wide > box(page, ".board-frame").size[0] * 1.3
    page.locator(".neighbour a").nth(2).hover()
    stamp = box(page, ".neighbour .stamp")
    assert stamp.size[0] > 300
    assert stamp.right <= min(card.left for card in boxes(page, "#spaces .space"))
    other = page.locator(".neighbour a").nth(2)
    seat = other.get_attribute("href")
    other.click()
    assert box(page, f"{seat} .board").right <= min(card.left for card in boxes(page, ".space"))
    assert shown(page) == ["spaces", "others"]
    page.locator(f"{seat} .back").click()
    expect(page.locator(str(seat))).to_be_hidden()


def test_board_size_and_columns_can_be_set_without_scripts(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine, java_script_enabled=False)
    page.goto(scene.path)

    def measure() -> tuple[float, float, float, float]:
        all_of = [page.locator(one).bounding_box() for one in (".board-frame", "#spaces", "#log")]
        board, spaces, log = (one for one in all_of if one)
        return board["width"], board["x"], spaces["x"], log["y"] - spaces["y"]

    def choose(words: str) -> tuple[float, float, float, float]:
        page.locator(".menu summary").click()
        page.get_by_role("button", name=words, exact=True).click()
        chosen = page.get_by_role("button", name=words, exact=True, include_hidden=True)
        assert chosen.get_attribute("aria-pressed") == "true"
        return measure()

    usual, left, right, _ = measure()
    assert left < right
    assert choose("Large")[0] > usual * 1.1
    assert choose("Small")[0] < usual * 0.9
    _, left, right, _ = choose("Board right")
    assert left > right
    assert choose("Log below")[3] > 400
    page.goto(scene.path)
    assert measure()[3] > 400, "the browser remembers it"


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_cards_of_loot_and_weapons_hold_their_words(
    guests: Guests, server: Served, lang: str
) -> None:
    token = new_token()
    page = guests.arrive(token, locale=lang)
    strong = wealthy("jump dwarf 14", "place blacksmithing", weapons=(3, 14, 0))
    for state, cards in ((strong, ".loot > *"), (forging(), ".forge-col")):
        page.goto(set_before(server, state, token=token).path)
        for screen in SCREENS:
            resize(page, *screen)
            words = ".signs, .loot-name, small, em, .forge-loot, .forge-foot"
            assert sticks_out(page, cards, words) == [], screen
    assert boxes(page, ".not-yet") == [], "all loot is within reach"


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_the_log_keeps_its_tabs_and_folds(guests: Guests, server: Served, lang: str) -> None:
    scene = set_up(server, 7, lambda state: bool(state.round == 2), slug=SLUG)
    page = guests.arrive(scene.mine, locale=lang)
    page.goto(scene.path)
    page.locator("#chat-link").wait_for()
    for screen in (DESK, WIDE):
        resize(page, *screen)
        parts = boxes(page, ".log-tab, .log-links .button, .fold")
        assert len(parts) >= 4, screen
        assert not [(a, b) for a in parts for b in parts if a is not b and a.meets(b)], screen
    resize(page, *DESK)
    before = box(page, "#spaces").size[0]
    page.locator(".fold").click()
    assert box(page, "#log").size[0] == 36
    assert box(page, "#spaces").size[0] >= before + 180
    press(page.locator("#spaces button").first, by_mouse=True)
    assert box(page, "#log").size[0] == 36, "it stays folded"
    page.locator("#log").click()
    assert box(page, "#spaces").size[0] == before


def test_all_answers_to_a_question_stand_in_one_part(guests: Guests, server: Served) -> None:
    token = new_token()
    page = guests.arrive(token)
    page.goto(set_before(server, working_day("place housework"), token=token).path)
    resize(page, *DESK)
    assert_in_view(page, '#tiles button[value="take goods"]')
    assert boxes(page, "#parts .to-tray") == []
    page.goto(set_before(server, QUESTIONS["site"](), token=token).path)
    assert box(page, "#prompt").size[1] <= 66
    assert "Point at a cavern" in page.locator("#prompt .so-far").inner_text()
    page.goto(set_before(server, QUESTIONS["looting"](), token=token).path)
    cards = page.locator("button.loot-item")
    keys = cards.evaluate_all("all => all.map((one) => one.dataset.key)")
    assert len({*keys, None}) == len(keys) + 1, "each card has a key of its own"
    page.goto(set_before(server, QUESTIONS["sowing"](), token=token).path)
    assert shown(page) == ["tray", "spaces"], "few answers leave the spaces in sight"
    assert box(page, "#tray").bottom <= box(page, "#spaces").top
    page.locator("#parts .to-tiles").click()
    assert shown(page) == ["tiles"]
    page.goto(set_before(server, working_day(), token=token).path)
    named = page.locator("#coords text").evaluate_all("all => all.map((one) => one.textContent)")
    assert named == [*"ABCDEF", *"1234"], "cells are called by column and row"
    assert page.locator('.cave .board use[href="#coords"]').count() == 1
    assert page.locator("#prompt .so-far").inner_text() == "Your turn › dwarf 2 of 3"
