"""What browser tests ask of a guided game: at which step it is, and where the guide points."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Frame, Page, TimeoutError

from dvergar.core.registry import info, make_game

SEEN = """() => {
  const points = document.querySelector("#guide").dataset.points;
  if (!points) return "";
  const found = [...document.querySelectorAll(points)].filter((one) => one.getClientRects().length);
  const box = found.at(-1)?.getBoundingClientRect();
  const sheet = document.querySelector("#guide").getBoundingClientRect();
  const says = document.querySelector("#guide-says");
  const ring = document.querySelector("#guide-ring").getBoundingClientRect();
  const top = document.querySelector("#guide-arrow").getBoundingClientRect().top;
  const prompt = document.querySelector("#prompt");
  const sticks = getComputedStyle(prompt).position === "sticky" && !prompt.contains(found.at(-1));
  const room = sheet.top - 80 - (sticks ? prompt.getBoundingClientRect().height : 0);
  const fits = box && (box.height < room || (innerHeight > 560 && box.height < innerHeight));
  const over = (a, b) => a.bottom > b.top && a.right > b.left && a.left < b.right;
  const trouble = [
    !box && "there is nothing",
    box && (box.top < 0 || box.top > sheet.top - 40) && "it begins out of view",
    fits && over(box, sheet) && "the guide lies over it",
    box && (box.left < -1 || box.right > innerWidth + 1) && "it sticks out at the side",
    box && Math.abs(ring.top - box.top + 7) > 2 && "the ring is elsewhere",
    (top < 0 || top > innerHeight) && "the arrow is out of view",
    says.clientWidth < Math.min(300, innerWidth - 60) && "its words are squeezed",
    says.scrollHeight > says.clientHeight + 1 && "its words are cut",
  ].filter(Boolean);
  return trouble.length ? `${points}: ${trouble} ${JSON.stringify([box, sheet, ring])}` : "";
}"""
"""What is wrong with where the guide points."""

PLACE = """() => {
  const points = document.querySelector("#guide").dataset.points;
  const found = [...document.querySelectorAll(points)].filter((one) => one.getClientRects().length);
  const target = found.at(-1);
  const flag = target.querySelector(".flag b") ?? target;
  const box = flag.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where somebody would tap who follows the ring: on the letter, where there is one."""


def assert_points_well(page: Page | Frame) -> None:
    """What the guide points at comes into view, with the ring around it and not under the sheet."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => !({SEEN})()", polling=50, timeout=5000)
    assert page.evaluate(SEEN) == "", step_of(page)


def number_of(slug: str, move: str) -> int:
    guide = info(slug).guide()
    assert guide is not None
    return make_game(slug, guide.options).move(move)


def step_of(page: Page | Frame) -> int:
    return int(page.locator("#guide").get_attribute("data-step") or 0)
