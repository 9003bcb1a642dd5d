"""Play over days in real browsers: being late, coming back, leaving, giving a seat away, resigning.

What time it is on the server the tests say; only the script of a page counts by the real one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.clocks import HOUR, Timing
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, Seat, Table
from tests.browser.axe import LIGHTS, assert_nothing_serious
from tests.browser.stage import NAMES, VERSION, Guests, act, at_the_end, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser


class Clock:
    """The time of the server: the real one, and what a test has let pass."""

    def __init__(self, server: Served) -> None:
        self._server = server
        self.passed = 0.0

    def now(self) -> float:
        return time.time() + self.passed

    def pass_by(self, seconds: float) -> None:
        self.passed += seconds
        self._server.run(self._server.inside.deadlines.check())


@pytest.fixture
def clock(server: Served, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(server)
    monkeypatch.setattr(server.inside.tables, "now", clock.now)
    return clock


@pytest.fixture(autouse=True)
def at_once(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for wait in ("gather_s", "grace_s"):
        monkeypatch.setattr(server.inside.presence, wait, 0.05)


@pytest.fixture
def slow_bots(server: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot that stands in takes its time, so that a person can be back before it moves."""
    monkeypatch.setattr(server.inside.bots, "_pace", 3600.0)
    yield
    for table in list(server.inside.bots._skipped):
        server.loop.call_soon_threadsafe(server.inside.bots.skip, table)


class Seated:
    """A table of two, each with a token of its own."""

    def __init__(self, server: Served, timing: Timing, slug: str = "my_gold_mine") -> None:
        self.tokens = [new_token(), new_token()]
        tables = server.inside.tables
        plan = Plan(slug, {}, [Seat(OPEN, "")] * 2, "Over days", timing=timing)
        table = server.run(tables.open(plan, digest(self.tokens[0]), 1))
        for seat, token in enumerate(self.tokens):
            table = server.run(tables.sit(table, seat, NAMES[seat], digest(token)))
        self.table: Table = table
        self.path = f"/table/{table.id}"
        self.acting = table.state.seat

    def pages(self, guests: Guests, **options: Any) -> tuple[Page, Page]:
        """Whoever is to move, and the other."""
        first = guests.arrive(self.tokens[self.acting], **options)
        second = guests.arrive(self.tokens[1 - self.acting])
        for page in (first, second):
            page.goto(self.path)
        return first, second


def check(page: Page) -> None:
    """Nothing is wrong with the page in either light."""
    for light in LIGHTS:
        page.emulate_media(color_scheme=light)
        assert_nothing_serious(page, light)


def expect_seats(page: Page, *states: str) -> None:
    for seat, state in enumerate(states):
        expect(page.locator(f"#member-{seat}")).to_have_class(f"presence-{state}")


@pytest.mark.usefixtures("slow_bots")
def test_a_bot_steps_in_when_the_deadline_passes_and_out_when_one_is_back(
    guests: Guests, server: Served, clock: Clock
) -> None:
    seated = Seated(server, Timing(deadline=24 * HOUR))
    late, other = seated.pages(guests)
    expect(late.locator(".clock-left")).to_have_text(re.compile("2[34] h"))
    clock.pass_by(24 * HOUR)
    expect(late.locator("#substitute")).to_contain_text("a bot plays for you")
    expect(other.locator("#log")).to_contain_text("time is up: a bot plays until")
    expect(other.locator("#question")).to_contain_text("is thinking")
    expect(other.locator(".clock")).to_have_count(0)
    expect(late.locator("#choices, .prompt.yours").first).to_be_visible()
    late.locator("#back-button").click()
    expect(late.locator("#substitute")).to_have_count(0)
    expect(other.locator("#log")).to_contain_text("is back")
    act(late)
    expect(other.locator("#substitute")).to_have_count(0)


def test_the_bot_moves_for_who_is_late_and_one_is_back_by_moving(
    guests: Guests, server: Served, clock: Clock
) -> None:
    seated = Seated(server, Timing(deadline=24 * HOUR))
    late, other = seated.pages(guests)
    clock.pass_by(24 * HOUR)
    expect(other.locator(".prompt.yours")).to_be_visible()
    other.locator("#table button[name=move]").first.click()
    expect(late.locator("#substitute")).to_be_visible()
    late.reload()
    expect(late.locator("#substitute")).to_be_visible()
    late.go_back()
    late.go_forward()
    expect(late.locator("#substitute")).to_contain_text("I’m back")


def test_the_clock_runs_and_runs_out(guests: Guests, server: Served, clock: Clock) -> None:
    seated = Seated(server, Timing(move=30, reserve=60))
    mine, other = seated.pages(guests, locale="fr-FR")
    for page in (mine, other):
        expect(page.locator(".clock-left")).to_have_text(re.compile(r"0:(2\d|30)"))
    before = mine.locator(".clock-left").inner_text()
    expect(mine.locator(".clock-left")).not_to_have_text(before)
    expect(mine.locator("#presence-list")).to_contain_text("réserve 1:00")
    clock.pass_by(40)
    mine.reload()
    expect(mine.locator(".clock.in-reserve .clock-left")).to_have_text(re.compile(r"0:[45]\d"))
    check(mine)
    clock.pass_by(60)
    expect(mine.locator("#substitute")).to_contain_text("un bot joue pour vous")
    mine.locator("#back-button").click()
    expect(mine.locator("#substitute")).to_have_count(0)


