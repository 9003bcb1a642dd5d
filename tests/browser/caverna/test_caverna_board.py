"""The home board: who lives on it, what is said about it, and why something is not possible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.caverna.scenes import QUESTIONS, SLUG, working_day
from tests.browser.measures import box
from tests.browser.stage import MOVES, Guests, at_start, set_before, set_up
from tests.web.serving import Served

pytestmark = pytest.mark.browser


def test_a_mis_click_is_taken_back(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    page.locator("#space-excavation").click()
    expect(page.locator("#space-excavation.here")).to_be_visible()
    expect(page.locator(".sup").first).to_contain_text("11")
    page.keyboard.press("u")
    expect(page.locator("#space-excavation.open")).to_be_visible()


def test_a_closed_space_says_why(guests: Guests, server: Served) -> None:
    scene = set_up(server, 3, at_start, slug=SLUG)
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator("#space-imitation_4 .why")).to_have_text("Needs more food to imitate.")
    expect(page.locator("#space-imitation_4")).not_to_have_attribute("name", "move")


def test_animals_stand_where_they_live(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    board = page.locator(".cave .board")
    expect(board.locator('use[href="#b-sheep"]')).to_have_count(5)
    expect(board.locator('use[href="#b-cattle"]')).to_have_count(2)
    expect(board.locator('use[href="#t-donkey"]')).to_have_count(1)
    expect(board.locator(".badge", has_text="5 /8")).to_have_count(1)


def test_dwarfs_sleep_at_home_and_carry_their_weapons_to_work(
    guests: Guests, server: Served
) -> None:
    scene = set_before(server, working_day("place drift_mining"))
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    beds = page.locator(".cave .board .bed")
    expect(beds).to_have_count(3)
    expect(page.locator(".cave .board .bed.away")).to_have_count(2)
    expect(page.locator(".cave .board .bed.home")).to_have_text("9")
    faded = "(one) => Number(getComputedStyle(one).opacity)"
    assert beds.first.evaluate(faded) < 0.5
    # The printed dwelling is filled first; the third dwarf lives with the couple above it.
    tops = beds.evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )
    assert tops[0] == tops[1] > tops[2]
    expect(page.locator("#space-drift_mining .occ .dt b")).to_have_text("3")
    expect(page.locator("#space-drift_mining .occ")).to_contain_text("strength 3")


def test_what_has_no_room_says_what_it_is_eaten_for(guests: Guests, server: Served) -> None:
    scene = set_before(server, QUESTIONS["herd"]())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    expect(page.locator(".homeless")).to_contain_text("2")
    both = page.locator(f'{MOVES}[value="butcher 2 donkeys"]')
    expect(both).to_contain_text("+3")
    expect(both).to_contain_text("Becomes 3 food.")


def test_feeding_is_one_click_and_shows_what_it_eats(guests: Guests, server: Served) -> None:
    scene = set_before(server, QUESTIONS["feeding"]())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    feed = page.locator(f'{MOVES}[value="feed"]')
    expect(feed).to_contain_text("3 grain")
    expect(feed).to_contain_text("3 sheep")
    expect(page.locator(f'{MOVES}[value="beg"]')).to_contain_text("5 begging markers")
    expect(page.locator(f'{MOVES}[value="eat sheep"]')).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#question")).to_contain_text("Balin")


def test_other_meals_are_one_click_too(guests: Guests, server: Served) -> None:
    state = QUESTIONS["feeding"]()
    scene = set_before(server, state)
    page = guests.arrive(scene.mine, confirm="always")
    page.goto(scene.path)
    dishes = page.locator("#meal button.dish")
    expect(dishes).to_have_count(5)
    words = dishes.all_inner_texts()
    assert words[0].startswith("F"), "the cheapest meal is first"
    assert "begging" in words[-1], "and begging last"
    lost = [int(text.split("−")[-1].split()[0]) for text in words]
    assert lost == sorted(lost)
    other = page.locator('#meal button[name="plan"]').first
    assert box(page, "#meal").bottom <= 800
    plan = other.get_attribute("value") or ""
    other.hover()
    expect(other.locator(".meal-sum")).to_be_visible()
    page.keyboard.press("1")
    page.locator("#confirm-button").click()
    expect(page.locator("#question")).to_contain_text("Balin")
    table = server.run(server.inside.tables.get(scene.id))
    assert [step.move for step in table.steps[-len(plan.split("; ")) :]] == plan.split("; ")
    eaten = state.copy()
    for move in plan.split("; "):
        eaten.play(state.game.move(move))
    assert eaten.view(None)["players"] == table.state.view(None)["players"]


def test_points_can_be_hidden(guests: Guests, server: Served) -> None:
    scene = set_before(server, working_day())
    page = guests.arrive(scene.mine)
    page.goto(scene.path)
    points = page.locator(".neighbour .points").first
    expect(points).to_be_visible()
    page.get_by_role("button", name="Hide points").click()
    expect(points).to_be_hidden()
    page.get_by_role("button", name="Show points").click()
    expect(points).to_be_visible()
