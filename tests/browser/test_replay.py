"""A finished game: walking through it by keys, saving it, opening it, playing again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import assert_in_view, resize
from tests.browser.stage import Guests, Scene, at_the_end, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def finished(server: Served) -> Scene:
    return set_up(server, 2, at_the_end, two_player_variant=False)


def assert_at(page: Page, scene: Scene, number: int) -> None:
    expect(page.locator("#replay")).to_contain_text(f"Position {number} of {scene.moves}")
    assert page.url.endswith(f"?at={number}")
    expect(page.locator("html.js")).to_be_attached()  # from now on it hears keys


def test_arrow_keys_walk_through_a_game(guests: Guests, finished: Scene) -> None:
    page = guests.arrive(finished.mine)
    page.goto(finished.path)
    page.get_by_role("link", name="Watch it again").click()
    assert_at(page, finished, 0)
    for number in range(1, 8):
        page.keyboard.press("ArrowRight")
        assert_at(page, finished, number)
        expect(page.locator("button[name=move]")).to_have_count(0)
    page.keyboard.press("End")
    assert_at(page, finished, finished.moves)
    expect(page.locator("#scores")).to_be_visible()
    page.keyboard.press("ArrowRight")  # there is nothing after the end
    page.keyboard.press("ArrowLeft")
    assert_at(page, finished, finished.moves - 1)
    page.keyboard.press("Home")
    assert_at(page, finished, 0)


def test_a_position_has_an_address_for_everybody(guests: Guests, finished: Scene) -> None:
    page = guests.arrive()
    page.goto(f"{finished.path}?at=3")
    assert_at(page, finished, 3)
    resize(page, 390, 844)
    assert_in_view(page, "#replay", "#mine")
    page.locator("#log").get_by_role("link", name="Show position 2").click()
    assert_at(page, finished, 2)
    page.get_by_role("link", name="To the present").click()
    expect(page.locator("#scores")).to_be_visible()


def test_a_replay_goes_on_without_loading_a_page(guests: Guests, finished: Scene) -> None:
    page = guests.arrive()
    page.goto(f"{finished.path}?at=3")
    assert_at(page, finished, 3)
    page.evaluate("window.kept = true")
    page.keyboard.press("ArrowRight")
    assert_at(page, finished, 4)
    slider = page.get_by_role("slider", name="Position")
    slider.focus()
    page.keyboard.press("ArrowRight")  # the slider's own key, one position on
    assert_at(page, finished, 5)
    slider.fill(str(finished.moves - 2))
    assert_at(page, finished, finished.moves - 2)
    page.get_by_role("link", name="To the start of round 2").click()
    expect(page.locator(".replay-rounds [aria-current]")).to_have_text("2")
    slider.fill(str(finished.moves - 3))
    assert_at(page, finished, finished.moves - 3)
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    assert_at(page, finished, finished.moves)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
    assert page.evaluate("window.kept"), "one page all the time"


def test_a_replay_shows_the_board_of_whoever_moves(guests: Guests, server: Served) -> None:
    scene = set_up(server, 2, lambda state: state.round == 2, slug="caverna")
    page = guests.arrive(scene.mine)
    page.goto(f"{scene.path}?at=1")
    movers = [step.seat for step in server.run(server.inside.tables.get(scene.id)).steps]
    assert set(movers) == {0, 1}
    for number, seat in enumerate(movers, start=1):
        expect(page.locator("#replay")).to_contain_text(f"Position {number} of")
        expect(page.locator("#cave svg.board")).to_have_class(f"board s{seat}")
        page.keyboard.press("ArrowRight")
    resize(page, 390, 844)
    assert_in_view(page, "#replay", "#cave .board")


def test_a_replay_needs_no_script(guests: Guests, finished: Scene) -> None:
    page = guests.arrive(java_script_enabled=False)
    page.goto(f"{finished.path}?at=3")
    page.get_by_role("slider", name="Position").fill("5")
    page.get_by_role("button", name="Go there").click()
    expect(page.locator("#replay")).to_contain_text("Position 5 of")
    expect(page.locator("#replay-play")).to_be_hidden()


def test_a_record_is_saved_and_opened_again(
    guests: Guests, finished: Scene, tmp_path: Path
) -> None:
    page = guests.arrive(finished.mine)
    page.goto(finished.path)
    scores = page.locator("#scores table").inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert len(json.loads(file.read_text("utf-8"))["moves"]) == finished.moves

    stranger = guests.arrive()
    stranger.goto("/")
    stranger.get_by_label("Look at a saved game").set_input_files(file)
    stranger.get_by_role("button", name="Open", exact=True).click()
    stranger.wait_for_url("**/table/*")
    assert finished.id not in stranger.url
    expect(stranger.locator("#replay")).to_contain_text(f"Position 0 of {finished.moves}")
    stranger.keyboard.press("End")
    expect(stranger.locator("#scores")).to_be_visible()
    assert stranger.locator("#scores table").inner_text() == scores
    expect(stranger.get_by_role("button", name="Play again")).to_have_count(0)


def test_a_rematch_brings_both_to_a_new_table(guests: Guests, finished: Scene) -> None:
    anna, balin = guests.arrive(finished.mine), guests.arrive(finished.other)
    anna.goto(finished.path)
    balin.goto(finished.path)
    anna.get_by_role("button", name="Play again").click()
    anna.wait_for_url(re.compile(rf"/table/(?!{finished.id})"))
    expect(anna.get_by_text("Waiting for one more player")).to_be_visible()
    balin.get_by_role("button", name="To the next game").click()
    balin.wait_for_url(anna.url)
    expect(anna.locator("#mine")).to_be_visible()
    expect(balin.locator("#mine")).to_be_visible()
    expect(anna.locator("#player-0, #player-1")).to_contain_text(["Anna", "Balin"])
