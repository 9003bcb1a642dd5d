"""What belongs together is in view together, and nothing is cut: measured on all tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dvergar.games.cave_vs_cave.facts.rooms import ENTRANCE, ROOMS
from tests.browser import caves
from tests.browser.caverna.scenes import (
    QUESTIONS,
    SLUG,
    closed_to_many,
    full_of_wishes,
    middle_of,
    working_day,
)
from tests.browser.measures import (
    BOXES,
    STICKS_OUT,
    Box,
    assert_in_view,
    box,
    boxes,
    resize,
    sticks_out,
)
from tests.browser.stage import (
    LONG_LANGUAGES,
    Guests,
    Scene,
    Wanted,
    at_start,
    in_the_middle,
    set_before,
    set_up,
    with_exit_choice,
)
from tests.games.cave_vs_cave.tables import seat, table as cave_table
from tests.web.serving import Served

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Balin", "Sindri", "Dora", "Fundin", "Gisela", "Hugin")
SCREENS = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
DESKS = SCREENS[3:]
CLIPPED = """() => [...document.querySelectorAll("#prompt .question")]
  .filter((one) => one.scrollHeight > one.clientHeight + 3).map((one) => one.innerText)"""
"""Questions that are not seen whole."""
PROMPT = f"([where, parts]) => [({BOXES})(where), ({STICKS_OUT})([where, parts]), ({CLIPPED})()]"
"""All that is measured of a question, in one message to the browser."""
WIDER = "(one) => one.scrollWidth - one.clientWidth"
CUT = """() => [...document.querySelectorAll(".space .sb:not(:has(~ .why))")]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.parentElement.id)"""
"""Spaces whose lines are not seen whole."""
HALF_SEEN = """() => [...document.querySelectorAll(".sb:has(~ .why) > .ln")].filter((line) => {
  const [one, place] = [line, line.parentElement].map((each) => each.getBoundingClientRect());
  const beside = one.left >= place.right - 1;
  return one.height && !beside && (one.bottom > place.bottom + 2 || one.right > place.right + 1);
}).map((line) => line.closest(".space").id)"""
"""Spaces that give a reason and show a part of a line, rather than all of it or nothing."""
UNDER_NUMBER = """() => [...document.querySelectorAll(".space.down")].filter((card) => {
  const number = card.querySelector(".rn").getBoundingClientRect();
  return [...card.querySelectorAll(".sn span")].some((name) => {
    const words = document.createRange();
    words.selectNodeContents(name.firstChild);
    return [...words.getClientRects()].some((line) =>
      line.right > number.left + 1 && line.bottom > number.top + 2 && line.top < number.bottom - 2);
  });
}).map((card) => card.innerText)"""
"""Cards that lie face down with a name under the number of the round."""
SMALL = """() => [...document.querySelectorAll(".cave .board :is(text, tspan)")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, (one.closest("text")).getScreenCTM().a
    * parseFloat(getComputedStyle(one).fontSize)])
  .filter(([, size]) => size < 11.9)"""
"""Words and numbers on a board that are drawn under 12 px."""
BETWEEN = ((600, 800), (768, 1024), (1024, 768), (1366, 768))
"""Tablets and half windows."""


def look_at(page: Page, guests: Guests, scene: Scene, other: bool = False) -> None:
    guests.change_seat(page, scene.other if other else scene.mine)
    page.goto(scene.path)
    expect(page.locator("#prompt")).to_be_visible()


def question_heights(page: Page) -> list[int]:
    """The height of the question on every screen; it has room for all that it holds."""
    found = []
    for screen in SCREENS:
        resize(page, *screen)
        parts = "#prompt > :not(.undo, .confirming, .undo-closed), #since h3"
        (prompt,), out, clipped = page.evaluate(PROMPT, ["#prompt", parts])
        found.append(Box(*prompt).size[1])
        assert out == [], screen
        assert clipped == [], screen
    return found


def assert_at_the_thumb(page: Page, *where: str) -> None:
    """Each of these buttons is in view, and high enough for a thumb."""
    assert_in_view(page, *where)
    for one in where:
        assert box(page, one).size[1] >= 44, one


# Caverna.

ASKED = ("placing", "placing_armed", "flow", "site", "looting", "feeding", "herd", "breeding")


def test_a_question_of_caverna_is_seen_whole(guests: Guests, server: Served) -> None:
    page = guests.arrive()
    for name in ASKED:
        look_at(page, guests, set_before(server, QUESTIONS[name](), NAMES))
        question_heights(page)


def test_the_spaces_of_caverna_keep_their_places_among_each_other(
    guests: Guests, server: Served
) -> None:
    places = set()
    page = guests.arrive(confirm="always")
    day = set_before(server, working_day(), NAMES)
    for other in (False, True):
        look_at(page, guests, day, other)
        question_heights(page)
        places.add(places_of_spaces(page))
    look_at(page, guests, day)
    page.locator("#space-ruby_mining").click()
    expect(page.locator("#confirm-button")).to_be_visible()
    question_heights(page)
    places.add(places_of_spaces(page))
    assert len(places) == 1, "a reason, a dwarf or a question moved a space"


def places_of_spaces(page: Page) -> tuple[Box, ...]:
    """Where the spaces lie below the question, which grows with its answers."""
    resize(page, 1280, 800)
    top = box(page, ".hall").top
    return tuple(
        one._replace(top=one.top - top, bottom=one.bottom - top) for one in boxes(page, ".space")
    )


def test_undo_and_confirmation_lie_at_the_thumb_of_a_phone(guests: Guests, server: Served) -> None:
    page = guests.arrive(confirm="always", locale="fr")
    scene = set_before(server, working_day(), NAMES)
    table = server.run(server.inside.tables.get(scene.id))
    server.run(server.inside.tables.play(table, "place drift_mining"))
    look_at(page, guests, scene)
    for screen in ((360, 740), *SCREENS[:2]):
        resize(page, *screen)
        assert sticks_out(page, ".placing", ".tools, .place, .leave") == [], screen
    page.locator('.placing button[value="done"]').click()
    expect(page.locator("#confirm-button")).to_be_visible()
    for screen in ((360, 740), SCREENS[0]):
        resize(page, *screen)
        assert_at_the_thumb(page, "#confirm-button", "#undo-button", "#restart-button")
    look_at(page, guests, caves.set_up(server, 2, caves.asks("parts", "done"), NAMES))
    assert_at_the_thumb(page, ".end", "#undo-button")


@pytest.mark.parametrize(
    ("players", "screen"),
    [(1, DESKS[0]), (2, DESKS[0]), (4, DESKS[0]), (7, DESKS[0]), (7, DESKS[1])],
)
def test_caverna_is_in_view_as_a_whole(
    guests: Guests, server: Served, players: int, screen: tuple[int, int]
) -> None:
    page = guests.arrive()
    resize(page, *screen)
    look_at(page, guests, set_before(server, middle_of(players), NAMES))
    assert_in_view(page, "#prompt", ".board-frame", ".stock", "#spaces", "#log")
    for one in ("first", "last"):
        expect(getattr(page.locator(".space"), one)).to_be_in_viewport(ratio=1)
    if players > 1:
        assert_in_view(page, "#neighbours")
    stamps = players - 1 if players < 5 or screen == DESKS[1] else 0
    assert len(boxes(page, ".neighbour .stamp")) == stamps
    assert ("O others" in page.locator(".options").inner_text()) == (players > 1)


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_what_a_space_says_fits_on_its_card(guests: Guests, server: Served, lang: str) -> None:
    page = guests.arrive(locale=lang)
    states = (working_day(), full_of_wishes(), closed_to_many(), middle_of(3), middle_of(7))
    for state in states:
        scene = set_before(server, state, NAMES)
        look_at(page, guests, scene)
        for screen in ((360, 740), *SCREENS, BETWEEN[3]):
            if len(scene.tokens) == 7 and screen in (SCREENS[2], BETWEEN[3]):
                continue  # so many spaces scroll there
            resize(page, *screen)
            if not page.locator("#spaces").is_visible():
                page.goto(f"{scene.path}#spaces")
            fixed = ".sn, .why, .sb:not(:has(~ .why)) .ln"
            assert sticks_out(page, ".space", fixed) == [], screen
            assert page.evaluate(CUT) == [], screen
            assert page.evaluate(HALF_SEEN) == [], screen
            assert page.evaluate(UNDER_NUMBER) == [], screen


def test_nothing_on_the_home_board_is_drawn_too_small_to_read(
    guests: Guests, server: Served
) -> None:
    page = guests.arrive(locale="fr")
    for state in (working_day("place drift_mining"), middle_of(4)):
        scene = set_before(server, state, NAMES)
        guests.change_seat(page, scene.mine)
        for screen in ((360, 740), *SCREENS, BETWEEN[3]):
            resize(page, *screen)
            page.goto(f"{scene.path}#cave")
            assert page.evaluate(SMALL) == [], screen
            named = page.locator(".cave .room > text").first.is_visible()
            assert named == (screen[0] >= 600), "only a phone has no room for names"


def test_between_a_phone_and_a_desk_question_and_answer_are_in_view_together(
    guests: Guests, server: Served
) -> None:
    answers = {"placing_armed": "button.space", "flow": ".spot", "looting": "#loot button"}
    page = guests.arrive()
    for name, answer in answers.items():
        look_at(page, guests, set_before(server, QUESTIONS[name](), NAMES))
        for screen in BETWEEN:
            resize(page, *screen)
            assert_in_view(page, "#prompt", answer)


def test_names_stand_whole_beside_a_board_and_lead_to_it(guests: Guests, server: Served) -> None:
    names = ("Ada", "Thorgrimsson", "Sindri", "Wilhelmina-Margarethe", *NAMES[4:])
    page = guests.arrive()
    for players in (4, 7):
        scene = set_before(server, middle_of(players), names)
        look_at(page, guests, scene)
        for screen in SCREENS:
            resize(page, *screen)
            page.goto(f"{scene.path}#cave")
            for link in page.locator(".neighbour a").all():
                shown = link.locator("strong")
                name = str(shown.text_content())
                cut = shown.evaluate(WIDER)
                assert cut <= 1 or len(name) > 12, f"{name} is cut at {screen}"
                assert name in str(link.get_attribute("title"))
        resize(page, *SCREENS[4])
        other = (scene.acting + 1) % players
        page.locator(f'.neighbour a[href="#seat-{other}"]').click()
        expect(page.locator(f"#seat-{other} .board")).to_be_in_viewport()


# My Gold Mine.


def test_the_mine_has_one_question_height_and_is_in_view(guests: Guests, server: Served) -> None:
    heights = set()
    page = guests.arrive(confirm="always")
    wanted: list[tuple[int, Wanted, str]] = [
        (4, at_start, "#choices"),
        (4, with_exit_choice, "#drawn"),
        (6, in_the_middle, "#choices"),
    ]
    for players, what, answers in wanted:
        scene = set_up(server, players, what, NAMES)
        for other in (True, False):
            look_at(page, guests, scene, other)
            heights.add(tuple(question_heights(page)))
        resize(page, *SCREENS[3])
        assert_in_view(page, "#prompt", "#mine", answers, "#players", "#log")
        assert sticks_out(page, "#players", ".player") == []
        for screen in (*BETWEEN, SCREENS[0]):
            resize(page, *screen)
            assert_in_view(page, "#prompt", f"{answers} button")
            assert page.locator(".crumb").evaluate(WIDER) <= 1
            if (screen, answers) == (SCREENS[0], "#choices"):
                assert box(page, ".cell-dragon").bottom <= box(page, answers).top
    page.locator("#choice-dig").click()
    expect(page.locator("#confirm-button")).to_be_visible()
    heights.add(tuple(question_heights(page)))
    assert len(heights) == 1


def test_nobody_stands_under_the_flag_of_a_name(guests: Guests, server: Served) -> None:
    page = guests.arrive()
    for players in (4, 6):
        scene = set_up(server, players, at_start, ("Thorin Eichenschild-Sohn", *NAMES[1:]))
        look_at(page, guests, scene)
        for width in (360, 600, 768, 1024, 1280):
            resize(page, width, 900)
            for flag in boxes(page, ".flag"):
                covered = [
                    one for one in boxes(page, "#mine .stander .figure") if flag.meets(one, 4)
                ]
                assert not covered, f"{players} players at {width} px"


# Cave vs Cave.


def test_the_caves_and_what_is_asked_are_in_view(guests: Guests, server: Served) -> None:
    page = guests.arrive(confirm="always")
    for players, question in ((2, "tile"), (2, "parts"), (1, "tile")):
        scene = caves.set_up(server, players, caves.asks(question), NAMES)
        for other in (True, False) if players == 2 else (False,):
            look_at(page, guests, scene, other)
            question_heights(page)
        resize(page, *SCREENS[3])
        assert_in_view(page, "#prompt", f"#cave-{scene.acting}", ".shelf", "#tiles", "#log")
        for screen in (*BETWEEN, SCREENS[0]):
            resize(page, *screen)
            assert_in_view(page, "#prompt", ".legal")
    page = guests.arrive(locale="fr")
    for rooms in (12, 13, 18):
        look_at(page, guests, set_before(server, with_rooms(rooms), NAMES))
        for screen in (*DESKS, BETWEEN[3]):
            resize(page, *screen)
            assert len(boxes(page, ".rooms > .room")) == rooms
            assert_in_view(page, ".rooms")
            assert sticks_out(page, ".rooms > .room", ".effect-row, .room-foot > *") == [], screen


def with_rooms(many: int) -> Any:
    """So many rooms on display, those with the most to say among them."""
    wordy = sorted(ROOMS[:ENTRANCE], key=lambda room: -len(room.uses))
    return cave_table(display=[room.name for room in wordy][:many], around=8)


@pytest.mark.parametrize("lang", LONG_LANGUAGES)
def test_what_a_room_does_fits_on_its_tile_and_gold_stands_free(
    guests: Guests, server: Served, lang: str
) -> None:
    rooms = {"r3c1": "bakehouse", "r2c0": "spinning_wheel", "r1c0": "stall", "r4c1": "warehouse"}
    state = cave_table(seat(rooms, gold=14), around=5)
    page = guests.arrive(locale=lang)
    look_at(page, guests, set_before(server, state, NAMES))
    for screen in ((360, 740), *SCREENS):
        resize(page, *screen)
        assert sticks_out(page, ".room", ".effect-row, .way, .room-foot > *") == [], screen
        for flag in boxes(page, ".scale em"):
            near = boxes(page, ".shelf li > b, .shelf .good-name, .scale .on")
            assert not [one for one in near if flag.meets(one, 2)], screen
        for name, amount in zip(*map(partial(boxes, page), STORES), strict=False):
            assert not name.meets(amount), screen


STORES = (".shelf li:not(:has(em)) > .good-name", ".shelf li:not(:has(em)) > b")
"""Names and numbers of goods that stand beside each other."""


# All of them.


def test_a_long_name_of_a_table_changes_no_top_bar(guests: Guests, server: Served) -> None:
    page = guests.arrive()
    makers: list[Callable[[], Any]] = [
        lambda: set_up(server, 3, at_start, NAMES),
        lambda: set_up(server, 3, at_start, NAMES, slug=SLUG),
        lambda: caves.set_up(server, 2, at_start, NAMES),
    ]
    for make in makers:
        scene = make()
        before: dict[tuple[int, int], int] = {}
        for name in ("Friday", "The long evening of the Wanderers under the mountain W" + "W" * 25):
            server.run(server.inside.tables.get(scene.id)).name = name
            look_at(page, guests, scene)
            for screen in ((360, 740), (600, 800), *SCREENS):
                resize(page, *screen)
                high = box(page, ".topbar").size[1]
                assert before.setdefault(screen, high) == high
                assert page.evaluate("document.documentElement.scrollWidth") <= screen[0]
