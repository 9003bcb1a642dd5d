"""axe-core finds nothing serious, by day and by lantern light."""

from __future__ import annotations

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, Seat, Table
from tests.browser.axe import assert_accessible
from tests.browser.stage import (
    GAME,
    START,
    Guests,
    Wanted,
    at_start,
    at_the_end,
    in_the_middle,
    open_table,
    set_up,
    with_exit_choice,
)
from tests.web.serving import Served

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reading_pages(guests: Guests, server: Served, lang: str) -> None:
    """Pages of finished games are in `test_statistics`, mails in `test_notifications`."""
    scene = set_up(server, 2, at_start)
    page = guests.arrive(scene.mine, bypass_csp=True, locale=lang)
    listed = Plan(GAME, {}, [Seat(OPEN, "")] * 2, "In the lobby", public=True)
    server.run(server.inside.tables.open(listed, "", 1))
    for path in (
        START,  # with a table in each list
        "/rules/my_gold_mine",
        "/about",
        "/mine",
        "/privacy",
        "/turns",
        "/statistics",
        "/ratings",
        "/profile",
        "/puzzles",
        f"{scene.path}/chat",
        "/keys/caverna",
        "/api/docs",
        "/nowhere",
    ):
        page.goto(path)
        assert_accessible(page)


def test_a_table_that_stopped(
    guests: Guests, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one of older rules after an upgrade."""
    scene = set_up(server, 2, in_the_middle)
    monkeypatch.setattr(Table, "stopped", property(lambda _: True))
    page = guests.arrive(scene.mine, bypass_csp=True)
    page.goto(scene.path)
    assert_accessible(page)


def test_the_room_and_the_invite(guests: Guests) -> None:
    host, guest = guests.arrive(bypass_csp=True), guests.arrive(bypass_csp=True)
    open_table(host, name_0="Anna", kind_1="link")
    assert_accessible(host)
    guest.goto(host.locator("#invite-1").input_value())
    assert_accessible(guest)


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [
        (at_start, "de"),
        (with_exit_choice, "fr"),
        *((in_the_middle, lang) for lang in LANGUAGES),
        (at_the_end, "fr"),
    ],
)
def test_the_table(guests: Guests, server: Served, wanted: Wanted, lang: str) -> None:
    scene = set_up(server, 3, wanted)
    page = guests.arrive(scene.mine, bypass_csp=True, locale=lang)
    page.goto(scene.path)
    assert_accessible(page)
    if wanted is in_the_middle:
        watcher = guests.arrive(bypass_csp=True)
        for path in ("?at=3", "/log", "/report", "/chat"):
            watcher.goto(f"{scene.path}{path}")
            assert_accessible(watcher)
