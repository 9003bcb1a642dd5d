"""Somebody gives an address, confirms it and ends it, with and without scripts, below a path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from dvergar.web.features.notifications.delivery import Delivery
from tests.browser.axe import assert_accessible
from tests.browser.stage import Guests, at_start, set_up
from tests.web.serving import PROMPT, Served, serving

pytestmark = pytest.mark.browser

BASE = "/dvergar"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server below a path, with mail."""
    settings = replace(
        PROMPT,
        base_path=BASE,
        address=f"http://localhost{BASE}/",
        mail_host="localhost",
        mail_from="dvergar@example.org",
    )
    with serving(tmp_path_factory.mktemp("server"), settings) as served:
        yield served


@pytest.fixture
def links(server: Served, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The links that mails would have brought."""
    found: list[str] = []

    async def send(_to: str, _subject: str, text: str, stop: str) -> Delivery:
        confirm = next(line for line in text.splitlines() if "/reach/" in line)
        found[:] = [link.removeprefix("http://localhost") for link in (confirm, stop)]
        return Delivery.SENT

    monkeypatch.setattr(server.turn_notifier.mailer, "send", send)
    return found


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}])
def test_an_address_is_given_confirmed_and_ended(
    guests: Guests, server: Served, links: list[str], options: dict[str, Any]
) -> None:
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.mine, bypass_csp=True, **options)
    scripts = not options
    address = "anna@example.org" if scripts else "bert@example.org"
    page.goto(f"{BASE}/turns")
    page.get_by_label("Email address").fill(address)
    page.get_by_role("button", name="Send confirmation link").click()
    expect(page.get_by_text("on its way")).to_be_visible()
    expect(page.get_by_text(f"{address}: not confirmed yet")).to_be_visible()
    if scripts:
        assert_accessible(page)
    confirm, stop = links
    page.goto(confirm)
    if scripts:
        assert_accessible(page)
    page.get_by_role("button", name="Yes, confirm").click()
    expect(page.get_by_text("Confirmed: you’ll get a message")).to_be_visible()
    page.goto(f"{BASE}/turns")
    expect(page.get_by_text(f"{address}: receives messages")).to_be_visible()
    page.goto(stop)
    page.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_text("You’ll get no more messages")).to_be_visible()
    page.goto(f"{BASE}/turns")
    expect(page.get_by_label("Email address")).to_be_visible()


def test_a_game_below_a_path_is_played_between_two_browsers(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, at_start)
    mine, other = guests.arrive(scene.mine), guests.arrive(scene.other)
    for page in (mine, other):
        page.goto(BASE + scene.path)
    before = other.locator("#move input[name=at]").input_value()
    mine.locator("#table button[name=move]").first.click()
    expect(other.locator("#move input[name=at]")).not_to_have_value(before)
    mine.locator("#help-link").click()
    expect(mine.locator("#help-link")).to_have_attribute("aria-pressed", "true")
    mine.locator(".menu summary").click()
    mine.get_by_role("link", name="Report a problem").click()
    mine.get_by_label("What went wrong?").fill("The dragon slept.")
    mine.get_by_role("button", name="Report it").click()
    expect(mine.get_by_text("Thank you.")).to_be_visible()