def test_the_time_left_is_said_without_scripts(
    guests: Guests, server: Served, clock: Clock
) -> None:
    seated = Seated(server, Timing(deadline=24 * HOUR))
    clock.pass_by(HOUR + 60)
    page = guests.arrive(seated.tokens[seated.acting], java_script_enabled=False)
    page.goto(seated.path)
    expect(page.locator(".clock-left")).to_have_text(re.compile("22 h 5[89] min"))
    clock.pass_by(24 * HOUR)
    page.goto(seated.path)
    page.locator("#back-button").click()
    expect(page.locator("#substitute")).to_have_count(0)


def test_who_comes_and_goes_is_shown(guests: Guests, server: Served) -> None:
    seated = Seated(server, Timing())
    first, second = seated.pages(guests)
    expect(first.locator(".presence-count")).to_contain_text("2/2")
    expect_seats(first, "here", "here")
    twice = second.context.new_page()
    twice.goto(seated.path)
    watching = guests.arrive()
    watching.goto(seated.path)
    first.locator("#presence summary").click()
    expect(first.locator("#spectators")).to_have_text("1 person watches")
    expect(first.locator("#member-0")).to_contain_text("here")
    check(first)
    second.close()
    watching.close()
    expect(first.locator("#spectators")).to_have_count(0)
    expect(first.locator(".presence-count")).to_contain_text("2/2")
    twice.close()
    expect(first.locator(".presence-count")).to_contain_text("1/2")
    expect(first.locator(f"#member-{1 - seated.acting}")).to_contain_text("away")


def test_leaving_coming_back_and_giving_the_seat_away(guests: Guests, server: Served) -> None:
    seated = Seated(server, Timing())
    host = guests.arrive(seated.tokens[0])
    guest = guests.arrive(seated.tokens[1])
    for page in (host, guest):
        page.goto(seated.path)
    link = guest.locator("#return input").input_value()
    guest.get_by_text("Leave the table").click()
    guest.locator("#leave-button").click()
    expect(guest.locator("#substitute")).to_contain_text("You have left this table")
    expect(guest.locator(".prompt.yours")).to_have_count(0)
    check(guest)
    expect_seats(host, "here", "left")
    again = guests.arrive()
    again.goto(link)
    again.locator("form[action^='/return/'] button").click()
    again.locator("#back-button").click()
    expect_seats(host, "here", "here")
    expect(host.locator("#log")).to_contain_text("is back")
    again.get_by_text("Leave the table").click()
    again.locator("#leave-button").click()
    expect_seats(host, "here", "left")
    host.locator(".leaving summary").click()
    host.locator("#give-1").click()
    host.locator(".leaving summary").click()
    check(host)
    heir = guests.arrive()
    heir.goto(host.locator("#gift-1").input_value())
    heir.get_by_label("Your name").fill("Heir")
    heir.get_by_role("button", name="Sit down").click()
    expect(host.locator("#log")).to_contain_text("Heir has taken over the seat")
    expect(heir.locator("#return")).to_be_visible()
    again.goto(seated.path)
    expect(again.locator("#return")).to_have_count(0)
    assert again.goto(link).status == 404  # type: ignore[union-attr]


def test_resigning_asks_first_and_is_for_good(guests: Guests, server: Served) -> None:
    seated = Seated(server, Timing())
    page, other = seated.pages(guests)
    page.locator(".leaving summary").click()
    page.locator("#resign-button").click()
    expect(page.locator(".prompt.yours")).to_be_visible()
    page.get_by_label("I’m sure").check()
    page.locator("#resign-button").click()
    expect(page.locator(".undo-closed")).to_contain_text("You are watching")
    expect(other.locator("#log")).to_contain_text("has resigned: a bot plays on")
    expect(other.locator(".prompt.yours")).to_be_visible()


def test_the_others_see_the_rematch_and_take_their_seats_there(
    guests: Guests, server: Served
) -> None:
    scene = set_up(server, 2, at_the_end)
    first, second = guests.arrive(scene.tokens[0]), guests.arrive(scene.tokens[1])
    for page in (first, second):
        page.goto(scene.path)
    first.get_by_role("button", name="Play again").click()
    first.wait_for_url(lambda url: not url.endswith(scene.path))
    expect(first.locator("#waiting")).to_be_visible()
    second.get_by_role("button", name="To the next game").click()
    second.wait_for_url(first.url)
    expect(first.locator(VERSION)).to_have_value("2")
    for page in (first, second):
        expect(page.locator(".presence-count")).to_contain_text("2/2")


def test_a_table_over_days_is_opened_from_the_start_page(guests: Guests) -> None:
    page = guests.arrive(locale="fr-FR")
    page.goto("/?game=my_gold_mine")
    page.locator("#table-options summary").click()
    page.locator("#new [name=speed]").select_option(label="au plus 2 jours par tour")
    page.locator(".new-foot button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#presence-list")).to_contain_text("au plus 2 jours par tour")
